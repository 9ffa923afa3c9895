"""The board from its data, beside a plain list of lines; the sets of points beside plain sets."""

from __future__ import annotations

from random import Random

from boardgames.games.morris import board
from tests.games.morris.model import EDGES, LINES, READING


def names(points: int) -> set[str]:
    return {board.NAMES[point] for point in board.points_of(points)}


def random_sets(number: int) -> list[int]:
    rng = Random(5)
    return [rng.getrandbits(24) & (rng.getrandbits(24) | rng.getrandbits(24)) for _ in range(number)]


def test_there_are_24_slots_in_reading_order() -> None:
    assert [board.NAMES[point] for point in board.READING_ORDER] == READING


def test_there_are_16_mills() -> None:
    """12 edges of the squares, and 4 lines connecting the centers of the edges."""
    assert len(board.LINES) == 16
    assert {frozenset(board.NAMES[point] for point in line) for line in board.LINES} == set(map(frozenset, LINES))


def test_there_are_32_edges() -> None:
    edges = {
        frozenset((board.NAMES[point], board.NAMES[near]))
        for point in range(board.POINTS)
        for near in board.NEIGHBOURS[point]
    }
    assert len(edges) == 32
    assert edges == EDGES


def test_directions_go_clockwise_from_the_top_left_and_radii_outwards() -> None:
    assert [board.NAMES[direction] for direction in range(8)] == ["c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4"]
    assert [board.NAMES[8 * radius] for radius in range(3)] == ["c5", "b6", "a7"]


def test_the_16_symmetries_are_a_group_that_keeps_lines_and_edges() -> None:
    images = set(board.SYMMETRIES)
    assert len(images) == 16
    assert all(tuple(one[two[point]] for point in range(24)) in images for one in images for two in images)
    for image in images:
        assert sorted(image) == list(range(24))
        assert {frozenset(image[point] for point in line) for line in board.LINES} == set(map(frozenset, board.LINES))
        assert all(
            sorted(image[near] for near in board.NEIGHBOURS[point]) == list(board.NEIGHBOURS[image[point]])
            for point in range(24)
        )


def test_closing_points_are_those_in_line_with_two_men() -> None:
    for men in random_sets(2_000):
        here = names(men)
        expected = {point for line in LINES for point in line if here >= set(line) - {point}}
        assert names(board.closing(men)) == expected
        assert names(board.in_mills(men)) == {point for line in LINES if here >= set(line) for point in line}


def test_beside_are_the_neighbours() -> None:
    for men in random_sets(2_000):
        here = names(men)
        assert names(board.beside(men)) == {point for edge in EDGES for point in edge if edge - {point} <= here}


def test_count() -> None:
    assert all(board.count(men) == men.bit_count() for men in [0, 2**24 - 1, *random_sets(2_000)])


def test_turning_a_set_turns_its_points() -> None:
    for point in range(24):
        onward = 8 * (point // 8) + (point + 1) % 8
        assert board.turned(2**point) == 2**onward
        assert board.turned_back(2**onward) == 2**point
