"""``web --reload``: rules in a file that is being written, and the players of its table."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any

import attrs
import click

from boardgames.cli.arguments import Chosen, GameType, MachineError, UserError
from boardgames.cli.playing.options import PlayerOptions
from boardgames.contest import BadEntrant
from boardgames.core.lookup.installed_games import GAMES, split_name
from boardgames.core.model.options import BadOption

if TYPE_CHECKING:
    import uvicorn

    from boardgames.session.slots import Slot
    from boardgames.web.reload.mistake import Mistake
    from boardgames.web.reload.reloader import LoadedRules, Reloader


@attrs.frozen
class WrittenGame:
    """A game that is being written: its object reference, and options behind it.  It is not imported here."""

    reference: str
    options: dict[str, str]
    text: str


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


def reloader_of(game: WrittenGame, position: str | None, players: PlayerOptions) -> Reloader:
    """What keeps the rules of a table as they are in their file."""
    if not hasattr(os, "posix_spawn"):
        raise MachineError("--reload needs Linux or macOS: elsewhere start the server again after each change")
    from boardgames.session.slots import slot
    from boardgames.web.reload.reloader import Reloader, in_rules_process

    def make_slots(spec: Any, rules: Any) -> list[Slot]:
        chosen = Chosen(spec, rules, game.text)
        slots = []
        try:
            for player in players.by_seat(chosen, ("human", "alphabeta:level=3")):
                made = slot(player.text, spec, player.name, player.settings)
                slots.append(in_rules_process(made, rules))
        except UserError as error:
            raise BadEntrant(error.message) from None
        return slots

    return Reloader(game.reference, game.options, position, make_slots)


async def first_rules(reloader: Reloader, server: uvicorn.Server) -> LoadedRules | None:
    """The rules once they can be loaded; ``None`` if the server is asked to exit before."""

    def tell(mistake: Mistake) -> None:
        click.echo(f"{mistake}\nThe page opens when the file is saved without this mistake.", err=True)

    loading = asyncio.create_task(reloader.first(tell))
    while not loading.done():
        await asyncio.wait({loading}, timeout=0.1)
        if server.should_exit:
            loading.cancel()
            return None
    return loading.result()
