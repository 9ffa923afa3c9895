"""What each rule option of Ur changes, and which values are refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import boardgames as bg
from tests.games.ur.test_rules import after, legal
from tests.samples import cases


@cases("tokens", range(1, 8))
def test_tokens(tokens: int) -> None:
    game = bg.load("ur", tokens=tokens)
    waiting = ",".join(["0"] * tokens)
    assert str(game.start()) == f"{waiting} {waiting} 0 -"
    last = ",".join(["15"] * (tokens - 1) + ["14"])
    state = game.parse(f"{last} {waiting} 0 1").play("14")
    assert state.outcome is not None
    assert state.outcome.winner == 0


def test_rosettes() -> None:
    """They stand where the option says: there a landing gives another turn, elsewhere none."""
    options = "tokens=2,rosettes=6+10,safe_rosettes=none"
    assert after("0,5 0,0 0 1", "5", options=options) == "0,6 0,0 0 -"
    assert after("0,9 0,0 0 1", "9", options=options) == "0,10 0,0 0 -"
    assert after("0,7 0,0 0 1", "7", options=options) == "0,8 0,0 1 -"
    assert after("0,5 0,0 0 1", "5") == "0,6 0,0 1 -"


def test_no_rosettes_at_all() -> None:
    options = "tokens=2,rosettes=none,safe_rosettes=none"
    assert after("0,7 0,8 0 1", "7", options=options) == "0,8 0,0 1 -"


def test_safe_rosettes() -> None:
    """On the others a token is captured, and the capturer still has another turn."""
    assert legal("0,7 0,8 0 1") == ["0"]
    assert after("0,7 0,8 0 1", "7", options="tokens=2,safe_rosettes=none") == "0,8 0,0 0 -"
    two = "tokens=2,rosettes=6+8,safe_rosettes=6"
    assert legal("0,5 0,6 0 1", two) == ["0"]
    assert legal("0,7 0,8 0 1", two) == ["0", "7"]


def test_a_safe_rosette_where_nobody_meets_changes_nothing() -> None:
    assert legal("0,3 0,4 0 1", "tokens=2,safe_rosettes=none") == legal("0,3 0,4 0 1") == ["0", "3"]


def test_rosette_turn() -> None:
    assert after("0,3 0,0 0 1", "3") == "0,4 0,0 0 -"
    assert after("0,3 0,0 0 1", "3", options="tokens=2,rosette_turn=off") == "0,4 0,0 1 -"
    assert legal("0,7 0,8 0 1", "tokens=2,rosette_turn=off") == ["0"], "they are safe all the same"


def test_capture_turn() -> None:
    assert after("0,5 0,6 0 1", "5") == "0,6 0,0 1 -"
    assert after("0,5 0,6 0 1", "5", options="tokens=2,capture_turn=on") == "0,6 0,0 0 -"
    assert after("0,5 0,7 0 1", "5", options="tokens=2,capture_turn=on") == "0,6 0,7 1 -", "nobody was captured"


def test_dice() -> None:
    """Weights from 0 up; what has no weight is never thrown."""
    chances = bg.load("ur:dice=0+3+3+1+1").start().chances()
    assert [(str(throw), chance) for throw, chance in chances] == [
        ("=1", Fraction(3, 8)),
        ("=2", Fraction(3, 8)),
        ("=3", Fraction(1, 8)),
        ("=4", Fraction(1, 8)),
    ]
    assert str(bg.load("ur:tokens=1,dice=1+1+0+0+0+1").parse("10 0 0 5").play("10")) == "15 0 1 -"


def test_the_longest_dice() -> None:
    dice = (1,) * 15
    state = bg.load("ur", tokens=1, dice=dice).parse("1 0 0 14")
    assert [str(action) for action in state.actions()] == ["1"]
    assert state.play("1").outcome == bg.Outcome((1.0, -1.0), "home")
    assert str(bg.load("ur", tokens=1, dice=dice).parse("0 0 0 14").play("0")) == "14 0 0 -"


WHOLE = "expected whole numbers from"


@cases(
    ("given", "message"),
    [
        ({"rosettes": "4+28"}, f"ur: option rosettes cannot be '4+28': {WHOLE} 1 to 27 joined by '+', or none"),
        ({"rosettes": "4+15"}, "ur: rosettes must be cells of the track: bell has 1 to 14, not 15"),
        ({"rosettes": 4}, f"ur: option rosettes cannot be '4': {WHOLE} 1 to 27 joined by '+', or none"),
        ({"rosettes": "4,8"}, f"ur: option rosettes cannot be '4,8': {WHOLE} 1 to 27 joined by '+', or none"),
        ({"safe_rosettes": (0,)}, f"ur: option safe_rosettes cannot be '0': {WHOLE} 1 to 27 joined by '+', or none"),
        (
            {"track": "masters", "rosettes": "4+13", "safe_rosettes": "none"},
            "ur: rosettes must name cells 13 and 15 both or neither: "
            "on the track masters the two sides count the same square so",
        ),
        (
            {"preset": "masters", "safe_rosettes": "12"},
            "ur: safe_rosettes must name cells 12 and 16 both or neither: "
            "on the track masters the two sides count the same square so",
        ),
        (
            {"track": "murry"},
            "ur: option track cannot be 'murry': expected one of bell, masters, aseb, murray, skiriuk",
        ),
        (
            {"track": "skiriuk", "rosettes": "8", "safe_rosettes": "none"},
            "ur: rosettes must name cells 8 and 20 both or neither: the track skiriuk passes their square twice",
        ),
        (
            {"preset": "murray", "safe_rosettes": "4"},
            "ur: safe_rosettes must name cells 4 and 24 both or neither: "
            "on the track murray the two sides count the same square so",
        ),
        (
            {"preset": "murray", "rosettes": "7+21", "safe_rosettes": "7+21"},
            "ur: safe_rosettes of the track murray must be cells 4, 8, 12, ..., not 7: "
            "with others the sides could block each other for good; safe_rosettes=none has none",
        ),
        (
            {"preset": "murray", "dice": "1+1+1"},
            "ur: dice must be able to throw 1, 2 and 3 on the track murray, not only some of them: "
            "without 3 the sides could block each other for good",
        ),
        (
            {"track": "masters", "dice": "1+1", "rosettes": "12+13+15+16", "safe_rosettes": "12+13+15+16"},
            "ur: safe_rosettes of the track masters cannot have 12, 13, 15, 16 where the dice throw only 1: "
            "with them the sides could block each other for good; safe_rosettes=none has none",
        ),
        (
            {"preset": "aseb", "dice": "1"},
            "ur: dice must be able to throw 1: without it a token on cell 16 could never leave",
        ),
        ({"safe_rosettes": (8, 9)}, "ur: safe_rosettes must be rosettes: 9 is not one of (4, 8, 14)"),
        ({"rosette_turn": "maybe"}, "ur: option rosette_turn cannot be 'maybe': expected on or off"),
        ({"capture_turn": 1}, "ur: option capture_turn cannot be '1': expected on or off"),
        ({"dice": "1+-1"}, f"ur: option dice cannot be '1+-1': {WHOLE} 0 to 1000 joined by '+', or none"),
        ({"dice": (1,)}, "ur: dice must be able to throw 1: without it a token on cell 14 could never leave"),
        ({"dice": "none"}, "ur: dice must be able to throw 1: without it a token on cell 14 could never leave"),
        ({"dice": "1+0+1"}, "ur: dice must be able to throw 1: without it a token on cell 14 could never leave"),
        (
            {"dice": (1,) * 16},
            "ur: dice must not throw more than 14: give at most 15 weights, for 0, 1, 2, ..., not 16",
        ),
        (
            {"preset": "murry"},
            "ur: there is no preset 'murry'. The presets are: finkel, masters, blitz, aseb, murray, skiriuk",
        ),
    ],
    ids=str,
)
def test_a_value_that_cannot_be_is_refused_in_a_sentence(given: dict[str, Any], message: str) -> None:
    with pytest.raises(bg.BadOption) as caught:
        bg.load("ur", **given)
    assert str(caught.value) == message


def test_the_defaults_are_finkels() -> None:
    options = bg.load("ur").options
    assert (options.tokens, options.rosettes, options.safe_rosettes) == (7, (4, 8, 14), (4, 8, 14))
    assert (options.rosette_turn, options.capture_turn, options.dice) == (True, False, (1, 4, 6, 4, 1))


@cases("tokens", [0, "8", "many", True, 3.0])
def test_a_number_of_tokens_that_cannot_be_is_refused(tokens: Any) -> None:
    with pytest.raises(bg.BadOption, match="ur: option tokens ") as refused:
        bg.load("ur", tokens=tokens)
    assert refused.value.code == "bad-value"
