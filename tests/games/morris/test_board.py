"""The boards from their data, beside plain lists of lines; the sets of points beside plain sets."""

from __future__ import annotations

from random import Random

import pytest

from boardgames.games.morris import board as sets
from boardgames.games.morris.board import BOARDS, NINE, Board
from tests.games.morris.model import BOARDS as MODELS, LINES, READING, reading
from tests.samples import sample

on_every_board = pytest.mark.parametrize("board", BOARDS.values(), ids=str)


def names(board: Board, points: int) -> set[str]:
    return {board.names[point] for point in sets.points_of(points)}


def random_sets(board: Board, number: int) -> list[int]:
    rng = Random(5)
    bits = int(board.size)
    return [rng.getrandbits(bits) & (rng.getrandbits(bits) | rng.getrandbits(bits)) for _ in range(number)]


@on_every_board
def test_the_points_in_reading_order(board: Board) -> None:
    assert [board.names[point] for point in board.reading_order] == reading(MODELS[board.name][0])
    assert {name: board.names[point] for name, point in board.point.items()} == {name: name for name in board.names}


def test_how_many_points_lines_and_ways_there_are() -> None:
    def numbers(board: Board) -> tuple[int, int, int]:
        return board.size, len(board.lines), sum(map(len, board.neighbours)) // 2

    assert numbers(NINE) == (24, 16, 32)
    assert numbers(BOARDS["referee"]) == (24, 13, 32)
    assert numbers(BOARDS["three"]) == (9, 8, 16)
    assert numbers(BOARDS["six"]) == (16, 8, 20)
    assert numbers(BOARDS["twelve"]) == (24, 20, 40)
    assert numbers(BOARDS["sesotho"]) == (25, 22, 40)
    assert [NINE.names[point] for point in NINE.reading_order] == READING
    assert [f"{line[0]}-{line[2]}" for line in LINES if f"{line[0]}-{line[2]}" not in NINE.line_names] == []


@on_every_board
def test_lines_and_ways_are_those_of_the_plain_model(board: Board) -> None:
    lines, ways = MODELS[board.name]
    assert {frozenset(board.names[point] for point in line) for line in board.lines} == set(map(frozenset, lines))
    assert len(board.lines) == len(lines)
    assert sorted(board.line_names) == sorted(f"{line[0]}-{line[2]}" for line in lines)
    near = {
        frozenset((board.names[point], board.names[other]))
        for point in range(board.size)
        for other in board.neighbours[point]
    }
    assert near == ways


GAMESMAN_LINES = (
    0x49, 0x40000040000040, 0x49000000000000, 0x1000001000001, 0x2A00, 0x200020002000, 0x2A0000000000, 0x20002000200,
    0x1C0000, 0x1010100000, 0x1C00000000, 0x404040000, 0x80808, 0x8080800, 0x808080000, 0x80808000000, 0x8080800000000,
    0x7000000, 0xE000000, 0x1C000000, 0x38000000, 0x70000000,
)  # fmt: skip
GAMESMAN_NEAR = {
    0: 0x1000208, 3: 0x841, 6: 0x40002008, 9: 0x2000801, 11: 0x82208, 13: 0x20000840, 18: 0x4080000, 19: 0x8140800,
    20: 0x10080000, 24: 0x1000002000001, 25: 0x20005000200, 26: 0x40A040000, 27: 0x814080000, 28: 0x1028100000,
    29: 0x200050002000, 30: 0x40000020000040, 34: 0x804000000, 35: 0x81408000000, 36: 0x810000000, 41: 0x1080002000000,
    43: 0x8220800000000, 45: 0x40080020000000, 48: 0x8020001000000, 51: 0x41080000000000, 54: 0x8200040000000,
}  # fmt: skip
"""The lines of GamesmanOne's Sesotho board, and the points next to each: bit ``8 * row + column`` from the top left."""


def test_the_sesotho_board_is_that_of_gamesman() -> None:
    def named(mask: int) -> frozenset[str]:
        return frozenset(f"{'abcdefg'[bit % 8]}{7 - bit // 8}" for bit in range(56) if mask >> bit & 1)

    lines, ways = MODELS["sesotho"]
    assert set(map(frozenset, lines)) == set(map(named, GAMESMAN_LINES))
    near = {named(1 << bit) | {other} for bit, mask in GAMESMAN_NEAR.items() for other in named(mask)}
    assert near == ways


def test_directions_go_clockwise_from_the_top_left_and_radii_outwards() -> None:
    assert [NINE.names[direction] for direction in range(8)] == ["c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4"]
    assert [NINE.names[8 * radius] for radius in range(3)] == ["c5", "b6", "a7"]
    assert [BOARDS["three"].names[point] for point in (0, 4, 8)] == ["a3", "c1", "b2"]


@on_every_board
def test_the_symmetries_are_a_group_that_keeps_lines_and_ways(board: Board) -> None:
    images = set(board.symmetries)
    points = range(board.size)
    assert len(images) == len(board.symmetries) == (8 if board.has_centre else 4 if board.has_open_sides else 16)
    assert all(tuple(one[two[point]] for point in points) in images for one in images for two in images)
    for image in images:
        assert sorted(image) == list(points)
        assert {frozenset(image[point] for point in line) for line in board.lines} == set(map(frozenset, board.lines))
        assert all(
            sorted(image[near] for near in board.neighbours[point]) == list(board.neighbours[image[point]])
            for point in points
        )


@on_every_board
@sample(300, thorough=2_000)
def test_closing_points_are_those_in_line_with_two_men(board: Board, sample: int) -> None:
    lines, _ = MODELS[board.name]
    for men in random_sets(board, sample):
        here = names(board, men)
        expected = {point for line in lines for point in line if here >= set(line) - {point}}
        assert names(board, board.closing(men)) == expected
        assert names(board, board.in_mills(men)) == {point for line in lines if here >= set(line) for point in line}


@on_every_board
@sample(300, thorough=2_000)
def test_beside_are_the_neighbours(board: Board, sample: int) -> None:
    _, ways = MODELS[board.name]
    for men in random_sets(board, sample):
        here = names(board, men)
        assert names(board, board.beside(men)) == {point for way in ways for point in way if way - {point} <= here}


def test_count() -> None:
    assert all(sets.count(men) == men.bit_count() for men in [0, 2**24 - 1, *random_sets(NINE, 2_000)])


def test_turning_a_set_turns_its_points() -> None:
    for point in range(24):
        onward = 8 * (point // 8) + (point + 1) % 8
        assert sets.turned(2**point) == 2**onward
        assert sets.turned_back(2**onward) == 2**point
