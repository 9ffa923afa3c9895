"""Exercises from analysed games: positions in which a player went wrong, and only one action is good."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from math import inf
from typing import Final

import attrs

from boardgames.analysis.game import Analysis
from boardgames.analysis.judges import Judge, JudgeEffort, NoJudge
from boardgames.analysis.named_judge import judge_of
from boardgames.core.lookup import GameSpec, spec_of
from boardgames.core.model.game import State
from boardgames.core.model.options import differences
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.record import GameRecord
from boardgames.players.budget import Budget
from boardgames.players.mates.mate_problem import NoMateProblems, solve_mate
from boardgames.testkit.exercise import NotYet

CLEARLY: Final = 0.05
"""The least margin of the best action over the second best: each of the others would be marked."""
MOST_MATE: Final = 9
"""Plies of the longest mate problem that an exercise becomes."""
EVEN: Final = 0.5
LEAST_MATE: Final = 3
"""Plies of the shortest mate that is looked for where nobody missed it."""
MATE_NODES: Final = 20_000
DIGEST: Final = 16
"""Hexadecimal digits that stand for a solution, so that a page does not tell it."""


@attrs.frozen(kw_only=True)
class Exercise:
    """A position with one good action."""

    state: State
    solution: str
    line: tuple[str, ...]
    """The actions that are expected, the solution first."""
    margin: float
    """By how much chance the solution is better than any other action."""

    def problem(self) -> GameRecord:
        """The exercise as a problem: a record of its solution, the whole mate where that is the only one."""
        mate = _only_mate(self.state)
        actions = mate if mate[:1] == (self.solution,) else (self.solution,)
        return GameRecord.of(Playthrough.replay(self.state, actions))

    @property
    def digest(self) -> str:
        """A short name for the position with its solution."""
        return digest_of(str(self.state), self.solution)


def digest_of(position: str, answer: str) -> str:
    """The digest that stands for an answer in a page.

    >>> digest_of("0,0 0,0 0 2", "0")
    'ac4575c4ed82191d'
    """
    return sha256(f"{position} {answer}".encode()).hexdigest()[:DIGEST]


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


def _only_mate(state: State) -> tuple[str, ...]:
    """The mate of a position, if it is the only one; else nothing."""
    try:
        mate = solve_mate(state, MOST_MATE, budget=Budget(inf, MATE_NODES))
    except NoMateProblems:
        return ()
    return tuple(map(str, mate.line)) if mate.is_unique else ()


PAGE: Final = """# Exercises: {title}

In each position one action is clearly the best: which? Copy the block at the end into `exercises.py`, write your
answers between the quotation marks, as `boardgames actions` spells them, and run it: it checks itself.

{positions}
## Check

```python
# exercises.py
from boardgames.analysis import check_answers

answers = {{
{answers}
}}

# -- check ---------------------------------------------------------------------
check_answers(answers, {{
{digests}
}})
print("well done")
```
"""
POSITION: Final = """## {number}

{side} is to act.

```text
{drawing}
```

`{position}`

"""


def exercise_page(chosen: Sequence[Exercise]) -> str:
    """The exercises of one game as a page in Markdown, which checks answers and does not tell them.

    ``chosen`` are the exercises of one game.

    Raises :class:`~boardgames.analysis.NoJudge` if there are none.
    """
    if not chosen:
        raise NoJudge("no position has one clearly good action that was missed; analyse more games, or stronger")
    spec: GameSpec = spec_of(chosen[0].state.game)
    options = differences(chosen[0].state.game.options)
    positions, answers, digests = [], [], []
    for number, exercise in enumerate(chosen, 1):
        state = exercise.state
        positions.append(
            POSITION.format(
                number=number,
                side=spec.seat_names[state.turn],
                drawing=spec.picture(state),
                position=str(state),
            )
        )
        answers.append(f'    {number}: "",')
        digests.append(f'    {number}: ("{state}", "{exercise.digest}"),')
    return PAGE.format(
        title=spec.title + (f" ({options})" if options else ""),
        positions="".join(positions),
        answers="\n".join(answers),
        digests="\n".join(digests),
    )


def check_answers(answers: dict[int, str], solutions: dict[int, tuple[str, str]]) -> None:
    """Compare answers with the digests of the solutions.

    Raises :class:`~boardgames.testkit.exercise.NotYet`, which names those that are wrong.
    """
    wrong = [
        f"  {number}: {answers.get(number, '')!r} is not the best in {position}"
        for number, (position, digest) in solutions.items()
        if digest_of(position, answers.get(number, "").strip()) != digest
    ]
    if wrong:
        raise NotYet("\n".join([f"not yet: {len(solutions) - len(wrong)} of {len(solutions)} are right", *wrong]))
