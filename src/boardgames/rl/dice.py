"""Dice for many games at once: each game has its own generator, so the length of one does not change another's dice."""

from __future__ import annotations

from random import Random

from boardgames.core.seeds import environment_random
from boardgames.rl.checks import seed_of


def luck(seed: int, game: int) -> Random:
    """The random generator for the dice of game number ``game`` in an environment with this seed.

    ``bg.throw(state.chances(), generator)`` gives a single state the same throws.

    >>> luck(1, 0).random() == luck(1, 0).random() != luck(1, 1).random()
    True
    """
    return environment_random(seed_of(seed), game)
