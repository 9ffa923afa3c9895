"""Walks: perft, divide and playout."""

from __future__ import annotations

from random import Random
from typing import Any

import boardgames as bg
from tests.samples import cases


def count(state: Any, depth: int) -> int:
    """Perft without any of its shortcuts: follow every edge to the last."""
    if depth == 0:
        return 1
    edges = [*state.actions(), *(outcome for outcome, _ in state.chances())]
    return sum(count(state.apply(edge), depth - 1) for edge in edges)


@cases("position", ["0,0,0,0,0,0,0 0,0,0,0,0,0,0 0 -", "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2"])
@cases("depth", range(7))
def test_perft_of_ur_is_the_naive_count(position: str, depth: int) -> None:
    state = bg.load("ur").parse(position)
    assert bg.perft(state, depth) == count(state, depth)


def raced(cells: tuple[int, ...], others: tuple[int, ...], thrown: int | None, depth: int) -> int:
    """The same count by other means: tokens as tuples, after the rules in ``rules.md`` and none of our code."""
    if depth == 0:
        return 1
    if set(others) == {15}:
        return 0
    if thrown is None:
        return sum(raced(cells, others, number, depth - 1) if moves(cells, others, number)
                   else raced(others, cells, None, depth - 1) for number in range(5))  # fmt: skip
    total = 0
    for cell in moves(cells, others, thrown):
        target = cell + thrown
        left = list(cells)
        left[left.index(cell)] = target
        hit = tuple(0 if 5 <= target <= 12 and other == target else other for other in others)
        turn = (tuple(left), hit) if target in (4, 8, 14) else (hit, tuple(left))
        total += raced(*turn, None, depth - 1)
    return total


def moves(cells: tuple[int, ...], others: tuple[int, ...], number: int) -> set[int]:
    free = {
        cell + number for cell in cells if cell + number == 15 or (cell + number < 15 and cell + number not in cells)
    } - ({8} & set(others))
    return {cell for cell in cells if number and cell < 15 and cell + number in free}


@cases(
    ("position", "cells", "others"),
    [
        ("0,0,0,0,0,0,0 0,0,0,0,0,0,0 0 -", (0,) * 7, (0,) * 7),
        ("0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 -", (0, 0, 0, 4, 6, 8, 15), (0, 0, 0, 0, 0, 3, 12)),
        ("13,14,15,15,15,15,15 7,9,11,15,15,15,15 0 -", (13, 14, *(15,) * 5), (7, 9, 11, *(15,) * 4)),
    ],
)
def test_perft_of_ur_is_an_independent_count(position: str, cells: tuple[int, ...], others: tuple[int, ...]) -> None:
    state = bg.load("ur").parse(position)
    for depth in range(1, 7):
        assert bg.perft(state, depth) == raced(cells, others, None, depth)


def test_divide_shares_perft_among_the_edges() -> None:
    state = bg.load("ur").parse("0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2")
    shares = bg.divide(state, 5)
    assert list(shares) == [str(action) for action in state.actions()]
    assert sum(shares.values()) == bg.perft(state, 5)
    for text, share in shares.items():
        assert share == bg.perft(state.play(text), 4)


def test_nothing_follows_the_end() -> None:
    over = bg.load("ur:tokens=1").parse("15 3 1 -")
    assert [bg.perft(over, depth) for depth in range(3)] == [1, 0, 0]
    assert bg.divide(over, 3) == {}
    assert bg.playout(over, Random(1)) is over


def test_playouts_end_and_depend_on_the_seed_alone() -> None:
    start = bg.load("ur").start()
    ends = [bg.playout(start, Random(seed)) for seed in range(20)]
    assert all(end.outcome is not None for end in ends)
    assert [str(end) for end in ends] == [str(bg.playout(start, Random(seed))) for seed in range(20)]
    assert len({str(end) for end in ends}) > 10


def test_a_playout_stops_at_its_limit() -> None:
    start = bg.load("ur").start()
    assert bg.playout(start, Random(1), 0) is start
    rng = Random(1)
    state = bg.playout(bg.playout(start, rng, 3), rng, 4)
    assert state == bg.playout(start, Random(1), 7)
    assert state.outcome is None
