"""``boardgames tune``: better values for numbers among a player's options."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from boardgames.cli import (
    GAME,
    STATUS,
    Chosen,
    ContestDisplay,
    ContestOptions,
    print_contest,
    report_benched,
    report_interruption,
    report_stop,
    require_writable,
    setting_option,
    takes_contest_options,
    takes_options,
    write_file,
)
from boardgames.contest import Configuration, KeptGame
from boardgames_lab.tuning.course import TuningCourse
from boardgames_lab.tuning.settings import TUNE_SETTINGS
from boardgames_lab.tuning.tune import tune as play_tuning


class TuningDisplay(ContestDisplay[TuningCourse]):
    """Shows a tuning; its course grows with each game, as it takes long to make it anew."""

    def start(self, configuration: Configuration, games: Sequence[KeptGame]) -> None:
        self.course = self.of(configuration, games)
        super().start(configuration, games)

    def played(self, game: KeptGame) -> None:
        self.course.add(game)
        super().played(game)

    def result(self) -> TuningCourse:
        return self.course


@click.command()
@GAME
@click.option("--player", required=True, metavar="PLAYER", help="The player to tune; its options say where it starts.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Set an option of the program's own.")
@click.option("--vary", multiple=True, metavar="NAME=LO..HI", help="The range of an option of PLAYER, a number.")
@click.option("--vary-set", multiple=True, metavar="NAME=LO..HI", help="The same for a program's own option (USI).")
@takes_options([setting_option(option) for option in TUNE_SETTINGS.values()])
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help="Draw the course as SVG into FILE.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@takes_contest_options("sprt")
def tune(
    chosen: Chosen,
    player: str,
    plot: Path | None,
    as_json: bool,
    options: ContestOptions,
    **tuning: Any,
) -> None:
    """Find better values for numbers among the options of PLAYER, by games of GAME against itself.

    Games go in pairs with the same dice and the same opening.  At the end a match tells
    whether the result is better than the start.  With --db the same command goes on
    where it was interrupted.

    \b
    Examples:
      boardgames tune minishogi --player mcts:nodes=500 --vary exploration=0.2..4 \\
        --vary playout=0..30 --games 20000 -j 2 --db tune.db --plot tune.svg
      boardgames tune shogi --player usi:./engine --vary-set Contempt=-50..50 --db tune.db

    \b
    Exit status:
      0    H1 is accepted: the result is better than the start
      2    wrong usage, a file that cannot be used
      3    the player could not be started; or games were given up, as a service failed
      4    H0 is accepted: it is not better
      5    undecided after all games
      130  interrupted; with --db, the same command goes on
    """
    if plot is not None:
        require_writable(plot, "--plot: ")
    play: Callable[..., Any] = partial(play_tuning, chosen.text, player, **{**tuning, **options.arguments})
    course, interrupted = TuningDisplay(TuningCourse.of).follow(play)
    if as_json or not course.benched:
        print_contest(course, as_json)
    if plot is not None:
        write_file(plot, course.svg())
    games, db = f"{course.played} games of trials", options.run["db"]
    if interrupted:
        report_interruption(games, db, "the same command")
    report_stop(course.stopped, games, db, "the same command")
    report_benched(course.configuration.names, course.benched, "tuning")
    sys.exit(STATUS[course.accepted])
