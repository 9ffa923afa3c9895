"""The rules' summary, on impasse: both kings in their promotion zones, points decide; and 27-point declarations."""

from __future__ import annotations

from typing import Any

import pytest

import boardgames as bg
from tests.games.shogi.scenes import legal, load, played, turned
from tests.samples import cases

POINTS_23 = "RB4G4S4NL"
POINTS_24 = "RB4G4S4N2L"
REST_OF_23 = "rb3l18p"
REST_OF_24 = "rb2l18p"


def entered(hands: str) -> str:
    return f"8K/9/9/9/9/9/9/9/k8 b {hands} 1"


def quiet(hands: str, **options: Any) -> bg.Outcome | None:
    outcome: bg.Outcome | None = played(entered(hands), "1a1b", impasse_quiet_plies=1, **options).outcome
    return outcome


class TestTwentyFourPoints:
    def test_rooks_and_bishops_five_others_one_below_24_loses(self) -> None:
        assert quiet(POINTS_23 + REST_OF_23) == bg.Outcome((-1.0, 1.0), "impasse")

    def test_if_neither_is_below_24_a_draw(self) -> None:
        assert quiet(POINTS_24 + REST_OF_24) == bg.Outcome((0.0, 0.0), "impasse")

    def test_white_may_be_the_one(self) -> None:
        hands = POINTS_23.lower(), REST_OF_23.upper()
        assert quiet(hands[1] + hands[0]) == bg.Outcome((1.0, -1.0), "impasse")

    def test_promoted_pieces_count_as_before(self) -> None:
        """A dragon is five points, a tokin one."""
        for lances, returns in (("L3l", (-1.0, 1.0)), ("2L2l", (0.0, 0.0))):
            board = f"1+R6K/9/9/9/9/9/9/8+P/k8 b B4G4S3N{lances}rbn17p 1"
            outcome = played(board, "1a1b", impasse_quiet_plies=1).outcome
            assert outcome == bg.Outcome(returns, "impasse")

    def test_both_kings_must_have_entered(self) -> None:
        for board in ("9/9/9/8K/9/9/9/9/k8", "8K/9/9/9/9/k8/9/9/9"):
            state = played(f"{board} b {POINTS_23}{REST_OF_23} 1", "R*5e", impasse_quiet_plies=1)
            assert state.outcome is None

    @pytest.mark.parametrize("black", ["9/9/8K", "9/9/K8"])
    @pytest.mark.parametrize("white", ["k8/9/9", "8k/9/9"])
    def test_a_king_has_entered_in_the_corner_of_the_camp(self, black: str, white: str) -> None:
        state = played(f"{black}/9/9/9/{white} b {POINTS_23}{REST_OF_23} 1", "R*5e", impasse_quiet_plies=1)
        assert state.outcome == bg.Outcome((-1.0, 1.0), "impasse")

    def test_a_capture_or_a_promotion_starts_the_count_again(self) -> None:
        taking = "8K/9/9/9/9/9/9/9/k8 b - 1"
        shuffle = "1a1b 9i9h 1b1a 9h9i "
        assert played(taking, shuffle, impasse_quiet_plies=5).outcome is None
        assert played(taking, shuffle + "1a1b", impasse_quiet_plies=5).outcome is not None
        board = "8K/4+s4/4S4/9/9/9/9/9/k8 b - 1"
        for restart in ("5c5b", "5c4b+"):
            state = played(board, "1a1b 9i9h 1b1a 9h9i " + restart, impasse_quiet_plies=5)
            assert (state.outcome, state.quiet) == (None, 0)

    def test_a_drop_does_not(self) -> None:
        assert played(entered("Pp"), "P*5e", impasse_quiet_plies=1).outcome is not None

    def test_sixty_plies_unless_said_otherwise(self) -> None:
        assert load("shogi").options.impasse_quiet_plies == 60

    def test_none_of_it_without_the_rule(self) -> None:
        assert quiet(POINTS_23 + REST_OF_23, impasse="none") is None


TOKINS = "+P+P+P+P+P+P+P+P+P"


def declaring(hands: str, tokins: str = TOKINS, king: str = "4K4", rest: str = "4k4") -> str:
    return f"{tokins}/{king}/3G5/9/9/9/9/{rest}/9 b {hands} 1"


def declared(sfen: str, impasse: str = "27-point", **options: Any) -> tuple[float, str]:
    state = played(sfen, "win", impasse=impasse, **options)
    assert state.turn == bg.OVER
    outcome = state.outcome
    return outcome.returns[1 - state.seat], outcome.reason


RIGHT = (1.0, "declaration")
ENOUGH = (0.0, "impasse")
WRONG = (-1.0, "false declaration")


class TestDeclaration:
    def test_black_needs_28_points(self) -> None:
        assert declared(declaring("2RB3S")) == RIGHT
        assert declared(declaring("2RB2S")) == WRONG

    def test_white_needs_27_points(self) -> None:
        assert declared(turned(declaring("2RB2S"))) == RIGHT
        assert declared(turned(declaring("2RBS"))) == WRONG

    def test_ten_men_besides_the_king_in_the_zone(self) -> None:
        assert declared(declaring("2R2B4SP", tokins="1+P+P+P+P+P+P+P+P")) == WRONG
        assert declared(declaring("2R2B4SP", tokins="+L+P+P+P+P+P+P+P+P")) == RIGHT

    def test_men_outside_the_zone_do_not_count(self) -> None:
        outside = declaring("2RB2S").replace("9/9/9/9/4k4", "4S4/9/9/9/4k4")
        assert declared(outside) == WRONG

    def test_the_king_must_be_in_the_zone(self) -> None:
        sfen = f"{TOKINS}/9/3GG4/4K4/9/9/9/4k4/9 b 2R2B4S 1"
        assert declared(sfen) == WRONG

    def test_not_in_check(self) -> None:
        assert declared(declaring("R2B4S", rest="k3r4")) == WRONG
        assert declared(declaring("R2B4S", rest="k7r")) == RIGHT

    def test_it_is_legal_whenever_a_side_is_to_move(self) -> None:
        start = load("shogi", impasse="27-point").start()
        assert str(start.actions()[-1]) == "win"
        assert start.actions()[-1].index == start.game.action_count - 1
        assert declared(str(start)) == WRONG

    def test_it_is_no_action_of_other_rules(self) -> None:
        assert "win" not in legal(declaring("2RB3S"))
        game = load("shogi")
        assert str(game.action_at(game.action_count - 1)) != "win"

    def test_it_is_none_in_checkmate(self) -> None:
        state = played("4k4/9/4G4/9/9/9/9/9/8K b G 1", "G*5b", impasse="27-point")
        assert state.outcome.reason == "checkmate" and state.actions() == ()

    def test_the_text_of_a_declared_position_is_read_again(self) -> None:
        game = load("shogi", impasse="27-point")
        state = game.parse(declaring("2RB3S")).play("win")
        again = game.parse(str(state))
        assert (str(again), again.key, again.outcome) == (str(state), state.key, state.outcome)
        assert again.key != game.parse(str(state).removesuffix(" win")).key


class TestDeclarationByTwentyFourPoints:
    """The professionals' rule: 31 points win, 24 are a draw, for either side."""

    @cases(("hands", "result"), [("2R2BS", RIGHT), ("2R2B", ENOUGH), ("2R4S", ENOUGH), ("2R3S", WRONG)])
    def test_31_points_win_and_24_are_a_draw(self, hands: str, result: tuple[float, str]) -> None:
        assert declared(declaring(hands), "24-point-declaration") == result
        assert declared(turned(declaring(hands)), "24-point-declaration") == result

    @cases(
        "sfen",
        [
            declaring("2R2B4SP", tokins="1+P+P+P+P+P+P+P+P"),  # nine men
            f"{TOKINS}/9/3GG4/4K4/9/9/9/4k4/9 b 2R2B4S 1",  # the king has not entered
            declaring("R2B4S", rest="k3r4"),  # in check
        ],
    )
    def test_the_other_conditions_stay(self, sfen: str) -> None:
        assert declared(sfen, "24-point-declaration") == WRONG

    def test_nobody_needs_to_declare(self) -> None:
        """Points are also counted when nothing happens any more."""
        assert quiet(POINTS_23 + REST_OF_23, impasse="24-point-declaration") == bg.Outcome((-1.0, 1.0), "impasse")

    def test_it_is_no_action_of_the_usual_rule(self) -> None:
        assert "win" in legal(declaring("2RB3S"), "shogi:impasse=24-point-declaration")
        assert "win" not in legal(declaring("2RB3S"), "shogi:impasse=24-point")


class TestHandicaps:
    """Missing pieces count for the side that gave them up; White gives handicaps."""

    WHITE_19 = "r14p"  # one big piece and fourteen small ones, in a game without White's bishop
    REST = "RB4G4S4N4L4P"

    def test_the_association_s_example(self) -> None:
        """With a bishop given up, one rook and fourteen other pieces make 24."""
        assert quiet(self.REST + self.WHITE_19) == bg.Outcome((1.0, -1.0), "impasse")
        assert quiet(self.REST + self.WHITE_19, missing_points="white") == bg.Outcome((0.0, 0.0), "impasse")
        assert quiet(self.REST + "r13p", missing_points="white") == bg.Outcome((0.0, 0.0), "impasse")

    def test_a_piece_that_black_took_is_not_missing(self) -> None:
        assert quiet("R2B4G4S4N4L5Pr13p", missing_points="white") == bg.Outcome((1.0, -1.0), "impasse")

    def test_black_gets_no_points_of_missing_pieces(self) -> None:
        hands = POINTS_23 + "rb3l17p"  # a pawn is missing
        assert quiet(hands, missing_points="white") == bg.Outcome((-1.0, 1.0), "impasse")

    def test_declarations(self) -> None:
        blacks = "b3g3s4n4l8p"  # all but White's men and one pawn, in small since the position is turned
        sfen = turned(declaring("2RBS" + blacks))
        assert declared(sfen) == WRONG
        assert declared(sfen, missing_points="white") == RIGHT
        assert declared(declaring("2RB2S"), missing_points="white") == WRONG


@pytest.mark.parametrize("plies", [3, 4])
def test_a_ply_limit_is_a_draw(plies: int) -> None:
    state = load("shogi", max_plies=plies).start()
    for text in ("7g7f", "3c3d", "2g2f", "8c8d")[:plies]:
        assert state.outcome is None
        state = state.play(text)
    assert state.outcome == bg.Outcome((0.0, 0.0), "ply limit")
    assert state.actions() == () and state.count() == 0


def test_mate_on_the_last_ply_wins() -> None:
    state = played("4k4/9/4G4/9/9/9/9/9/8K b G 7", "G*5b", max_plies=7)
    assert state.outcome is not None and state.outcome.reason == "checkmate"


def test_repetition_is_judged_before_impasse() -> None:
    """Where both come with one move, the fourth occurrence ends the game."""
    game = bg.load("shogi", impasse_quiet_plies=12)
    state = game.parse("4K4/9/9/9/9/9/9/9/4k4 b RB2G2S2N2L9Prb2g2s2n2l9p 1")
    for move in ["5a4a", "5i4i", "4a5a", "4i5i"] * 3:
        assert state.outcome is None
        state = state.play(move)
    assert state.outcome is not None
    assert state.outcome.reason == "repetition"
