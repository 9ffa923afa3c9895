"""Judges: what a position is worth, and the action that was played in it, by a tablebase, a player or an engine."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Final, Protocol, TypeVar

import attrs

from boardgames.core.model.game import CHANCE
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol import Clock, Evaluation, Player
from boardgames.solve import NoTablebase, NotInTablebase, Tablebase
from boardgames.solve.tablebase import Unsolved

T = TypeVar("T")
EXACT: Final = "exact"
USUAL: Final = "alphabeta:nodes=3000"


class NoJudge(ValueError):
    """A judge that does not exist, or cannot judge the game; the message says why, and names others."""


class JudgeFailed(RuntimeError):
    """A judge that broke down at its work; the message says how."""


class NoScore(JudgeFailed):
    """An engine that answered without a score, as some do where they see the end of the game."""


class Judge(Protocol):
    """Judges the positions of one game, from the first to the last."""

    @property
    def name(self) -> str:
        """The name that reports show."""

    def judge(self, playthrough: Playthrough, ply: int) -> Evaluation:
        """The value of the position after ``ply`` actions, and the action that was played there.

        Raises :class:`JudgeFailed`.
        """

    def rate(self, playthrough: Playthrough, ply: int) -> list[tuple[Any, float]]:
        """The best actions after ``ply`` actions, at least two, with the chances of the side to act, the best first.

        Raises :class:`JudgeFailed`, and :class:`NoJudge` for a judge that cannot.
        """

    def close(self) -> None:
        """Free what the judge uses."""


@attrs.frozen(kw_only=True)
class JudgeEffort:
    """The bounds of a judge's thought about each position; without any, those in its name."""

    nodes: int | None = None
    seconds: float | None = None
    settings: tuple[str, ...] = ()
    """Options of an engine's own, each ``NAME=VALUE``."""

    def clock(self) -> Clock:
        """The clock of an engine that judges, in seconds and nodes."""
        seconds = inf if self.seconds is None else self.seconds
        return Clock(first_move_time=seconds, move_time=seconds, nodes=self.nodes)


def seat_zero(seat: int, chance: float) -> float:
    """The chance of seat 0, from that of ``seat``."""
    return chance if seat == 0 else 1.0 - chance


class TableJudge:
    """Judges by exact values; ``beyond`` judges the positions that a table which is not complete lacks."""

    name = EXACT

    def __init__(self, table: Tablebase, beyond: Judge | None = None) -> None:
        self.table = table
        self.beyond = beyond

    def judge(self, playthrough: Playthrough, ply: int) -> Evaluation:
        state = playthrough.states[ply]
        seat = state.seat
        try:
            if state.turn == CHANCE:
                return Evaluation(chance=seat_zero(seat, self.table.value(state)), judge=self.name)
            rated = self.table.rate(state)
        except NotInTablebase as error:
            if self.beyond is not None and isinstance(error, Unsolved):
                return self.beyond.judge(playthrough, ply)
            raise JudgeFailed(str(error)) from None
        best, chance = next(iter(rated.items()))
        played = rated[playthrough.actions[ply]] if ply < playthrough.plies else None
        if played == chance:
            best = playthrough.actions[ply]  # of equals the one that was played
        return Evaluation(
            chance=seat_zero(seat, chance),
            line=(best,),
            played=None if played is None else seat_zero(seat, played),
            judge=self.name,
        )

    def rate(self, playthrough: Playthrough, ply: int) -> list[tuple[Any, float]]:
        try:
            return list(self.table.rate(playthrough.states[ply]).items())
        except Unsolved:
            if self.beyond is None:
                raise
            return self.beyond.rate(playthrough, ply)

    def close(self) -> None:
        pass


class PlayerJudge:
    """Judges by a player of this process: one that rates actions."""

    def __init__(self, name: str, player: Player, effort: JudgeEffort) -> None:
        self.name = name
        self.player = player
        self.effort = effort

    def judge(self, playthrough: Playthrough, ply: int) -> Evaluation:
        state = playthrough.states[ply]
        seat = state.seat
        if state.turn == CHANCE:
            value = self._answer(lambda: self.player.value(state, self.effort.clock()))
            return Evaluation(chance=seat_zero(seat, _chance(value)), judge=self.name)
        if ply == playthrough.plies:
            info, _ = self._answer(lambda: self.player.compare(state, state.actions()[0], self.effort.clock()))
            return info.evaluation(seat, self.name)
        action = playthrough.actions[ply]
        info, value = self._answer(lambda: self.player.compare(state, action, self.effort.clock()))
        evaluation = info.evaluation(seat, self.name)
        if value >= info.value:
            return attrs.evolve(evaluation, played=evaluation.chance, line=_best_is(action, evaluation.line))
        return attrs.evolve(evaluation, played=seat_zero(seat, _chance(value)))

    def rate(self, playthrough: Playthrough, ply: int) -> list[tuple[Any, float]]:
        rated = self._answer(lambda: self.player.rate(playthrough.states[ply], self.effort.clock()))
        return [(action, _chance(value)) for action, value in rated]

    def _answer(self, question: Callable[[], T]) -> T:
        try:
            return question()
        except NotImplementedError:
            raise NoJudge(
                f"{self.name} rates no actions, so it cannot judge; use {USUAL}, mcts, or an engine: usi:ENGINE"
            ) from None
        except NoTablebase as error:
            raise NoJudge(str(error)) from None
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:  # code of others
            raise JudgeFailed(f"the judge {self.name} raised {type(error).__name__}: {error}") from error

    def close(self) -> None:
        pass


def _chance(value: float) -> float:
    return min(1.0, max(0.0, (1.0 + value) / 2.0))


def _best_is(action: Any, line: tuple[str, ...]) -> tuple[str, ...]:
    """The line, or the action that was played, which is the best of equals."""
    return line if line[:1] == (str(action),) else (str(action),)
