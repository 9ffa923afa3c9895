"""Each sentence of the statement of CodinGame's Minishogi (github jdermont/MiniShogi)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, cast

import pytest

import boardgames as bg
from boardgames.games.shogi.rules import State
from tests.games.shogi.scenes import (
    drops as drops_of,
    from_square as from_square_of,
    legal as legal_of,
    played as played_of,
)
from tests.samples import cases

START = played_of("rbsgk/4p/5/P4/KGSBR b - 1", "", "minishogi")
AROUND = {"3b", "2b", "2c", "2d", "3d", "4d", "4c", "4b"}
GOLD = {"3b", "2b", "2c", "3d", "4c", "4b"}
CROSS = {"3a", "3b", "3d", "3e", "1c", "2c", "4c", "5c"}


def legal(sfen: str) -> set[str]:
    return legal_of(sfen, "minishogi")


def from_square(square: str, sfen: str) -> set[str]:
    return from_square_of(square, sfen, "minishogi")


def drops(letter: str, sfen: str) -> set[str]:
    return drops_of(letter, sfen, "minishogi")


def played(sfen: str, actions: str, **options: Any) -> State:
    state: State = played_of(sfen, actions, "minishogi", **options)
    return state


def on_3c(man: str) -> set[str]:
    return {target.rstrip("+") for target in from_square("3c", f"5/4k/2{man}2/5/K4 b - 1")}


class TestGrid:
    def test_5x5(self) -> None:
        assert START.game.variant.squares == 25

    def test_each_player_begins_with_six_pieces(self) -> None:
        assert sorted(START.men(0)) == sorted(START.men(1)) == sorted("KGSBRP")

    def test_black_at_the_bottom_from_left_king_gold_silver_bishop_rook(self) -> None:
        assert [START.piece_at(f"{file}e") for file in (5, 4, 3, 2, 1)] == list("KGSBR")

    def test_white_at_the_top_from_left_rook_bishop_silver_gold_king(self) -> None:
        assert [START.piece_at(f"{file}a") for file in (5, 4, 3, 2, 1)] == list("rbsgk")

    def test_pawn_in_front_of_the_king(self) -> None:
        assert (START.piece_at("5d"), START.piece_at("1b")) == ("P", "p")

    def test_black_goes_first_and_white_next(self) -> None:
        assert (START.turn, START.play("5d5c").turn) == (0, 1)

    def test_the_fourteen_opening_moves(self) -> None:
        arena = "5544 4544 4534 3544 3534 3524 2534 2543 2552 2514 1514 1513 1512 5453"
        rank = dict(zip("12345", "abcde", strict=True))
        assert legal(str(START)) == {f"{m[0]}{rank[m[1]]}{m[2]}{rank[m[3]]}" for m in arena.split()}


class TestMovement:
    def test_king_one_square_in_any_direction(self) -> None:
        assert from_square("3c", "4k/5/2K2/5/5 b - 1") == AROUND - {"2b"}

    def test_rook_as_many_squares_as_desired(self) -> None:
        assert on_3c("R") == CROSS

    def test_bishop_as_many_squares_as_desired(self) -> None:
        assert on_3c("B") == {"1a", "2b", "4d", "5a", "4b", "2d", "1e"}  # its own king stands on 5e

    def test_gold_not_backward_diagonally(self) -> None:
        assert on_3c("G") == GOLD

    def test_silver_diagonally_or_one_forward(self) -> None:
        assert on_3c("S") == {"3b", "2b", "4b", "2d", "4d"}

    def test_pawn_one_forward(self) -> None:
        assert on_3c("P") == {"3b"}

    @pytest.mark.parametrize("man", ["+S", "+P"])
    def test_promoted_silver_and_pawn_as_gold(self, man: str) -> None:
        assert on_3c(man) == GOLD

    def test_dragon_as_rook_and_king(self) -> None:
        assert on_3c("+R") == CROSS | AROUND

    def test_horse_as_bishop_and_king(self) -> None:
        assert on_3c("+B") == {"1a", "5a", "1e"} | AROUND


class TestPromotion:
    @cases(
        ("board", "square", "target"),
        [("5/2S1k/5/5/K4", "3b", "3a"), ("2R2/4k/5/5/K4", "3a", "4a"), ("2S2/4k/5/5/K4", "3a", "4b")],
    )
    def test_reaching_moving_on_or_out_of_the_furthest_rank(self, board: str, square: str, target: str) -> None:
        assert {target, target + "+"} <= from_square(square, f"{board} b - 1")

    def test_white_promotes_on_the_other_side(self) -> None:
        assert {"3e", "3e+"} <= from_square("3d", "k4/5/5/2s2/4K w - 1")

    def test_nowhere_else(self) -> None:
        assert not {text for text in from_square("3c", "5/4k/2S2/5/K4 b - 1") if text.endswith("+")}

    def test_optional_except_for_the_pawn(self) -> None:
        assert from_square("3b", "5/2P1k/5/5/K4 b - 1") == {"3a+"}

    def test_king_and_gold_cannot(self) -> None:
        assert not {text for text in legal("5/GK2k/5/5/5 b - 1") if text.endswith("+")}


class TestCapturesAndDrops:
    def test_captured_goes_unpromoted_into_the_hand(self) -> None:
        assert played("5/4k/2+r2/2R2/K4 b - 1", "3d3c").hand(0) == {"R": 1}

    def test_dropped_unpromoted_on_any_empty_square(self) -> None:
        assert len(drops("G", "4k/5/5/5/K4 b G 1")) == 23

    def test_no_pawn_onto_the_furthest_rank(self) -> None:
        assert {target[1] for target in drops("P", "4k/5/5/5/K4 b P 1")} == set("bcde")
        assert {target[1] for target in drops("P", "4k/5/5/5/K4 w p 1")} == set("abcd")

    def test_no_second_unpromoted_pawn_on_a_file(self) -> None:
        assert {target[0] for target in drops("P", "4k/5/2P2/5/K4 b P 1")} == set("1245")

    def test_no_pawn_drop_that_mates(self) -> None:
        assert "1b" not in drops("P", "3rk/5/3GG/5/K4 b P 1")
        assert "1b" in drops("P", "4k/5/4G/5/K4 b P 1")

    def test_a_pawn_may_mate_afterwards(self) -> None:
        state = played("3rk/5/3GP/5/K3R b - 1", "1c1b")
        assert state.outcome is not None

    def test_a_piece_dropped_on_the_furthest_rank_may_promote_later(self) -> None:
        assert "3a4b+" in legal("2S2/4k/5/5/K4 b - 1")
        assert "S*3a+" not in legal("4k/5/5/5/K4 b S 1")


class TestEnd:
    def test_the_player_must_remove_the_check(self) -> None:
        assert legal("4k/5/5/5/K3R w - 1") == {"1a2a", "1a2b"}

    def test_checkmate_loses(self) -> None:
        assert played("2k2/5/2G2/5/K4 b G 1", "G*3b").outcome == bg.Outcome((1.0, -1.0), "checkmate")

    def test_stalemate_also_loses(self) -> None:
        assert played("4k/5/2GG1/5/K4 b - 1", "3c3b").outcome == bg.Outcome((1.0, -1.0), "stalemate")

    def test_at_most_300_plies_then_a_draw(self) -> None:
        state = played("4k/5/5/5/K4 b - 300", "5e5d")
        assert state.outcome == bg.Outcome((0.0, 0.0), "ply limit")
        assert played("4k/5/5/5/K4 b - 299", "5e5d").outcome is None

    def test_a_mate_on_ply_300_wins(self) -> None:
        assert played("2k2/5/2G2/5/K4 b G 300", "G*3b").outcome == bg.Outcome((1.0, -1.0), "checkmate")


QUIET = "5e5d 1a1b 5d5e 1b1a "
CHASE = "2e1e 1a2a 1e2e 2a1a "


class TestThreefold:
    def test_the_third_occurrence_ends_the_game_and_player_0_loses(self) -> None:
        state = played("4k/5/5/5/K4 b - 1", QUIET * 2)
        assert state.outcome == bg.Outcome((-1.0, 1.0), "repetition")
        assert played("4k/5/5/5/K4 b - 1", QUIET + "5e5d 1a1b 5d5e").outcome is None

    def test_the_side_that_completes_it(self) -> None:
        state = played("4k/5/5/5/K4 w - 1", "1a1b 5e5d 1b1a 5d5e " * 2)
        assert state.outcome == bg.Outcome((-1.0, 1.0), "repetition")

    def test_the_repetitions_need_not_be_consecutive(self) -> None:
        state = played("4k/5/5/5/K4 b - 1", QUIET + "5e4e 1a2a 4e5e 2a1a ")
        assert state.outcome == bg.Outcome((-1.0, 1.0), "repetition")

    def test_except_if_a_king_is_in_check_then_the_checking_player_loses(self) -> None:
        """Black checks, then White does: each loses at the third position in check."""
        black_checks = played("4k/5/5/5/K3R w - 1", "1a2a 1e2e 2a1a 2e1e " * 2)
        assert black_checks.outcome == bg.Outcome((-1.0, 1.0), "perpetual check")
        white_checks = played("r3k/5/5/5/K4 b - 1", "5e4e 5a4a 4e5e 4a5a " * 2)
        assert white_checks.outcome == bg.Outcome((1.0, -1.0), "perpetual check")

    def test_only_the_last_position_must_be_in_check(self) -> None:
        state = played("4k/5/5/5/K3R w - 1", "1a2a 1e3e 2a1a 3e1e " * 2)
        assert state.outcome == bg.Outcome((-1.0, 1.0), "perpetual check")

    def test_a_position_without_check_in_a_chase_is_blacks_loss(self) -> None:
        state = played("4k/5/5/5/K2R1 b - 1", CHASE * 2)
        assert state.outcome == bg.Outcome((-1.0, 1.0), "repetition")
        white_chases = played("1r2k/5/5/5/K4 w - 1", "4a5a 5e4e 5a4a 4e5e " * 2)
        assert white_chases.outcome == bg.Outcome((-1.0, 1.0), "repetition")


class TestFederationRule:
    def test_fourfold_may_be_a_win_for_the_second_player(self) -> None:
        option = {"repetition": "fourfold-white-wins"}
        assert played("4k/5/5/5/K4 b - 1", QUIET * 2, **option).outcome is None
        state = played("4k/5/5/5/K4 b - 1", QUIET * 3, **option)
        assert state.outcome == bg.Outcome((-1.0, 1.0), "repetition")
        white_chases = played("1r2k/5/5/5/K4 w - 1", "4a5a 5e4e 5a4a 4e5e " * 3, **option)
        assert white_chases.outcome == bg.Outcome((1.0, -1.0), "perpetual check")

    def test_fourfold_is_a_draw(self) -> None:
        assert played("4k/5/5/5/K4 b - 1", QUIET * 2, repetition="fourfold").outcome is None
        state = played("4k/5/5/5/K4 b - 1", QUIET * 3, repetition="fourfold")
        assert state.outcome == bg.Outcome((0.0, 0.0), "repetition")

    def test_who_always_gave_check_loses(self) -> None:
        white_chases = played("1r2k/5/5/5/K4 w - 1", "4a5a 5e4e 5a4a 4e5e " * 3, repetition="fourfold")
        assert white_chases.outcome == bg.Outcome((1.0, -1.0), "perpetual check")

    @pytest.mark.parametrize(
        "games", [3, pytest.param(20, marks=pytest.mark.thorough), pytest.param(300, marks=pytest.mark.slow)]
    )
    def test_fairy_stockfish_ends_the_same_games(self, games: int) -> None:
        """Two sides that like to go back where they were, one of them often with a check."""
        pyffish = pytest.importorskip("pyffish")
        game = bg.load("minishogi:repetition=fourfold-white-wins,max_plies=0")
        reasons: Counter[str] = Counter()
        for seed in range(games):
            rng = Random(seed)
            state = game.parse(rng.choice(["1r2k/5/5/5/K4 w - 1", "4k/5/5/5/KR3 b - 1", "r3k/5/5/5/KG3 b - 1"]))
            fen = f"{str(state).split()[0]}[-] {'w' if state.turn == 0 else 'b'} 0 1"
            moves: list[str] = []
            seen = {state.key}
            while state.outcome is None and len(moves) < 200:
                if rng.random() < 0.1:
                    assert pyffish.is_optional_game_end("minishogi", fen, moves)[0] is False, (seed, moves)
                actions = state.actions()
                back = [action for action in actions if state.apply(action).key in seen]
                action = rng.choice(back if back and rng.random() < 0.9 else actions)
                moves.append(arena_words(str(action)))
                state = state.apply(action)
                seen.add(state.key)
            if state.outcome is not None and state.outcome.reason in ("repetition", "perpetual check"):
                reasons[state.outcome.reason] += 1
                ends, value = pyffish.is_optional_game_end("minishogi", fen, moves)
                assert ends
                assert state.outcome.returns[cast(State, state).seat] == (value > 0) - (value < 0), (seed, moves)
        assert reasons["repetition"] and (reasons["perpetual check"] or games < 300), reasons


def arena_words(usi: str) -> str:
    """A move as Fairy-Stockfish names it: files from the left, ranks from the bottom."""

    def square(name: str) -> str:
        return "abcde"[5 - int(name[0])] + str(5 - "abcde".index(name[1]))

    return f"{usi[0]}@{square(usi[2:4])}" if "*" in usi else square(usi[:2]) + square(usi[2:4]) + usi[4:]
