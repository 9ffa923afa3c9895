"""Exercises from analysed games: positions in which a player went wrong, and only one action is good."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import inf
from typing import Final

import attrs

from boardgames.analysis.game import Analysis
from boardgames.analysis.judges import Judge, JudgeEffort
from boardgames.analysis.named_judge import judge_of
from boardgames.core.model.game import State
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.text.result import CommandResult
from boardgames.players.budget import Budget
from boardgames.players.mates.mate_problem import NoMateProblems, solve_mate
from boardgames.records import GameRecord

CLEARLY: Final = 0.05
"""The least margin of the best action over the second best: each of the others would be marked."""
MOST: Final = 50
"""Exercises of a list."""
MOST_MATE: Final = 9
"""The plies of the longest mate problem that an exercise becomes."""
EVEN: Final = 0.5
LEAST_MATE: Final = 3
"""The plies of the shortest mate that is looked for where no player missed one."""
MATE_NODES: Final = 20_000


@attrs.frozen(kw_only=True)
class Exercise:
    """A position with one good action."""

    state: State
    solution: str
    line: tuple[str, ...]
    """The actions that are expected, the solution first."""
    margin: float
    """The chance by which the solution is better than any other action."""

    def problem(self) -> GameRecord:
        """The exercise as a problem: a record of its solution, the whole mate where that is the only one."""
        mate = _only_mate(self.state)
        actions = mate if mate[:1] == (self.solution,) else (self.solution,)
        return GameRecord.of(Playthrough.replay(self.state, actions))


def exercises(analysis: Analysis, effort: JudgeEffort, clearly: float = CLEARLY) -> Iterator[Exercise]:
    """The marked positions of a game in which the best action is clearly better than all others, judged once more.

    ``effort`` is the judge's budget for each of them; the best action must be better by ``clearly``, a chance from 0
    to 1.

    Raises :class:`~boardgames.analysis.NoJudge`, and :class:`~boardgames.analysis.JudgeFailed`.
    """
    playthrough = analysis.record.playthrough()
    judge: Judge | None = None
    try:
        for ply in analysis.plies:
            if not ply.mark:
                continue
            if judge is None:
                judge = judge_of(analysis.by, playthrough.start, effort)
            state = playthrough.states[ply.ply - 1]
            rated = judge.rate(playthrough, ply.ply - 1)
            if len(rated) > 1 and rated[0][1] - rated[1][1] >= clearly:
                best = str(rated[0][0])
                line = ply.line if ply.best == best else (best,)
                yield Exercise(state=state, solution=best, line=line, margin=rated[0][1] - rated[1][1])
    finally:
        if judge is not None:
            judge.close()


def mates(analysis: Analysis) -> Iterator[Exercise]:
    """The positions of an ``analysis`` that its judge saw to be won, with a mate of three plies or more by checks, the
    only one.

    The game must have mate problems (:mod:`boardgames.players.mates.mate_problem`); else there are none.
    """
    for ply, state in enumerate(analysis.record.playthrough().states):
        evaluation = analysis.record.evaluations.get(ply)
        if evaluation is None or evaluation.plies_to_end is None or (evaluation.chance < EVEN) == (state.turn == 0):
            continue
        line = _only_mate(state)
        if len(line) >= LEAST_MATE:
            yield Exercise(state=state, solution=line[0], line=line, margin=1.0)


@attrs.define
class ExerciseList(CommandResult):
    """The exercises of several games, each position once, :data:`MOST` at most."""

    effort: JudgeEffort = attrs.field(factory=JudgeEffort)
    """The budget of the judge for each of them."""
    chosen: list[Exercise] = attrs.field(factory=list)

    def add(self, analysis: Analysis) -> None:
        """Add the exercises of an analysis.  Raises what :func:`exercises` raises, and keeps those before that."""
        positions = {str(exercise.state) for exercise in self.chosen}
        for exercise in chain(mates(analysis), exercises(analysis, self.effort)):
            if str(exercise.state) not in positions and len(self.chosen) < MOST:
                self.chosen.append(exercise)
                positions.add(str(exercise.state))

    @property
    def is_of_one_game(self) -> bool:
        """True if all are of one game with the same options."""
        return len({(exercise.state.game.name, repr(exercise.state.game.options)) for exercise in self.chosen}) < 2

    def problems(self) -> list[GameRecord]:
        """The exercises as problems for a page."""
        return [exercise.problem() for exercise in self.chosen]

    def sentences(self) -> list[str]:
        """The number of exercises, or why there are none."""
        if not self.chosen:
            return ["no position has one clearly good action that was missed; analyse more games, or stronger"]
        count = len(self.chosen)
        return [f"{count} exercise" if count == 1 else f"{count} exercises"]

    def fields(self) -> list[dict[str, object]]:
        """The exercises in plain values."""
        return [
            {"position": str(exercise.state), "solution": exercise.solution, "margin": exercise.margin}
            for exercise in self.chosen
        ]


def _only_mate(state: State) -> tuple[str, ...]:
    """The mate of a position, if it is the only one; else nothing."""
    try:
        mate = solve_mate(state, MOST_MATE, budget=Budget(inf, MATE_NODES))
    except NoMateProblems:
        return ()
    return tuple(map(str, mate.line)) if mate.is_unique else ()
