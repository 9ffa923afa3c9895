"""The chances of a game as its pages show them: a graph, marks in the list of moves, better lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE, State
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol import MARKS, Evaluation, SearchInfo, Verdict
from boardgames.core.text.printable import printable
from boardgames.core.text.said import Said, Translate
from boardgames.records import AssessedPly, Assessment, assess
from boardgames.session.engine_output import SHOWN_ACTIONS
from boardgames.view.best_lines import LineStep, best_lines, line_steps, with_move_names
from boardgames.view.graph import chance_sentence, chances_panel, panel, sentences
from boardgames.view.page import move_text, sentence

AS_PLAYERS_SAW: Final = Said("The chances as the players saw them while they thought.")


@attrs.frozen(eq=False)
class Chances:
    """The chances in a game, as far as they have been judged."""

    spec: GameSpec
    names: Sequence[str]
    assessment: Assessment
    lines: Mapping[int, Sequence[LineStep]]
    """The lines that were better than an action, by its ply."""
    is_judged: bool
    """True if a judge looked at the actions; else these are the chances that the players saw."""
    _facts: dict[Translate, dict[str, object]] = attrs.field(factory=dict, init=False)
    """The facts that pages were sent, by language: all pages of a language are sent the same."""

    def fact(self, translate: Translate) -> dict[str, object]:
        """The fact from which a page draws them, in its language."""
        fact = self._facts.get(translate)
        if fact is None:
            fact = self._facts[translate] = self._new_fact(translate)
        return fact

    def _new_fact(self, translate: Translate) -> dict[str, object]:
        game, names = self.assessment, self.names
        if self.is_judged:
            html, words = panel(game, names, translate), sentences(game, names, translate)
        else:
            html = chances_panel(game, names, AS_PLAYERS_SAW, translate)
            chances = [game.start, *(ply.chance for ply in game.plies)]
            words = [translate(chance_sentence(chance, names)) for chance in chances]
        return {
            "kind": "chances",
            "html": html,
            "judged": words,
            "marks": {str(ply.ply): [ply.mark, translate(MARKS[ply.mark])] for ply in game.plies if ply.mark},
            "lines": {
                str(ply): [
                    {
                        "ply": ply,
                        "step": number,
                        "text": translate(move_text(self.spec, step.before, step.action, step.after)),
                    }
                    for number, step in enumerate(steps)
                ]
                for ply, steps in self.lines.items()
            },
        }

    def step(self, ply: int, number: int | None) -> LineStep | None:
        """A step of the line that was better than the action of a ply, if there is one."""
        steps = self.lines.get(ply, ())
        return steps[number] if number is not None and number < len(steps) else None

    def words(self, step: LineStep) -> str:
        """A step in words."""
        return sentence(self.spec, self.names, step.before, step.action, step.after)


def seen_by_players(
    spec: GameSpec, names: Sequence[str], playthrough: Playthrough, evaluations: Mapping[int, Evaluation]
) -> Chances | None:
    """The chances that players saw while they thought, by the plies before; ``None`` if no player said anything.

    A player that plays what it thinks best keeps its chance, so the position after that has the same.
    """
    if not evaluations:
        return None
    chances: list[float | None] = [None] * len(playthrough.states)
    for ply, evaluation in sorted(evaluations.items()):
        chances[ply] = evaluation.chance
        if ply < playthrough.plies and evaluation.line[:1] == (str(playthrough.actions[ply]),):
            chances[ply + 1] = evaluation.chance
    outcome = playthrough.state.outcome
    if outcome is not None:
        chances[-1] = (1.0 + float(outcome.returns[0])) / 2.0
    plies = tuple(
        AssessedPly(
            ply=number,
            seat=state.seat if state.turn == CHANCE else state.turn,
            action=printable(str(action)),
            chance=chances[number],
        )
        for number, (state, action) in enumerate(zip(playthrough.states, playthrough.actions, strict=False), 1)
    )
    nothing = (0.0, 0.0)
    assessment = Assessment(
        start=chances[0], plies=plies, losses=nothing, luck=nothing, accuracy=(None, None), result=None
    )
    return Chances(spec, names, assessment, {}, is_judged=False)


def found_by_judge(
    spec: GameSpec,
    names: Sequence[str],
    playthrough: Playthrough,
    evaluations: Mapping[int, Evaluation],
    verdict: Verdict | None,
) -> Chances:
    """The chances that a judge found, and what each action gave away."""
    assessment = assess(playthrough, evaluations, verdict)
    lines = best_lines(playthrough, assessment)
    return Chances(spec, names, with_move_names(spec, playthrough, assessment, move_text), lines, is_judged=True)


def in_words(spec: GameSpec, before: State, info: SearchInfo) -> SearchInfo:
    """A thought whose line is what a list of moves names its actions; where they are mere numbers, its first one."""
    line = info.line[:SHOWN_ACTIONS]
    words = [move_text(spec, step.before, step.action, step.after) for step in line_steps(before, line)]
    first = bool(words) and str(line[0]).isdigit()
    return attrs.evolve(info, line=tuple(words[:1]) if first else (*words, *line[len(words) :]))
