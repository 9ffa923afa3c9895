"""The messages of a page to the server: JSON, checked part by part and read into classes."""

from __future__ import annotations

from typing import Final

import attrs

from boardgames.core.text.kinds import OrNone, Switch, Text, Whole
from boardgames.web.json_message import BadMessage, FieldCheck, fits, read_message

MAX_MESSAGE: Final = 1024  # characters
MAX_ACTION: Final = 200  # characters
MAX_CLICKS: Final = 50  # for one action
MAX_NAME: Final = 100  # characters; a longer one than players may have gets a reason
MAX_PLIES: Final = 1_000_000
MAX_SEATS: Final = 100


PLIES: Final = fits(Whole(0, MAX_PLIES), "the number of plies so far")


def _spots(least: int) -> FieldCheck:
    def check(message: object, field: attrs.Attribute[object], value: object) -> None:
        names = value if type(value) is list and least <= len(value) <= MAX_CLICKS else [None]
        if any(type(name) is not str or not 0 < len(name) <= MAX_ACTION for name in names):
            raise BadMessage(f"{field.name!r} must be a list of {least} to {MAX_CLICKS} names of spots")

    return check


@attrs.frozen
class PlayAction:
    """Play an action; ``ply`` is the number of plies before it, so that a late message is noticed."""

    ply: int = attrs.field(validator=PLIES)
    action: str = attrs.field(validator=fits(Text(MAX_ACTION)))


@attrs.frozen
class ResignGame:
    """Resign, now or at the next turn."""


@attrs.frozen
class RequestUndo:
    """Take back the moves since the last turn, or ask the other side to allow it."""


@attrs.frozen
class AgreeToUndo:
    """Allow the take-back that the other side asks for, or refuse it."""

    refused: bool = attrs.field(default=False, validator=fits(Switch()))


@attrs.frozen
class RequestHint:
    """Ask what each action is worth."""


@attrs.frozen
class AnalyseGame:
    """Find out what each action of the game that is over gave away."""


@attrs.frozen
class StopAnalysis:
    """End the analysis; what it has found is shown."""


@attrs.frozen
class NewGame:
    """Start another game between the same players, with or without swapping sides."""

    swap: bool = attrs.field(default=False, validator=fits(Switch()))


@attrs.frozen
class GiveName:
    """Call the person at this page so."""

    name: str = attrs.field(validator=fits(Text(MAX_NAME)))


@attrs.frozen
class View:
    """Show the board after ``ply`` plies (``None``: as it is now), as ``seat`` sees it.

    ``tall`` is the layout for narrow screens.  With ``line`` it is the position after that step of the line that was
    better than the last action.
    """

    seat: int = attrs.field(validator=fits(Whole(0, MAX_SEATS), "a seat"))
    ply: int | None = attrs.field(default=None, validator=fits(OrNone(Whole(0, MAX_PLIES)), "a ply"))
    western: bool = attrs.field(default=False, validator=fits(Switch()))
    tall: bool = attrs.field(default=False, validator=fits(Switch()))
    line: int | None = attrs.field(default=None, validator=fits(OrNone(Whole(0, MAX_PLIES)), "a step of a line"))


@attrs.frozen
class ChooseSpots:
    """Show the board with a choice that is not complete: these spots so far, at the ply after ``ply`` plies."""

    ply: int = attrs.field(validator=PLIES)
    path: list[str] = attrs.field(validator=_spots(1))


@attrs.frozen
class RequestReasons:
    """Ask why actions that begin with these spots are not legal, at the ply after ``ply`` plies; all, without spots.

    With an ``action`` it asks instead what would make that one legal.
    """

    ply: int = attrs.field(validator=PLIES)
    path: list[str] = attrs.field(validator=_spots(0))
    action: str | None = attrs.field(default=None, validator=fits(OrNone(Text(MAX_ACTION)), "an action"))


TableMessage = PlayAction | ResignGame | RequestUndo | AgreeToUndo | NewGame | AnalyseGame | StopAnalysis | GiveName
"""Messages for a table; the rest concerns one page alone."""
Message = TableMessage | RequestHint | View | ChooseSpots | RequestReasons

KINDS: Final[dict[str, type[Message]]] = {
    "act": PlayAction,
    "resign": ResignGame,
    "undo": RequestUndo,
    "agree": AgreeToUndo,
    "hint": RequestHint,
    "new": NewGame,
    "analyse": AnalyseGame,
    "stop-analysis": StopAnalysis,
    "name": GiveName,
    "look": View,
    "choose": ChooseSpots,
    "why": RequestReasons,
}


def read_table_message(text: str) -> Message:
    """The message in a text.  Raises :class:`~boardgames.web.json_message.BadMessage`.

    >>> read_table_message('{"do": "act", "ply": 4, "action": "7g7f"}')
    PlayAction(ply=4, action='7g7f')
    """
    return read_message(text, "do", KINDS, MAX_MESSAGE, '{"do": "undo"}')
