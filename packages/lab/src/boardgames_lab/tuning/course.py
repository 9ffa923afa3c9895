"""The course of a tuning: the next games and the result, as a function of the games so far."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

import attrs

from boardgames.contest import Configuration, ContestResult, Entry, KeptGame, MatchScore, PlannedGame, Sprt, SprtState
from boardgames.core import random_of
from boardgames.core.lookup import spec_of
from boardgames.view import Rows
from boardgames_lab.tuning.methods import METHODS, Method, Versus
from boardgames_lab.tuning.ranges import Range, Tunable
from boardgames_lab.tuning.settings import Tuning
from boardgames_lab.tuning.spsa import Point

TUNED, START = 0, 1
"""The players of a pair by number: the point that is tried, or the result, and its rival."""
SIZE: Final = 720, 300
GREY: Final = "#777"  # legible on light pages and on dark ones
COLOURS: Final = ("#2563a8", "#b3401f", "#2f7d4f", "#7a4fa3", "#8a6d1a", "#4b5563")


@attrs.define(repr=False)
class TuningCourse(ContestResult):
    """A tuning, from its first trial to the test of its result."""

    kind = "tuning"
    configuration: Configuration
    tunable: Tunable = attrs.field(init=False)
    method: Method = attrs.field(init=False)
    asked: list[Versus] = attrs.field(init=False, factory=list)
    """The trials that are being played."""
    told: int = attrs.field(init=False, default=0)
    """The number of trials before them."""
    points: dict[int, list[float]] = attrs.field(init=False, factory=dict)
    """The points of the finished games of these trials, by pair."""
    path: list[tuple[int, Point]] = attrs.field(init=False, factory=list)
    """The best point so far, after each number of games."""
    test: MatchScore | None = attrs.field(init=False, default=None)
    """The match of the result against the start, once all trials are over."""
    benched: dict[str, str] = attrs.field(factory=dict)
    """The reasons why players failed to start three times in a row, by name."""
    reasons: Counter[str] = attrs.field(init=False, factory=Counter)
    """The number of games by the reason why they ended."""
    numbers: Mapping[str, Mapping[str, float]] = attrs.field(factory=dict)
    """The mean of each number that programs printed, by player and name."""
    stopped: str = ""
    """The reason why it stopped before it was over, if it did."""

    def __attrs_post_init__(self) -> None:
        tuning = self.tuning
        written = [(text, False) for text in tuning.vary] + [(text, True) for text in tuning.vary_set]
        ranges = [Range.parse(text, is_setting) for text, is_setting in written]
        self.tunable = Tunable.of(self.configuration.entries[TUNED], ranges, spec_of(self.configuration.game))
        start, rng = self.tunable.start_point, random_of(self.configuration.known_seed)
        self.method = METHODS[tuning.method][0](start, self.trials, self.pairs, rng)
        self.path.append((0, start))
        self._go_on()

    @classmethod
    def of(cls, configuration: Configuration, games: Iterable[KeptGame]) -> TuningCourse:
        """The course after these games, in the order of their numbers."""
        course = cls(configuration)
        for game in games:
            course.add(game)
        return course

    @property
    def tuning(self) -> Tuning:
        """The ranges and the method."""
        assert self.configuration.tuning is not None
        return Tuning(**self.configuration.tuning)

    @property
    def pairs(self) -> int:
        """The number of pairs of games in a trial."""
        return self.tuning.pairs or METHODS[self.tuning.method][2]

    @property
    def planned(self) -> int:
        """The largest number of games, of the trials and the test together."""
        return self.configuration.games

    @property
    def trials(self) -> int:
        """The largest number of trials."""
        return self.tuning.games // (2 * self.pairs)

    # -- games --------------------------------------------------------------------

    def _go_on(self) -> None:
        """Ask for the next trials, or begin the test."""
        trials = [] if self.told >= self.trials else list(self.method.ask())
        self.asked = trials if self.told + len(trials) <= self.trials else []
        if not self.asked:
            sprt = SprtState(Sprt.parse(self.tuning.sprt), next=self._first_pair)
            self.test = MatchScore(self.configuration.names, self.tuning.games // 2 * 2, sprt)

    @property
    def _first_pair(self) -> int:
        return self.told * self.pairs + 1

    def games(self) -> list[PlannedGame]:
        """The games of the trials that are being played, or of the test."""
        end = self._first_pair + (len(self.asked) * self.pairs or self.tuning.games // 2)
        return [
            PlannedGame(2 * pair - 1 + swapped, self._trial(pair) + 1, pair, swapped, 1 - swapped, pair)
            for pair in range(self._first_pair, end)
            for swapped in (TUNED, START)
        ]

    def _trial(self, pair: int) -> int:
        """The number of a pair's trial, from 0; the test comes after the last one."""
        return (pair - 1) // self.pairs if self.test is None else self.told

    def entries(self, planned: PlannedGame) -> list[Entry]:
        """The players of a game."""
        start = attrs.evolve(self.tunable.as_given(), name=self.configuration.names[START])
        if self.test is not None:
            return [self.tuned, start]
        one, other = self.asked[self._trial(planned.pair) - self.told]
        return [self.tunable.at(one), start if other is None else attrs.evolve(self.tunable.at(other), name=start.name)]

    def add(self, game: KeptGame) -> None:
        """Take a finished game into account."""
        self.reasons[game.reason] += 1
        if self.test is not None:
            if self.accepted is None:
                self.test.add(game)
            return
        self.points.setdefault(game.pair, []).append(game.points(TUNED))
        pairs = range(self._first_pair, self._first_pair + len(self.asked) * self.pairs)
        if sum(map(len, self.points.values())) < 2 * len(pairs):
            return
        scores = [sum(self.points[pair]) / 2 for pair in pairs]
        self.method.tell([sum(scores[i : i + self.pairs]) / self.pairs for i in range(0, len(scores), self.pairs)])
        self.told += len(self.asked)
        self.points.clear()
        self.path.append((self.played, self.method.best))
        self._go_on()

    @property
    def played(self) -> int:
        """The number of games of trials so far."""
        return 2 * self.told * self.pairs + sum(map(len, self.points.values()))

    # -- results ------------------------------------------------------------------

    @property
    def accepted(self) -> str | None:
        """The hypothesis that the test has accepted, ``"H0"`` or ``"H1"``."""
        return None if self.test is None or self.test.sprt is None else self.test.sprt.accepted

    @property
    def over(self) -> bool:
        """True if the test is decided, or as long as the tuning."""
        return self.test is not None and self.test.over

    @property
    def best(self) -> dict[str, float]:
        """The best values so far, by the option's name."""
        return self.tunable.values(self.path[-1][1])

    @property
    def tuned(self) -> Entry:
        """The player with the best values so far."""
        return self.tunable.with_values(self.best)

    @property
    def so_far(self) -> str:
        """The games of trials that are over, in words."""
        return f"{self.played} games of trials"

    def fields(self) -> dict[str, Any]:
        """The course in plain values: what ``boardgames tune --json`` prints."""
        start = zip(self.tunable.ranges, self.tunable.start, strict=True)
        return {
            "game": self.configuration.game,
            "seed": self.configuration.known_seed,
            "method": self.tuning.method,
            "games": self.played,
            "trials": self.told,
            "start": {span.name: value for span, value in start},
            "values": self.best,
            "player": self.tuned.player,
            "settings": list(self.tuned.settings),
            "test": None if self.test is None else self.test.fields(),
            "path": [{"games": games, **self.tunable.values(point)} for games, point in self.path],
            **({"stopped": self.stopped} if self.stopped else {}),
            "benched": next(iter(self.benched.values()), None),
        }

    def sentence(self) -> str:
        """The result in words."""
        values = ", ".join(f"{name}={value:g}" for name, value in self.best.items())
        if self.test is None:
            return f"After {self.played} games the best values are {values}; the tuning is not over."
        decided = {
            "H1": "They are better than the start.",
            "H0": "They are not better than the start.",
            None: "Whether they are better than the start is not decided.",
        }
        return f"The best values are {values}. {decided[self.accepted]} {self.test.sentence()}"

    def line(self) -> str:
        """The result in a line."""
        return self.sentence()

    def tables(self) -> list[Rows]:
        """The best values, and the test of them."""
        rows = [["option", "best value"], *([name, f"{value:g}"] for name, value in self.best.items())]
        return [rows, *([] if self.test is None else self.test.tables())]

    def sentences(self) -> list[str]:
        """The sentences below the tables."""
        settings = (word for setting in self.tuned.settings for word in ("--set", setting))
        return [self.sentence(), f"The player is {shlex.join([str(self.tuned.player), *settings])}"]

    def svg(self) -> str:
        """The course as a picture: each value within its range, over the games."""
        from boardgames.view import Plot

        (width, height), last = SIZE, max(self.path[-1][0], 1)
        plot = Plot(width=width, height=height, across=(0, last), up=(0, 1), left=10, right=190, top=14, bottom=26)
        for level in (0.0, 0.5, 1.0):
            plot.segment((0, level), (last, level), stroke="#8888")
        plot.label(10, height - 8, "0", fill=GREY)
        plot.label(width - 190, height - 8, f"{last} games", text_anchor="end", fill=GREY)
        for number, span in enumerate(self.tunable.ranges):
            colour = COLOURS[number % len(COLOURS)]
            plot.line([(games, point[number]) for games, point in self.path], stroke=colour, stroke_width=2)
            words = f"{span.name} {self.best[span.name]:g} ({span.low:g} to {span.high:g})"
            plot.label(width - 184, 18 + 18 * number, words, fill=colour)
        size: dict[str, Any] = {"width": width, "height": height, "font_family": "sans-serif", "font_size": 12}
        return plot.svg("The values of a tuning, by games", **size)
