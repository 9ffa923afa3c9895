"""``boardgames tournament``: many players, one table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import attrs
import click

from boardgames.cli.arguments import UserError
from boardgames.cli.contests.display import ContestDisplay
from boardgames.cli.contests.options import ContestOptions, finish, takes_contest_options, usage_errors
from boardgames.cli.contests.tournament_file import USUAL_FILE, export, games, replay, status, table
from boardgames.cli.options import JSON, Command, takes
from boardgames.cli.output import print_result
from boardgames.contest import ContestFile, Entry, Standings, play_tournament, read_contest_file
from boardgames.contest.play import MEETING_GAMES
from boardgames.core.model.options import option


@click.group()
def tournament() -> None:
    """Have many players meet, and rank them.

    \b
    Examples:
      boardgames tournament run --game ur mine="python mybot.py" easy=random good=greedy
      boardgames tournament run cup.toml -j 4
      boardgames tournament status
      boardgames tournament table
      boardgames tournament games --name mine --faults
      boardgames tournament replay 17
      boardgames tournament export --html report.html
    """


@attrs.frozen(kw_only=True)
class TournamentOptions:
    """The game and the output of a tournament."""

    game: str | None = option(None, "The game, with its options.", metavar="GAME")
    json: bool = JSON


@tournament.command(cls=Command)
@click.argument("words", nargs=-1, metavar="[FILE.toml] [NAME=PLAYER]...")
@takes(TournamentOptions, "own")
@takes_contest_options("format", "rounds", games=f"Games of each meeting of two players.  [{MEETING_GAMES}]")
def run(words: tuple[str, ...], own: TournamentOptions, options: ContestOptions) -> None:
    """Play a tournament, as FILE.toml or the options say.

    Each player has a NAME; the best comes first.  A PLAYER is named as in "boardgames
    play".  FILE.toml has the same words as the command line, which has the last say:

    \b
      game = "ur"
      format = "swiss"
      games = 4
      [limits]
      move_time = 0.5
      [bots]
      mine = "python mybot.py"
      easy = "random"

    Each finished game is kept in a file, so that --resume goes on after whatever
    happened.  A player that cannot get going three times in a row is benched and
    loses its other games.

    \b
    Examples:
      boardgames tournament run cup.toml -j 4
      boardgames tournament run cup.toml -j 4 --resume
      boardgames tournament run --game ur a=./a b=./b c=greedy --format swiss --games 10
      boardgames tournament run cup.toml --executor dask://scheduler:8786

    \b
    Exit status:
      0    the tournament is over, or a player has ended it for now
      2    wrong usage, a file that cannot be used
      3    it is over, and a player was benched; or games were given up, as a service failed
      130  interrupted; --resume goes on
    """
    path, entries, game = _sorted(words, own.game)
    db = options.db or (USUAL_FILE if path is None else path.with_suffix(".db"))
    with usage_errors():
        file = ContestFile() if path is None else read_contest_file(path)
        game, entries = game or file.game, [*file.entries, *entries]
        if game is None:
            raise UserError("which game? Say --game GAME, or game = in the .toml file; 'boardgames list' has them")
        if not entries:
            raise UserError('nobody plays: say NAME=PLAYER NAME=PLAYER, as in mine="python bot.py" easy=random')
        play = partial(
            play_tournament,
            game,
            entries,
            **file.merged(*options.typed),
            **{**options.running, "db": db},
            masked=[] if path is None else [path],
        )
    standings, interrupted = ContestDisplay(Standings.of, db).follow(play)
    print_result(standings, own.json)
    finish(standings, interrupted, db)


def _sorted(words: Sequence[str], game: str | None) -> tuple[Path | None, list[Entry], str | None]:
    """The words of the command line as a file, players, and a game."""
    entries: list[Entry] = []
    file: Path | None = None
    for word in words:
        name, equals, player = word.partition("=")
        if equals and ":" not in name and "/" not in name:
            entries.append(Entry(name, player))
        elif word.endswith(".toml") and file is None:
            file = Path(word)
        elif game is None and not Path(word).exists():
            game = word
        else:
            raise UserError(
                f'{word!r} is neither a file whose name ends with .toml nor NAME=PLAYER, as in mine="python mybot.py"'
            )
    return file, entries, game


for command in (status, table, games, replay, export):
    tournament.add_command(command)
