"""The subprotocol ``boardgames.1``: what the arena and a bot's computer say to each other over a WebSocket.

A text message is JSON and about the games.  A binary message is bytes of one game:
its number in digits, a space, and the bytes as the bot's program wrote them or is to read them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs

from boardgames.core.record.verdict import FAULTS
from boardgames.core.text.json_message import BadMessage, read_message

SUBPROTOCOL: Final = "boardgames.1"
PATH: Final = "/arena"
"""Where a server has its arena's WebSocket."""
MAX_MESSAGE: Final = 16 * 1024  # characters
MAX_TEXT: Final = 500  # characters of a text inside
MAX_GAMES: Final = 1_000_000_000
MAX_AT_A_TIME: Final = 16
MAX_RESUMED: Final = 64
MAX_DIGITS: Final = 12

REFUSED: Final = 4403
"""The code with which the arena closes a connection that it does not want again."""
STOPPING: Final = 1012
"""The code with which it closes all when it stops; the bot may come back later."""
POLICY_VIOLATION: Final = 1008


Check = Callable[[Any, Any, Any], None]


def _text(most: int, or_null: bool = False) -> Check:
    def check(message: Any, field: attrs.Attribute[Any], value: Any) -> None:
        if value is None and or_null:
            return
        if type(value) is not str or not 0 < len(value) <= most:
            raise BadMessage(f"{field.name!r} must be {'null or ' * or_null}a text of 1 to {most} characters")

    return check


def _number(least: int, most: int, or_null: bool = False) -> Check:
    def check(message: Any, field: attrs.Attribute[Any], value: Any) -> None:
        if value is None and or_null:
            return
        if type(value) is not int or not least <= value <= most:
            raise BadMessage(f"{field.name!r} must be {'null or ' * or_null}a whole number from {least} to {most}")

    return check


def _counts(message: Any, field: attrs.Attribute[Any], value: Any) -> None:
    right = isinstance(value, dict) and len(value) <= MAX_RESUMED
    if not (right and all(key.isdecimal() and type(count) is int and count >= 0 for key, count in value.items())):
        raise BadMessage(f"{field.name!r} must be an object: numbers of games, and how many bytes have arrived of each")


def _fault(message: Any, field: attrs.Attribute[Any], value: Any) -> None:
    if type(value) is not str or value not in FAULTS:
        raise BadMessage(f"{field.name!r} must be one of: {', '.join(FAULTS)}")


@attrs.frozen(kw_only=True)
class Hello:
    """The first message of a bot: its account, and what it plays."""

    name: str = attrs.field(validator=_text(MAX_TEXT))
    game: str = attrs.field(validator=_text(MAX_TEXT))
    token: str | None = attrs.field(default=None, validator=_text(MAX_TEXT, or_null=True))
    """The secret of the account or an invitation; none for a new account where anyone may register."""
    protocol: str | None = attrs.field(default=None, validator=_text(MAX_TEXT, or_null=True))
    """The line protocol that the bot speaks, if not the game's usual one."""
    games: int | None = attrs.field(default=None, validator=_number(1, MAX_GAMES, or_null=True))
    """How many games it wants to play."""
    at_a_time: int = attrs.field(default=1, validator=_number(1, MAX_AT_A_TIME))
    session: str | None = attrs.field(default=None, validator=_text(MAX_TEXT, or_null=True))
    """The session of the welcome before the connection broke, to go on with its games."""
    received: Mapping[str, int] = attrs.field(factory=dict, validator=_counts)
    """How many bytes have arrived of each game that goes on."""


@attrs.frozen(kw_only=True)
class Started:
    """The bot's program has been started for a game."""

    game: int = attrs.field(validator=_number(1, MAX_GAMES))


@attrs.frozen(kw_only=True)
class Ended:
    """The bot's program has ended, or broken a limit at home: its fault, if the game still needs it."""

    game: int = attrs.field(validator=_number(1, MAX_GAMES))
    fault: str = attrs.field(validator=_fault)
    detail: str = attrs.field(validator=_text(MAX_TEXT))


@attrs.frozen(kw_only=True)
class Pong:
    """The answer to a ping."""

    number: int = attrs.field(validator=_number(0, MAX_GAMES))


Message = Hello | Started | Ended | Pong

KINDS: Final[dict[str, type[Message]]] = {"hello": Hello, "started": Started, "ended": Ended, "pong": Pong}


def read(text: str) -> Message:
    """The message in a text.  Raises :class:`~boardgames.core.text.json_message.BadMessage`.

    >>> read('{"kind": "pong", "number": 3}')
    Pong(number=3)
    """
    return read_message(text, "kind", KINDS, MAX_MESSAGE, '{"kind": "pong", "number": 3}')


def as_json(kind: str, **fields: Any) -> str:
    """A message of the arena or of a bot."""
    return json.dumps({"kind": kind, **fields}, ensure_ascii=False, separators=(",", ":"))


def frame(game: int, data: bytes) -> bytes:
    """A binary message: bytes of a game.

    >>> frame(17, b"roll 3")
    b'17 roll 3'
    """
    return b"%d %b" % (game, data)


def split_frame(message: bytes) -> tuple[int, bytes]:
    """The game's number and the bytes of a binary message.

    Raises :class:`~boardgames.core.text.json_message.BadMessage`.
    """
    number, space, _ = message[: MAX_DIGITS + 1].partition(b" ")
    if not (space and number.isdigit()):
        raise BadMessage("a binary message begins with the number of a game and a space")
    return int(number), message[len(number) + 1 :]
