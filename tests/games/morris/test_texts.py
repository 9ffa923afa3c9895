"""Texts, keys and pickles: what is written is read again, and what cannot be read says why."""

from __future__ import annotations

import copy
import pickle
import re
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

import boardgames as bg
from boardgames.core.model.game import GAME_OVER
from tests.games.morris.model import READING
from tests.games.morris.positions import at, play, random_game
from tests.samples import cases, for_all, sample

START = "........................ b 9 9 1"
NAMES = ["morris", "morris:preset=classic", "morris:repetition=3", "morris:men=12,double_mill=1"]


# -- there and back ---------------------------------------------------------------


def test_canonical_texts() -> None:
    game: Any = bg.load("morris")
    assert str(game.start()) == f"{START} - -"
    assert str(bg.load("morris", mill_memory=False).start()) == START
    state = play(game.start(), "d6 a1 b6 g1 f6xa1")
    assert str(state) == "...BBB.................W w 6 7 6 3,1,5,4 1.3.5@b6-f6"
    assert str(game.parse("B..W....................  b 8 8 3")) == "B..W.................... b 8 8 3 - -"


@pytest.mark.parametrize("name", NAMES)
@sample(3, thorough=12)
def test_text_key_and_pickle_round_trip_on_random_games(name: str, sample: int) -> None:
    rng = Random(name)
    game: Any = bg.load(name)
    for _ in range(sample):
        for state in random_game(name, rng)[rng.randrange(4) :: 4]:
            text = str(state)
            parsed = game.parse(text)
            assert str(parsed) == text
            assert parsed.key == state.key
            assert hash(parsed) == hash(state)
            if not state.game.repetition:
                assert parsed == state
                assert parsed.outcome == state.outcome
                assert parsed.actions() == state.actions()
            for twin in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
                assert twin == state
                assert hash(twin) == hash(state)
                assert twin.fields() == state.fields()
                assert str(twin) == text
            assert all(state.read(str(action)) is action for action in state.actions()[:5])


def test_a_pickle_keeps_who_is_who_and_what_was_repeated() -> None:
    state = play(bg.load("morris:preset=classic").start(), "d6 a1 b6 g1")
    assert pickle.loads(pickle.dumps(state)).fields() == state.fields()
    cycle = "e3-e4 b2-d2 e4-e3 d2-b2 "
    state = play(at("a7 d7 g1 e3", "b6 d6 a1 b2", repetition=3), cycle + "e3-e4 b2-d2 e4-e3")
    for twin in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert twin == state
        assert play(twin, "d2-b2").outcome.reason == "repetition"


def test_long_histories_pickle_without_recursion() -> None:
    state = at("a7 d7 g1 e3 c3", "b6 d6 a1 b2 f4", repetition=3, turns=1000, mill_memory=False)
    rng = Random(2)
    while state.before is None or state.ply < 900:  # a long walk in which nothing repeats thrice
        quiet = [action for action in state.actions() if not action.removed]
        after = [state.apply(action) for action in quiet]
        state = rng.choice([one for one in after if one.outcome is None])
    assert pickle.loads(pickle.dumps(state)) == state
    assert len(state.line()) > 100


@cases("name", NAMES)
def test_games_pickle(name: str) -> None:
    game = bg.load(name)
    assert pickle.loads(pickle.dumps(game)) is game


# -- what is the same -----------------------------------------------------------------


def test_key_leaves_out_the_ply_and_equality_does_not() -> None:
    one, two = at("a7 d7 g1 e3", "b6 d6 a1 b2"), at("a7 d7 g1 e3", "b6 d6 a1 b2", ply=21)
    assert one.key == two.key
    assert one != two
    assert one == at("a7 d7 g1 e3", "b6 d6 a1 b2")
    assert one != at("a7 d7 g1 e3", "b6 d6 a1 b2", turns=100)


def test_key_tells_apart_side_stock_and_mills_paid() -> None:
    men = ("a7 d7 g1 e3", "b6 d6 a1 b2")
    states = [
        at(*men),
        at(*men, "w"),
        at(*men, stock=(1, 0)),
        at(*men, stock=(0, 1)),
        at(*men, paid="1.3.5@a7-g7"),
        at(*men, paid="1.3.5@g7-g1"),
        at(*men, paid="1.3.7@a7-g7"),
        at(*men[::-1]),
    ]
    assert len({state.key for state in states}) == len(states)


def test_key_is_honest_about_mills_and_silent_about_numbers() -> None:
    """Two men who change places matter exactly if one of them has filled a mill before."""
    game: Any = bg.load("morris")
    board = "BB.W.W.......BW..W.B....."[:24]
    men = game.parse(f"{board} b 0 0 19 1,3,2,4,5,6,8,7 -")
    swapped = game.parse(f"{board} b 0 0 19 7,3,2,4,5,6,8,1 -")
    assert men.key == swapped.key
    assert men == swapped
    assert str(men) != str(swapped)
    paid = game.parse(f"{board} b 0 0 19 1,3,2,4,5,6,8,7 1.3.5@a7-g7")
    paid_swapped = game.parse(f"{board} b 0 0 19 7,3,2,4,5,6,8,1 1.3.5@a7-g7")
    assert paid.key not in (men.key, paid_swapped.key)


def test_equality_with_repetition_counts_what_has_been() -> None:
    once = at("a7 d7 g1 e3", "b6 d6 a1 b2", repetition=3)
    twice = play(once, "e3-e4 b2-d2 e4-e3 d2-b2")
    fresh = at("a7 d7 g1 e3", "b6 d6 a1 b2", ply=23, repetition=3)
    assert twice.key == fresh.key
    assert twice != fresh
    other_way = play(once, "a7-a4 b2-d2 a4-a7 d2-b2")
    assert twice != other_way
    assert twice == play(once, "e3-e4 b2-d2 e4-e3 d2-b2")


def test_what_was_before_a_removal_is_forgotten() -> None:
    start = at("a7 d7 g4 e3", "b6 d6 a1 b2", repetition=3)
    one = play(start, "e3-e4 b2-d2 e4-e3 d2-b2 g4-g7xa1")
    two = play(start, "e3-d3 b2-b4 d3-e3 b4-b2 g4-g7xa1")
    assert one == two
    assert one.line() == [one]


def test_mills_that_stand_count_as_paid_where_nothing_is_said() -> None:
    game: Any = bg.load("morris")
    board = "BBB...WW..W.........B..."
    assert str(game.parse(f"{board} b 0 0 19")).split()[6] == "1.3.5@a7-g7"
    assert str(game.parse(f"{board} b 0 0 19 -")).split()[6] == "1.3.5@a7-g7"
    assert str(game.parse(f"{board} b 0 0 19 - -")).split()[6] == "-"


def test_mills_of_men_who_left_are_read_and_forgotten() -> None:
    assert at("a7 d7 g1 e3", "b6 d6 a1 b2", paid="1.3.9@a7-g7,1.3.5@a7-g7").filled == (
        at("a7 d7 g1 e3", "b6 d6 a1 b2", paid="1.3.5@a7-g7").filled
    )


# -- what cannot be read ------------------------------------------------------------------

WRONG = [
    ("", "expected 5 to 7 fields"),
    (f"{START} - - -", "has 8"),
    ("....................... b 9 9 1", "field 1, the points, must have 24 characters, not 23"),
    ("...X.................... b 9 9 1", "field 1, the points: b6 must be B, W or '.', not 'X'"),
    ("BBBBBBBBBB.............. b 0 9 1", "field 1, the points: Black has 10 men on the board, of 9"),
    ("B......................W b 0 0 1", "field 1, the points: both sides have fewer than three men"),
    ("........................ x 9 9 1", "field 2, the side to act, must be b or w, not 'x'"),
    ("........................ bw 9 9 1", "field 2"),
    ("........................ b 10 9 1", "field 3, the stock of Black, must be a number from 0 to 9"),
    (".......................W b 9 9 1", "field 4, the stock of White, must be a number from 0 to 8 with 1 men"),
    ("........................ b 9 - 1", "field 4, the stock of White"),
    ("........................ b 9 9 0", "field 5, the ply, must be a number from 1 to 401, not '0'"),
    ("........................ b 9 9 402", "field 5"),
    ("........................ b 9 9 ٣", "field 5"),
    (f"........................ b 9 9 {'9' * 5000}", "field 5"),
    ("B......................W b 8 8 3 1 -", "field 6, the men's numbers, must be - or name 2 men, not 1: '1'"),
    ("B......................W b 8 8 3 2,2 -", "that of the man on a7 must be odd and from 1 to 1, not '2'"),
    ("B......................W b 7 8 3 2,2 -", "that of the man on a7 must be odd and from 1 to 3, not '2'"),
    ("B......................W b 7 8 3 3,4 -", "that of the man on g1 must be even and from 2 to 2, not '4'"),
    ("BB.....................W b 5 8 3 3,3,2 -", "field 6, the men's numbers, must differ, but 3 stands on two"),
    ("B......................W b 8 8 3 - 1.3.5", "field 7, the mills paid: '1.3.5' must end in @ and a line, one of"),
    ("B......................W b 8 8 3 - 1.3.5@g7-a7", "must end in @ and a line, one of c5-e5, "),
    ("B......................W b 8 8 3 - 1.3@a7-g7", "must name three men of one side, as in 1.3.5@a7-g7"),
    ("B......................W b 8 8 3 - 1.3.3@a7-g7", "must name three men of one side"),
    ("B......................W b 8 8 3 - 1.2.3@a7-g7", "must name three men of one side"),
    ("B......................W b 8 8 3 - 1.3.x@a7-g7", "must name three men of one side"),
]


@cases(("text", "why"), WRONG)
def test_what_cannot_be_read_says_which_field_and_what_was_expected(text: str, why: str) -> None:
    with pytest.raises(bg.UnreadablePosition, match=re.escape(why)):
        bg.load("morris").parse(text)


def test_without_mill_memory_there_are_five_fields() -> None:
    with pytest.raises(bg.UnreadablePosition, match=re.escape("expected 5 fields (")):
        bg.load("morris:preset=classic").parse(f"{START} - -")


FIELDS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["b", "w", "-", "0", "1", "9", "400", "401", "1,2", "1.3.5@a7-g7", "2.4.6@a7-a1,1.3.5@a7-g7"]),
    st.text(".BW", min_size=24, max_size=24),
    st.integers(-1, 500).map(str),
    st.lists(st.integers(0, 20).map(str), max_size=18).map(",".join),
)
ALMOST = st.tuples(
    st.text("...BW", min_size=24, max_size=24),
    st.sampled_from("bw"),
    st.integers(0, 9).map(str),
    st.integers(0, 9).map(str),
    st.integers(1, 401).map(str),
    FIELDS,
    FIELDS,
)


@for_all(
    st.one_of(st.text(), st.lists(FIELDS, max_size=8).map(" ".join), ALMOST.map(" ".join)),
    st.sampled_from(NAMES),
    everyday=30,
    thorough=400,
)
def test_any_text_gives_a_state_or_unreadable_position(text: str, name: str) -> None:
    game: Any = bg.load(name)
    check_reading(game, text)


@for_all(st.randoms(use_true_random=False), st.data(), everyday=20, thorough=200)
def test_any_change_to_a_text_gives_a_state_or_unreadable_position(rng: Random, data: st.DataObject) -> None:
    game: Any = bg.load("morris")
    text = list(str(rng.choice(random_game("morris", rng))))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place] = data.draw(st.one_of(st.sampled_from(list(".BWbw0123456789-,@ abcdefg")), st.characters()))
    check_reading(game, "".join(text))


def check_reading(game: Any, text: str) -> None:
    """A text is refused by naming a field, or gives a sound state."""
    try:
        state = game.parse(text)
    except bg.UnreadablePosition as error:
        said = str(error)
    else:
        check_state(game, state)
        return
    assert re.search(r"field \d|fields", said)


def check_state(game: Any, state: Any) -> None:
    assert str(game.parse(str(state))) == str(state)
    assert game.parse(str(state)) == state
    actions = state.actions()
    assert bool(actions) == (state.outcome is None)
    assert (state.turn == bg.OVER) == (state.outcome is not None)
    for action in actions:
        state.apply(action)


# -- illegal actions -------------------------------------------------------------------------

PLACING = ("a7 d7", "b6 d6 f6 c3")
ILLEGAL = [
    (at(*PLACING, stock=(5, 5)), "a7", "a7 is occupied"),
    (at(*PLACING, stock=(5, 5)), "a7-a4", "men are placed while there are any in stock, here 5"),
    (at(*PLACING, stock=(5, 5)), "z9", "'z9' is not a point of the board: expected d6, d6-d7 or"),
    (at(*PLACING, stock=(5, 5)), "", "'' is not a point"),
    (at(*PLACING, stock=(5, 5)), "-a4", "'' is not a point"),
    (at(*PLACING, stock=(5, 5)), "g7", "g7 removes one of the opponent's men"),
    (at(*PLACING, stock=(5, 5)), "a1xc3", "a1 removes nobody: it fills no new mill"),
    (at(*PLACING, stock=(5, 5)), "g7xb6", "the man on b6 stands in a mill, and others do not: c3"),
    (at(*PLACING, stock=(5, 5)), "g7xa7", "there is no man of the opponent's on a7"),
    (at("a7 g7 d6 d5", "b6 f6 a1", stock=(5, 5)), "d7xb6", "d7 removes two of the opponent's men"),
    (at("a7 g7 d6 d5", "b6 f6 a1", stock=(5, 5)), "d7xf6xa7", "there is no man of the opponent's on a7"),
    (at("a7 g7 d6 d5", "b6 f6 a1", stock=(5, 5)), "d7xb6xb6", "two men must be removed, not one twice"),
    (at("a7 d7 g4 e3", "b6 d6 a1 b2"), "a1", "no men are left in stock: move one, as in d6-d7"),
    (at("a7 d7 g4 e3", "b6 d6 a1 b2"), "b6-b4", "there is no man of the side to act on b6"),
    (at("a7 d7 g4 e3", "b6 d6 a1 b2"), "a7-g1", "g1 is not next to a7"),
    (at("a7 d7", "b6 d6 a1 b2"), "a7-g1", GAME_OVER),
    (at("a7 d7 g4 e3", "b6 d6 a1 b2", paid="1.3.5@a7-g7"), "g4-g7xb6", "g4-g7 removes nobody"),
]


@cases(("state", "text", "why"), ILLEGAL, ids=str)
def test_an_illegal_action_says_why(state: Any, text: str, why: str) -> None:
    with pytest.raises(bg.IllegalAction, match=re.escape(why)) as caught:
        state.play(text)
    assert caught.value.asked == text
    assert set(caught.value.nearest) <= {str(action) for action in state.actions()}


@for_all(
    st.sampled_from([state for state, _, _ in ILLEGAL]),
    st.one_of(st.text(max_size=10), st.text("abcdefg1234567-x", max_size=12),
              st.lists(st.sampled_from(READING), min_size=1, max_size=4).map("x".join),
              st.tuples(*[st.sampled_from(READING)] * 3).map(lambda names: f"{names[0]}-{names[1]}x{names[2]}")),
    everyday=30, thorough=250,
)  # fmt: skip
def test_any_action_text_is_legal_or_says_why_not(state: Any, text: str) -> None:
    try:
        action = state.read(text)
    except bg.IllegalAction as error:
        why = error.why
    else:
        assert action in state.actions()
        return
    assert why


def test_two_removals_may_be_named_in_either_order() -> None:
    state = at("a7 g7 d6 d5", "b6 f6 a1", stock=(5, 5))
    assert str(state.read("d7xf6xa1")) == "d7xa1xf6"
    assert state.play("d7xf6xa1") == state.play("d7xa1xf6")
