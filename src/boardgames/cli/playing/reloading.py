"""The players of a page's table; and ``web --reload``: rules in a file that is being written."""

from __future__ import annotations

import os
import socket
import sys
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Any, NoReturn

import attrs
import click

from boardgames.cli.arguments import Chosen, GameType, UserError, mistakes
from boardgames.cli.playing.options import PlayerOptions
from boardgames.cli.serving import print_link
from boardgames.contest import BadEntrant
from boardgames.contest.entrants import require_program
from boardgames.core.lookup.installed_games import GAMES, split_name
from boardgames.core.lookup.object_reference import is_path
from boardgames.core.model.options import BadOption

if TYPE_CHECKING:
    from boardgames.session.slots import Slot
    from boardgames.web.reload.mistake import Mistake
    from boardgames.web.reload.written_server import Rules


@attrs.frozen
class WrittenGame:
    """A game that is being written: its object reference, and options behind it.  It is not imported here."""

    reference: str
    options: dict[str, str]
    text: str

    @property
    def file(self) -> str:
        """The file of the rules as the user wrote it; a module as it is."""
        return self.reference.partition(":")[0]

    @property
    def folder(self) -> str:
        """The folder of the rules: mistakes are looked for in its files."""
        if not is_path(self.file):
            module = PathFinder.find_spec(self.file.partition(".")[0], [os.getcwd(), *sys.path])
            if module is not None and module.submodule_search_locations:
                return str(module.submodule_search_locations[0])
            return os.path.dirname(module.origin) if module is not None and module.origin else os.getcwd()
        path = os.path.abspath(self.file)
        return path if os.path.isdir(path) else os.path.dirname(path)


class WrittenGameType(GameType):
    """A game as everywhere; with ``--reload`` the reference of one that is being written."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if ctx is None or not ctx.params.get("reload") or isinstance(value, WrittenGame):
            return super().convert(value, param, ctx)
        try:
            reference, options = split_name(str(value))
        except BadOption as error:
            self.fail(str(error), param, ctx)
        if ":" not in reference:
            point = GAMES.entry_points().get(reference)
            if point is not None and not point.value.startswith("boardgames."):
                return WrittenGame(point.value, options, str(value))
            self.fail(
                f"--reload is for rules in a file or module, as in 'boardgames web mygame.py --reload', not {value!r}",
                param,
                ctx,
            )
        return WrittenGame(reference, options, str(value))


def keep_serving(game: WrittenGame, listener: socket.socket, hosts: list[str]) -> NoReturn:
    """Serve the game by its rules as they are saved, until this is interrupted; servers run the same command."""
    from boardgames.web.reload.reloader import Reloader
    from boardgames.web.reload.watch import Watch

    def tell(mistake: Mistake, note: str) -> None:
        click.echo(f"{mistake}\n{note}", err=True)

    def on_link(path: str) -> None:
        print_link(f"http://{hosts[0]}{path}")

    command = [sys.executable, "-m", "boardgames", *sys.argv[1:]]
    Reloader(command, game.file, Watch(game.folder), listener, tell, on_link).run()


def rules_of(game: WrittenGame, position: str | None, players: PlayerOptions) -> Rules:
    """The rules as a server loads them, with the players of the command line."""
    from boardgames.web.reload.written_server import Rules

    def make_slots(spec: Any, rules: Any) -> list[Slot]:
        try:
            return slots_of(Chosen(spec, rules, game.text), players)
        except UserError as error:
            raise BadEntrant(error.message) from None

    return Rules(game.reference, game.options, position, make_slots)


def slots_of(chosen: Chosen, players: PlayerOptions) -> list[Slot]:
    """One slot for each seat: its player, or a place for a person.  Raises :class:`UserError`."""
    from boardgames.session.slots import DEFAULT_OPPONENT, slot

    slots = []
    for player in players.by_seat(chosen, ("human", DEFAULT_OPPONENT)):
        with mistakes(BadEntrant, BadOption, prefix=f"{player.option}: "):
            slots.append(slot(player.text, chosen.spec, player.name, player.settings))
            require_program(slots[-1].entrant)
    return slots
