"""Positions to fit a judgement on, from games that a teacher plays against itself, and from lines beside them.

A search looks at what good players avoid, and its judgement must know that.  So at some plies a line beside the game is
valued: actions at random, and what the teacher makes of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import attrs

from boardgames.analysis import Judge, JudgeFailed, NoScore
from boardgames.core.lookup import GameSpec
from boardgames.core.model import Game, Playthrough, State
from boardgames.players import Alphabeta, Effort
from boardgames_lab.fitting.self_play import MOST_PLIES, OPENING, Sample, is_quiet, values_with_later
from boardgames_lab.fitting.settings import Games

WON: float = 0.998
"""A value beyond which a game is won, and ends."""
ASTRAY: tuple[int, ...] = (1, 1, 2)
"""The numbers of random actions with which a line beside a game begins; each is as likely as the others."""
ASIDE: int = 4
"""The plies of the teacher in such a line."""


@attrs.frozen
class ValuedState:
    """A state, and the teacher's action and value there; the value is for seat 0, from -1 to 1."""

    state: State
    action: Any
    value: float
    is_quiet: bool


def teacher_samples(spec: GameSpec, game: Game, games: Games, number: int, teacher: Judge) -> Iterator[Sample]:
    """The samples of game ``number`` of ``games``, which the teacher plays and values, and of the lines beside it.

    A line ends where the teacher has no score.
    """
    rng = Random(f"{game.name} {games.seed} {number}")
    search = Alphabeta(spec, Effort(nodes=1), rng)
    playthrough = Playthrough(game.start())
    go_astray(playthrough, rng.randrange(*OPENING), rng)
    line, lines = [], []
    while playthrough.state.actions() and playthrough.plies < MOST_PLIES:
        here = valued(teacher, search, playthrough)
        if here is None:
            break
        line.append(here)
        if rng.random() < games.asides:
            lines.append(aside(teacher, search, playthrough, rng))
        if abs(here.value) > WON:
            break
        actions = playthrough.state.actions()
        playthrough.apply(rng.choice(actions) if rng.random() < games.exploration else here.action)
    outcome, last = playthrough.state.outcome, line[-1].value if line else 0.0
    result = outcome.returns[0] if outcome is not None else float((last > WON) - (last < -WON))
    yield from samples(line, result, result, games.later)
    for line in lines:
        yield from samples(line, line[-1].value if line else result, result, games.later)


def aside(teacher: Judge, search: Alphabeta, game: Playthrough, rng: Random) -> list[ValuedState]:
    """A line that leaves a game where it is by random actions, from the first state after them."""
    playthrough = Playthrough(game.start)
    for action in game.actions:
        playthrough.apply(action)
    go_astray(playthrough, rng.choice(ASTRAY), rng)
    line: list[ValuedState] = []
    while playthrough.state.actions() and len(line) < ASIDE:
        here = valued(teacher, search, playthrough)
        if here is None:
            break
        line.append(here)
        playthrough.apply(here.action)
    return line


def go_astray(playthrough: Playthrough, plies: int, rng: Random) -> None:
    """Play actions at random."""
    for _ in range(plies):
        if playthrough.state.actions():
            playthrough.apply(rng.choice(playthrough.state.actions()))


def valued(teacher: Judge, search: Alphabeta, playthrough: Playthrough) -> ValuedState | None:
    """The last state of a game, valued; ``None`` if the teacher has no score for it.

    Raises :class:`~boardgames.analysis.JudgeFailed`.
    """
    state = playthrough.state
    try:
        evaluation = teacher.judge(playthrough, playthrough.plies)
    except NoScore:
        return None
    if not evaluation.line:
        raise JudgeFailed(f"{evaluation.judge} names no action in {state}")
    action = state.read(evaluation.line[0])
    quiet = is_quiet(search, state, state.actions().index(action))
    return ValuedState(state, action, 2.0 * evaluation.chance - 1.0, quiet)


def samples(line: Sequence[ValuedState], last: float, result: float, later: float) -> Iterator[Sample]:
    """The quiet positions of a line, each with its value mixed with the later ones, and after them with ``last``."""
    mixed = values_with_later([(ply, here.value) for ply, here in enumerate(line)], last, later)
    for here, value in zip(line, mixed, strict=True):
        if here.is_quiet:
            sign = 1 if here.state.seat == 0 else -1
            yield Sample(str(here.state), sign * value, sign * result)
