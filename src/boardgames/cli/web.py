"""``boardgames web``: play, watch and step through games in a browser."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NoReturn

import attrs
import click

from boardgames.cli.arguments import Chosen, MachineError, UserError, mistakes, start
from boardgames.cli.entrants import WORDS
from boardgames.cli.options import Command, takes
from boardgames.cli.playing.options import GameOptions, PlayerOptions
from boardgames.cli.playing.reloading import WrittenGame, WrittenGameType, keep_serving, rules_of, slots_of
from boardgames.cli.programs import ProgramOptions, require
from boardgames.cli.serving import (
    EVERY_ADDRESS,
    host_option,
    listening,
    on_signals,
    port_option,
    print_link,
    require_packages,
)
from boardgames.contest import BadEntrant, Conditions
from boardgames.core.model.options import BadOption, option
from boardgames.processes.interruption import interruptible

if TYPE_CHECKING:
    import uvicorn

    from boardgames.web.lobby import Lobby
    from boardgames.web.table import Table

USUAL_PACE = 0.4
START_TIME = 2.0  # seconds to wait for the players to start, before the link is printed all the same


@attrs.frozen(kw_only=True)
class ServerOptions:
    """Where the page's server listens, and what its host may do."""

    port: int = port_option(8712)
    host: str = host_option("open their links")
    reload: bool = option(False, "Load the rules again when their file is saved, and let the game go on.")
    allow_commands: bool = option(False, "Let the host's page start programs on this machine.")


@click.command(cls=Command)
@click.argument("chosen", metavar="[GAME]", type=WrittenGameType(), required=False)
@WORDS
@takes(ServerOptions, "server")
@takes(
    GameOptions,
    seed={"meaning": "The seed of dice and built-in players; the next game has the next seed."},
    pace={"default": USUAL_PACE, "show_default": True, "section": ""},
)
@takes(PlayerOptions, "players")
@takes(ProgramOptions, "programs", ("log", "stderr"))
def web(
    chosen: Chosen | WrittenGame | None,
    players: PlayerOptions,
    server: ServerOptions,
    options: GameOptions,
    programs: ProgramOptions,
) -> None:
    """Play, watch and step through games on a page in a browser.

    Prints a link; open it. Without GAME you choose on the page. A PLAYER is named
    as in "boardgames play"; "human" is you at the page, and a "guest" is anyone
    that you give a link: the table's page shows it. Many may watch. Without a
    PLAYER you play against alphabeta:level=3; its levels go from 1, a beginner
    that you beat, to 10, merciless.

    Only this machine can reach the page, unless --host gives an address of it that
    others can reach; and the page opens only by a link with its token. Programs are
    started for PLAYERS, and from the page only with --allow-commands.

    \b
    Examples:
      boardgames web
      boardgames web ur
      boardgames web shogi human "usi:fairy-stockfish" --clock 600+5
      boardgames web morris human guest --host 192.168.1.20
      boardgames web ur "python mybot.py" greedy --pace 1
      boardgames web hexapawn.py:SPEC --port 0
      boardgames web mygame.py --reload

    \b
    Exit status:
      2    wrong usage, a port in use
      130  ended by Ctrl-C, which ends all tables and programs
    """
    require_packages()
    if chosen is None and (players != PlayerOptions() or options.position or options.dice):
        raise UserError("say which game, as in 'boardgames web ur human greedy'; or choose all on the page")
    require(programs.sandbox)
    conditions = Conditions(limits=programs.limits, sandbox=programs.sandbox)

    from boardgames.session.game_session import GameSetup
    from boardgames.web.lobby import Lobby

    lobby = Lobby(
        allow_commands=server.allow_commands, conditions=conditions, pace=options.pace, max_plies=options.max_plies
    )
    settings: dict[str, Any] = {
        "conditions": conditions,
        "seed": options.seed,
        "dice": options.dice_lines(),
        "pace": options.pace,
        "max_plies": options.max_plies,
    }
    if isinstance(chosen, WrittenGame):
        _serve_written(chosen, players, options, server, lobby, settings)
    if server.reload:
        raise UserError("say which game is being written, as in 'boardgames web mygame.py --reload'")
    setup = None
    if chosen is not None:
        slots = tuple(slots_of(chosen, players))
        setup = GameSetup(spec=chosen.spec, start=start(chosen, options.position, alone=True), slots=slots, **settings)

    async def open_table(uvicorn_server: uvicorn.Server) -> Table | None:
        return None if setup is None else await lobby.open(setup)

    with ExitStack() as leaving:
        leaving.enter_context(interruptible())
        listener = leaving.enter_context(_listen(server.host, server.port))
        asyncio.run(_serve(lobby, open_table, listener, server.host, lambda link, path: print_link(link)))
    raise KeyboardInterrupt  # nothing else ends it


def _serve_written(
    game: WrittenGame,
    players: PlayerOptions,
    options: GameOptions,
    server: ServerOptions,
    lobby: Lobby,
    settings: dict[str, object],
) -> NoReturn:
    """Serve a game by its rules as they are saved: from servers of their own, which run the same command."""
    if not hasattr(os, "posix_spawn"):
        raise MachineError("--reload needs Linux or macOS: elsewhere start the server again after each change")
    from boardgames.web.reload.written_server import Channel, WrittenServer, server_files
    from boardgames.web.server import host_names

    files = server_files()
    if files is None:
        with interruptible(), _listen(server.host, server.port) as listener:
            keep_serving(game, listener, host_names(server.host, listener.getsockname()[1]))
    channel = Channel(game.folder, files[1])
    written = WrittenServer(channel, rules_of(game, options.position, players))
    obeying: list[asyncio.Task[None]] = []

    async def open_table(uvicorn_server: uvicorn.Server) -> Table:
        table = await written.open(lobby, settings)

        def end() -> None:
            uvicorn_server.should_exit = True

        obeying.append(asyncio.create_task(written.obey(end)))
        return table

    async def serve() -> NoReturn:
        listener = socket.socket(fileno=files[0])
        try:
            await _serve(lobby, open_table, listener, server.host, lambda link, path: channel.send(link=path))
        except UserError as error:
            written.fail(error)
        channel.send(ended=True)
        os._exit(0)  # whatever still thinks

    asyncio.run(serve())


async def _serve(
    lobby: Lobby,
    open_table: Callable[[uvicorn.Server], Awaitable[Table | None]],
    listener: socket.socket,
    host: str,
    on_link: Callable[[str, str], object],
) -> None:
    """Open the table, tell the link and its path, and serve until the command is interrupted."""
    from boardgames.web import pages
    from boardgames.web.server import host_names, serve

    hosts = host_names(host, listener.getsockname()[1])

    async def ready(server: uvicorn.Server) -> None:
        on_signals(lambda: server.handle_exit(signal.SIGINT, None))
        with mistakes(BadEntrant, BadOption):
            table = await open_table(server)
        path = pages.lobby_path(lobby.host_token)
        if table is not None:
            failure = await table.session.failure(START_TIME)
            if failure is not None:
                raise UserError(f"{failure}\nTry it with 'boardgames check {table.setup.spec.name} YOUR-BOT'")
            path = pages.table_path(table, lobby.host_token)
        on_link(f"http://{hosts[0]}{path}", path)

    await serve(lobby, listener, hosts, ready)


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens there.  Raises :class:`UserError`."""
    from boardgames.web.server import listen

    with listening(host, port):
        listener = listen(host, port)
    if listener.getsockname()[0] in EVERY_ADDRESS:
        listener.close()
        raise UserError(
            f"--host: {host!r} means every address of this machine, and a link needs one: "
            "give the one at which others reach it, as in 192.168.1.20"
        )
    return listener
