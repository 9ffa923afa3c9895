"""The number of positions, symmetric ones counted once: by Burnside's lemma, without a list of them."""

from __future__ import annotations

from functools import cache
from math import comb

from boardgames.games.morris.table.layer import Shape
from boardgames.games.morris.table.layers import Board

Images = tuple[tuple[int, ...], ...]


def positions(board: Board, shape: Shape) -> int:
    """The number of positions of a shape: the mean, over all symmetries, of the number that one leaves alone."""
    return sum(count.get(shape[:2], 0) for count in _unchanged(board.symmetries)) // len(board.symmetries)


def cells(board: Board, shape: Shape) -> int:
    """The size of :class:`~boardgames.games.morris.table.numbering.Part` for a shape."""
    more, fewer = max(shape[:2]), min(shape[:2])
    orbits = sum(count.get((more, 0), 0) for count in _unchanged(board.symmetries)) // len(board.symmetries)
    return orbits * comb(board.size - more, fewer)


@cache
def _unchanged(symmetries: Images) -> tuple[dict[tuple[int, int], int], ...]:
    """For each symmetry, by the men of both sides, the positions that it leaves as they are.

    Each of its cycles of points is empty, or full of men of one side.
    """
    counts = []
    for image in symmetries:
        count = {(0, 0): 1}
        for length in _cycles(image):
            longer: dict[tuple[int, int], int] = {}
            for (own, other), ways in count.items():
                for men in ((own, other), (own + length, other), (own, other + length)):
                    longer[men] = longer.get(men, 0) + ways
            count = longer
        counts.append(count)
    return tuple(counts)


def _cycles(image: tuple[int, ...]) -> list[int]:
    lengths, visited = [], set()
    for point in range(len(image)):
        length = 0
        while point not in visited:
            visited.add(point)
            point = image[point]
            length += 1
        if length:
            lengths.append(length)
    return lengths
