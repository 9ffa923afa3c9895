"""Positions of the shogi family to compare over: random, seeking check, with rich hands."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from boardgames.games.shogi.rules import State

CHECKS_SOUGHT = 0.9


def positions(game: Any, count: int, seed: int) -> Iterator[State]:
    """``count`` positions of games played at random, two in three looking for checks."""
    rng = Random(seed)
    made = 0
    number = 0
    while made < count:
        state = rich(game, rng) if number % 4 >= 2 else game.start()
        seeks_check = number % 3 > 0
        number += 1
        for _ in range(300):
            actions = state.actions()
            if not actions or made == count:
                break
            yield state
            made += 1
            if seeks_check and rng.random() < CHECKS_SOUGHT:
                checks = [state.apply(action).checks() for action in actions]
                most = max(checks)
                actions = tuple([action for action, count in zip(actions, checks, strict=True) if count == most])
            state = state.apply(rng.choice(actions))


def rich(game: Any, rng: Random) -> State:
    """A start from which many men have been taken off the board into a hand."""
    variant = game.variant
    while True:
        share = rng.uniform(0.5, 1.0)
        state = game.start()
        position = bytearray(state.codes)
        for square in range(variant.squares):
            kind = position[square] & 7
            if position[square] and kind and rng.random() < share:
                position[square] = 0
                position[game.tables.hand[rng.choice((1, 2))] + kind] += 1
        placed: State = game.place(bytes(position), 1)
        waiting = game.place(bytes(position), 2)
        if not waiting.in_check() and placed.actions():
            return placed
