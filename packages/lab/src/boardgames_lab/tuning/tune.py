"""A tuning as a function, as ``boardgames tune`` runs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

import attrs
from typing_extensions import override

from boardgames.contest import (
    CONTEST_SETTINGS,
    BadContest,
    Configuration,
    ContestArguments,
    Entry,
    FinishedGame,
    KeptGame,
    Plan,
    PlannedGame,
    Runner,
    checked_setting,
    play_contest,
)
from boardgames.core.model import Game
from boardgames_lab.tuning.course import TuningCourse
from boardgames_lab.tuning.methods import METHODS, library_of
from boardgames_lab.tuning.settings import Tuning


class TuneArguments(ContestArguments, total=False):
    """The settings of a tuning, beside those of a contest."""

    vary: Sequence[str]
    vary_set: Sequence[str]
    settings: Sequence[str]
    method: str
    pairs: int | None


@attrs.define(kw_only=True)
class Tuner(Runner):
    """Plays the trials of a tuning, and the test of its result."""

    course: TuningCourse = attrs.field(init=False)

    @course.default
    def _course_so_far(self) -> TuningCourse:
        return TuningCourse.of(self.configuration, self.store.games())

    @override
    def planned(self) -> Plan:
        return Plan(self.course.games(), complete=False)

    @override
    def configured(self, planned: PlannedGame) -> Configuration:
        return attrs.evolve(self.configuration, entries=self.course.entries(planned), tuning=None)

    @property
    @override
    def over(self) -> bool:
        return self.course.over or bool(self.benched)

    @override
    def keep(self, planned: PlannedGame, game: FinishedGame) -> KeptGame:
        result = super().keep(planned, game)
        self.course.add(result)
        return result


def tune(game: str | Game, player: str, **settings: Unpack[TuneArguments]) -> TuningCourse:
    """Find better values for numbers among a player's options, by games, and test them against the start.

    ``player`` is a text as on the command line; the tuning starts from its options.  ``vary`` are ranges, each
    ``NAME=LO..HI``; ``vary_set`` are those of a program's own options, which ``settings`` set (``NAME=VALUE``).
    ``games`` is the number of games of the tuning, ``method`` one of ``spsa``, ``cma`` and ``tpe``, ``pairs`` the
    number of pairs of games of a trial, ``sprt`` the test of the result; all else is as in
    :func:`~boardgames.contest.play.play_match`.

    With ``db`` each game is kept in that file, and a tuning whose file exists goes on.

    Raises :class:`~boardgames.contest.BadContest`, :class:`~boardgames.contest.BadEntrant`,
    :class:`~boardgames.contest.BadStore`, and what :func:`boardgames.core.lookup.installed_games.load` raises.

    >>> course = tune("ur:tokens=1", "mcts:nodes=4", vary=["exploration=0..4"], games=32, seed=1)
    >>> course.told, list(course.best)
    (4, ['exploration'])
    """
    arguments: dict[str, Any] = dict(settings)
    tuning = Tuning(**{name: arguments.pop(name) for name in attrs.fields_dict(Tuning) if name in arguments})
    pairs = METHODS[tuning.method][2] if tuning.pairs is None else tuning.pairs
    sprt = str(checked_setting(CONTEST_SETTINGS["sprt"], tuning.sprt))
    tuning = attrs.evolve(tuning, pairs=pairs, sprt=sprt, library=library_of(tuning.method))
    if not arguments.get("swap", True):
        raise BadContest("a tuning compares players in pairs of games with sides swapped: leave swap on")
    own = tuple(arguments.pop("settings", ()))
    entries = [Entry("tuned", player, own), Entry("start", player, own)]
    arguments |= {"games": 2 * tuning.games, "resume": arguments.get("db") is not None, "tuning": attrs.asdict(tuning)}
    runner, games = play_contest(game, entries, "match", arguments, Tuner)
    course = TuningCourse.of(runner.configuration, games)
    course.benched, course.stopped = runner.benched, runner.stopped
    return course
