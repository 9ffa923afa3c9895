"""Where throws come from."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import boardgames as bg
from boardgames.core.model.game import State
from boardgames.games.ur.notation import read_throw
from boardgames.referee import DiceScriptError, ScriptedDice, SeededDice
from tests.samples import cases

START = "0,0,0,0,0,0,0 0,0,0,0,0,0,0 {seat} -"


def throws(seed: int, seats: list[int]) -> list[str]:
    dice = SeededDice(seed)
    game = bg.load("ur")
    return [str(dice.throw(game.parse(START.format(seat=seat)))[0]) for seat in seats]


def test_the_kth_throw_of_a_seat_is_fixed_by_the_seed() -> None:
    """However the turns fall, each seat meets its own luck in its own order."""
    one = throws(7, [0, 1] * 50)
    other = throws(7, [0] * 50 + [1] * 50)
    assert one[::2] == other[:50]
    assert one[1::2] == other[50:]
    assert one != throws(8, [0, 1] * 50)
    assert other[:50] != other[50:], "and not the other's"


def test_a_throw_that_was_taken_back_comes_again() -> None:
    dice, state = SeededDice(3), bg.load("ur").start()
    first = [dice.throw(state)[0] for _ in range(5)]
    for _ in range(3):
        dice.take_back(state)
    assert [dice.throw(state)[0] for _ in range(3)] == first[2:]


def test_seeded_throws_have_the_right_shares() -> None:
    counts = Counter(throws(1, [0] * 3_200))
    for text, share in {"=0": 1, "=1": 4, "=2": 6, "=3": 4, "=4": 1}.items():
        assert abs(counts[text] - 200 * share) < 5 * (200 * share) ** 0.5


def state() -> State:
    return bg.games.ur.load().start()


def test_a_script_takes_numbers_coins_and_canonical_texts() -> None:
    dice = ScriptedDice(["# a comment", "2", "", "0 1 1 1", "=4"], read_throw)
    assert [dice.throw(state()) for _ in range(3)] == [
        (bg.load("ur").start().read("=2"), "2"),
        (bg.load("ur").start().read("=3"), "0 1 1 1"),
        (bg.load("ur").start().read("=4"), "=4"),
    ]


def test_a_script_that_runs_out_says_what_to_do() -> None:
    dice = ScriptedDice(["2"], read_throw, "my.dice")
    dice.throw(state())
    with pytest.raises(DiceScriptError, match=r"my.dice has run out after 1 throws .* add lines, or"):
        dice.throw(state())


@cases("text", ["5", "heads", "0 1 2 1", "=9", "1 1 1 1 1 1", "-1"])
def test_an_impossible_throw_is_named_with_its_line(text: str) -> None:
    dice = ScriptedDice(["# first", text], read_throw, "my.dice")
    with pytest.raises(DiceScriptError, match=r"my.dice, line 2: .* possible: 0, 1, 2, 3, 4"):
        dice.throw(state())


def test_a_script_that_is_no_text_is_an_error_and_no_crash(tmp_path: Path) -> None:
    path = tmp_path / "dice"
    path.write_bytes(b"2\n\xff\xfe\n")
    with pytest.raises(DiceScriptError, match="not a text file"):
        ScriptedDice.from_file(path)
