"""Each sentence of a one-page summary of the rules of shogi."""

from __future__ import annotations

import pytest

import boardgames as bg
from tests.games.shogi.scenes import drops, from_square, legal, load, played
from tests.samples import cases

START = load("shogi").start()
KINGS = "k8/9/9/9/9/9/9/9/8K"
AROUND = {"5d", "4d", "4e", "4f", "5f", "6f", "6e", "6d"}
GOLD = {"5d", "4d", "4e", "5f", "6e", "6d"}
FILE_5 = {"5a", "5b", "5c", "5d", "5f", "5g", "5h", "5i"}
RANK_E = {"9e", "8e", "7e", "6e", "4e", "3e", "2e", "1e"}
DIAGONALS = {"1a", "2b", "3c", "4d", "6f", "7g", "8h", "9i", "9a", "8b", "7c", "6d", "4f", "3g", "2h", "1i"}


def on_5e(man: str) -> str:
    return f"9/9/9/9/4{man}4/9/9/k8/8K b - 1"


def moves_of(man: str) -> set[str]:
    """Where a man on 5e of an otherwise empty middle may go."""
    return {target.rstrip("+") for target in from_square("5e", on_5e(man))}


class TestBoardAndPieces:
    def test_board_9x9(self) -> None:
        assert START.game.variant.squares == 81

    def test_twenty_pieces_for_each_player(self) -> None:
        for seat in (0, 1):
            assert sorted(START.men(seat)) == sorted("KRBGGSSNNLL" + "P" * 9)

    def test_other_than_king_and_gold_are_double_sided(self) -> None:
        assert "".join(piece.letter for piece in START.game.variant.pieces if not piece.promotes) == "KG"

    def test_first_row(self) -> None:
        assert "".join(START.piece_at(f"{file}i") for file in range(9, 0, -1)) == "LNSGKGSNL"
        assert "".join(START.piece_at(f"{file}a") for file in range(9, 0, -1)) == "lnsgkgsnl"

    def test_second_row_bishop_before_left_knight_rook_before_right_knight(self) -> None:
        assert (START.piece_at("8h"), START.piece_at("2h")) == ("B", "R")
        assert (START.piece_at("2b"), START.piece_at("8b")) == ("b", "r")

    def test_third_row_nine_pawns(self) -> None:
        assert {START.piece_at(f"{file}g") for file in range(1, 10)} == {"P"}

    def test_black_moves_first(self) -> None:
        assert START.turn == 0


class TestMoves:
    def test_pieces_capture_the_same_as_they_move(self) -> None:
        for man in ("R", "B", "G", "S", "L", "+P", "+R", "+B"):
            for target in moves_of(man):
                state = load("shogi").parse(on_5e(man))
                if state.piece_at(target):
                    continue
                rows = [list("." * 9) for _ in range(9)]
                rows[ord(target[1]) - ord("a")][9 - int(target[0])] = "g"
                rows[4][4] = man
                rows[7][0], rows[8][8] = "k", "K"
                board = "/".join("".join("1" if cell == "." else cell for cell in row) for row in rows)
                after = load("shogi").parse(f"{board} b - 1").actions()
                assert any(str(action).startswith("5e" + target) for action in after), (man, target)

    def test_every_piece_blocks_all_but_jumping_ones(self) -> None:
        blocked = "9/9/9/4p4/3PRP3/4P4/9/k8/8K b - 1"
        assert from_square("5e", blocked) == {"5d"}
        assert from_square("2h", str(START)) == {"1h", "3h", "4h", "5h", "6h", "7h"}

    def test_an_enemy_on_a_legal_destination_may_be_captured(self) -> None:
        after = played("k8/9/9/9/4p4/4P4/9/9/8K b - 1", "5f5e")
        assert (after.piece_at("5e"), after.hand(0)) == ("P", {"P": 1})

    def test_king_one_square_any_direction(self) -> None:
        assert from_square("5e", "k8/9/9/9/4K4/9/9/9/9 b - 1") == AROUND

    def test_rook_any_number_orthogonally(self) -> None:
        assert moves_of("R") == FILE_5 | RANK_E

    def test_bishop_any_number_diagonally(self) -> None:
        assert (
            from_square("5e", "9/9/9/9/4B4/9/k8/9/7K1 b - 1") - {"1a+", "9a+", "2b+", "8b+", "3c+", "7c+"} == DIAGONALS
        )

    def test_gold_orthogonally_and_diagonally_forward(self) -> None:
        assert moves_of("G") == GOLD

    def test_silver_diagonally_and_forward(self) -> None:
        assert moves_of("S") == {"5d", "4d", "6d", "4f", "6f"}

    def test_knight_jumps_over_all(self) -> None:
        assert from_square("5e", "9/9/9/3psp3/3sNs3/9/9/k8/8K b - 1") == {"4c", "4c+", "6c", "6c+"}

    def test_lance_straight_forward_only(self) -> None:
        assert moves_of("L") == {"5a", "5b", "5c", "5d"}

    def test_pawn_one_straight_forward_only(self) -> None:
        assert moves_of("P") == {"5d"}


class TestPromotion:
    def test_zone_is_three_rows_opposite(self) -> None:
        assert from_square("5d", "k8/9/9/4S4/9/9/9/9/8K b - 1") >= {"5c", "5c+"}
        assert from_square("5e", "k8/9/9/9/4S4/9/9/9/8K b - 1").isdisjoint({"5d+"})
        assert from_square("5f", "k8/9/9/9/9/4s4/9/9/8K w - 1") >= {"5g", "5g+"}

    @cases(("square", "target"), [("5d", "5c"), ("5b", "4c"), ("5c", "4d")])
    def test_into_within_or_out_of_the_zone(self, square: str, target: str) -> None:
        rank = ord(square[1]) - ord("a")
        rows = ["9"] * 9
        rows[rank] = "4S4"
        rows[7], rows[8] = "k8", "8K"
        assert from_square(square, "/".join(rows) + " b - 1") >= {target, target + "+"}

    def test_promotion_flips_the_piece(self) -> None:
        assert played("k8/9/9/4S4/9/9/9/9/8K b - 1", "5d5c+").piece_at("5c") == "+S"

    @pytest.mark.parametrize("man", ["P", "L"])
    def test_pawn_and_lance_must_promote_on_the_furthest_row(self, man: str) -> None:
        assert {"5a", "5a+"} & from_square("5b", f"9/4{man}4/9/9/9/9/9/k8/8K b - 1") == {"5a+"}

    def test_knight_must_promote_on_the_last_two_rows(self) -> None:
        assert from_square("5d", "9/9/9/4N4/9/9/9/k8/8K b - 1") == {"4b+", "6b+"}
        assert from_square("5c", "9/9/4N4/9/9/9/9/k8/8K b - 1") == {"4a+", "6a+"}

    def test_silver_need_not_promote(self) -> None:
        assert {"5a", "5a+"} <= from_square("5b", "9/4S4/9/9/9/9/9/k8/8K b - 1")

    def test_king_and_gold_do_not_promote(self) -> None:
        assert not any(text.endswith("+") for text in legal("9/4GK3/9/9/9/9/9/k8/9 b - 1"))

    def test_promoted_rook_as_rook_or_king(self) -> None:
        assert moves_of("+R") == FILE_5 | RANK_E | AROUND

    def test_promoted_bishop_as_bishop_or_king(self) -> None:
        assert from_square("5e", "9/9/9/9/4+B4/9/k8/9/7K1 b - 1") == DIAGONALS | AROUND

    def test_not_both_at_the_same_time(self) -> None:
        assert "3b" not in moves_of("+R") and "5c" not in moves_of("+B")

    @cases("man", ["+S", "+N", "+L", "+P"])
    def test_the_others_move_as_gold(self, man: str) -> None:
        assert moves_of(man) == GOLD


class TestDrops:
    def test_captured_pieces_are_kept_in_hand_unpromoted(self) -> None:
        assert played("k8/9/9/4+p4/4P4/9/9/9/8K b - 1", "5e5d").hand(0) == {"P": 1}

    def test_may_be_dropped_on_any_empty_square_unpromoted(self) -> None:
        assert len(drops("G", f"{KINGS} b G 1")) == 79
        assert played(f"{KINGS} b G 1", "G*5e").piece_at("5e") == "G"

    def test_a_drop_is_a_whole_move(self) -> None:
        assert played(f"{KINGS} b G 1", "G*5e").turn == 1

    def test_a_drop_cannot_capture(self) -> None:
        assert {"9a", "1i"}.isdisjoint(drops("R", f"{KINGS} b R 1"))

    def test_no_promotion_when_dropped_in_the_zone(self) -> None:
        after = played("9/9/9/9/9/9/9/k8/8K b S 1", "S*5b")
        assert after.piece_at("5b") == "S"
        assert "S*5b+" not in legal("9/9/9/9/9/9/9/k8/8K b S 1")

    @cases("letter", ["P", "L", "N"])
    def test_not_on_the_furthest_row(self, letter: str) -> None:
        assert not {target for target in drops(letter, f"{KINGS} b {letter} 1") if target[1] == "a"}

    def test_knight_not_on_the_second_to_last_row(self) -> None:
        ranks = {target[1] for target in drops("N", f"{KINGS} b N 1")}
        assert ranks == set("cdefghi")
        assert {target[1] for target in drops("N", f"{KINGS} w n 1")} == set("abcdefg")

    def test_no_second_unpromoted_pawn_on_a_column(self) -> None:
        assert not {t for t in drops("P", "k8/9/9/9/4P4/9/9/9/8K b P 1") if t[0] == "5"}
        assert {t for t in drops("P", "k8/9/9/9/4+P4/9/9/9/8K b P 1") if t[0] == "5"}
        assert {t for t in drops("P", "k8/9/9/9/4p4/9/9/9/8K b P 1") if t[0] == "5"}

    def test_no_pawn_drop_for_immediate_checkmate(self) -> None:
        mate = "7lk/9/8S/9/9/9/9/7L1/8K b P 1"
        assert "1b" not in drops("P", mate)
        assert "1b" in drops("P", "8k/9/8S/9/9/9/9/9/8K b P 1")  # with a way out it is only a check


class TestWin:
    def test_a_threat_to_the_king_is_check(self) -> None:
        assert played("4k4/9/9/9/9/9/9/9/R7K b - 1", "9i5i").in_check()

    def test_check_must_be_removed(self) -> None:
        checked = "4k4/9/9/9/9/9/9/9/4R3K w g 1"
        assert legal(checked) == {
            "5a4a", "5a6a", "5a4b", "5a6b", *(f"G*5{rank}" for rank in "bcdefgh"),
        }  # fmt: skip

    def test_checkmate_ends_the_game(self) -> None:
        after = played("4k4/9/4G4/9/9/9/9/9/8K b G 1", "G*5b")
        assert after.outcome == bg.Outcome((1.0, -1.0), "checkmate")
        assert after.turn == bg.OVER and after.actions() == ()

    def test_stalemate_loses(self) -> None:
        after = played("8k/9/6GG1/9/9/9/9/9/K8 b - 1", "3c3b")
        assert after.outcome == bg.Outcome((1.0, -1.0), "stalemate")
