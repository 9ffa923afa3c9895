"""The best lines of a judged game, as positions that its page shows on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

from boardgames.core.model.game import IllegalAction

if TYPE_CHECKING:
    from boardgames.core.model.game import State
    from boardgames.core.model.playthrough import Playthrough
    from boardgames.core.record.assessment import AssessedPly, Assessment

SHOWN_LINE: Final = 6
"""Actions of a line that are shown."""


@attrs.frozen
class LineStep:
    """One action of a line."""

    before: State
    action: Any
    after: State


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
