"""Levels: strengths from 1, where a beginner wins, to 10, the most that the machine gives.

Each game has its own ten, so that they rise evenly.  ``python -m benchmarks.levels`` measures them, and docs/players.md
has the Elo between them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

import attrs

from boardgames.core.lookup.players import LEVELS
from boardgames.core.model.options import option

ANY_GAME: Final = ""
"""Stands for all games without levels of their own."""


@attrs.frozen
class Level:
    """One strength: how careless a player is, and what bounds its search; ``None`` is no bound.

    ``carelessness`` is how much an action may be worse than the best and still be played, as the difference of what the
    player expects, from -1 to 1.  ``at_best`` is whether it judges and searches as it does with time alone: by the
    learned judgement where one comes with the game, and selectively where the game allows it.  ``selective`` is whether
    it searches selectively by the plain judgement.
    """

    carelessness: float = 0.0
    depth: int | None = attrs.field(default=None, kw_only=True)
    nodes: int | None = attrs.field(default=None, kw_only=True)
    at_best: bool = attrs.field(default=False, kw_only=True)
    selective: bool = attrs.field(default=False, kw_only=True)


def carelessly(rated: Sequence[tuple[Any, float]], carelessness: float, rng: Random) -> tuple[Any, float]:
    """Of actions with their values the one that looks best to a player that takes each for better than it is, by a
    random amount of at most ``carelessness``.

    >>> carelessly([("best", 0.5), ("good", 0.45), ("bad", -0.5)], 0.1, Random(1))
    ('good', 0.45)
    """
    return max(rated, key=lambda pair: pair[1] + carelessness * rng.random())


def level_option() -> Any:
    """The option ``level`` of a player that has levels."""
    words = ", ".join(f"{number} {word}" for number, word in enumerate(LEVELS, 1))
    return option(None, f"how strong: {words}", least=1, most=len(LEVELS))


def levels_of(levels: Mapping[str, Sequence[Level]], game: str) -> Sequence[Level]:
    """The ten levels of the game of a name."""
    return levels.get(game, levels[ANY_GAME])


def level_of(levels: Mapping[str, Sequence[Level]], game: str, number: int | None) -> Level | None:
    """A level of the game of a name; ``None`` without a number.

    >>> level_of(SEARCH, "a game of yours", 10)
    Level(carelessness=0.0, depth=None, nodes=None, at_best=True, selective=False)
    """
    return None if number is None else levels_of(levels, game)[number - 1]


UR: Final = (
    Level(1.4, depth=1),
    Level(0.8, depth=1),
    Level(0.55, depth=1),
    Level(0.37, depth=1),
    Level(0.26, depth=1),
    Level(0.185, depth=1),
    Level(0.125, depth=1),
    Level(0.065, depth=1),
    Level(depth=1),
    Level(at_best=True),
)
MORRIS: Final = (
    Level(1.1, depth=1),
    Level(0.33, depth=1),
    Level(0.09, depth=1),
    Level(depth=1),
    Level(nodes=60),
    Level(nodes=105),
    Level(nodes=200),
    Level(nodes=400),
    Level(nodes=1100),
    Level(at_best=True),
)
MINISHOGI: Final = (
    Level(12.0, depth=1),
    Level(3.5, depth=1),
    Level(1.4, depth=1),
    Level(0.25, depth=1),
    Level(nodes=65, at_best=True),
    Level(nodes=145, at_best=True),
    Level(nodes=350, at_best=True),
    Level(nodes=720, at_best=True),
    Level(nodes=1600, at_best=True),
    Level(at_best=True),
)
SHOGI: Final = (
    Level(2.0, depth=1, nodes=350, selective=True),
    Level(1.0, depth=1, nodes=500, selective=True),
    Level(0.5, depth=1, nodes=700, selective=True),
    Level(nodes=110, selective=True),
    Level(nodes=220, selective=True),
    Level(nodes=400, selective=True),
    Level(nodes=800, selective=True),
    Level(nodes=1700, selective=True),
    Level(nodes=3600, selective=True),
    Level(at_best=True),
)
DICE_SHOGI: Final = (
    Level(13.0, depth=1, at_best=True),
    Level(6.5, depth=1, at_best=True),
    Level(3.4, depth=1, at_best=True),
    Level(1.8, depth=1, at_best=True),
    Level(0.95, depth=1, at_best=True),
    Level(0.5, depth=1, at_best=True),
    Level(0.25, depth=1, at_best=True),
    Level(0.04, depth=1, at_best=True),
    Level(nodes=600, at_best=True),
    Level(at_best=True),
)

SEARCH: Final[Mapping[str, Sequence[Level]]] = {
    "ur": UR,
    "morris": MORRIS,
    "dice-shogi": DICE_SHOGI,
    **dict.fromkeys(("minishogi", "gorogoro", "judkins", "kyotoshogi", "microshogi"), MINISHOGI),
    **dict.fromkeys(("shogi", "checkshogi", "euroshogi", "torishogi"), SHOGI),
    ANY_GAME: MORRIS,
}
"""The levels of the searches, ``alphabeta`` and ``expectation``, for each game by its name."""

TREE: Final[Mapping[str, Sequence[Level]]] = {
    "ur": (
        Level(1.4, nodes=50),
        Level(0.8, nodes=50),
        Level(0.55, nodes=50),
        Level(0.37, nodes=50),
        Level(0.26, nodes=50),
        Level(0.185, nodes=50),
        Level(0.125, nodes=50),
        Level(0.065, nodes=50),
        Level(nodes=50),
        Level(at_best=True),
    ),
    "morris": (
        Level(nodes=2),
        Level(nodes=3),
        Level(nodes=5),
        Level(nodes=7),
        Level(nodes=10),
        Level(nodes=18),
        Level(nodes=45),
        Level(nodes=120),
        Level(nodes=500),
        Level(at_best=True),
    ),
    "dice-shogi": (
        Level(5.0, nodes=100),
        Level(3.0, nodes=100),
        Level(1.8, nodes=100),
        Level(1.1, nodes=100),
        Level(0.65, nodes=100),
        Level(0.4, nodes=100),
        Level(0.2, nodes=100),
        Level(nodes=100),
        Level(nodes=1500),
        Level(at_best=True),
    ),
    ANY_GAME: (
        Level(nodes=2),
        Level(nodes=4),
        Level(nodes=7),
        Level(nodes=25),
        Level(nodes=90),
        Level(nodes=400),
        Level(nodes=1000),
        Level(nodes=3000),
        Level(nodes=9000),
        Level(at_best=True),
    ),
}
"""The levels of the tree search."""
