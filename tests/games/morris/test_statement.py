"""Every sentence of the statement of CodinGame's Nine Men's Morris, in its order."""

from __future__ import annotations

from random import Random
from typing import Any

import boardgames as bg
from boardgames.games.morris.board import NINE
from tests.games.morris.model import EDGES, LINES, READING
from tests.games.morris.positions import at, play, texts
from tests.samples import cases


def start(**options: Any) -> Any:
    return bg.load("morris", **options).start()


# -- the board and the players ----------------------------------------------------


def test_two_players_compete_on_a_board_on_which_24_slots_are_drawn() -> None:
    assert start().game.seats == 2
    assert texts(start()) == set(READING)


def test_some_slots_are_connected_and_are_adjacent() -> None:
    for point in READING:
        white = [other for other in ("a7", "d7", "g7", "b2", "d2", "f2", "c4", "e4") if other != point]
        far = [other for other in READING if other != point and other not in white]
        state = at(" ".join([point, *far[:3]]), " ".join(white), flying=False)
        reached = {text.split("-")[1] for text in texts(state) if text.startswith(point)}
        free = set(READING) - {point, *far[:3], *white}
        assert reached == {other for other in free if {point, other} in EDGES}


@cases("line", LINES, ids="-".join)
def test_a_straight_line_of_three_adjacent_slots_is_a_mill_and_there_are_16(line: list[str]) -> None:
    """Three of them are overlooked by CodinGame's referee; the statement decides."""
    for target in line:
        others = [point for point in line if point != target]
        state = at(" ".join(others), next(point for point in READING if point not in line), stock=(3, 3))
        assert {text.count("x") for text in texts(state, target)} == {1}


def test_three_men_around_a_corner_are_no_mill() -> None:
    assert texts(at("a7 d7", "g1 a1", stock=(3, 3)), "a4") == {"a4"}
    assert texts(at("d7 d6", "g1 a1", stock=(3, 3)), "d3") == {"d3"}  # nor two lines across the hole in the middle


def test_the_players_play_alternatively_black_first_then_white() -> None:
    state = start()
    assert state.turn == 0
    assert state.play("a7").turn == 1
    assert state.play("a7").play("d6").turn == 0


def test_each_player_has_a_stock_of_9_pieces() -> None:
    assert (start().stock(0), start().stock(1)) == (9, 9)
    after = start().play("a7")
    assert (after.stock(0), after.stock(1)) == (8, 9)


# -- the three phases ---------------------------------------------------------------


def test_placement_as_long_as_there_is_stock_a_piece_must_be_put_onto_an_empty_slot() -> None:
    state = at("a7 d6 c5", "g7 g4", stock=(1, 2))
    assert texts(state) == set(READING) - {"a7", "d6", "c5", "g7", "g4"}


def test_movement_with_an_empty_stock_a_piece_must_move_to_an_adjacent_empty_slot() -> None:
    state = at("a7 d7 b6 c5", "g7 d6 b4 e3")
    assert texts(state) == {"a7-a4", "c5-c4", "c5-d5"}


def test_one_side_may_move_while_the_other_still_places() -> None:
    assert texts(at("a7 d7 b6 c5", "g7 d6 b4 e3", stock=(0, 2))) == {"a7-a4", "c5-c4", "c5-d5"}


def test_jumping_with_only_three_pieces_any_empty_slot_can_be_reached() -> None:
    state = at("a7 d6 e3", "g7 b2 a1 f4")
    free = set(READING) - {"a7", "d6", "e3", "g7", "b2", "a1", "f4"}
    assert {tuple(text.split("x")[0].split("-")) for text in texts(state)} == {
        (source, target) for source in ("a7", "d6", "e3") for target in free
    }


def test_three_pieces_on_the_board_do_not_jump_while_there_is_stock() -> None:
    assert not any("-" in text for text in texts(at("a7 d6 e3", "g7 b2", stock=(1, 0), flying=True)))


def test_four_pieces_do_not_jump() -> None:
    assert "a7-g1" not in texts(at("a7 d6 e3 c4", "g7 b2 a1 f4"))


def test_without_flying_three_pieces_move_like_others() -> None:
    assert texts(at("a7 d6 e3", "g7 b2 a1 f4", flying=False)) == {
        "a7-a4", "a7-d7", "d6-d7", "d6-b6", "d6-f6", "d6-d5", "e3-d3", "e3-e4",
    }  # fmt: skip


# -- mills ----------------------------------------------------------------------------


def test_in_any_phase_a_newly_filled_mill_removes_a_piece_of_the_opponent() -> None:
    placing = at("a7 d7", "b6 d6", stock=(5, 5))
    assert texts(placing, "g7") == {"g7xb6", "g7xd6"}
    moving = at("a7 d7 g4 c3", "b6 d6 a1 b2")
    assert texts(moving, "g4-g7") == {"g4-g7xb6", "g4-g7xd6", "g4-g7xa1", "g4-g7xb2"}
    jumping = at("a7 d7 c3", "b6 d6 a1 b2")
    assert texts(jumping, "c3-g7") == {"c3-g7xb6", "c3-g7xd6", "c3-g7xa1", "c3-g7xb2"}
    after = moving.play("g4-g7xd6")
    assert after.turn == 1
    assert str(after).startswith("BBB" + "W.." + "...")


def test_a_mill_filled_with_the_pieces_of_both_is_none() -> None:
    assert texts(at("a7 d6", "d7 b6", stock=(5, 5)), "g7") == {"g7"}


def test_moving_within_the_line_of_two_others_fills_no_mill() -> None:
    assert texts(at("a7 d7 c3 e3", "b6 d6 a1 b2"), "d7-g7") == {"d7-g7"}


def test_the_removed_piece_is_not_itself_part_of_a_filled_mill() -> None:
    state = at("a7 d7", "b6 d6 f6 c3", stock=(5, 5))
    assert texts(state, "g7") == {"g7xc3"}


def test_any_piece_can_be_removed_if_all_belong_to_filled_mills() -> None:
    state = at("a7 d7", "b6 d6 f6", stock=(5, 5))
    assert texts(state, "g7") == {"g7xb6", "g7xd6", "g7xf6"}


def test_with_no_piece_of_the_opponent_on_the_board_nobody_is_removed() -> None:
    assert texts(at("a7 d7", "", stock=(5, 5)), "g7") == {"g7"}


CLOSE = "g4-g7xa1"  # Black's men 1, 3, 5 fill a7-g7; White has b6 d6 c3 b2 besides, and c3 goes to and fro
OPEN = "c3-c4 g7-g4 c4-c3"


def first_mill() -> Any:
    return at("a7 d7 g4 e3", "b6 d6 a1 b2 c3")


def test_a_mill_is_not_new_when_it_was_filled_with_the_same_pieces() -> None:
    """Opening and closing a mill with the same three men pays nothing."""
    state = play(first_mill(), f"{CLOSE} {OPEN}")
    assert texts(state, "g4-g7") == {"g4-g7"}
    again = play(state, "g4-g7 c3-c4 g7-g4 c4-c3")  # nor ever after
    assert texts(again, "g4-g7") == {"g4-g7"}


def test_a_mill_is_not_new_with_the_same_pieces_in_any_order() -> None:
    state = play(at("a7 d7 g4", "b6 d6 a1 b2 c3"), CLOSE)
    state = play(state, "c3-c4 d7-e3 c4-c3 a7-d7 c3-c4")  # the three jump; 3 goes to e3, 1 to d7
    assert texts(state, "e3-a7") == {"e3-a7"}


def test_a_mill_is_new_with_one_other_piece() -> None:
    state = play(at("a7 d7 g4 e4", "b6 d6 a1 b2 c3"), f"{CLOSE} c3-c4 g7-g4 c4-c3 g4-g1 c3-c4 e4-f4 c4-c3 f4-g4 c3-c4")
    assert texts(state, "g4-g7") == {"g4-g7xb6", "g4-g7xd6", "g4-g7xc4", "g4-g7xb2"}


def test_a_mill_is_new_with_the_same_pieces_in_another_line() -> None:
    state = play(at("a7 d7 g4", "b6 d6 a1 b2 c3"), CLOSE)
    state = play(state, "c3-c4 g7-g1 c4-c3 a7-a1 c3-c4")
    assert texts(state, "d7-d1") == {"d7-d1xb6", "d7-d1xd6", "d7-d1xc4", "d7-d1xb2"}


def test_without_mill_memory_every_closing_pays() -> None:
    state = play(at("a7 d7 g4 e3", "b6 d6 a1 b2 c3", mill_memory=False), f"{CLOSE} {OPEN}")
    assert texts(state, "g4-g7") == {"g4-g7xb6", "g4-g7xd6", "g4-g7xb2", "g4-g7xc3"}


def test_a_side_does_not_share_the_memory_of_the_other() -> None:
    state = play(first_mill(), f"{CLOSE} {OPEN} g4-g1 c3-c4")
    assert state.filled
    white = at("c3 c4 e3 g1", "a7 d7 g4 b2", "w", paid="1.3.5@a7-g7")
    assert {text.count("x") for text in texts(white, "g4-g7")} == {1}


def test_two_mills_filled_in_one_turn_of_the_placement_phase_remove_two_pieces() -> None:
    state = at("a7 g7 d6 d5", "b6 f6 a1", stock=(5, 5))
    assert texts(state, "d7") == {"d7xb6xf6", "d7xa1xb6", "d7xa1xf6"}
    after = state.play("d7xa1xf6")
    assert (after.men(1).bit_count(), after.stock(1)) == (1, 5)


def test_double_mill_of_one_removes_one() -> None:
    assert texts(at("a7 g7 d6 d5", "b6 f6 a1", stock=(5, 5), double_mill=1), "d7") == {"d7xb6", "d7xf6", "d7xa1"}


def test_two_mills_with_one_removable_man_remove_one() -> None:
    """Settled before the first removal: that the others are then all in mills does not matter."""
    state = at("a7 g7 d6 d5", "b2 d2 f2 a1", stock=(5, 5))
    assert texts(state, "d7") == {"d7xa1"}


def test_two_mills_remove_two_out_of_mills_if_all_stand_in_mills() -> None:
    """Settled before the first removal: it breaks the mill, and the others of it stay removable."""
    state = at("a7 g7 d6 d5", "b2 d2 f2", stock=(5, 5))
    assert texts(state, "d7") == {"d7xb2xd2", "d7xb2xf2", "d7xd2xf2"}


def test_two_mills_with_one_man_on_the_board_remove_one() -> None:
    assert texts(at("a7 g7 d6 d5", "b2", stock=(5, 5)), "d7") == {"d7xb2"}


# -- the end ----------------------------------------------------------------------------


def test_the_game_is_over_when_each_player_has_played_200_turns() -> None:
    state = at("a7 d7 g4 e3", "b6 d6 a1 b2", "w", ply=400)
    assert state.outcome is None
    after = play(state, "a1-d1")
    assert after.turn == bg.OVER
    assert not after.actions()


@cases(
    ("black", "white", "returns"),
    [
        ("a7 d7 g4 e3", "b6 d6 a1 b2 f2", (-1.0, 1.0)),
        ("a7 d7 g4 e3 f4", "b6 d6 a1 b2", (1.0, -1.0)),
        ("a7 d7 g4 e3", "b6 d6 a1 b2", (0.0, 0.0)),
    ],
)
def test_with_less_pieces_when_the_game_is_over_you_lose_and_a_tie_is_possible(
    black: str, white: str, returns: tuple[float, float]
) -> None:
    outcome = play(at(black, white, "w", ply=400), "a1-d1").outcome
    assert outcome == bg.Outcome(returns, "turn limit")


def test_pieces_in_stock_count_when_the_game_is_over() -> None:
    outcome = at("a7 d7 g4 e3", "b6 d6 a1", stock=(0, 2), ply=401).outcome
    assert outcome == bg.Outcome((-1.0, 1.0), "turn limit")


def test_the_number_of_turns_is_an_option() -> None:
    state = play(start(turns=2), "a7 d7 g7")
    assert state.outcome is None
    assert play(state, "a1").outcome == bg.Outcome((0.0, 0.0), "turn limit")


def test_you_lose_with_only_two_pieces_left_at_once() -> None:
    """CodinGame's referee lets the victim move once more; the statement decides."""
    state = at("a7 d7 g4 e3", "b6 d6 a1")
    after = play(state, "g4-g7xa1")
    assert after.outcome == bg.Outcome((1.0, -1.0), "two men")
    assert after.turn == bg.OVER
    white = play(at("b6 d6 a1", "a7 d7 g4 e3", "w"), "g4-g7xa1")
    assert white.outcome == bg.Outcome((-1.0, 1.0), "two men")


def test_two_pieces_left_are_no_loss_while_there_is_stock() -> None:
    state = play(at("a7 d7", "b6 d6 a1", stock=(4, 1)), "g7xa1")
    assert state.outcome is None
    assert state.turn == 1


def test_you_lose_at_once_when_the_last_of_the_stock_is_the_second_man() -> None:
    state = at("a7 d7 c3", "b6", "w", stock=(4, 1))
    assert state.outcome is None
    assert state.play("d6").outcome == bg.Outcome((1.0, -1.0), "two men")


def test_both_men_of_a_double_mill_can_be_the_last_but_two() -> None:
    state = play(at("a7 g7 d6 d5", "b6 f6 a1 g1", stock=(2, 0)), "d7xb6xf6")
    assert state.outcome == bg.Outcome((1.0, -1.0), "two men")


def test_the_eighteenth_man_can_close_a_mill() -> None:
    state = at("a7 d7 g4 e3 d5 c3 b2 f4 d1", "b6 d6 a1 g1 c5 e5 g7 b4", "w", stock=(0, 1), ply=18)
    assert texts(state, "f6") == {f"f6x{point}" for point in READING if state.men(0) & 2 ** NINE.names.index(point)}
    after = state.play("f6xe3")
    assert (after.stock(0), after.stock(1)) == (0, 0)
    assert after.turn == 0
    assert all("-" in text for text in texts(after))


# -- what the statement leaves to its referee ---------------------------------------------


def test_who_cannot_move_loses() -> None:
    state = at("a7 d7 g7 a4", "b4 d6 a1 g1", "w")
    assert state.play("g1-g4").outcome == bg.Outcome((-1.0, 1.0), "blocked")
    assert state.play("g1-d1").outcome is None
    black = at("b4 d6 a1 g1", "a7 d7 g7 a4")
    assert black.play("g1-g4").outcome == bg.Outcome((1.0, -1.0), "blocked")


def test_three_men_who_may_jump_are_never_blocked() -> None:
    black, white = "a7 d7 a4", "g7 d6 a1 b4"
    assert at(black, white).outcome is None
    assert at(black, white, flying=False).outcome == bg.Outcome((-1.0, 1.0), "blocked")


def test_after_the_last_turn_nobody_is_blocked() -> None:
    outcome = at("a7 d7 a4", "g7 d6 a1 b4", flying=False, ply=401).outcome
    assert outcome == bg.Outcome((-1.0, 1.0), "turn limit")
    outcome = at("a7 d7 a4", "g7 d6 b4", flying=False, ply=401).outcome
    assert outcome == bg.Outcome((0.0, 0.0), "turn limit")


def test_pieces_are_numbered_as_they_are_placed_black_odd_and_white_even() -> None:
    state = play(start(), "d6 a1 b6 g1 f6xa1 d1")
    points = {name: point for point, name in enumerate(NINE.names)}
    assert {name: state.number(points[name]) for name in ("d6", "b6", "f6", "g1", "d1")} == {
        "d6": 1, "b6": 3, "f6": 5, "g1": 4, "d1": 6,
    }  # fmt: skip
    assert state.next_number() == 7  # 2 is gone and not given again


def test_a_move_keeps_the_number() -> None:
    state = at("a7 d7 g4 e3", "b6 d6 a1 b2")
    number = state.number(NINE.names.index("g4"))
    assert play(state, "g4-g1").number(NINE.names.index("g1")) == number == 5


def test_the_mill_of_a_removed_man_is_forgotten() -> None:
    state = play(first_mill(), CLOSE)
    assert len(state.filled) == 1
    white = play(state, "c3-c4 g7-g4 c4-c3 g4-g7 b2-b4")
    assert str(white).endswith("1.3.5@a7-g7")
    removed = play(at("a7 d7 g7 e3", "b6 d6 f4 b2", "w", paid="1.3.5@a7-g7"), "b2-b4 g7-g4 f4-f6xa7")
    assert removed.filled == (int(removed.filled[0]),)
    assert str(removed).split()[6] == "2.4.6@b6-f6"


def test_the_mills_of_both_men_removed_at_once_are_forgotten() -> None:
    """Each of the two had filled one that the other had no part in; Black has filled two now."""
    state = at("a7 g7 d6 d5", "b6 f6 d2 a1", stock=(5, 5), paid="2.6.8@a1-g1,4.6.8@b2-f2")
    assert len(state.filled) == 2
    assert str(state.play("d7xb6xf6")).split()[6] == "1.3.9@a7-g7,5.7.9@d7-d5"


# -- repetition, an option ---------------------------------------------------------------


def shuffle(**options: Any) -> Any:
    return at("a7 d7 g1 e3", "b6 d6 a1 b2", **options)


def test_the_third_occurrence_of_a_position_is_a_draw_where_that_is_agreed() -> None:
    cycle = "e3-e4 b2-d2 e4-e3 d2-b2"
    for options in ({}, {"mill_memory": False}):
        state = play(shuffle(repetition=3, **options), f"{cycle} e3-e4 b2-d2 e4-e3")
        assert state.outcome is None
        assert state.play("d2-b2").outcome == bg.Outcome((0.0, 0.0), "repetition")
        assert play(shuffle(**options), f"{cycle} {cycle} {cycle}").outcome is None


def test_positions_with_the_same_mills_paid_are_a_repetition() -> None:
    state = play(at("a7 d7 g4 e3", "b6 d6 a1 b2 c3", repetition=3), CLOSE)
    state = play(state, "c3-c4 g7-g4 c4-c3 g4-g7")
    assert state.outcome is None
    same = play(state, "c3-c4 g7-g4 c4-c3 g4-g7")
    assert same.outcome == bg.Outcome((0.0, 0.0), "repetition")


def test_positions_with_other_men_in_the_mills_paid_are_no_repetition() -> None:
    """Men 5 and 7 change places twice: the board is thrice the same, but 5 has filled a mill and 7 has not."""
    state = at("a7 d7 g4 g1", "b6 d6 a1 b2 c3", repetition=3, paid="1.3.5@a7-g7")
    change = "g4-f4 c3-c4 g1-g4 c4-c3 f4-f2 c3-c4 f2-d2 c4-c3 d2-d1 c3-c4 d1-g1 c4-c3"
    assert play(state, change).key != state.key
    twice = play(play(state, change), change)
    assert twice.key == state.key
    assert twice.outcome is None
    same = at("a7 d7 g4 g1", "b6 d6 a1 b2 c3", repetition=3)
    assert play(play(same, change), change).outcome == bg.Outcome((0.0, 0.0), "repetition")


# -- all ends are met, and no others -------------------------------------------------------


def test_every_reason_is_reached_and_declared() -> None:
    spec = bg.find("morris")
    rng = Random(4)
    seen = {play(shuffle(repetition=3), "e3-e4 b2-d2 e4-e3 d2-b2 " * 2).outcome.reason}
    for _ in range(400):
        state: Any = start(turns=60, men=12)
        while state.outcome is None:
            state = state.apply(rng.choice(state.actions()))
        seen.add(state.outcome.reason)
    assert seen | {"mill", "full board"} == set(spec.reasons), "those two belong to presets"
