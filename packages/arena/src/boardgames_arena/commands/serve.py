"""``boardgames serve``: an arena that stays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import attrs
import click

from boardgames.cli import (
    EVERY_ADDRESS,
    LIMITS,
    PORT,
    Chosen,
    GameType,
    UserError,
    declared,
    host_option,
    listening,
    mistakes,
    on_signals,
    option,
    port_option,
    takes,
)
from boardgames.contest import BadStore
from boardgames.core.model import BadOption, offered
from boardgames.processes import interruptible
from boardgames.referee import Limits
from boardgames_arena.settings import ArenaSettings

FIRST_MOVE_TIME: Final = 10.0  # seconds at least for the first answer, as a program may start slowly


class TimeType(click.ParamType[Limits]):
    """``60+0.5``: seconds for the game and for each answer more; ``2``: seconds for each answer."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Limits:
        if isinstance(value, Limits):
            return value
        try:
            if "+" in value:
                return Limits(clock=LIMITS["clock"].read(value))
            seconds = LIMITS["move_time"].read(value)
            return Limits(move_time=seconds, first_move_time=max(seconds, FIRST_MOVE_TIME))
        except BadOption as error:
            self.fail(f"{error}. Write seconds for an answer, as in 2, or for the game, as in 60+0.5", param, ctx)


@attrs.frozen(kw_only=True)
class ServeOptions:
    """Where an arena listens, and how it plays."""

    db: Path = option(
        "--db",
        type=click.Path(path_type=Path, dir_okay=False),
        default="arena.db",
        show_default=True,
        metavar="FILE",
        help="Keeps accounts and results; a new server goes on with it.",
    )
    host: str = host_option("reach it")
    port: int = port_option(8713)
    csa: int | None = option(
        "--csa",
        type=PORT,
        metavar="PORT",
        help="Shogi clients can connect at this port too, in the CSA server protocol; 4081 is usual.",
    )
    url: str | None = option("--url", metavar="URL", help="The address that others see, if a proxy is in front.")
    register: str = option(
        "--register",
        default="open",
        show_default=True,
        metavar="open|invite|FILE",
        help="Who gets an account: anyone, holders of an invitation, or the names in FILE, one a line.",
    )
    time: Limits | None = option(
        "--time",
        type=TimeType(),
        metavar="S|BASE+INC",
        help="Seconds for each answer, or for the game and more for each answer.  [as the game's protocol says]",
    )
    rounds: str = declared(ArenaSettings, "rounds")
    every: float = declared(ArenaSettings, "every")
    credit: float = declared(ArenaSettings, "credit")
    fresh_dice: bool = declared(ArenaSettings, "fresh_dice")
    max_plies: int | None = declared(ArenaSettings, "max_plies")
    admin_token: str | None = option(
        "--admin-token",
        envvar="BOARDGAMES_ADMIN_TOKEN",
        metavar="TEXT",
        help="The secret of the page to run the arena; also in BOARDGAMES_ADMIN_TOKEN.  [a new one each time]",
    )


@click.command()
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
      boardgames serve minishogi --time 60+0.5 --rounds clock --every 30
      boardgames serve ur --register names.txt
      boardgames serve ur --url https://arena.school.org --register invite
      boardgames serve shogi:impasse=27-point --csa 4081 --time 600+10

    \b
    Exit status:
      2    wrong usage, a port in use, a file that is not an arena's
      130  ended by Ctrl-C: bots are told, finished games are kept
    """
    from boardgames_arena import Server

    settings = ArenaSettings(
        limits=Limits() if chosen.time is None else chosen.time,
        **{name: getattr(chosen, name) for name in offered(ArenaSettings)},
    )
    if chosen.host in ("", "0", *EVERY_ADDRESS) and chosen.url is None:
        raise UserError(
            f"--host: {chosen.host!r} means every address of this machine, and the arena's address names one: "
            "give the one at which others reach it, as in 192.168.1.20, or --url"
        )
    if chosen.url is not None and not chosen.url.startswith(("http://", "https://")):
        raise UserError(f"--url: {chosen.url!r} is not the address of a page, as in https://arena.school.org")
    if chosen.admin_token is not None and len(chosen.admin_token) < 8:
        raise UserError("--admin-token: give at least 8 characters")
    if chosen.csa is not None and chosen.time is not None:
        told = [*(chosen.time.clock or ()), chosen.time.move_time or 0.0]
        if any(seconds % 1 for seconds in told):
            raise UserError("--time: shogi clients (--csa) count whole seconds: give such, as in 60+1 or 5")
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
            click.echo(f"Bots: boardgames connect {server.url} {server.games[0].text} --bot COMMAND", err=True)
            if server.csa is not None:
                click.echo(f"Shogi clients: {chosen.host} port {server.csa.port}", err=True)
            click.echo("Ctrl-C ends the server; finished games are kept.", err=True)

        asyncio.run(server.serve(ready))
    raise KeyboardInterrupt  # nothing else ends it
