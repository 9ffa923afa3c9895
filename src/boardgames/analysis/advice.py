"""Advice: the worth of each action in a position, by exact values or by the judgement of a player."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from typing import Any, Final

import attrs

from boardgames.analysis.judges import JudgeEffort, JudgeFailed, NoJudge
from boardgames.analysis.named_judge import PERFECT, judge_of
from boardgames.core.model.game import CHANCE, State
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.model.wrong_action import as_state
from boardgames.core.text.foreign_code import described
from boardgames.core.text.result import CommandResult
from boardgames.solve import Tablebase, table
from boardgames.solve.tablebase import Unsolved
from boardgames.solve.viewer import viewer

SECONDS: Final = 5.0
"""The time of a player that would think without end."""


@attrs.frozen
class Advice(CommandResult):
    """The worth of each action; before a throw of dice, that of each throw."""

    chances: Mapping[Any, float]
    """The chance of winning after each action, of the side to act, the best first; or after each throw."""
    before: float | None = None
    """The chance before the dice are thrown; ``None`` where an action is to be chosen."""
    note: str = ""
    """A sentence on chances that are not exact although there is a table."""

    def sentences(self) -> list[str]:
        """A line for each action: what it is worth, and what it gives away; for each throw what it is worth."""
        if self.before is not None:
            rows = [("before the throw", self.before), *self.chances.items()]
            return [f"{name}\t{100 * chance:.4f} %" for name, chance in rows]
        best = max(self.chances.values())
        return [
            f"{action}\t{100 * chance:.4f} %\t{100 * (chance - best):+.4f} %" for action, chance in self.chances.items()
        ]

    def fields(self) -> dict[str, object]:
        """The chances in plain values."""
        return {"before": self.before, "chances": {str(name): chance for name, chance in self.chances.items()}}


def advise(state: State, by: str | None = None, seconds: float = SECONDS) -> Advice:
    """The worth of what can happen in ``state``, by the table of exact values, or by a judge as in ``analyse``.

    ``by`` is that judge, which thinks for ``seconds`` if it has no bound of its own.

    Raises :class:`~boardgames.solve.NoTablebase` and :class:`~boardgames.solve.NotInTablebase`,
    :class:`NoJudge` and :class:`JudgeFailed`.
    """
    state = as_state(state)
    if by is not None:
        return Advice(_asked(state, by, seconds))
    tablebase = table(state.game)
    if state.turn == CHANCE:
        return Advice({throw: _after(tablebase, state, throw) for throw, _ in state.chances()}, tablebase.value(state))
    try:
        return Advice(tablebase.rate(state))
    except Unsolved as error:
        note = f"{error}: so these are not exact, but from a search with the table at its leaves"
        return Advice(_asked(state, PERFECT, seconds), note=note)


def _asked(state: State, by: str, seconds: float) -> Mapping[Any, float]:
    if state.turn == CHANCE:
        raise NoJudge("the dice come first: give a position after the throw to ask a player")
    try:
        with closing(judge_of(by, state, JudgeEffort(seconds=seconds))) as judge:
            rated = dict(judge.rate(Playthrough(state), 0))
    except JudgeFailed as error:  # the game's evaluation, or a player that somebody else has written
        if error.__cause__ is None:
            raise
        raise JudgeFailed(f"{by} raised {described(error.__cause__)}") from error.__cause__
    if not rated:
        raise NoJudge(f"{by} has no opinion of single actions; alphabeta and mcts do")
    return rated


def _after(tablebase: Tablebase, state: State, throw: Any) -> float:
    """The value of a throw to the side that throws; it may pass the turn."""
    after = state.apply(throw)
    value = tablebase.value(after)
    return value if viewer(after) == viewer(state) else 1.0 - value
