"""The points that each rung of the ladder is worth."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from math import isfinite
from pathlib import Path
from typing import Any, Final

import attrs

from boardgames.contest.settings import BadContest, read_toml
from boardgames.testkit.climb import RUNGS
from boardgames.testkit.like import LIKE_RUNGS
from boardgames.testkit.rung import Rung

WEIGHTS: Final[Mapping[str, float]] = {
    "apply-is-pure": 6,
    "plays": 6,
    "no-empty-choice": 4,
    "turn-and-outcome": 4,
    "actions-once": 3,
    "lists-are-safe": 2,
    "chances-sum-to-one": 3,
    "apply-is-repeatable": 4,
    "ends": 4,
    "returns": 4,
    "reasons": 3,
    "every-reason": 1,
    "who-it-is": 3,
    "options": 2,
    "one-game": 3,
    "picture": 2,
    "scene": 2,
    "clicks": 2,
    "indices-are-dense": 3,
    "actions-exist-once": 3,
    "every-action": 1,
    "position-text": 5,
    "unreadable-positions": 3,
    "reachable-positions": 1,
    "action-text": 4,
    "illegal-actions": 3,
    "changed-positions": 1,
    "equality": 4,
    "key": 4,
    "pickle-and-copy": 2,
    "observation": 2,
    "symmetries": 1,
    "dialogues": 2,
    "refereed": 3,
    "like-actions": 40,
    "like-perft": 20,
    "like-chances": 10,
    "like-outcomes": 30,
}
"""The points of each rung unless a teacher says otherwise: 100 for the ladder, and 100 for being like a reference."""

OTHERS: Final = "others"
"""The name that stands for all rungs that are not named."""
MOST: Final = 1_000_000.0
ADVICE: Final = "give a TOML file, or RUNG=POINTS,RUNG=POINTS"


class BadWeights(ValueError):
    """Weights that cannot be used; the message says why."""


@attrs.frozen
class Weights:
    """The points of every rung, by its name.  Raises :class:`BadWeights`.

    >>> Weights().total
    100
    >>> weights = Weights.read("plays=10,ends=5.5,others=0")
    >>> weights.of("plays"), weights.of("key"), weights.total
    (10, 0, 15.5)
    """

    points: Mapping[str, float] = attrs.field(factory=lambda: dict(WEIGHTS))

    def of(self, rung: str) -> float:
        """The points of a rung.  Raises :class:`KeyError`."""
        return self.points[rung]

    @property
    def total(self) -> float:
        """The most points that a game can get on the ladder alone."""
        return self.total_of(RUNGS)

    def total_of(self, rungs: Iterable[Rung]) -> float:
        """The most points that a game can get on these rungs."""
        return plain(sum(self.points[rung.name] for rung in rungs))

    @classmethod
    def read(cls, text: str) -> Weights:
        """The weights in a text: ``RUNG=POINTS,...``, or the path of a TOML file with a line for each rung.

        Rungs that are not named keep their points, unless ``others`` says how many each of them has.

        Raises :class:`BadWeights`.
        """
        if text.endswith(".toml"):
            return cls.from_toml(Path(text))
        points: dict[str, object] = {}
        for part in text.split(","):
            name, equals, number = part.partition("=")
            if not equals:
                raise BadWeights(f"cannot read {part.strip()!r}: {ADVICE}")
            try:
                points[name.strip()] = float(number)
            except ValueError:
                raise BadWeights(f"{name.strip()}: {number.strip()!r} is not a number of points") from None
        return cls.changed(points)

    @classmethod
    def from_toml(cls, path: str | os.PathLike[str]) -> Weights:
        """The weights in a TOML file: ``plays = 10``, at the top or in a table called ``weights``.

        Raises :class:`BadWeights`.
        """
        try:
            table = read_toml(path)
        except BadContest as error:
            raise BadWeights(str(error)) from None
        inner = table.get("weights", table)
        if not isinstance(inner, dict) or (inner is not table and len(table) > 1):
            raise BadWeights(f"{path}: write one line for each rung, as in: plays = 10")
        return cls.changed(inner)

    @classmethod
    def changed(cls, changes: Mapping[str, Any]) -> Weights:
        """The usual weights with these ``changes`` in their places.  Raises :class:`BadWeights`."""
        names = [rung.name for rung in (*RUNGS, *LIKE_RUNGS)]
        for name, number in changes.items():
            if name not in (*names, OTHERS):
                alike = get_close_matches(name, names, 1)
                hint = f"did you mean {alike[0]!r}?" if alike else "'boardgames verify ur' prints their names"
                raise BadWeights(f"there is no rung {name!r}; {hint}")
            if isinstance(number, bool) or not isinstance(number, (int, float)):
                raise BadWeights(f"{name}: {number!r} is not a number of points")
            if not (isfinite(number) and 0 <= number <= MOST):
                raise BadWeights(f"{name}: {number!r} points; expected 0 to {MOST:g}")
        otherwise = WEIGHTS if OTHERS not in changes else dict.fromkeys(names, changes[OTHERS])
        points = {name: plain(changes.get(name, otherwise[name])) for name in names}
        if not any(points.values()):
            raise BadWeights("no rung is worth any point: give at least one of them some")
        return cls(points)


def plain(number: float) -> float:
    """A number of points without digits that come from adding floats, whole where it is.

    >>> plain(0.1 + 0.2), plain(4.0)
    (0.3, 4)
    """
    rounded = round(number, 6)
    return int(rounded) if rounded == int(rounded) else rounded
