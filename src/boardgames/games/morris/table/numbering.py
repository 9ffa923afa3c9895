"""A number for every position of a family of morris with given numbers of men, symmetric positions together.

A set of points is an integer, as in the rules: bit n stands for point n.  The sets of
k points, ordered as integers, have *ranks* from 0 on (the *combinatorial number
system*).  Sets that a symmetry of the board maps onto each other form an *orbit*; the
smallest of them stands for it.

In a :class:`Part` one side has ``own`` men and the other ``other``.  The side with more
men is turned into the set that stands for its orbit; the number is made of the orbit's
and of the rank of the other side's men, turned along, among the points that are left.
Where symmetries leave the first set alone, the smallest rank counts; the other numbers
are not used.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Final, final

from mypy_extensions import i32, i64, u8

from boardgames.core.vectors import append, vec

MOST_POINTS: Final = 24
HALF: Final = 12  # bits that a table of ranks covers
SYMMETRIES: Final = 16  # at most
COUNTED: Final = 5  # bits that :meth:`Part.find` adds to a number


def _ranks(first: int, counted: int) -> list[int]:
    """By a set of 12 points, the first of which is ``first``: what they add to a rank after ``counted`` points."""
    ranks = [0] * 4096
    for points in range(1, 4096):
        top = points.bit_length() - 1
        ranks[points] = ranks[points - 2**top] + comb(first + top, counted + points.bit_count())
    return ranks


def _extracted(mask: int, value: int) -> int:
    """The bits of ``value`` at the places of ``mask``, moved together."""
    bits = [value // 2**place % 2 for place in range(8) if mask // 2**place % 2]
    return sum([bit * 2**place for place, bit in enumerate(bits)])


def _deposited(mask: int, value: int) -> int:
    """The lowest bits of ``value``, moved apart to the places of ``mask``."""
    places = [place for place in range(8) if mask // 2**place % 2]
    return sum([2**place for nth, place in enumerate(places) if value // 2**nth % 2])


class _Tables:
    """Tables that every board uses, made with the first."""

    def __init__(self) -> None:
        self.low: Final = vec[i32](_ranks(0, 0))
        self.high: Final = vec[i32]([rank for counted in range(HALF + 1) for rank in _ranks(HALF, counted)])
        self.counts: Final = vec[u8](bytes([points.bit_count() for points in range(4096)]))
        self.extracted: Final = vec[u8](bytes([_extracted(mask, value) for mask in range(256) for value in range(256)]))
        self.deposited: Final = vec[u8](bytes([_deposited(mask, value) for mask in range(256) for value in range(256)]))


_shared: Final[list[_Tables]] = []


def _tables() -> _Tables:
    if not _shared:
        _shared.append(_Tables())
    return _shared[0]


@final
class Orbits:
    """The orbits of the sets of ``size`` points of a board."""

    def __init__(self, points: Points, size: int) -> None:
        first: list[int] = []
        stabilisers: list[int] = []
        of: vec[i32] = vec[i32]([-1] * comb(points.size, size))
        men: i64 = 2**size - 1
        image: i64
        symmetry: i64
        rank: i64
        for rank in range(i64(len(of))):
            if of[rank] < 0:
                stabiliser = 0
                for symmetry in range(points.symmetries):
                    image = points.image(symmetry, men)
                    if image == men:
                        stabiliser += int(2 ** int(symmetry))
                    place = points.rank(image)
                    if of[place] < 0:
                        of[place] = i32(len(first) * SYMMETRIES + points.inverse[symmetry])
                first.append(int(men))
                stabilisers.append(stabiliser)
            men = next_set(men)
        self.count: Final = len(first)
        self.first: Final = vec[i32](first)
        """The set that stands for each orbit."""
        self.stabilisers: Final = vec[i32](stabilisers)
        """The symmetries that leave it alone: bit n stands for symmetry n."""
        self.of: Final = of
        """By rank of a set: 16 times its orbit, plus the symmetry that turns it into the one that stands for it."""


def next_set(men: i64) -> i64:
    """The next larger set of the same number of points; for no points, none."""
    if not men:
        return 0
    low = men & -men
    ripple = men + low
    return ripple | ((men ^ ripple) >> 2) // low


@final
class Points:
    """The points of a board: sets of them, their ranks and images.  ``images`` says where each symmetry sends each."""

    def __init__(self, size: int, images: Sequence[Sequence[int]]) -> None:
        self.size: Final[int] = size
        self.symmetries: Final[i64] = len(images)
        tables = _tables()
        self.low: Final = tables.low
        self.high: Final = tables.high
        self.counts: Final = tables.counts
        self.extracted: Final = tables.extracted
        self.deposited: Final = tables.deposited
        self.all: Final[i64] = 2**size - 1
        to = [
            sum([2 ** image[8 * byte + bit] for bit in range(8) if 8 * byte + bit < size and value // 2**bit % 2])
            for image in images
            for byte in range(3)
            for value in range(256)
        ]
        self.images: Final = vec[i32](to)
        every = [tuple(image) for image in images]
        self.inverse: Final = vec[i64](
            [every.index(tuple([image.index(point) for point in range(size)])) for image in every]
        )
        """The number of each symmetry's inverse."""
        self._orbits: Final[dict[int, Orbits]] = {}
        self._sets: Final[dict[tuple[int, int], vec[i32]]] = {}

    def count(self, men: i64) -> i64:
        """The number of men in a set."""
        return i64(self.counts[men & 4095]) + i64(self.counts[men >> HALF])

    def rank(self, men: i64) -> i64:
        """The rank of a set among those of the same number of points."""
        low = men & 4095
        return i64(self.low[low]) + i64(self.high[i64(self.counts[low]) * 4096 + (men >> HALF)])

    def image(self, symmetry: i64, men: i64) -> i64:
        """The men on a board that a symmetry has turned or mirrored."""
        images = self.images
        at = symmetry * 768
        return (
            i64(images[at + (men & 255)])
            | i64(images[at + 256 + (men >> 8 & 255)])
            | i64(images[at + 512 + (men >> 16)])
        )

    def extract(self, free: i64, men: i64) -> i64:
        """A set of free points as one of points numbered anew, without those that are not free."""
        extracted, counts = self.extracted, self.counts
        first = free & 255
        second = free >> 8 & 255
        shift: i64 = i64(counts[first])
        result: i64 = i64(extracted[first * 256 + (men & 255)])
        result |= i64(extracted[second * 256 + (men >> 8 & 255)]) << shift
        shift += i64(counts[second])
        return result | i64(extracted[(free >> 16) * 256 + (men >> 16)]) << shift

    def deposit(self, free: i64, men: i64) -> i64:
        """The inverse of :meth:`extract`."""
        deposited, counts = self.deposited, self.counts
        first = free & 255
        second = free >> 8 & 255
        result: i64 = i64(deposited[first * 256 + (men & 255)])
        men >>= i64(counts[first])
        result |= i64(deposited[second * 256 + (men & 255)]) << 8
        men >>= i64(counts[second])
        return result | i64(deposited[(free >> 16) * 256 + (men & 255)]) << 16

    def orbits(self, size: int) -> Orbits:
        """The orbits of the sets of ``size`` points; made once."""
        if size not in self._orbits:
            self._orbits[size] = Orbits(self, size)
        return self._orbits[size]

    def sets(self, size: int, points: int) -> vec[i32]:
        """All sets of ``size`` of the first ``points`` points, by rank; made once."""
        if (size, points) not in self._sets:
            every: vec[i32] = vec[i32]([])
            men: i64 = 2**size - 1
            for _ in range(comb(points, size)):
                every = append(every, i32(men))
                men = next_set(men)
            self._sets[size, points] = every
        return self._sets[size, points]


@final
class Part:
    """The positions in which the side to act has ``own`` men on the board and the other side ``other``."""

    def __init__(self, points: Points, own: int, other: int) -> None:
        keys, rest = max(own, other), min(own, other)
        self.points: Final = points
        self.own: Final[i64] = own
        self.other: Final[i64] = other
        self.by_own: Final[bool] = own >= other
        self.orbits: Final = points.orbits(keys)
        self.sets: Final = points.sets(rest, points.size - keys)
        self.width: Final[i64] = len(self.sets)
        """The numbers of an orbit."""
        self.size: Final[i64] = self.orbits.count * self.width
        """The numbers of all orbits."""

    def find(self, own: i64, other: i64) -> i64:
        """32 times the number of a position, plus the number of symmetries that leave it as it is."""
        points = self.points
        keys, rest = (own, other) if self.by_own else (other, own)
        entry: i64 = i64(self.orbits.of[points.rank(keys)])
        orbit = entry >> 4
        symmetry = entry & 15
        if symmetry:
            rest = points.image(symmetry, rest)
        free = points.all & ~i64(self.orbits.first[orbit])
        stabiliser: i64 = i64(self.orbits.stabilisers[orbit])
        rank = points.rank(points.extract(free, rest))
        same: i64 = 1
        if stabiliser != 1:
            best = rank
            symmetry = 1
            stabiliser >>= 1
            while stabiliser:
                if stabiliser & 1:
                    rank_of_image = points.rank(points.extract(free, points.image(symmetry, rest)))
                    if rank_of_image < best:
                        best = rank_of_image
                    elif rank_of_image == rank:
                        same += 1
                stabiliser >>= 1
                symmetry += 1
            rank = best
        return (orbit * self.width + rank) << COUNTED | same

    def index(self, own: i64, other: i64) -> int:
        """The number of a position."""
        return int(self.find(own, other) >> COUNTED)

    def keys(self, number: i64) -> i64:
        """The men of the side with more of them."""
        return i64(self.orbits.first[number // self.width])

    def rest(self, number: i64) -> i64:
        """The men of the side with fewer of them."""
        orbit = number // self.width
        free = self.points.all & ~i64(self.orbits.first[orbit])
        return self.points.deposit(free, i64(self.sets[number - orbit * self.width]))
