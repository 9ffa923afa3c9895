"""The levels of players: those of a game, or general ones for a game without its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, TypeVar

from boardgames.core.lookup.players import LEVELS
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.options import option
from boardgames.learning.levels import GameLevels, Level

T = TypeVar("T")

GENERAL_SEARCH: Final = (
    Level(1.0, depth=1),
    Level(0.5, depth=1),
    Level(0.2, depth=1),
    Level(depth=1),
    Level(nodes=60),
    Level(nodes=120),
    Level(nodes=250),
    Level(nodes=500),
    Level(nodes=1200),
    Level(),
)
"""The levels of searches in a game without its own."""

GENERAL_TREE: Final = (
    Level(nodes=2),
    Level(nodes=4),
    Level(nodes=7),
    Level(nodes=25),
    Level(nodes=90),
    Level(nodes=400),
    Level(nodes=1000),
    Level(nodes=3000),
    Level(nodes=9000),
    Level(),
)
"""The levels of trees in a game without its own."""


def search_levels(spec: GameSpec) -> Sequence[Level]:
    """The ten levels of ``alphabeta`` and ``expectation`` in a game."""
    return (spec.levels or GameLevels()).search or GENERAL_SEARCH


def tree_levels(spec: GameSpec) -> Sequence[Level]:
    """The ten levels of ``mcts`` in a game."""
    return (spec.levels or GameLevels()).tree or GENERAL_TREE


def level_of(levels: Callable[[GameSpec], Sequence[Level]], spec: GameSpec, number: int | None) -> Level | None:
    """A level of a game; ``None`` without a number.

    >>> import boardgames as bg
    >>> level_of(search_levels, bg.find("ur"), 10)
    Level(carelessness=0.0, depth=None, nodes=None)
    """
    return None if number is None else levels(spec)[number - 1]


def carelessly(rated: Sequence[tuple[T, float]], carelessness: float, rng: Random) -> tuple[T, float]:
    """Add up to ``carelessness`` of noise to each action's value, and return the action that is best then.

    The value returned is that without the noise.

    >>> carelessly([("best", 0.5), ("good", 0.45), ("bad", -0.5)], 0.1, Random(1))
    ('good', 0.45)
    """
    return max(rated, key=lambda pair: pair[1] + carelessness * rng.random())


def level_option() -> Any:
    """The option ``level`` of a player that has levels."""
    words = ", ".join(f"{number} {word}" for number, word in enumerate(LEVELS, 1))
    return option(None, f"how strong: {words}", least=1, most=len(LEVELS))
