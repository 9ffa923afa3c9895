"""What several commands take: a game, a position, a player."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from contextlib import suppress
from pathlib import PurePath
from typing import Any

import attrs
import click

from boardgames.core.dialogue import LineProtocol
from boardgames.core.model import Game, State, UnreadablePosition
from boardgames.core.options import BadOption
from boardgames.core.spec import GameSpec, UnknownGame, find, games, make, split_name
from boardgames.players import PLAYERS

NAME_LENGTH = 16


class UserError(click.ClickException):
    """A user's mistake, told in a sentence."""

    exit_code = 2


@attrs.frozen
class Chosen:
    """A game as named on the command line."""

    spec: GameSpec
    game: Game


class GameType(click.ParamType[Chosen]):
    """``ur``, ``ur:tokens=3``."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Chosen:
        if isinstance(value, Chosen):
            return value
        name = str(value).partition(":")[0]
        try:
            spec = find(name)
            _, options = split_name(value)
            return Chosen(spec, make(spec, options))
        except UnknownGame as error:
            self.fail(f"{error}. 'boardgames list' shows them.", param, ctx)
        except BadOption as error:
            self.fail(f"{error}. 'boardgames rules {name}' explains them.", param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in games() if name.startswith(incomplete)]


GAME = click.argument("chosen", metavar="GAME", type=GameType())

_position = click.option(
    "--position",
    metavar="TEXT",
    help="Start from this position instead of the game's start ('rules GAME' has the texts).",
)


def takes_position(command: Callable[..., Any]) -> Callable[..., Any]:
    return _position(command)


def start(chosen: Chosen, position: str | None) -> State:
    """The position asked for, or the game's start.  Raises :class:`UserError`."""
    if position is None:
        return chosen.game.start()
    try:
        return chosen.game.parse(position)
    except UnreadablePosition as error:
        raise UserError(f"unreadable position: {error}\nA readable one: {chosen.game.start()}") from None


@attrs.frozen
class Seated:
    """A player as named on the command line: a built-in, or a command with its protocol."""

    text: str
    builtin: str | None = None
    command: tuple[str, ...] = ()
    protocol: LineProtocol | None = None

    @property
    def short_name(self) -> str:
        """A name for the player, from its program: letters, digits and some signs, at most 16."""
        raw = self.builtin or _program_name(self.command)
        kept = "".join(char for char in raw if char.isalnum() or char in "._-+")
        return kept[:NAME_LENGTH] or "player"


def seated(text: str, spec: GameSpec, option: str) -> Seated:
    """The player that a text names.  Raises :class:`UserError`."""
    if text in PLAYERS:
        return Seated(text, builtin=text)
    protocol, command = spec.protocol(), text
    prefix, colon, rest = text.partition(":")
    if colon and prefix.isidentifier():
        with suppress(KeyError):  # a colon may also stand in a command
            protocol, command = spec.protocol(prefix), rest
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise UserError(f"{option}: cannot split the command {command!r}: {error}") from None
    if not words:
        known = ", ".join(PLAYERS)
        raise UserError(f'{option} is empty: give a built-in player ({known}) or a command, as in "python bot.py"')
    return Seated(text, command=words, protocol=protocol)


def _program_name(command: tuple[str, ...]) -> str:
    """The script that an interpreter runs, else the program."""
    for word in command[1:]:
        if not word.startswith("-") and PurePath(word).suffix:
            return PurePath(word).stem
    return PurePath(command[0]).name


def check_name(name: str, option: str) -> str:
    """A name that every protocol can carry: 1 to 16 printable characters, no spaces, no ``$``."""
    if not (1 <= len(name) <= NAME_LENGTH and name.isprintable() and " " not in name and "$" not in name):
        raise UserError(
            f"{option}: a name is 1 to {NAME_LENGTH} printable characters without spaces or $, not {name!r}"
        )
    return name
