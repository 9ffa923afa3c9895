"""``boardgames tune``: better values for numbers among a player's options."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import click

from boardgames.cli import (
    GAME,
    JSON,
    MORE,
    OUTPUT,
    SETTING,
    STATUS,
    WORD,
    Chosen,
    Command,
    ContestDisplay,
    ContestOptions,
    PlayerOption,
    declared,
    file_option,
    finish,
    print_result,
    require_writable,
    takes,
    takes_contest_options,
    write_file,
)
from boardgames.contest import Configuration, KeptGame
from boardgames.core.model import option
from boardgames_lab.tuning.course import TuningCourse
from boardgames_lab.tuning.settings import TUNE_SETTINGS, Tuning
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


@attrs.frozen(kw_only=True)
class TuneOptions(PlayerOption):
    """The player that is tuned, its ranges, and where the result goes."""

    vary: tuple[str, ...] = option(
        (), "The range of an option of PLAYER, a number.", repeated=True, metavar="NAME=LO..HI"
    )
    vary_set: tuple[str, ...] = option(
        (), "The range of a program's own option (USI).", repeated=True, metavar="NAME=LO..HI"
    )
    method: str = declared(Tuning, "method")
    games: int = declared(Tuning, "games")
    pairs: int | None = declared(Tuning, "pairs", section=MORE)
    set_: tuple[str, ...] = option(
        (), "Set an option of the program's own.", repeated=True, metavar=SETTING, section=MORE
    )
    plot: Path | None = file_option("Draw the course as SVG into FILE.", OUTPUT)
    json: bool = JSON

    @property
    def arguments(self) -> dict[str, Any]:
        """The ranges and the method, as arguments of :func:`~boardgames_lab.tune`."""
        own = {name: getattr(self, name) for name in ("vary", "vary_set", *TUNE_SETTINGS)}
        return {**own, "settings": self.set_}


@click.command(cls=Command)
@GAME
@WORD
@takes(TuneOptions, "tuning")
@takes_contest_options("sprt")
def tune(chosen: Chosen, tuning: TuneOptions, options: ContestOptions) -> None:
    """Find better values for numbers among the options of PLAYER, by games of GAME against itself.

    Games go in pairs with the same dice and the same opening.  At the end a match tells
    whether the result is better than the start.  With --db the same command goes on
    where it was interrupted.

    \b
    Examples:
      boardgames tune minishogi mcts:nodes=500 --vary exploration=0.2..4 \\
        --vary playout=0..30 --games 20000 -j 2 --db tune.db --plot tune.svg
      boardgames tune shogi usi:./engine --vary-set Contempt=-50..50 --db tune.db

    \b
    Exit status:
      0    H1 is accepted: the result is better than the start
      2    wrong usage, a file that cannot be used
      3    the player could not be started; or games were given up, as a service failed
      4    H0 is accepted: it is not better
      5    undecided after all games
      130  interrupted; with --db, the same command goes on
    """
    if tuning.plot is not None:
        require_writable(tuning.plot, "--plot: ")
    play: Callable[..., Any] = partial(
        play_tuning, chosen.text, tuning.text, **{**tuning.arguments, **options.arguments}
    )
    course, interrupted = TuningDisplay(TuningCourse.of).follow(play)
    if tuning.json or not course.benched:
        print_result(course, tuning.json)
    if tuning.plot is not None:
        write_file(tuning.plot, course.svg())
    finish(course, interrupted, options.db, "the same command")
    sys.exit(STATUS[course.accepted])
