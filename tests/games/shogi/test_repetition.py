"""The rules' summary, on repetition: four times the same position; a player whose moves were all checks loses."""

from __future__ import annotations

import boardgames as bg
from tests.games.shogi.scenes import played, turned_action

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
SHUFFLE = "2h3h 8b7b 3h2h 7b8b "
OTHER_SHUFFLE = "2h4h 8b6b 4h2h 6b8b "

CHASED = "k8/9/9/9/9/9/9/9/1R6K b - 1"
CHASE = "8i9i 9a8a 9i8i 8a9a "
PAUSE = "1i2i 9a9b 2i1i 9b9a "
DRAW = bg.Outcome((0.0, 0.0), "repetition")


def turned(chase: str) -> str:
    return " ".join(turned_action(text) for text in chase.split())


def test_the_fourth_occurrence_is_a_draw_and_the_start_counts() -> None:
    assert played(START, SHUFFLE * 2 + "2h3h 8b7b 3h2h").outcome is None
    assert played(START, SHUFFLE * 3).outcome == DRAW
    assert played(START, SHUFFLE * 3).turn == bg.OVER
    assert played(START, SHUFFLE * 3).actions() == ()


def test_occurrences_need_not_follow_each_other() -> None:
    state = played(START, SHUFFLE + "7g7f 3c3d " + "2h3h 8b7b 3h2h 7b8b " * 2)
    assert state.outcome is None  # three with the pawns moved, two without
    assert played(START, SHUFFLE + OTHER_SHUFFLE + SHUFFLE).outcome == DRAW


def test_hands_count() -> None:
    """A pawn is dropped and taken: the board comes back, the hands do not."""
    first = played("k8/9/9/9/9/9/9/9/8K b P 1", "")
    state = played(str(first), "P*9b 9a9b 1i1h 9b8a 1h1i 8a9a")
    assert str(state).split()[0] == str(first).split()[0]
    assert state.occurrences() == [7]


def test_the_side_to_move_counts() -> None:
    first = played(CHASED, "1i1h 9a9b")
    assert first.key != played(CHASED.replace(" b ", " w "), "9a9b 1i1h 9b9a").key


class TestPerpetualCheck:
    def test_the_checked_side_completes_the_fourth(self) -> None:
        state = played(CHASED, CHASE * 3)
        assert state.outcome == bg.Outcome((-1.0, 1.0), "perpetual check")

    def test_the_checking_side_completes_the_fourth(self) -> None:
        checked = "k8/9/9/9/9/9/9/9/R7K w - 1"
        state = played(checked, "9a8a 9i8i 8a9a 8i9i " * 3)
        assert state.turn == bg.OVER and state.seat == 1
        assert state.outcome == bg.Outcome((-1.0, 1.0), "perpetual check")

    def test_white_may_be_the_one(self) -> None:
        state = played("k6r1/9/9/9/9/9/9/9/8K w - 1", turned(CHASE * 3))
        assert state.outcome == bg.Outcome((1.0, -1.0), "perpetual check")

    def test_before_the_first_occurrence_anything_may_have_happened(self) -> None:
        quiet_first = "k8/9/9/9/9/9/9/9/1R5K1 b - 1"
        state = played(quiet_first, "2i1i 9a9b " + "8i9i 9b8b 9i8i 8b9b " * 3)
        assert state.outcome == bg.Outcome((-1.0, 1.0), "perpetual check")

    def test_one_interruption_makes_it_a_draw(self) -> None:
        for chase in (PAUSE + CHASE * 2, CHASE + PAUSE + CHASE, CHASE * 2 + PAUSE):
            assert played(CHASED, chase).outcome == DRAW

    def test_three_times_is_not_enough(self) -> None:
        assert played(CHASED, CHASE * 2).outcome is None


def test_without_the_rule_the_game_goes_on() -> None:
    assert played(START, SHUFFLE * 5, repetition="none").outcome is None


def test_a_game_that_branched_off_remembers_its_own_past_only() -> None:
    once = played(START, SHUFFLE)
    twice = once
    for text in SHUFFLE.split():
        twice = twice.play(text)
    other = once
    for text in OTHER_SHUFFLE.split():
        other = other.play(text)
    for state in (twice, other):
        assert state.occurrences() == [1, 5, 9]
        for text in SHUFFLE.split():
            state = state.play(text)
        assert state.outcome == DRAW
    assert once.occurrences() == [1, 5]
