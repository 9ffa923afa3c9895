"""``boardgames serve``: an arena that stays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import attrs
import click

from boardgames.cli import (
    EVERY_ADDRESS,
    MORE,
    PORT,
    Chosen,
    Command,
    GameType,
    UserError,
    declared,
    host_option,
    listening,
    mistakes,
    on_signals,
    port_option,
    takes,
)
from boardgames.contest import BadStore
from boardgames.core.model import offered, option
from boardgames.processes import interruptible
from boardgames.referee import Limits
from boardgames_arena.settings import ArenaSettings

FIRST_MOVE_TIME: Final = 10.0  # seconds at least for the first answer, as a program may start slowly


@attrs.frozen(kw_only=True)
class ServeOptions:
    """Where an arena listens, and how it plays."""

    db: Path = option(
        "arena.db",
        "Keeps accounts and results; a new server goes on with it.",
        kind=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
    )
    host: str = host_option("reach it")
    port: int = port_option(8713)
    register: str = option(
        "open",
        "Who gets an account: anyone, holders of an invitation, or the names in FILE, one a line.",
        metavar="open|invite|FILE",
    )
    move_time: float | None = declared(
        Limits, "move_time", meaning="Seconds for each answer.  [as the game's protocol says]"
    )
    clock: tuple[float, ...] | None = declared(Limits, "clock")
    rounds: str = declared(ArenaSettings, "rounds")
    every: float = declared(ArenaSettings, "every")
    credit: float = declared(ArenaSettings, "credit", section=MORE)
    fresh_dice: bool = declared(ArenaSettings, "fresh_dice", section=MORE)
    max_plies: int | None = declared(ArenaSettings, "max_plies", section=MORE)
    csa: int | None = option(
        None,
        "Shogi clients can connect at this port too, in the CSA server protocol; 4081 is usual.",
        kind=PORT,
        metavar="PORT",
        section=MORE,
    )
    url: str | None = option(None, "The address that others see, if a proxy is in front.", metavar="URL", section=MORE)
    admin_token: str | None = option(
        None,
        "The secret of the page to run the arena; also in BOARDGAMES_ADMIN_TOKEN.  [a new one each time]",
        environment="BOARDGAMES_ADMIN_TOKEN",
        metavar="TEXT",
        section=MORE,
    )

    @property
    def limits(self) -> Limits:
        """The time of the programs.  Raises :class:`UserError`."""
        if self.clock is not None and self.move_time is not None:
            raise UserError("--move-time or --clock, not both")
        if self.csa is not None and any(seconds % 1 for seconds in [*(self.clock or ()), self.move_time or 0.0]):
            option = "--clock" if self.move_time is None else "--move-time"
            raise UserError(f"{option}: shogi clients (--csa) count whole seconds: give such, as in 60+1 or 5")
        first = None if self.move_time is None else max(self.move_time, FIRST_MOVE_TIME)
        return Limits(move_time=self.move_time, first_move_time=first, clock=self.clock)


@click.command(cls=Command)
@click.argument("games", metavar="GAME...", type=GameType(), nargs=-1, required=True)
@takes(ServeOptions, "chosen")
def serve(games: Sequence[Chosen], chosen: ServeOptions) -> None:
    """Keep an arena open: bots connect from home, play each other, and are rated.

    Prints its address; it is a page with the ladder, live boards and all games.
    The address to run the arena (ban, pause, close a game, invite) goes to stderr.
    No program runs on this machine: each bot runs where 'boardgames connect' does.

    Only this machine can reach the arena, unless --host gives an address of it
    that others can reach. docs/arena.md has an example with a proxy and TLS.

    \b
    Examples:
      boardgames serve ur
      boardgames serve ur morris --db class.db --host 192.168.1.20
      boardgames serve minishogi --clock 60+0.5 --rounds clock --every 30
      boardgames serve ur --register names.txt
      boardgames serve ur --url https://arena.school.org --register invite
      boardgames serve shogi:impasse=27-point --csa 4081 --clock 600+10

    \b
    Exit status:
      2    wrong usage, a port in use, a file that is not an arena's
      130  ended by Ctrl-C: bots are told, finished games are kept
    """
    from boardgames_arena import Server

    settings = ArenaSettings(limits=chosen.limits, **{name: getattr(chosen, name) for name in offered(ArenaSettings)})
    if chosen.host in ("", "0", *EVERY_ADDRESS) and chosen.url is None:
        raise UserError(
            f"--host: {chosen.host!r} means every address of this machine, and the arena's address names one: "
            "give the one at which others reach it, as in 192.168.1.20, or --url"
        )
    if chosen.url is not None and not chosen.url.startswith(("http://", "https://")):
        raise UserError(f"--url: {chosen.url!r} is not the address of a page, as in https://arena.school.org")
    if chosen.admin_token is not None and len(chosen.admin_token) < 8:
        raise UserError("--admin-token: give at least 8 characters")
    with interruptible():
        with listening(chosen.host, chosen.port), mistakes(BadStore, ValueError):
            try:
                server = Server(
                    [offered_game.game for offered_game in games],
                    chosen.db,
                    host=chosen.host,
                    port=chosen.port,
                    csa_port=chosen.csa,
                    register=chosen.register,
                    settings=settings,
                    url=chosen.url,
                    admin_token=chosen.admin_token,
                )
            except FileNotFoundError as error:
                there_is_none = f"--register: there is no file {error.filename}: write open, invite, or a file"
                raise UserError(there_is_none) from None

        async def ready(stop: Callable[[], None]) -> None:
            on_signals(stop)
            click.echo(server.url)
            click.echo(f"To run the arena: {server.admin_url}", err=True)
            click.echo(f"Bots: boardgames connect {server.url} {server.games[0].text} COMMAND", err=True)
            if server.csa is not None:
                click.echo(f"Shogi clients: {chosen.host} port {server.csa.port}", err=True)
            click.echo("Ctrl-C ends the server; finished games are kept.", err=True)

        asyncio.run(server.serve(ready))
    raise KeyboardInterrupt  # nothing else ends it
