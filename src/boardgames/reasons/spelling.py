"""Actions as people and language models write them: in any spelling that has one meaning."""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Final

from boardgames.core.lookup.installed_games import spec_of
from boardgames.core.model.game import IllegalAction, State
from boardgames.core.text.said import Reason

LONGEST: Final = 200
"""The most characters of a text that may be another spelling."""
DASH: Final = re.compile(r"(?<=\w)[-\u2010-\u2015\u2212](?=\w)")


def read_spelling(state: State, text: str, spec: Any = None) -> Any:
    """The legal action or throw of ``state`` that ``text`` means.

    It is read from its canonical text, or from another spelling that only one action can have.

    Other spellings are those of ``readings`` of the game's ``spec``, and all that is shown of an action: its text in
    letters of any kind, and its words.

    >>> import boardgames as bg
    >>> start = bg.load("shogi").start()
    >>> str(read_spelling(start, "P-7f")), str(read_spelling(start, "Black plays 7g7f (pawn)"))
    ('7g7f', '7g7f')

    Raises :class:`~boardgames.core.model.game.IllegalAction`; for a text with several meanings it lists them.
    """
    try:
        return state.read(text)
    except IllegalAction as error:
        refused = error
    if not text or len(text) > LONGEST:
        raise refused
    spec = spec_of(state.game) if spec is None else spec
    legal = {str(action): action for action in state.actions() or [throw for throw, _ in state.chances()]}
    readings = [] if spec.readings is None else [*dict.fromkeys(spec.readings(state, text))]
    meant, plain = [reading for reading in readings if reading in legal], _plain(text)
    meant = meant or [name for name in legal if _plain(name) == plain]
    meant = meant or [name for name in legal if _in_words(plain, spec, state, legal[name])]
    if len(meant) == 1:
        return legal[meant[0]]
    if meant:
        raise IllegalAction(
            text, Reason("ambiguous", "it can mean {actions}; write one of these", actions=" or ".join(meant))
        )
    try:  # the reason of what is meant
        return state.read((readings or ["".join(text.lower().split())])[0])
    except IllegalAction as error:
        raise IllegalAction(text, error.why, error.nearest, error.legal) from None


def _plain(text: str) -> str:
    """A text in small letters, without blanks and dashes."""
    return DASH.sub("", "".join(unicodedata.normalize("NFKC", text).casefold().split()))


def _in_words(plain: str, spec: Any, state: State, action: Any) -> bool:
    """True for the words of an action, with or without the side that acts and what they add behind a sign."""
    words = _plain(spec.describe(state, action, state.apply(action)))
    sides = [_plain(name) for name in spec.seat_names[state.seat : state.seat + 1]]
    texts = [plain, *(plain.removeprefix(side) for side in sides)]
    return any(words.startswith(text) and words[len(text) :][:1] in ("", ":", ",", "(") for text in texts if text)
