"""Seeds: every stream of random numbers that follows from the seed of a game, a contest or an environment.

A stream never changes from one version to the next, so an old seed gives the old game.  Streams of one seed do not
depend on each other, and a stream does not depend on how many numbers another has given.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from operator import index
from random import Random, SystemRandom
from typing import SupportsIndex

from boardgames.core.text.kinds import SEED


def whole_seed(seed: SupportsIndex) -> int:
    """A seed as an ``int``, from a whole number of any type.

    Raises :class:`TypeError` if it is not a whole number, :class:`ValueError` if it has more than 64 bits.

    >>> whole_seed(2**64)
    Traceback (most recent call last):
    ...
    ValueError: a seed is a whole number of 64 bits, from -2**63 to 2**64 - 1, not 18446744073709551616
    """
    try:
        number = index(seed)
    except TypeError:
        raise TypeError(f"a seed is a whole number, not {seed!r}") from None
    try:
        return SEED.check(number)
    except ValueError:
        shown = str(number) if number.bit_length() < 200 else f"one of {number.bit_length()} bits"
        raise ValueError(f"a seed is a whole number of 64 bits, from -2**63 to 2**64 - 1, not {shown}") from None


def new_seed() -> int:
    """A new seed of 48 bits, too many to be found by trying, from the random source of the operating system."""
    return SystemRandom().randrange(2**48)


def random_of(seed: int) -> Random:
    """The one generator of a program that needs no more than one.

    Every seed has its own: ``Random(-5)`` and ``Random(5)`` are alike, so a negative seed is taken as text.

    >>> random_of(5).random() == Random(5).random(), random_of(-5).random() == random_of(5).random()
    (True, False)
    """
    return Random(seed if seed >= 0 else str(seed))


def dice_number(seed: int, seat: int, count: int) -> int:
    """The 64-bit number that decides throw ``count``, from 0, of a seat.

    It depends on nothing else, so a game with the sides swapped has the same throws.

    >>> dice_number(1, 0, 0) == dice_number(1, 0, 0) != dice_number(1, 1, 0)
    True
    """
    return int.from_bytes(blake2b(b"%d/%d/%d" % (seed, seat, count), digest_size=8).digest(), "big")


def player_random(seed: int, seat: int | None) -> Random:
    """The generator of the player in ``seat``, or with ``None`` of the spectators, for a game with this ``seed``."""
    return Random(f"{seed}/{seat}")


def pair_seed(seed: int, players: Iterable[int], meeting: int) -> int:
    """The 48-bit seed that both games of a pair share: it follows from the two players and the number of their meeting.

    ``seed`` is the contest's; ``players`` are numbers.  Without players it is the seed of whatever all pairs share at
    this ``meeting``.
    """
    return _number(f"{seed}/luck/{'/'.join(map(str, players))}/{meeting}".encode(), 6)


def opening_random(seed: int, attempt: int) -> Random:
    """The generator of a random opening; ``seed`` is the pair's, ``attempt`` counts from 0."""
    return Random(f"{seed}/opening/{attempt}")


def environment_random(seed: int, game: int) -> Random:
    """The generator for the dice of one ``game``, by its number, in an environment with this ``seed``."""
    return Random(f"{seed} {game}")


def _number(text: bytes, size: int) -> int:
    return int.from_bytes(blake2b(text, digest_size=size).digest(), "big")
