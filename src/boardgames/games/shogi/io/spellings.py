"""Other spellings of moves than USI's: ``７六歩``, ``76歩``, ``P-7f``, ``7g-7f``, ``P7g-7f``, ``７六歩(77)``."""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Final

from boardgames.games.shogi.io import kanji
from boardgames.games.shogi.io.scene import placed
from boardgames.games.shogi.records import origins
from boardgames.games.shogi.records.kanji_moves import a_move

LATIN: Final = re.compile(
    "(?P<piece>[+]?[a-z])?(?P<from>[1-9][a-i1-9])?(?P<drop>['*@])?[-x×>]*(?P<file>[1-9])(?P<rank>[a-i1-9])"
    "(?P<promotes>[+=])?",
    re.IGNORECASE,
)
FILES: Final = str.maketrans(kanji.DIGITS, "123456789")
RANKS: Final = str.maketrans("123456789", "abcdefghi")


def readings(state: Any, text: str) -> list[str]:
    """The moves in USI that a text may mean: those that are legal, else those that it names in vain.

    A man that could do both moves rather than is dropped, and stays as it is where the text says nothing else.

    >>> import boardgames as bg
    >>> state = bg.load("shogi").start()
    >>> readings(state, "７六歩"), readings(state, "P7G-7F"), readings(state, "7g7f+"), readings(state, "G-5h")
    (['7g7f'], ['7g7f'], ['7g7f'], ['4i5h', '6i5h'])
    """
    board = getattr(state, "base", state)  # with dice
    text, variant = "".join(unicodedata.normalize("NFKC", text).split()), board.game.variant
    move = a_move(variant).fullmatch(text) or LATIN.fullmatch(text)
    if move is None:
        return []
    parts = move.groupdict("")
    target = _square(parts["file"] + parts["rank"]) or (board.last.destination if board.last is not None else "")
    letters, may_promote = kanji.pieces(variant).get(parts["piece"], parts["piece"].upper()), parts["promotes"] in "+成"
    dropped, origin = bool(parts["drop"]) or parts["from"] == "00", _square(parts["from"].strip("0"))
    legal = [action for action in state.actions() if action.destination == target and target]
    drops = [action for action in legal if action.piece and action.piece == letters and not origin]
    moves = [action for action in legal if not action.piece and not dropped and origin in ("", action.origin)]
    moves = [action for action in moves if letters in ("", board.piece_at(action.origin).upper())]
    if parts.get("words"):
        able = origins.fitting(board, letters, target, parts["words"], sorted({action.origin for action in moves}))
        moves, drops = [action for action in moves if action.origin in able], []
    sign = "+" if parts["promotes"] and may_promote else ""
    fits = moves or drops
    if fits := [action for action in fits if action.promotes == bool(sign)] or (fits if may_promote else []):
        return [*map(str, fits)]
    mine = "" if dropped or board.hand(board.seat).get(letters) else letters.lower() if board.seat else letters
    here = [spot for spot, man in placed(board) if man == mine]
    near = [origin] if origin else sorted(here, key=lambda spot: spot[0] != target[:1])
    return [spot + target + sign for spot in near] or [f"{letters}*{target}"]


def _square(text: str) -> str:
    """A square in USI."""
    text = text.translate(FILES).lower()
    return text[:1] + text[1:].translate(RANKS)
