"""Walks through a game tree: perft counts it, divide shows where, playout samples it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from boardgames.core.model.base import BaseState
from boardgames.core.model.dice import throw
from boardgames.core.model.game import State
from boardgames.core.model.wrong_action import WrongAction, as_generator, as_plies, as_state
from boardgames.core.signals import check_signals

if TYPE_CHECKING:
    from random import Random

SIGNAL_DEPTH: Final[i64] = 4  # plies left; counts of fewer take no noticeable time


def edges(state: State) -> Sequence[Any]:
    """The legal actions of ``state``, or at a chance node the outcomes of the dice."""
    actions = state.actions()
    return actions if actions else [outcome for outcome, _ in state.chances()]


def perft(state: State, depth: int | WrongAction) -> int:
    """The number of ways to play exactly ``depth`` plies from ``state``; a throw of dice is a ply.

    >>> import boardgames as bg
    >>> [perft(bg.load("ur").start(), depth) for depth in (0, 1, 2, 3)]
    [1, 5, 9, 29]
    """
    plies = as_plies(depth)
    if isinstance(state, BaseState) and plies:
        return _perft(state, plies)
    below = edges(as_state(state))
    if plies < 2:
        return len(below) if plies else 1
    return sum([perft(state.apply(action), plies - 1) for action in below])


def _perft(state: BaseState, depth: i64) -> int:
    # For subclasses of BaseState, whose methods compiled code calls directly.
    if depth == 1:
        return state.count()
    if depth >= SIGNAL_DEPTH:
        check_signals()
    nodes = 0
    for action in state.actions() or [outcome for outcome, _ in state.chances()]:
        nodes += _perft(state.apply(action), depth - 1)
    return nodes


def divide(state: State, depth: int | WrongAction) -> dict[str, int]:
    """The perft of ``state`` after each action, by its text, to find where two programs count differently.

    ``depth`` is the number of plies, from 1.

    >>> import boardgames as bg
    >>> divide(bg.load("ur").start(), 2)
    {'=0': 5, '=1': 1, '=2': 1, '=3': 1, '=4': 1}
    """
    plies = as_plies(depth, 1)
    return {str(action): perft(state.apply(action), plies - 1) for action in edges(as_state(state))}


def playout(state: State, rng: Random, limit: int | WrongAction = 100_000) -> State:
    """The state after uniformly random play by ``rng`` to the end of the game, or for ``limit`` plies.

    >>> import boardgames as bg
    >>> from random import Random
    >>> playout(bg.load("ur").start(), Random(1)).outcome.reason
    'home'
    """
    most, random = as_plies(limit), as_generator(rng).random
    if isinstance(state, BaseState):
        end: State = _playout(state, rng, most)
        return end
    plies: i64 = 0
    while plies < most:
        actions = as_state(state).actions()
        if actions:
            state = state.apply(actions[int(random() * len(actions))])
        else:
            chances = state.chances()
            if not chances:
                break
            state = state.apply(throw(chances, rng))
        plies += 1
    return state


def _playout(state: BaseState, rng: Random, limit: i64) -> Any:
    # For subclasses of BaseState, whose methods compiled code calls directly.
    random: Callable[[], float] = rng.random
    plies: i64 = 0
    while plies < limit:
        action = state.sample(random)
        if action is None:
            chances = state.chances()
            if not chances:
                break
            action = throw(chances, rng)
        state = state.apply(action)
        plies += 1
    return state
