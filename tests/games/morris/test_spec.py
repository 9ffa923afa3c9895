"""What belongs to the game besides its rules: the picture, the evaluation, the presets, what importing costs."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import attrs
import pytest

import boardgames as bg
from boardgames.core.model.options import BadOption, describe
from tests.games.morris.model import READING
from tests.games.morris.positions import at, play
from tests.samples import cases

SPEC = bg.find("morris")


@cases("point", READING)
def test_a_man_is_drawn_where_he_stands(point: str) -> None:
    state: Any = bg.load("morris").start().play(point)
    empty = SPEC.picture(bg.load("morris").start()).splitlines()
    drawn = SPEC.picture(state).splitlines()
    row, column = 2 * (7 - int(point[1])), 4 + 4 * "abcdefg".index(point[0])
    assert drawn[row][column] == "●"
    assert drawn[row][0:3].strip() == point[1]
    assert drawn[13][column] == point[0]
    changed = [(y, x) for y in range(13) for x in range(len(empty[y])) if empty[y][x] != drawn[y][x]]
    assert changed == [(row, column)]


def test_the_picture_says_who_is_to_do_what() -> None:
    def last(state: Any) -> str:
        return SPEC.picture(state).splitlines()[-1].strip()

    assert last(at("a7 d7", "b6", "w", stock=(3, 3))) == "○ White is to place a man"
    assert last(at("a7 d7 g4 e3", "b6 d6 a1 b2")) == "● Black is to move"
    assert last(at("a7 d7 g4", "b6 d6 a1 b2")) == "● Black is to jump"
    assert last(at("a7 d7", "b6 d6 a1 b2")) == "○ White has won"
    assert last(at("a7 d7 g4", "b6 d6 a1", ply=401)) == "a draw"


def test_the_classic_preset() -> None:
    options = bg.load("morris:preset=classic").options
    assert attrs.asdict(options) == {**attrs.asdict(bg.load("morris").options), "mill_memory": False, "double_mill": 1}


def test_every_option_has_a_meaning_and_a_source() -> None:
    assert all(meaning and source for _, _, meaning, source in describe(SPEC.options))


@cases("wrong", ["men=2", "men=13", "double_mill=3", "turns=0", "repetition=2", "flying=maybe"])
def test_options_that_cannot_be(wrong: str) -> None:
    with pytest.raises(BadOption, match="cannot be"):
        bg.load(f"morris:{wrong}")


def test_the_evaluation_is_between_minus_one_and_one_and_opposite_for_the_other_seat() -> None:
    assert SPEC.evaluate is not None
    rng = Random(3)
    for _ in range(20):
        state: Any = bg.load("morris").start()
        while state.outcome is None:
            assert -1 < SPEC.evaluate(state, 0) < 1
            assert SPEC.evaluate(state, 0) == pytest.approx(-SPEC.evaluate(state, 1))
            state = state.apply(rng.choice(state.actions()))


def test_playing_by_the_evaluation_beats_random_play() -> None:
    rng = Random(8)
    won = 0
    for game in range(20):
        state: Any = bg.load("morris").start()
        while state.outcome is None:
            actions = state.actions()
            state = (
                max(map(state.apply, actions), key=worth(game % 2))
                if state.turn == game % 2
                else (state.apply(rng.choice(actions)))
            )
        won += state.outcome.winner == game % 2
    assert won >= 18


def worth(seat: int) -> Any:
    evaluate = SPEC.evaluate
    assert evaluate is not None
    return lambda state: evaluate(state, seat)


def test_a_closed_mill_is_worth_more_than_none() -> None:
    assert SPEC.evaluate is not None
    state = at("a7 d7 g4 e3", "b6 d6 a1 b2")
    assert SPEC.evaluate(play(state, "g4-g7xb2"), 0) > SPEC.evaluate(play(state, "g4-g1"), 0)


def test_importing_boardgames_makes_no_actions() -> None:
    code = "import sys, boardgames; print('boardgames.games.morris' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
    code = (
        "import boardgames; boardgames.find('morris'); from boardgames.games.morris import actions as a; print(a._made)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "{}"
