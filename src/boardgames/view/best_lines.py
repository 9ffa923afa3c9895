"""The best lines of a judged game: as positions that its page shows on the board, and as moves in any language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs

from boardgames.core.model.game import IllegalAction
from boardgames.core.text.said import Said

if TYPE_CHECKING:
    from boardgames.core.lookup.spec import GameSpec
    from boardgames.core.model.game import State
    from boardgames.core.model.playthrough import Playthrough
    from boardgames.core.record.assessment import AssessedPly, Assessment

AssessmentT = TypeVar("AssessmentT", bound="Assessment")

SHOWN_LINE: Final = 6
"""Actions of a line that are shown."""


@attrs.frozen
class LineStep:
    """One action of a line."""

    before: State
    action: Any
    after: State


def move_name(spec: GameSpec, before: State, action: Any, after: State) -> str:
    """The text of an action, as a sentence if other languages write it in their own way."""
    words = spec.describe(before, action, after)
    move = words.values.get("move") if isinstance(words, Said) else None
    return move if isinstance(move, Said) and move == str(action) else str(action)


def with_move_names(spec: GameSpec, playthrough: Playthrough, judged: AssessmentT) -> AssessmentT:
    """The same assessment, whose actions and lines are such texts."""
    return attrs.evolve(judged, plies=tuple(_named(spec, playthrough, ply) for ply in judged.plies))


def _named(spec: GameSpec, playthrough: Playthrough, ply: AssessedPly) -> AssessedPly:
    state, action, after = (
        playthrough.states[ply.ply - 1],
        playthrough.actions[ply.ply - 1],
        playthrough.states[ply.ply],
    )
    steps = _steps(state, ply)
    line = tuple(move_name(spec, step.before, step.action, step.after) for step in steps) + ply.line[len(steps) :]
    best = line[0] if line and ply.best != ply.action else ply.best
    return attrs.evolve(ply, action=move_name(spec, state, action, after), line=line, best=best)


def best_lines(playthrough: Playthrough, judged: Assessment | None) -> dict[int, list[LineStep]]:
    """By the number of a ply, the steps of the line that was better than its action; each has at least one.

    A line ends where an action of it is not legal: it may come from a file of another program.
    """
    lines = {} if judged is None else {ply.ply: _steps(playthrough.states[ply.ply - 1], ply) for ply in judged.plies}
    return {ply: steps for ply, steps in lines.items() if steps}


def _steps(state: State, ply: AssessedPly) -> list[LineStep]:
    steps: list[LineStep] = []
    if ply.best == ply.action:
        return steps
    for text in ply.line[:SHOWN_LINE]:
        if state.outcome is not None:
            break
        try:
            action = state.read(text)
        except IllegalAction:
            break
        steps.append(LineStep(state, action, state.apply(action)))
        state = steps[-1].after
    return steps
