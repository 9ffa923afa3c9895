"""``boardgames web``: play, watch and step through games in a browser."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
from contextlib import ExitStack, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import click

from boardgames.cli.arguments import Chosen, GameType, UserError, start, takes_position
from boardgames.cli.interruption import ASKING, interruptible
from boardgames.cli.line_up import named, refuse_too_many
from boardgames.cli.numbers import COUNT, PACE, SEED, Whole
from boardgames.cli.programs import LIMIT_OPTIONS, limits_of
from boardgames.contest import BadEntrant, Conditions
from boardgames.core.model.options import BadOption
from boardgames.referee import NoSandbox, require_sandbox

if TYPE_CHECKING:
    import uvicorn

    from boardgames.web.hall import Hall
    from boardgames.web.round import Setting

NEEDED = ("starlette", "uvicorn", "websockets")
PORT = Whole(0, 65535)
USUAL_PACE = 0.4
OPPONENT = "alphabeta:level=3"


def takes_limits(command: Any) -> Any:
    for option in reversed(LIMIT_OPTIONS):
        command = option(command)
    return command


EVERY_ADDRESS = ("0.0.0.0", "::")  # as "" and "0" are understood too


@click.command()
@click.argument("chosen", metavar="[GAME]", type=GameType(), required=False)
@click.option("--p1", metavar="PLAYER", help="Who plays first: human (you), guest, greedy, or a command.  [human]")
@click.option("--p2", metavar="PLAYER", help=f"Who plays second.  [{OPPONENT}]")
@click.option("--player", "more", multiple=True, metavar="PLAYER", help="Who plays in the next seat that is left.")
@click.option("--p1-name", metavar="NAME", help="What to call the first player (1 to 16 characters).")
@click.option("--p2-name", metavar="NAME", help="What to call the second player.")
@click.option(
    "--p1-set",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option of the first player's engine (usi); repeatable.",
)
@click.option("--p2-set", multiple=True, metavar="NAME=VALUE", help="Set an option of the second player's engine.")
@click.option("--port", type=PORT, default=8712, show_default=True, metavar="N", help="0 takes any port that is free.")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Listen at this address of this machine, so that others can open their links.",
)
@click.option("--allow-commands", is_flag=True, help="Let the host's page start programs on this machine.")
@click.option("--seed", type=SEED, metavar="N", help="Of dice and built-in players; the next game has the next one.")
@takes_position
@click.option(
    "--dice",
    "dice_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Take the throws from FILE, one a line.",
)
@click.option(
    "--pace",
    type=PACE,
    default=USUAL_PACE,
    show_default=True,
    metavar="S",
    help="At least S seconds from event to event, so that people can follow.",
)
@click.option("--max-plies", type=COUNT, metavar="N", help="Call it a draw after N plies, dice included.")
@takes_limits
def web(
    chosen: Chosen | None,
    p1: str | None,
    p2: str | None,
    more: tuple[str, ...],
    p1_name: str | None,
    p2_name: str | None,
    p1_set: tuple[str, ...],
    p2_set: tuple[str, ...],
    port: int,
    host: str,
    allow_commands: bool,
    seed: int | None,
    position: str | None,
    dice_file: Path | None,
    pace: float,
    max_plies: int | None,
    **limits: Any,
) -> None:
    """Play, watch and step through games on a page in a browser.

    Prints a link; open it. Without GAME one chooses on the page. A PLAYER is named
    as in "boardgames play"; "human" is you at the page, and a "guest" is somebody
    who gets a link from you: the table's page shows it. Many may watch.

    Only this machine can reach the page, unless --host gives an address of it that
    others can; and only who has a link with its token. Programs are started for
    --p1 and --p2, and from the page only with --allow-commands.

    \b
    Examples:
      boardgames web
      boardgames web ur
      boardgames web shogi --p1 human --p2 "usi:fairy-stockfish" --clock 600+5
      boardgames web morris --p1 human --p2 guest --host 192.168.1.20
      boardgames web ur --p1 "python mybot.py" --p2 greedy --pace 1
      boardgames web hexapawn.py:SPEC --port 0

    \b
    Exit status:
      2    wrong usage, a port in use
      130  ended by Ctrl-C, which ends all tables and programs
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise UserError(f"the page needs {' and '.join(missing)}: pip install 'abstract-boardgames[web]'")
    if chosen is None and any([p1, p2, more, p1_name, p2_name, p1_set, p2_set, position, dice_file]):
        raise UserError("say which game, as in 'boardgames web ur --p1 human --p2 greedy'; or choose all on the page")
    try:
        require_sandbox(limits["sandbox"])
    except NoSandbox as error:
        raise UserError(f"--sandbox {limits['sandbox']}: {error}") from None
    conditions = Conditions(limits=limits_of(limits), sandbox=limits["sandbox"])

    from boardgames.web.hall import Hall
    from boardgames.web.round import Setting

    hall = Hall(allow_commands=allow_commands, conditions=conditions, pace=pace, max_plies=max_plies)
    setting = None
    if chosen is not None:
        players = _players(chosen, p1, p2, more)
        names = [named(p1_name, "--p1-name"), named(p2_name, "--p2-name")]
        setting = Setting(
            spec=chosen.spec,
            start=start(chosen, position),
            chairs=_chairs(chosen, players, names, (p1_set, p2_set)),
            conditions=conditions,
            seed=seed,
            dice=None if dice_file is None else _lines(dice_file),
            pace=pace,
            max_plies=max_plies,
        )
    with ExitStack() as leaving:
        leaving.enter_context(interruptible())
        asyncio.run(_serve(hall, setting, leaving.enter_context(_door(host, port)), host))
    raise KeyboardInterrupt  # nothing else ends it


async def _serve(hall: Hall, setting: Setting | None, door: socket.socket, host: str) -> None:
    """Open the table, print the link, and serve until somebody ends it."""
    from boardgames.web import pages
    from boardgames.web.server import hosts_of, serve

    hosts = hosts_of(host, door.getsockname()[1])

    async def ready(server: uvicorn.Server) -> None:
        loop = asyncio.get_running_loop()
        for number in ASKING:  # each ends the server in order; raised in the middle of a task it would be lost
            if signal.getsignal(number) is not signal.SIG_IGN:
                with suppress(NotImplementedError):  # Windows
                    loop.add_signal_handler(number, server.handle_exit, number, None)
        way = "/?" + urlencode({"token": hall.host_token})
        if setting is not None:
            try:
                way = pages.address(await hall.open(setting), hall.host_token)
            except (BadEntrant, BadOption) as error:
                raise UserError(str(error)) from None
        click.echo(f"http://{hosts[0]}{way}")
        click.echo("Open this link in a browser. Ctrl-C ends the server and all its tables.", err=True)

    await serve(hall, door, hosts, ready)


def _door(host: str, port: int) -> socket.socket:
    """Raises :class:`UserError`."""
    from boardgames.web.server import listen

    try:
        door = listen(host, port)
        if door.getsockname()[0] in EVERY_ADDRESS:
            door.close()
            raise UserError(
                f"--host: {host!r} means every address of this machine, and a link needs one: "
                "give the one at which others reach it, as in 192.168.1.20"
            )
        return door
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise UserError(f"--port: {port} is in use at {host}: give another, or 0 for any that is free") from None
        if error.errno == errno.EACCES:
            raise UserError(f"--port: {port} is reserved on this machine: give one of 1024 to 65535") from None
        raise UserError(
            f"--host: cannot listen at {host!r} ({error.strerror}): give an address of this machine, as in 192.168.1.20"
        ) from None


def _players(chosen: Chosen, p1: str | None, p2: str | None, more: tuple[str, ...]) -> list[tuple[str, str]]:
    """By seat, the option and the text of its player."""
    rest, players = list(more), []
    for seat in range(chosen.game.seats):
        text = (p1, p2)[seat] if seat < 2 else None
        option = f"--p{seat + 1}" if seat < 2 else "--player"
        if text is None and rest:
            text, option = rest.pop(0), "--player"
        players.append((option, text if text is not None else "human" if seat == 0 else OPPONENT))
    refuse_too_many(chosen, rest, [f"--p{seat}" for seat, text in enumerate((p1, p2), 1) if text is not None])
    return players


def _chairs(
    chosen: Chosen,
    players: list[tuple[str, str]],
    names: list[str | None],
    settings: tuple[tuple[str, ...], ...],
) -> tuple[Any, ...]:
    from boardgames.web.seats import chair

    chairs = []
    for seat, (option, text) in enumerate(players):
        try:
            name, own = (names[seat], settings[seat]) if seat < len(names) else (None, ())
            chairs.append(chair(text, chosen.spec, name, own))
        except (BadEntrant, BadOption) as error:
            raise UserError(f"{option}: {error}") from None
    return tuple(chairs)


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise UserError(f"--dice: cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UserError(f"--dice: {path} is not a text file: {error.reason} at byte {error.start}") from None
