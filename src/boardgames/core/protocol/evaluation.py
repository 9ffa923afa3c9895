"""Evaluation: the worth of a position, as a judge found it; and the marks of actions that give chances away.

The bounds of the marks and the accuracy of an action are those of lichess
(https://lichess.org/page/accuracy; ``Advice.scala`` and ``AccuracyPercent.scala`` of lila).
"""

from __future__ import annotations

from math import exp
from typing import Final

import attrs

from boardgames.core.text.said import Said

LICHESS_SLOPE: Final = 0.00368208
"""The steepness of the winning chance by hundredths of a pawn, in chess, as lichess measured it."""
LICHESS_CEILING: Final = 1000.0
"""Hundredths of a pawn at which lichess cuts scores off, before it computes an accuracy."""


def _texts(line: tuple[object, ...]) -> tuple[str, ...]:
    return tuple(map(str, line))


@attrs.frozen(kw_only=True)
class Evaluation:
    """The value of one position of a game, at a decision or at a throw.

    >>> Evaluation(chance=0.61, line=("7g7f", "3c3d"), depth=12).chance
    0.61
    """

    chance: float = attrs.field(converter=float)
    """The chance of seat 0 to win, from 0 to 1; a draw counts half."""
    line: tuple[str, ...] = attrs.field(default=(), converter=_texts)
    """The actions that the judge expects, the best one first, as canonical texts."""
    played: float | None = None
    """The chance of seat 0 after the action that was played, judged in the same search as the best one."""
    depth: int = 0
    """The number of actions that the judge looked ahead; 0 if it does not say."""
    nodes: int = 0
    """The number of positions that it searched; 0 if it does not say."""
    plies_to_end: int | None = None
    """The number of actions to the end of the game, if that is known."""
    judge: str = ""
    """The name of the judge."""


@attrs.frozen
class Bounds:
    """The loss of winning chance, from 0 to 1, from which an action gets each mark.

    >>> [Bounds().mark(loss) for loss in (0.04, 0.05, 0.1, 0.2)]
    ['', '?!', '?', '??']
    """

    inaccuracy: float = 0.05
    mistake: float = 0.10
    blunder: float = 0.15

    def __attrs_post_init__(self) -> None:
        if not 0 < self.inaccuracy <= self.mistake <= self.blunder <= 1:
            raise ValueError(
                "the bounds of inaccuracy, mistake and blunder must grow from above 0 to at most 1, "
                f"not {self.inaccuracy:g}, {self.mistake:g}, {self.blunder:g}"
            )

    def mark(self, loss: float) -> str:
        """``??``, ``?``, ``?!`` or nothing, for a loss of winning chance."""
        return next((sign for sign, bound in zip(MARKS, attrs.astuple(self)[::-1], strict=True) if loss >= bound), "")


MARKS: Final = {"??": Said("blunder"), "?": Said("mistake"), "?!": Said("inaccuracy")}
"""The marks and what they are called, the worst first."""


def winning_chance(centipawns: float, slope: float = LICHESS_SLOPE) -> float:
    """The winning chance, from 0 to 1, of a score in hundredths of a pawn.

    ``centipawns`` is the score, and ``slope`` the steepness of the curve: the chance grows by ``slope / 4`` a
    hundredth of a pawn at 0.

    >>> winning_chance(0), round(winning_chance(100), 4)
    (0.5, 0.591)
    """
    return 1.0 / (1.0 + exp(-max(-700.0, min(700.0, slope * centipawns))))


def accuracy_of(before: float, after: float) -> float:
    """The accuracy of an action, from 0 to 100, by the chances of the seat that acted, ``before`` and ``after`` it.

    >>> accuracy_of(0.5, 0.5), round(accuracy_of(0.5, 0.4), 2)
    (100.0, 64.58)
    """
    if after >= before:
        return 100.0
    raw = 103.1668100711649 * exp(-0.04354415386753951 * 100.0 * (before - after)) - 3.166924740191411
    return max(0.0, min(100.0, raw + 1.0))  # the 1 allows for the judge's own errors
