"""The numbers of action sequences that other programs have published."""

from __future__ import annotations

import pytest

import boardgames as bg
from boardgames import build
from tests.games.shogi.perft import Row, rows

EVERY_DAY = 2_000_000 if build.kind() == "compiled" else 100_000
THOROUGH = 10 * EVERY_DAY


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=str(row), marks=() if row.nodes <= EVERY_DAY else pytest.mark.thorough)
        for row in rows()
        if row.nodes <= THOROUGH
    ],
)
def test_perft(row: Row) -> None:
    state = bg.load(row.game).parse(row.position)
    assert bg.perft(state, row.depth) == row.nodes


def test_the_position_with_most_moves_lists_each_once() -> None:
    state = bg.load("shogi").parse("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1")
    assert len(set(state.actions())) == len(state.actions()) == 593
