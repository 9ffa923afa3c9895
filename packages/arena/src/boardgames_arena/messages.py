"""The subprotocol ``boardgames.1``: what the arena and a bot's computer say to each other over a WebSocket.

A text message is JSON and about the games.  A binary message is bytes of one game:
its number in digits, a space, and the bytes as the bot's program wrote them or is to read them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

import attrs

from boardgames.core.protocol import FAULTS
from boardgames.core.text import OneOf, OrNone, Text, Whole
from boardgames.web import BadMessage, fits, read_message

SUBPROTOCOL: Final = "boardgames.1"
PATH: Final = "/arena"
"""The path of an arena's WebSocket."""
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


TEXT: Final = Text(MAX_TEXT)
GAME: Final = Whole(1, MAX_GAMES)


def _counts(message: object, field: attrs.Attribute[object], value: Any) -> None:
    right = isinstance(value, dict) and len(value) <= MAX_RESUMED
    if not (right and all(key.isdecimal() and type(count) is int and count >= 0 for key, count in value.items())):
        raise BadMessage(f"{field.name!r} must be an object: numbers of games, and how many bytes have arrived of each")


@attrs.frozen(kw_only=True)
class Hello:
    """The first message of a bot: its account, and what it plays."""

    name: str = attrs.field(validator=fits(TEXT))
    game: str = attrs.field(validator=fits(TEXT))
    token: str | None = attrs.field(default=None, validator=fits(OrNone(TEXT)))
    """The secret of the account or an invitation; none for a new account where anyone may register."""
    protocol: str | None = attrs.field(default=None, validator=fits(OrNone(TEXT)))
    """The line protocol that the bot speaks, if not the game's usual one."""
    games: int | None = attrs.field(default=None, validator=fits(OrNone(GAME)))
    """The number of games that it wants to play."""
    at_a_time: int = attrs.field(default=1, validator=fits(Whole(1, MAX_AT_A_TIME)))
    session: str | None = attrs.field(default=None, validator=fits(OrNone(TEXT)))
    """The session of the welcome before the connection broke, to go on with its games."""
    received: Mapping[str, int] = attrs.field(factory=dict, validator=_counts)
    """The number of bytes that have arrived, by game that goes on."""


@attrs.frozen(kw_only=True)
class Started:
    """The bot's program has been started for a game."""

    game: int = attrs.field(validator=fits(GAME))


@attrs.frozen(kw_only=True)
class Ended:
    """The bot's program has ended, or broken a limit at home: its fault, if the game still needs it."""

    game: int = attrs.field(validator=fits(GAME))
    fault: str = attrs.field(validator=fits(OneOf(tuple(FAULTS))))
    detail: str = attrs.field(validator=fits(TEXT))


@attrs.frozen(kw_only=True)
class Pong:
    """The answer to a ping."""

    number: int = attrs.field(validator=fits(Whole(0, MAX_GAMES)))


Message = Hello | Started | Ended | Pong

KINDS: Final[dict[str, type[Message]]] = {"hello": Hello, "started": Started, "ended": Ended, "pong": Pong}


def read(text: str) -> Message:
    """The message in a text.  Raises :class:`~boardgames.web.json_message.BadMessage`.

    >>> read('{"kind": "pong", "number": 3}')
    Pong(number=3)
    """
    return read_message(text, "kind", KINDS, MAX_MESSAGE, '{"kind": "pong", "number": 3}')


def as_json(kind: str, **fields: object) -> str:
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

    Raises :class:`~boardgames.web.json_message.BadMessage`.
    """
    number, space, _ = message[: MAX_DIGITS + 1].partition(b" ")
    if not (space and number.isdigit()):
        raise BadMessage("a binary message begins with the number of a game and a space")
    return int(number), message[len(number) + 1 :]
