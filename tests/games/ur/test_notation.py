"""Positions of Ur as text: what is written, and what the reader says of texts that are none."""

from __future__ import annotations

import pytest

import boardgames as bg
from tests.samples import cases


@cases(
    "text",
    [
        "0,0,0,0,0,0,0 0,0,0,0,0,0,0 0 -",
        "0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2",
        "1,2,3,4,5,6,7 8,9,10,11,12,13,14 1 4",
        "15,15,15,15,15,15,15 0,0,0,0,0,0,14 1 -",
        "0,0,0,0,0,0,1 15,15,15,15,15,15,15 0 -",
    ],
)
def test_a_canonical_text_is_written_as_it_was_read(text: str) -> None:
    assert str(bg.load("ur").parse(text)) == text


@cases(
    "text", ["4,0,15 0,3,0 1 -", "  0,4,15  0,0,3\t1 -\n", "15,4,0 3,0,0 1 -"], ids=["order", "spaces", "descending"]
)
def test_other_spellings_are_read(text: str) -> None:
    assert str(bg.load("ur:tokens=3").parse(text)) == "0,4,15 0,0,3 1 -"


@cases(
    ("text", "message"),
    [
        ("", "expected 4 fields (cells of seat 0, cells of seat 1, seat to act, throw) but '' has 0"),
        ("0,0 0,0 0", "expected 4 fields (cells of seat 0, cells of seat 1, seat to act, throw) but '0,0 0,0 0' has 3"),
        ("0,a 0,0 0 -", "field 1, the cells of seat 0, must be numbers from 0 to 15 joined by commas, not '0,a'"),
        ("0,0 0,16 0 -", "field 2, the cells of seat 1, must be numbers from 0 to 15 joined by commas, not '0,16'"),
        ("0,-1 0,0 0 -", "field 1, the cells of seat 0, must be numbers from 0 to 15 joined by commas, not '0,-1'"),
        ("0,, 0,0 0 -", "field 1, the cells of seat 0, must be numbers from 0 to 15 joined by commas, not '0,,'"),
        (
            "0,\u0664 0,0 0 -",
            "field 1, the cells of seat 0, must be numbers from 0 to 15 joined by commas, not '0,\u0664'",
        ),
        ("0,0,0 0,0 0 -", "field 1, the cells of seat 0, must list 2 tokens, not 3"),
        ("0,0 0 0 -", "field 2, the cells of seat 1, must list 2 tokens, not 1"),
        ("4,4 0,0 0 -", "field 1, the cells of seat 0, has 2 tokens on cell 4, where only one can stand"),
        ("0,0 9,9 0 -", "field 2, the cells of seat 1, has 2 tokens on cell 9, where only one can stand"),
        ("0,8 8,9 0 -", "cell 8 is common to both and cannot hold a token of each side"),
        ("0,0 0,0 2 -", "field 3, the seat to act, must be 0 or 1, not '2'"),
        ("0,0 0,0 b -", "field 3, the seat to act, must be 0 or 1, not 'b'"),
        (
            "15,15 0,4 0 -",
            "seat 0 is to act with all tokens home: the turn passes with the last token, so write 1",
        ),
        (
            "15,15 15,15 1 -",
            "seat 1 is to act with all tokens home: the turn passes with the last token, so write 0",
        ),
        ("0,0 0,0 0 5", "field 4, the throw, must be - or one of 0, 1, 2, 3, 4, not '5'"),
        ("0,0 0,0 0 =2", "field 4, the throw, must be - or one of 0, 1, 2, 3, 4, not '=2'"),
        ("15,15 0,4 1 2", "field 4, the throw, must be - when the game is over"),
        ("0,0 0,0 0 0", "field 4, the throw: after 0 no token can move and the turn passes, so write 1 -"),
        ("13,14 0,0 1 0", "field 4, the throw: after 0 no token can move and the turn passes, so write 0 -"),
        ("13,14 0,0 0 3", "field 4, the throw: after 3 no token can move and the turn passes, so write 1 -"),
    ],
)
def test_the_reader_names_the_field_and_what_it_expects(text: str, message: str) -> None:
    with pytest.raises(bg.UnreadablePosition) as caught:
        bg.load("ur:tokens=2").parse(text)
    assert str(caught.value) == message


def test_a_number_too_long_to_convert_is_unreadable_too() -> None:
    with pytest.raises(bg.UnreadablePosition, match="field 1, the cells of seat 0, must be numbers"):
        bg.load("ur:tokens=1").parse(f"{'9' * 5000} 0 0 -")


def test_a_throw_that_the_dice_never_show_is_unreadable() -> None:
    with pytest.raises(bg.UnreadablePosition, match="must be - or one of 1, 2, 3, 4, not '0'"):
        bg.load("ur:tokens=1,dice=0+3+3+1+1").parse("0 0 0 0")


def test_the_seat_that_waits_may_have_all_tokens_home() -> None:
    """That is the text of a game that is over."""
    state = bg.load("ur:tokens=2").parse("15,15 0,4 1 -")
    assert state.outcome == bg.Outcome((1.0, -1.0), "home")
