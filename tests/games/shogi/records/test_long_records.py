"""A game far longer than any that people play is read from what we write."""

from __future__ import annotations

from random import Random

import pytest

import boardgames as bg
from boardgames.games.shogi.records.record_builder import MOST_MOVES
from boardgames.records.game_record import GameRecord, UnreadableRecord
from boardgames.records.record_formats import read, write

PLIES = 20_500  # a USI record has more than 100,000 characters


@pytest.fixture(scope="module")
def long_game() -> GameRecord:
    rng = Random(5)
    states = [bg.load("shogi", impasse="none").start()]
    while len(states) <= PLIES:
        child = states[-1].apply(rng.choice(states[-1].actions()))
        if child.outcome is None:
            states.append(child)
        else:
            del states[-5:]
    return GameRecord.of(bg.Playthrough.replay(states[0], [str(state.last) for state in states[1:]]))


SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in ("csa", "ki2", "jkf")]


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["usi", "kif", *SLOW])
def test_a_game_of_20_500_moves_comes_back(long_game: GameRecord, name: str) -> None:
    assert read(write(long_game, name).encode()).actions == long_game.actions


def test_a_line_without_end_is_refused() -> None:
    text = "position startpos moves" + " 7g7f 3c3d" * MOST_MOVES
    with pytest.raises(UnreadableRecord, match=r"line 1: this has \d+ characters: expected at most \d+"):
        read(text.encode())
