"""The luck of many games at once: each has a generator of its own, so that no game's length changes another's dice."""

from __future__ import annotations

from random import Random

from boardgames.core.seeds import environment_random


def luck(seed: int, game: int) -> Random:
    """The generator that throws the dice of game number ``game`` of an environment with this seed.

    So a single state meets the same throws: ``bg.throw(state.chances(), generator)``.

    >>> luck(1, 0).random() == luck(1, 0).random() != luck(1, 1).random()
    True
    """
    return environment_random(seed, game)
