"""The best lines of a judged game: as positions that its page shows on the board, and as moves in any language."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs

from boardgames.core.text.said import Said

if TYPE_CHECKING:
    from boardgames.core.lookup.spec import GameSpec
    from boardgames.core.model.game import State
    from boardgames.core.model.playthrough import Playthrough
    from boardgames.records.assessment import AssessedPly, Assessment

AssessmentT = TypeVar("AssessmentT", bound="Assessment")

MoveName = Callable[["GameSpec", "State", Any, "State"], str]
"""Gives the text of an action, from the game, the state before and the state after it."""

SHOWN_LINE: Final = 6
"""The number of actions of a line that are shown."""


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


def with_move_names(
    spec: GameSpec, playthrough: Playthrough, judged: AssessmentT, name: MoveName = move_name
) -> AssessmentT:
    """The assessment with the texts that ``name`` gives for actions and lines.

    A line whose text changes is cut after its first action, as a whole line in words would be too long.
    """
    return attrs.evolve(judged, plies=tuple(_with_names(spec, playthrough, ply, name) for ply in judged.plies))


def _with_names(spec: GameSpec, playthrough: Playthrough, ply: AssessedPly, name: MoveName) -> AssessedPly:
    state = playthrough.states[ply.ply - 1]
    action = name(spec, state, playthrough.actions[ply.ply - 1], playthrough.states[ply.ply])
    steps = _steps(state, ply)
    line = tuple(name(spec, step.before, step.action, step.after) for step in steps) + ply.line[len(steps) :]
    if line and line[0] != ply.line[0]:
        line = line[:1]
    best = action if ply.best == ply.action else line[0] if line else ply.best
    return attrs.evolve(ply, action=action, line=line, best=best)


def best_lines(playthrough: Playthrough, judged: Assessment | None) -> dict[int, list[LineStep]]:
    """The steps of the line that was better than an action, by the number of its ply; each has at least one.

    A line ends at an illegal action: it may come from a file of another program.
    """
    lines = {} if judged is None else {ply.ply: _steps(playthrough.states[ply.ply - 1], ply) for ply in judged.plies}
    return {ply: steps for ply, steps in lines.items() if steps}


def _steps(state: State, ply: AssessedPly) -> list[LineStep]:
    return [] if ply.best == ply.action else line_steps(state, ply.line[:SHOWN_LINE])


def line_steps(state: State, line: Iterable[Any]) -> list[LineStep]:
    """The steps of a line from a state on, up to an action that is not legal."""
    steps: list[LineStep] = []
    for action in line:
        try:
            action = state.read(str(action))
            steps.append(LineStep(state, action, state.apply(action)))
        except Exception:  # players may be foreign code, and expect what cannot come
            break
        state = steps[-1].after
    return steps
