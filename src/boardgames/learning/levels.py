"""Levels: strengths from 1, where a beginner wins, to 10, the most that the machine gives.

Each game has its own ten, so that they rise evenly.  ``python -m benchmarks.levels`` measures them, and docs/rating.md
has their Elo.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs


@attrs.frozen
class Level:
    """One strength: the carelessness of a player and the bounds of its search; ``None`` is no bound.

    ``carelessness`` is how much an action may be worse than the best and still be played, as a difference of values
    from -1 to 1.
    """

    carelessness: float = 0.0
    depth: int | None = attrs.field(default=None, kw_only=True)
    nodes: int | None = attrs.field(default=None, kw_only=True)


def careless(*carelessness: float, depth: int | None = None, nodes: int | None = None) -> Iterator[Level]:
    """Levels that differ in their carelessness, with the same bounds of ``depth`` and ``nodes``."""
    return (Level(share, depth=depth, nodes=nodes) for share in carelessness)


def careful(*nodes: int) -> Iterator[Level]:
    """Levels that differ in their bounds of nodes, and play the best that they see."""
    return (Level(nodes=most) for most in nodes)


@attrs.frozen(kw_only=True)
class GameLevels:
    """The ten levels of a game, for players that search and for players that grow a tree.

    ``None`` are general levels, for a game that nobody has measured.
    """

    search: Sequence[Level] | None = None
    tree: Sequence[Level] | None = None
