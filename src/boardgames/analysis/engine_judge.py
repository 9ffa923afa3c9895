"""EngineJudge: judges by a program that tells scores while it thinks, as USI engines do."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf
from typing import Any

import attrs

from boardgames.analysis.judges import JudgeEffort, JudgeFailed, NoJudge, NoScore, seat_zero
from boardgames.contest import Conditions, ProgramEntrant
from boardgames.core.lookup import spec_of
from boardgames.core.model.game import CHANCE, State
from boardgames.core.model.options import BadOption
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol import Briefing, Clock, Evaluation, ScoringDialogue, SearchInfo
from boardgames.core.protocol.verdict import Fault
from boardgames.referee import Limits

PATIENCE = 600.0
"""Seconds after which an engine that is bounded by nodes counts as stuck."""
USUAL_SECONDS = 1.0


class EngineJudge:
    """A program that judges one position after the other, and keeps its memory from one to the next."""

    def __init__(self, program: ProgramEntrant, start: State, effort: JudgeEffort) -> None:
        self.name = program.name
        clock = effort.clock()
        if clock.nodes is None and isinf(clock.move_time):
            clock = Clock(first_move_time=USUAL_SECONDS, move_time=USUAL_SECONDS)
        seconds = PATIENCE if clock.nodes is not None else 2.0 * clock.move_time + 5.0
        limits = Limits(first_move_time=seconds, move_time=seconds)
        self.seat = program.take_seat(spec_of(start.game), 0, 0, program.name, Conditions(limits=limits))
        names = (program.name,) * start.game.seats
        try:
            fault = self.seat.open(Briefing(start, names, clocks=[clock] * start.game.seats), 0)
        except BadOption:
            self.close()
            raise
        if fault is not None:
            self.close()
            raise NoJudge(_failure(self.name, fault))
        dialogue = self.seat.dialogue
        if not isinstance(dialogue, ScoringDialogue):
            self.close()
            raise NoJudge(
                f"{program.text}: the protocol {program.protocol.name!r} has no scores, so programs that speak it "
                "cannot judge; name an engine, usi:ENGINE, or a player, such as alphabeta:nodes=3000"
            )
        self.dialogue: ScoringDialogue = dialogue

    def judge(self, playthrough: Playthrough, ply: int) -> Evaluation:
        state = playthrough.states[ply]
        if state.turn == CHANCE:
            raise NoJudge(f"{self.name}: engines do not judge throws of dice; use a player: alphabeta:nodes=3000")
        info = self._ask_engine(playthrough, ply)
        if info is None:
            raise NoScore(f"the judge {self.name} sent no score ('info score') before its answer")
        evaluation = info.evaluation(state.turn, self.name)
        if ply == playthrough.plies or len(state.actions()) == 1:
            return evaluation
        played = playthrough.actions[ply]
        if evaluation.line[:1] == (str(played),):
            return attrs.evolve(evaluation, played=evaluation.chance)
        other = next((line_info for line_info in info.alternatives if line_info.line[:1] == (played,)), None)
        if other is None:
            other = self._ask_engine(playthrough, ply, only=[str(played)])
        if other is None or other.line[:1] != (played,):
            return evaluation  # an engine that cannot look at one action alone
        worth = min(seat_zero(state.turn, evaluation.chance), other.evaluation(0).chance)
        return attrs.evolve(evaluation, played=seat_zero(state.turn, worth))

    def _ask_engine(self, playthrough: Playthrough, ply: int, only: Sequence[str] = ()) -> SearchInfo | None:
        """The engine's judgement of the position after ``ply`` actions; with ``only``, about these alone.

        Raises :class:`~boardgames.analysis.JudgeFailed`.
        """
        self.dialogue.go_to(playthrough.texts[:ply], only)
        answer = self.seat.choose(playthrough.states[ply], lambda: None)
        if isinstance(answer, Fault):
            raise JudgeFailed(_failure(self.name, answer))
        return self.dialogue.thought

    def rate(self, playthrough: Playthrough, ply: int) -> list[tuple[Any, float]]:
        info = self._ask_engine(playthrough, ply)
        lines = [] if info is None else [info, *info.alternatives]
        if len(lines) < 2:
            raise NoJudge(f"{self.name} shows one line alone: let it show two with --set MultiPV=2")
        return [(line_info.line[0], line_info.chance) for line_info in lines if line_info.line]

    def close(self) -> None:
        self.seat.dismiss(None)
        self.seat.close()


def _failure(name: str, fault: Fault) -> str:
    return f"the judge {name} failed ({fault.kind}): {fault.detail}"
