"""Players as named on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs
import click

from boardgames.cli.arguments import completed, mistakes
from boardgames.cli.options import MORE
from boardgames.contest import BadEntrant, Entrant, check_name, entrant
from boardgames.core.lookup.players import PLAYERS
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.options import option, options_of


class PlayerType(click.ParamType[str]):
    """A player as it is written: ``greedy``, ``alphabeta:level=5``, or a command, which only a game can enter."""

    name = "player"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        words = completed(
            incomplete,
            PLAYERS.names(),
            lambda name: [f"{option}=" for option in options_of(PLAYERS.find(name).options)],
        )
        return [CompletionItem(word) for word in words] or [CompletionItem(incomplete, "file")]


PLAYER: Final = PlayerType()
SETTING: Final = "NAME=VALUE"
WORD = click.argument("word", metavar="PLAYER", type=PLAYER, required=False)
WORDS = click.argument("words", metavar="[PLAYER]...", type=PLAYER, nargs=-1)


@attrs.frozen(kw_only=True)
class PlayerOption:
    """A player: the word behind GAME, or ``--player``."""

    word: str | None = None
    player: str | None = option(
        None, "The player, if it does not stand behind GAME.", kind=PLAYER, metavar="PLAYER", section=MORE
    )

    @property
    def text(self) -> str:
        """The player as it is written.  Raises :class:`click.UsageError` without one."""
        text = self.word if self.player is None else self.player
        if text is None:
            path = click.get_current_context().command_path
            raise click.UsageError(f"say which PLAYER, behind GAME, as in '{path} ur \"python mybot.py\"'")
        if self.word is not None and self.player is not None:
            raise click.UsageError(f"one player is asked for: leave out {self.word!r} or --player")
        return text


def entrant_of(text: str, spec: GameSpec, option: str, settings: Sequence[str] = ()) -> Entrant:
    """The player that an option names.  Raises :class:`UserError`, which names the option.

    ``text`` names the player, ``spec`` is its game; ``settings`` are options of a program's own.
    """
    with mistakes(BadEntrant, prefix=f"{option}: "):
        return entrant(text, spec, settings)


def checked_name(name: str | None, option: str) -> str | None:
    """A name that every protocol can carry.  Raises :class:`UserError`."""
    if name is not None:
        with mistakes(BadEntrant, prefix=f"{option}: "):
            check_name(name)
    return name
