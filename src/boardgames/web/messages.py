"""What a page may say: JSON, read into values of its own kinds, each part within bounds."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

import attrs

LONGEST: Final = 1024  # characters of a message
LONGEST_ACTION: Final = 200
MOST_PLIES: Final = 1_000_000
MOST_SEATS: Final = 100


class BadMessage(ValueError):
    """What was said means nothing; the message says what would."""


Check = Callable[[Any, Any, Any], None]


def _whole(most: int, what: str, or_null: bool = False) -> Check:
    def check(message: Any, field: attrs.Attribute[Any], value: Any) -> None:
        if value is None and or_null:
            return
        if type(value) is not int or not 0 <= value <= most:
            null = "null or " * or_null
            raise BadMessage(f"{field.name!r} must be {what}: {null}a whole number from 0 to {most}")

    return check


def _truth(message: Any, field: attrs.Attribute[Any], value: Any) -> None:
    if type(value) is not bool:
        raise BadMessage(f"{field.name!r} must be true or false")


def _text(message: Any, field: attrs.Attribute[Any], value: Any) -> None:
    if type(value) is not str or not 0 < len(value) <= LONGEST_ACTION:
        raise BadMessage(f"{field.name!r} must be a text of 1 to {LONGEST_ACTION} characters")


@attrs.frozen
class Act:
    """The action of a seat that is to act, after so many plies."""

    ply: int = attrs.field(validator=_whole(MOST_PLIES, "how many plies have been played"))
    action: str = attrs.field(validator=_text)


@attrs.frozen
class GiveUp:
    """Resign, now or at the next turn."""


@attrs.frozen
class TakeBack:
    """Undo the moves since our last turn, or ask for it."""


@attrs.frozen
class Agree:
    """Yes to somebody who asked to take moves back."""


@attrs.frozen
class AskHint:
    """What is each action worth?"""


@attrs.frozen
class Begin:
    """Another game between the same players, with sides swapped or not."""

    swap: bool = attrs.field(default=False, validator=_truth)


@attrs.frozen
class Look:
    """Show the board after so many plies, ``None`` for as it is now, from the side of a seat."""

    seat: int = attrs.field(validator=_whole(MOST_SEATS, "a seat"))
    ply: int | None = attrs.field(default=None, validator=_whole(MOST_PLIES, "a ply", or_null=True))
    western: bool = attrs.field(default=False, validator=_truth)


Message = Act | GiveUp | TakeBack | Agree | AskHint | Begin | Look

KINDS: Final[dict[str, type[Message]]] = {
    "act": Act,
    "resign": GiveUp,
    "undo": TakeBack,
    "agree": Agree,
    "hint": AskHint,
    "new": Begin,
    "look": Look,
}


def read(text: str) -> Message:
    """The message in a text.

    >>> read('{"do": "act", "ply": 4, "action": "7g7f"}')
    Act(ply=4, action='7g7f')

    Raises :class:`BadMessage`.
    """
    if len(text) > LONGEST:
        raise BadMessage(f"a message of {len(text)} characters is too long: {LONGEST} are allowed")
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage("this is not JSON") from None
    if not isinstance(said, dict):
        raise BadMessage('a message is an object, as in {"do": "undo"}')
    word = said.pop("do", None)
    kind = KINDS.get(word) if isinstance(word, str) else None
    if kind is None:
        raise BadMessage(f"'do' must be one of {', '.join(KINDS)}")
    fields = attrs.fields_dict(kind)
    for name in said:
        if name not in fields:
            raise BadMessage(f"{word!r} has no part of that name; it has: {', '.join(fields) or 'none'}")
    for name, field in fields.items():
        if field.default is attrs.NOTHING and name not in said:
            raise BadMessage(f"{word!r} lacks {name!r}")
    return kind(**said)
