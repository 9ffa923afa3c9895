"""``boardgames connect``: a bot of this computer plays at an arena elsewhere."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final

import attrs
import click

from boardgames.cli import (
    COUNT,
    MORE,
    WORD,
    Chosen,
    Command,
    GameType,
    PlayerOption,
    ProgramOptions,
    UserError,
    mistakes,
    takes,
)
from boardgames.contest import BadEntrant, check_name
from boardgames.core.model import BadOption, offered, option
from boardgames.core.text import Number, Whole
from boardgames.processes import interruptible
from boardgames.referee import Limits
from boardgames_arena.home_bot import LONGEST_PAUSE

if TYPE_CHECKING:
    from boardgames_arena import Ending

ELSEWHERE: Final = {name for name, limit in offered(Limits).items() if not limit.facts.enforced}
"""Limits that the arena enforces; the others are those of the bot's own computer."""


@attrs.frozen(kw_only=True)
class ConnectOptions(PlayerOption):
    """Under which name a bot plays, and how much."""

    name: str | None = option(None, "Its name on the ladder.  [the program's]")
    token: str | None = option(
        None,
        "The secret of the name, or an invitation; also in BOARDGAMES_ARENA_TOKEN.  [the one that is kept here]",
        environment="BOARDGAMES_ARENA_TOKEN",
        metavar="T",
    )
    password: str | None = option(
        None,
        "At csa://, often GAME,SECRET as in floodgate-300-10F,x; also in BOARDGAMES_CSA_PASSWORD.",
        environment="BOARDGAMES_CSA_PASSWORD",
        metavar="TEXT",
    )
    games: int | None = option(None, "Leave after N games.  [stay]", kind=COUNT)
    pause: float = option(
        0, "Rest that long between two games.  [not]", kind=Number(0, LONGEST_PAUSE), metavar="SECONDS", section=MORE
    )
    at_a_time: int = option(1, "Play up to N games at a time, each with a program of its own.", kind=Whole(1, 16))


@click.command(cls=Command)
@click.argument("url")
@click.argument("chosen", metavar="GAME", type=GameType())
@WORD
@takes(ConnectOptions, "options")
@takes(ProgramOptions, "programs", {"log", *ELSEWHERE}, stderr={"default": "show"})
def connect(url: str, chosen: Chosen, options: ConnectOptions, programs: ProgramOptions) -> None:
    """Let a bot of this computer play at an arena elsewhere, by its URL.

    PLAYER is the bot: a command, an installed player, or protocol:command. It runs
    here, one program a game, and speaks the game's protocol on its
    standard input and output: every bot that plays in "boardgames play" plays here.
    Only its lines go to the arena. Prints a line for each game.

    The first connection registers the name. Its token is kept for the next time.
    If the connection breaks it is made again, and games go on.

    csa://HOST:4081 is a shogi server that speaks the CSA server protocol, as
    Floodgate does: give --name and --password. A broken connection loses the game.

    \b
    Examples:
      boardgames connect http://192.168.1.20:8713 ur "python mybot.py"
      boardgames connect http://127.0.0.1:8713 ur greedy --name house --games 100
      boardgames connect https://arena.school.org shogi "usi:./engine" --name deep --at-a-time 2
      boardgames connect http://127.0.0.1:8713 ur ./mybot --memory 512 --sandbox auto
      boardgames connect csa://127.0.0.1:4081 shogi alphabeta:level=7 --name me --password test-600-10F,x

    \b
    Exit status:
      0    N games of --games were played
      2    wrong usage, no arena there, or it refused the bot
      130  ended by Ctrl-C: games that were played then are lost
    """
    at_csa_server = url.startswith("csa:")
    import boardgames_arena as arena

    def show(ending: Ending) -> None:
        click.echo(f"Game {ending.number}: {ending.sentence}")

    with ExitStack() as files:
        conditions = programs.conditions(files)
        files.enter_context(interruptible())
        settings: dict[str, Any] = {
            "games": options.games,
            "pause": options.pause,
            "conditions": conditions,
            "on_message": lambda sentence: click.echo(sentence, err=True),
            "on_game": show,
        }
        with (
            mistakes(arena.CannotConnect),
            mistakes(arena.TurnedAway, prefix=f"the {'server' if at_csa_server else 'arena'} says: "),
            mistakes(BadEntrant, BadOption, prefix="PLAYER: "),
        ):
            if at_csa_server:
                from boardgames_arena import csa

                name, password = _csa_login(options)
                csa.connect(url, chosen.game, options.text, name=name, password=password, **settings)
            else:
                if options.password is not None:
                    raise UserError("--password: only shogi servers take one (csa://...); an arena takes --token")
                with mistakes(BadEntrant, prefix="--name: "):
                    check_name(options.name or "any")
                arena.connect(
                    url,
                    chosen.game,
                    options.text,
                    name=options.name,
                    token=options.token,
                    at_a_time=options.at_a_time,
                    **settings,
                )


def _csa_login(options: ConnectOptions) -> tuple[str, str]:
    """The name and password for a shogi server.  Raises :class:`UserError` if they are not given."""
    if options.token is not None:
        raise UserError("--token: a shogi server takes --password")
    if options.at_a_time != 1:
        raise UserError("--at-a-time: a shogi server lets a name play one game at a time; connect under more names")
    if options.name is None:
        raise UserError("--name: give the name that the bot has at this server")
    if options.password is None:
        raise UserError("--password: give the one of the name; many servers want the game before it: test-600-10F,x")
    return options.name, options.password
