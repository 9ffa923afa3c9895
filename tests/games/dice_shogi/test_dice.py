"""Dice Shogi (the statement of CodinGame, github jdermont/DiceShogi), and its arena's dice."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.games.dice_shogi import DiceOptions, DiceShogi, arena_dice, notation
from boardgames.games.shogi import Shogi
from boardgames.games.shogi.io import sfen
from boardgames.games.shogi.variant import SHOGI
from tests.games.shogi.scenes import legal as legal_of, load
from tests.samples import cases

GAME = load("dice-shogi")
KINGS = "4k/5/5/5/K4"


def rolled(position: str, die: int) -> Any:
    return GAME.parse(f"{position} -").play(f"={die}")


def legal(position: str, die: int) -> set[str]:
    return {str(action) for action in rolled(position, die).actions()}


def unbound(position: str) -> set[str]:
    return legal_of(position, "minishogi")


class TestTheDie:
    def test_it_is_rolled_at_the_start_of_each_turn(self) -> None:
        state = GAME.start()
        assert state.turn == bg.CHANCE and state.actions() == ()
        state = state.play("=6")
        assert state.turn == 0 and state.chances() == ()
        assert state.play("5d5c").turn == bg.CHANCE
        assert state.play("5d5c").play("=1").turn == 1

    def test_six_equally_likely_sides(self) -> None:
        chances = GAME.start().chances()
        assert [str(roll) for roll, _ in chances] == ["=1", "=2", "=3", "=4", "=5", "=6"]
        assert {share for _, share in chances} == {Fraction(1, 6)}

    def test_its_value_is_the_file_to_go_to(self) -> None:
        """The statement's example: 5 lets the pawn move in column 5 or the bishop move to it."""
        assert legal(str(GAME.base.start()), 5) == {"5d5c", "2e5b"}

    def test_the_second_example(self) -> None:
        assert "3e2d" in legal(str(GAME.base.start()), 2)
        assert all(text[2] == "2" for text in legal(str(GAME.base.start()), 2))

    def test_files_run_from_5_at_the_left_to_1(self) -> None:
        for die in range(1, 6):
            assert all(text[2] == str(die) for text in legal(f"{KINGS} b G 1", die))

    def test_drops_are_bound_too(self) -> None:
        assert legal(f"{KINGS} b G 1", 3) == {f"G*3{rank}" for rank in "abcde"}

    def test_six_binds_nothing(self) -> None:
        assert legal(f"{KINGS} b G 1", 6) == unbound(f"{KINGS} b G 1")

    def test_without_a_legal_move_to_the_file_any_is_allowed(self) -> None:
        assert legal(f"{KINGS} b - 1", 2) == unbound(f"{KINGS} b - 1") != set()

    def test_legality_comes_first_and_check_is_answered(self) -> None:
        checked = "4k/5/5/5/K3R w s 1"
        assert legal(checked, 1) == {"S*1b", "S*1c", "S*1d"}
        assert legal(checked, 2) == {"1a2a", "1a2b"}
        assert legal(checked, 5) == unbound(checked)

    def test_pawn_drop_mate_is_judged_without_the_die(self) -> None:
        """After this drop only 1a2b parries: with most rolls it would be forced, but it is no mate."""
        assert "P*1b" in legal("4k/5/4G/5/K4 b P 1", 1)
        for die in (1, 6):
            assert "P*1b" not in legal("3rk/5/3GG/5/K4 b P 1", die)

    def test_the_filter_keeps_the_order(self) -> None:
        rng = Random(2)
        state = GAME.start()
        for _ in range(60):
            state = state.apply(rng.choice(state.chances())[0])
            base = state.base.actions()
            bound = [action for action in base if str(action)[2] == str(state.die)]
            assert list(state.actions()) == (bound or list(base))
            state = state.apply(rng.choice(state.actions()))
            if state.outcome is not None:
                break


class TestEnd:
    def test_checkmate_before_the_next_roll(self) -> None:
        state = rolled("2k2/5/2G2/5/K4 b G 1", 3).play("G*3b")
        assert state.outcome == bg.Outcome((1.0, -1.0), "checkmate")
        assert (state.turn, state.chances(), state.actions()) == (bg.OVER, (), ())

    def test_stalemate(self) -> None:
        state = rolled("4k/5/2GG1/5/K4 b - 1", 3).play("3c3b")
        assert state.outcome == bg.Outcome((1.0, -1.0), "stalemate")

    def test_no_rule_of_repetition(self) -> None:
        state = GAME.parse(f"{KINGS} b - 1 -")
        for action in ["5e5d", "1a1b", "5d5e", "1b1a"] * 10:
            state = state.play("=6").play(action)
        assert state.outcome is None

    def test_300_plies_are_a_draw(self) -> None:
        state = rolled(f"{KINGS} b - 300", 6).play("5e5d")
        assert state.outcome == bg.Outcome((0.0, 0.0), "ply limit")
        assert load("dice-shogi", max_plies=0).parse(f"{KINGS} b - 301 -").outcome is None


class TestTexts:
    def test_sfen_and_the_die(self) -> None:
        assert str(GAME.start()) == "rbsgk/4p/5/P4/KGSBR b - 1 -"
        assert str(GAME.start().play("=4")) == "rbsgk/4p/5/P4/KGSBR b - 1 4"

    @cases("text", [f"{KINGS} b - 1", f"{KINGS} b - 1 7", f"{KINGS} b - 1 0", f"{KINGS} b -", ""])
    def test_unreadable(self, text: str) -> None:
        with pytest.raises(bg.UnreadablePosition, match="the die, - or 1 to 6"):
            GAME.parse(text)

    def test_no_die_when_the_game_is_over(self) -> None:
        with pytest.raises(bg.UnreadablePosition, match="must be - when the game is over"):
            GAME.parse("2k2/2G2/2G2/5/K4 w - 1 3")

    def test_the_key_has_the_die(self) -> None:
        keys = {GAME.parse(f"{KINGS} b - 1 {die}").key for die in "-123456"}
        assert len(keys) == 7

    def test_round_trip_pickle_and_copy(self) -> None:
        rng = Random(1)
        state = GAME.start()
        while state.outcome is None:
            for other in (GAME.parse(str(state)), pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
                assert (str(other), other.key, other) == (str(state), state.key, state)
            roll = rng.choice(state.chances())[0]
            assert pickle.loads(pickle.dumps(roll)) is roll
            state = state.apply(roll)
            assert GAME.parse(str(state)).actions() == state.actions()
            state = state.apply(rng.choice(state.actions()))

    def test_why_not(self) -> None:
        with pytest.raises(bg.IllegalAction, match="the die comes first"):
            GAME.start().play("5d5c")
        with pytest.raises(bg.IllegalAction, match="the die shows 2, and there are moves to file 2"):
            GAME.start().play("=2").play("5d5c")


class TestArenaDice:
    def test_seed_0_rolls_only_sixes_and_the_game_is_minishogi(self) -> None:
        assert set(islice(arena_dice(0), 1000)) == {6}
        assert legal(str(GAME.base.start()), 6) == unbound(str(GAME.base.start()))

    @cases(
        ("seed", "rolls"),
        [
            (1, "5 4 5 6 3 6 3 5 5 2 1 4 2 3 6 2 2 1 3 2"),
            (2, "4 1 4 6 1 6 5 5 5 3 4 4 5 2 5 1 5 1 4 2"),
            (42, "3 2 4 5 4 2 1 1 5 1 3 5 5 6 5 6 1 2 5 3"),
        ],
    )
    def test_as_java_rolls(self, seed: int, rolls: str) -> None:
        assert " ".join(map(str, islice(arena_dice(seed), 20))) == rolls

    @cases("seed", [-1, 2**63 - 1, -(2**63)])
    def test_every_seed_of_java_is_fair(self, seed: int) -> None:
        rolls = list(islice(arena_dice(seed), 6000))
        assert all(850 < rolls.count(side) < 1150 for side in range(1, 7))


def test_any_game_of_the_family_can_be_played_with_a_die() -> None:
    """On 9x9 the die has ten sides, and the tenth binds nothing."""
    base = Shogi(SHOGI, DiceOptions(), sfen, None)
    game = DiceShogi(base, "dice-shogi-9x9", "Dice Shogi on 81 squares", DiceOptions(), notation)
    state = game.start()
    assert [str(roll) for roll, _ in state.chances()][-1] == "=10"
    assert {str(action)[2] for action in state.play("=9").actions()} == {"9"}
    assert len(state.play("=10").actions()) == 30
