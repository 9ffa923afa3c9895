"""Each rule of the statement of Code Colosseum's Royal Game of Ur on positions that show it.

A position is written as the cells of seat 0's tokens, those of seat 1's, the
seat to act and the throw: ``0,4 6,15 1 3``.  Most use two tokens a side.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

import boardgames as bg
from boardgames.core.model.game import GAME_OVER
from boardgames.core.text import quoted
from tests.samples import cases

START = "0,0,0,0,0,0,0 0,0,0,0,0,0,0 0 -"


def legal(position: str, options: str = "tokens=2") -> list[str]:
    return [str(action) for action in bg.load(f"ur:{options}").parse(position).actions()]


def after(position: str, *actions: str, options: str = "tokens=2") -> str:
    state = bg.load(f"ur:{options}").parse(position)
    for action in actions:
        state = state.play(action)
    return str(state)


def test_each_player_has_seven_tokens() -> None:
    assert bg.load("ur").options.tokens == 7
    assert str(bg.load("ur").start()) == START


def test_the_first_player_plays_the_first_turn() -> None:
    start = bg.load("ur").start()
    assert start.turn == bg.CHANCE
    assert start.play("=1").turn == 0


def test_the_track_has_fourteen_cells() -> None:
    """A token may stand on each of 1 to 14; the step after 14 is the end."""
    for cell in range(1, 15):
        assert str(bg.load("ur:tokens=1").parse(f"{cell} 0 0 -")) == f"{cell} 0 0 -"
    assert after("0,14 0,0 0 1", "14") == "0,15 0,0 1 -"


@cases("cell", range(5, 13))
def test_cells_five_to_twelve_are_shared(cell: int) -> None:
    """One token at most stands there: who comes meets who is there."""
    with pytest.raises(bg.UnreadablePosition, match=f"cell {cell} is common to both"):
        bg.load("ur:tokens=1").parse(f"{cell} {cell} 0 -")
    if cell != 8:
        assert after(f"0,{cell - 1} 0,{cell} 0 1", str(cell - 1)) == f"0,{cell} 0,0 1 -"


@cases("cell", [1, 2, 3, 4, 13, 14])
def test_the_other_cells_are_each_players_own(cell: int) -> None:
    """Both may stand on the cell of the same number, and pass without meeting."""
    moved = after(f"0,{cell - 1} 0,{cell} 0 1", str(cell - 1))
    turn = 0 if cell in (4, 14) else 1
    assert moved == f"0,{cell} 0,{cell} {turn} -"


@pytest.mark.parametrize("seat", [0, 1])
def test_turns_alternate(seat: int) -> None:
    """After a move to a plain cell the other player throws."""
    assert after(f"0,0 0,0 {seat} -", "=1", "0").endswith(f"{1 - seat} -")


def test_who_brings_all_tokens_off_the_track_wins() -> None:
    for seat, position in enumerate(["14,15 3,12 0 1", "3,12 14,15 1 1"]):
        state = bg.load("ur:tokens=2").parse(position)
        assert state.outcome is None
        won = state.play("14")
        assert won.outcome == bg.Outcome((1.0, -1.0) if seat == 0 else (-1.0, 1.0), "home")
        assert won.turn == bg.OVER
        assert won.actions() == () == won.chances()


def test_the_game_goes_on_until_the_last_token_is_out() -> None:
    assert bg.load("ur:tokens=2").parse("13,14 3,12 0 1").play("14").outcome is None


def test_four_coins_are_flipped_at_the_start_of_a_turn() -> None:
    """n heads of four: 1, 4, 6, 4 and 1 ways in 16."""
    chances = bg.load("ur").start().chances()
    assert [(str(throw), chance) for throw, chance in chances] == [
        (f"={heads}", Fraction(ways, 16)) for heads, ways in enumerate([1, 4, 6, 4, 1])
    ]


@cases("number", [1, 2, 3, 4])
def test_a_token_moves_as_many_cells_as_there_are_heads(number: int) -> None:
    assert after(f"0,1 0,0 1 {number}", "0").split()[1] == f"0,{number}"
    assert after(f"0,1 0,0 0 {number}", "1").split()[0] == f"0,{number + 1}"


def test_the_player_must_choose_a_token() -> None:
    """Every token that can move is offered, and nothing else: no passing, no moving back."""
    assert legal("1,5,9 0,0,0 0 2", "tokens=3") == ["1", "5", "9"]
    assert legal("0,0,9 0,0,0 0 2", "tokens=3") == ["0", "9"]


def test_tokens_that_wait_are_one_choice() -> None:
    """They are alike, so it does not matter which one enters."""
    assert legal("0,0 0,0 0 3") == ["0"]


@cases("cell", [11, 12, 13, 14])
@cases("number", [1, 2, 3, 4])
def test_only_the_exact_number_takes_a_token_off_the_track(cell: int, number: int) -> None:
    """From cell 14 only a 1."""
    game = bg.load("ur:tokens=1")
    if cell + number > 15:
        assert str(game.parse(f"{cell} 0 0 -").play(f"={number}")) == f"{cell} 0 1 -"
    else:
        assert str(game.parse(f"{cell} 0 0 {number}").play(str(cell))).startswith(f"{cell + number} 0")


def test_after_a_zero_the_turn_passes() -> None:
    assert after(START, "=0", options="tokens=7") == START.replace("0 -", "1 -")


@cases(
    ("sides", "number"),
    [("13,14 0,0", 3), ("6,15 0,8", 2), ("12,14 0,0", 2), ("0,4 0,8", 4)],
    ids=["all overshoot", "the opponent is safe", "one is blocked and one overshoots", "own token and safe opponent"],
)
def test_where_no_move_is_possible_the_turn_passes(sides: str, number: int) -> None:
    """A zero is not the only such throw."""
    assert after(f"{sides} 0 -", f"={number}") == f"{sides} 1 -"


def test_where_one_token_can_move_the_turn_does_not_pass() -> None:
    assert after("13,14 0,0 0 -", "=2") == "13,14 0,0 0 2"
    assert legal("13,14 0,0 0 2") == ["13"]


def test_a_token_cannot_move_onto_its_own_side() -> None:
    assert legal("0,3 0,0 0 3") == ["3"]
    assert legal("5,7 0,0 0 2") == ["7"]


def test_own_tokens_at_the_end_do_not_block_it() -> None:
    assert legal("14,15 0,0 0 1") == ["14"]


@cases("cell", [5, 6, 7, 9, 10, 11, 12])
def test_a_token_may_move_onto_an_opponents_which_goes_back_to_its_start(cell: int) -> None:
    """The cell is then the capturer's."""
    for seat in range(2):
        own, other = f"0,{cell - 2}", f"{cell},15"
        sides = f"{own} {other}" if seat == 0 else f"{other} {own}"
        own, other = f"0,{cell}", "0,15"
        moved = f"{own} {other}" if seat == 0 else f"{other} {own}"
        assert after(f"{sides} {seat} 2", str(cell - 2)) == f"{moved} {1 - seat} -"


@cases("rosette", [4, 8, 14])
def test_landing_on_a_rosette_gives_the_next_turn_too(rosette: int) -> None:
    for number in (1, 2, 3, 4):
        cell = rosette - number
        sides = f"0,{cell} 0,0"
        assert after(f"{sides} 0 {number}", str(cell)) == f"0,{rosette} 0,0 0 -"


@cases("cell", [1, 2, 3, 5, 6, 7, 9, 10, 11, 12, 13])
def test_landing_elsewhere_gives_the_turn_to_the_opponent(cell: int) -> None:
    assert after(f"0,{cell - 1} 0,0 0 1", str(cell - 1)) == f"0,{cell} 0,0 1 -"


def test_leaving_the_track_gives_no_other_turn() -> None:
    assert after("0,14 0,0 0 1", "14") == "0,15 0,0 1 -"
    assert after("0,12 0,0 0 3", "12") == "0,15 0,0 1 -"


def test_the_next_turn_is_a_whole_turn_that_may_pass_too() -> None:
    assert after("14,15 0,0 0 -", "=2") == "14,15 0,0 1 -"
    assert after("0,13 0,0 0 1", "13", "=0") == "0,14 0,0 1 -"


def test_a_rosette_that_is_occupied_cannot_be_landed_on() -> None:
    """Cell 8 even by an opponent's token; on 4 and 14 there are only own ones."""
    assert legal("0,5 8,9 0 3") == ["0"]
    assert legal("0,5 0,9 0 3") == ["0", "5"]
    assert legal("4,7 0,8 0 1") == ["4"]
    assert legal("0,4 0,0 0 4") == ["4"]
    assert legal("12,14 0,0 0 1") == ["12", "14"]
    assert legal("0,13 0,14 0 1") == ["0", "13"]


def test_a_token_on_the_shared_rosette_is_never_captured() -> None:
    """From wherever it could be reached."""
    for number in (1, 2, 3, 4):
        assert legal(f"{8 - number},10 8,15 0 {number}") == ["10"]


# -- what the protocol asks of the rules ------------------------------------------


def test_an_action_is_named_by_the_cell_that_the_token_leaves() -> None:
    state = bg.load("ur").parse("0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 1")
    assert [state.read(str(action)) for action in state.actions()] == list(state.actions())
    assert legal("0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 1", "tokens=7") == ["0", "4", "6", "8"]


@cases(
    ("position", "text", "why"),
    [
        ("14,15 3,12 0 -", "14", "the dice come first"),
        ("15,15 3,12 1 -", "3", GAME_OVER),
        ("3,6 3,8 0 2", "15", "expected the cell that a token leaves, 0 to 14"),
        ("3,6 3,8 0 2", "", "expected the cell that a token leaves, 0 to 14"),
        ("3,6 3,8 0 2", "04", "expected the cell that a token leaves, 0 to 14"),
        ("3,6 3,8 0 2", "\u0664", "expected the cell that a token leaves, 0 to 14"),
        ("4,6 3,8 0 1", "9" * 5000, "expected the cell that a token leaves, 0 to 14"),
        ("4,6 3,8 0 1", "=2", "expected the cell that a token leaves, 0 to 14"),
        ("4,6 3,9 0 2", "0", "no token is waiting"),
        ("4,6 3,9 0 2", "9", "no token on cell 9"),
        ("4,14 3,9 0 2", "14", "2 from cell 14 overshoots: a token leaves the track exactly"),
        ("4,6 3,9 0 2", "4", "cell 6 holds a token of the same side"),
        ("3,6 3,8 0 2", "6", "the opponent stands safe on cell 8"),
    ],
)
def test_an_illegal_action_says_why(position: str, text: str, why: str) -> None:
    state = bg.load("ur:tokens=2").parse(position)
    with pytest.raises(bg.IllegalAction) as caught:
        state.play(text)
    assert caught.value.why == why
    assert caught.value.asked == text
    legal = [str(edge) for edge in state.actions() or [throw for throw, _ in state.chances()]]
    assert set(caught.value.nearest) <= set(legal)
    assert bool(caught.value.nearest) == bool(legal)
    assert str(caught.value).startswith(f"{quoted(text)} is not legal: {why}")


def test_an_impossible_throw_is_illegal() -> None:
    with pytest.raises(bg.IllegalAction, match="'=5' is not legal: the dice come first; legal here: =4, =3"):
        bg.load("ur").start().play("=5")
