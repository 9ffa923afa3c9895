"""The ``info`` lines of USI engines: what an engine has found so far, as a SearchInfo like that of our own players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs

from boardgames.core.model.game import IllegalAction, State
from boardgames.core.protocol.search_info import CENTIPAWNS, SearchInfo
from boardgames.learning.curve import expectation_of

BOUNDS: Final = ("lowerbound", "upperbound")
MOST_DIGITS: Final = 18
LONGEST_LINE: Final = 64


@attrs.frozen(kw_only=True)
class InfoLine:
    """An ``info`` line with a score."""

    info: SearchInfo
    """Its line is that of the engine, in texts, unchecked."""
    multipv: int = 1
    """The rank of the line among those that the engine shows."""
    is_bound: bool = False
    """True if the score is only a bound."""


def parse(text: str) -> InfoLine | None:
    """The content of an ``info`` line, ``None`` if it has no score that can be read.

    >>> line = parse("info depth 7 multipv 2 score cp 600 nodes 900 time 20 pv 7g7f 3c3d")
    >>> line.multipv, print(line.info)
    73 % (depth 7, 900 nodes): 7g7f 3c3d
    (2, None)
    >>> print(parse("info score mate -4 pv 5a4a").info)
    lost in 4: 5a4a
    >>> parse("info string score is fine") is None
    True
    """
    words = text.split()
    if words[:1] != ["info"]:
        return None
    words = words[1 : words.index("string")] if "string" in words else words[1:]
    split = words.index("pv") if "pv" in words else len(words)
    line, words = words[split + 1 :], words[:split]
    if "score" not in words:
        return None
    value, plies_to_end = _score(words[words.index("score") + 1 :])
    if value is None:
        return None
    return InfoLine(
        info=SearchInfo(
            value=value,
            line=tuple(line[:LONGEST_LINE]),
            depth=_number(words, "depth"),
            nodes=_number(words, "nodes"),
            seconds=_number(words, "time") / 1000,
            plies_to_end=plies_to_end,
        ),
        multipv=_number(words, "multipv") or 1,
        is_bound=any(bound in words for bound in BOUNDS),
    )


def _score(words: Sequence[str]) -> tuple[float | None, int | None]:
    """The expected result of the side to act, and the plies to the end if they are known."""
    kind, text = (*words[:2], "", "")[:2]
    digits = text.lstrip("+-")
    if kind == "cp" and _is_number(digits):
        return expectation_of(float(_signed(text)), CENTIPAWNS), None
    if kind == "mate" and (_is_number(digits) or text in ("+", "-")):
        lost = text.startswith("-") or digits.strip("0") == "" == text.strip("0")
        return -1.0 if lost else 1.0, int(digits) if digits else None
    return None, None


def _is_number(digits: str) -> bool:
    return digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS


def _signed(text: str) -> int:
    digits = int(text.lstrip("+-"))
    return -digits if text.startswith("-") else digits


def _number(words: Sequence[str], name: str) -> int:
    """The number behind a word; 0 if there is none."""
    if name not in words[:-1]:
        return 0
    text = words[words.index(name) + 1]
    return int(text) if _is_number(text) else 0


class InfoLines:
    """The last ``info`` lines of a search: the best line and those that the engine shows beside it."""

    def __init__(self) -> None:
        self.lines: dict[int, InfoLine] = {}

    def add(self, text: str) -> None:
        """Take in a line.  An exact score is not replaced by a bound."""
        line = parse(text)
        if line is None:
            return
        before = self.lines.get(line.multipv)
        if before is None or before.is_bound or not line.is_bound:
            self.lines[line.multipv] = line

    def search_info(self, state: State) -> SearchInfo | None:
        """The findings of the engine about a state, its lines as far as they are legal; ``None`` if it said nothing."""
        ranked = [self.lines[rank].info for rank in sorted(self.lines)]
        if not ranked:
            return None
        best, *others = [attrs.evolve(info, line=legal_part(state, info.line)) for info in ranked]
        return attrs.evolve(best, alternatives=tuple(others))


def legal_part(state: State, texts: Sequence[str]) -> tuple[Any, ...]:
    """The actions that a line names, up to the first that is not legal."""
    actions = []
    for text in texts:
        try:
            action = state.read(text)
        except IllegalAction:
            break
        actions.append(action)
        state = state.apply(action)
    return tuple(actions)
