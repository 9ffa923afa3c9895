"""Each sentence on the presets of Ur, on positions that show it."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.picture.view_options import ViewOptions
from boardgames.games.ur.colosseum import COLOSSEUM
from boardgames.games.ur.picture import table
from boardgames.games.ur.tracks import TRACKS, mirrored
from tests.games.ur.test_rules import after, legal
from tests.samples import cases, few, sample

SPEC = bg.find("ur")
MASTERS = "preset=masters,tokens=2"
BLITZ = "preset=blitz,tokens=2"
ASEB = "preset=aseb,tokens=2"


def test_finkel_is_the_rules_above() -> None:
    assert bg.load("ur:preset=finkel") is bg.load("ur")


def test_every_preset_is_told_of_with_its_source() -> None:
    for preset in SPEC.presets:
        _, told = SPEC.rules.split(f"\n`{preset}` ", 1)
        assert "RoyalUr's rule set" in told.split("\n## ")[0] or "RoyalUr has no\nrule set" in told.split("\n## ")[0]


# -- masters ----------------------------------------------------------------------


def test_the_track_of_masters_has_sixteen_cells() -> None:
    assert after("0,16 0,0 0 1", "16", options=MASTERS) == "0,17 0,0 1 -"
    assert after("0,14 0,0 0 3", "14", options=MASTERS) == "0,17 0,0 1 -"
    assert after("0,14 0,0 0 2", "14", options=MASTERS) == "0,16 0,0 0 -"
    assert legal("15,16 0,0 0 1", MASTERS) == ["16"]
    assert after("15,16 0,0 0 -", "=4", options=MASTERS) == "15,16 0,0 1 -"


def test_a_token_of_masters_goes_through_the_opponents_row_and_back_through_its_own() -> None:
    squares = {11: "b7", 12: "c7", 13: "c8", 14: "b8", 15: "a8", 16: "a7"}
    game: Any = bg.load("ur:preset=masters")
    assert {cell: game.track.squares[cell - 1] for cell in squares} == squares


@cases("rosette", [4, 8, 12, 16])
def test_every_fourth_cell_of_masters_bears_a_rosette(rosette: int) -> None:
    for number in (1, 2, 3, 4):
        cell = rosette - number
        assert after(f"0,{cell} 0,0 0 {number}", str(cell), options=MASTERS) == f"0,{rosette} 0,0 0 -"
    assert after("0,13 0,0 0 1", "13", options=MASTERS) == "0,14 0,0 1 -"


@cases(("rosette", "theirs"), [(8, 8), (12, 16), (16, 12)])
def test_no_rosette_of_masters_is_safe(rosette: int, theirs: int) -> None:
    cell = rosette - 1
    assert after(f"0,{cell} 0,{theirs} 0 1", str(cell), options=MASTERS) == f"0,{rosette} 0,0 0 -"


def test_one_goes_around_the_last_squares_against_the_other() -> None:
    for cell, theirs in [(12, 16), (13, 15), (14, 14), (15, 13), (16, 12)]:
        for seat in (0, 1):
            sides = [f"0,{cell - 1}", f"0,{theirs}"]
            moved = [f"0,{cell}", "0,0"]
            turn = seat if cell in (12, 16) else 1 - seat
            before = " ".join(sides if seat == 0 else sides[::-1])
            then = " ".join(moved if seat == 0 else moved[::-1])
            assert after(f"{before} {seat} 1", str(cell - 1), options=MASTERS) == f"{then} {turn} -"
        with pytest.raises(bg.UnreadablePosition, match=f"cell {cell}.* is common to both"):
            bg.load(f"ur:{MASTERS}").parse(f"0,{cell} 0,{theirs} 0 -")
    assert after("0,12 0,13 0 1", "12", options=MASTERS) == "0,13 0,13 1 -", "their 13 is our 15"


def test_they_meet_on_all_cells_from_5_on() -> None:
    game: Any = bg.load("ur:preset=masters")
    assert [cell for cell in range(1, 17) if game.track.opposite[cell]] == list(range(5, 17))


def test_masters_own_dice() -> None:
    chances = bg.load("ur:preset=masters,dice=0+3+3+1+1").start().chances()
    assert {str(throw): chance for throw, chance in chances} == {
        "=1": Fraction(3, 8),
        "=2": Fraction(3, 8),
        "=3": Fraction(1, 8),
        "=4": Fraction(1, 8),
    }


def test_a_safe_rosette_counted_differently_is_safe_from_both_sides() -> None:
    """No preset has one; the options can say so."""
    options = "preset=masters,tokens=2,safe_rosettes=12+16"
    assert legal("0,11 0,16 0 1", options) == ["0"]
    assert legal("0,15 0,12 0 1", options) == ["0"]
    assert legal("0,15 0,16 0 1", options) == ["0", "15"]
    with pytest.raises(bg.IllegalAction, match="the opponent stands safe on cell 12"):
        bg.load(f"ur:{options}").parse("0,11 0,16 0 1").play("11")


# -- blitz ------------------------------------------------------------------------


def test_blitz_is_masters_with_five_tokens_and_another_throw_for_a_capture() -> None:
    assert str(bg.load("ur:preset=blitz").start()) == "0,0,0,0,0 0,0,0,0,0 0 -"
    assert after("0,12 0,15 0 1", "12", options=BLITZ) == "0,13 0,0 0 -"
    assert after("0,12 0,15 0 1", "12", options=MASTERS) == "0,13 0,0 1 -"
    assert after("0,12 0,13 0 1", "12", options=BLITZ) == "0,13 0,13 1 -", "nobody was captured"


# -- aseb -------------------------------------------------------------------------


def test_aseb_has_five_tokens() -> None:
    assert str(bg.load("ur:preset=aseb").start()) == "0,0,0,0,0 0,0,0,0,0 0 -"


def test_the_track_of_aseb_has_four_cells_of_its_own_then_twelve_common_to_both() -> None:
    for cell in range(1, 17):
        position = f"0,{cell} 0,{cell} 0 -"
        if cell <= 4:
            assert str(bg.load(f"ur:{ASEB}").parse(position)) == position
        else:
            with pytest.raises(bg.UnreadablePosition, match=f"cell {cell} is common to both"):
                bg.load(f"ur:{ASEB}").parse(position)
    assert after("0,14 0,15 0 1", "14", options=ASEB) == "0,15 0,0 1 -"
    assert after("0,16 0,0 0 1", "16", options=ASEB) == "0,17 0,0 1 -"


@cases("rosette", [4, 8, 12, 16])
def test_rosettes_of_aseb(rosette: int) -> None:
    cell = rosette - 2
    assert after(f"0,{cell} 0,0 0 2", str(cell), options=ASEB) == f"0,{rosette} 0,0 0 -"


@cases("rosette", [8, 12, 16])
def test_a_token_on_a_rosette_of_aseb_is_safe(rosette: int) -> None:
    assert legal(f"0,{rosette - 2} 0,{rosette} 0 2", ASEB) == ["0"]


# -- murray and skiriuk -----------------------------------------------------------


MURRAY = "preset=murray,tokens=2"
SKIRIUK = "preset=skiriuk,tokens=2"


def test_the_tracks_of_murray_and_skiriuk_end_behind_their_last_squares() -> None:
    assert after("0,27 0,0 0 1", "27", options=MURRAY) == "0,28 0,0 1 -"
    assert after("0,23 0,0 0 1", "23", options=SKIRIUK) == "0,24 0,0 1 -"
    assert [TRACKS[name].squares[-1] for name in ("murray", "skiriuk")] == ["c4", "b1"]
    assert TRACKS["murray"].squares[:23] == TRACKS["skiriuk"].squares


@cases(("rosette", "options"), [(20, MURRAY), (20, SKIRIUK), (24, MURRAY)])
def test_rosettes_on_the_way_back(rosette: int, options: str) -> None:
    cell = rosette - 3
    assert after(f"0,{cell} 0,0 0 3", str(cell), options=options) == f"0,{rosette} 0,0 0 -"
    theirs = {20: (8, 20), 24: (4,)}[rosette]
    for other in theirs:
        assert legal(f"0,{cell} 0,{other} 0 3", options) == ["0"], "it is safe, whichever way it goes"


@pytest.mark.parametrize("options", [MURRAY, SKIRIUK])
def test_a_square_holds_one_token_whichever_way_it_goes(options: str) -> None:
    for other in (7, 21):
        assert after(f"0,5 0,{other} 0 2", "5", options=options) == "0,7 0,0 1 -"
        assert after(f"0,19 0,{other} 0 2", "19", options=options) == "0,21 0,0 1 -"
    with pytest.raises(bg.IllegalAction, match="cell 7 is the square of cell 21, which holds a token of the same side"):
        bg.load(f"ur:{options}".replace("=2", "=3")).parse("0,5,21 0,0,0 0 2").play("5")
    with pytest.raises(bg.UnreadablePosition, match="tokens on cells 7 and 21, which are one square"):
        bg.load(f"ur:{options}").parse("7,21 0,0 0 -")
    with pytest.raises(bg.UnreadablePosition, match=r"cell 7, as 21 of seat 1, is common to both"):
        bg.load(f"ur:{options}").parse("0,7 0,21 0 -")


def test_no_square_of_murray_is_private_and_four_of_skiriuk_are() -> None:
    assert after("0,26 0,1 0 1", "26", options=MURRAY) == "0,27 0,0 1 -"
    assert after("0,0 0,27 0 1", "0", options=MURRAY) == "0,1 0,0 1 -"
    game: Any = bg.load(f"ur:{SKIRIUK}")
    assert [cell for cell in range(1, 24) if not game.track.opposite[cell]] == [1, 2, 3, 4]


@pytest.mark.parametrize("options", few([MURRAY, SKIRIUK], SKIRIUK))
def test_keys_tell_positions_of_long_tracks_apart(options: str) -> None:
    """All positions before a throw with one token each, and what the throws make of them; keys hash to themselves."""
    game: Any = bg.load(f"ur:{options},tokens=1".replace(",tokens=2", ""))
    states = {}
    for first, second, seat in product(range(game.home + 1), range(game.home + 1), (0, 1)):
        with suppress(bg.UnreadablePosition):
            state = game.parse(f"{first} {second} {seat} -")
            states[str(state)] = state
            for throw, _ in state.chances():
                thrown = state.apply(throw)
                states[str(thrown)] = thrown
    keys = [state.key for state in states.values()]
    assert len(set(keys)) == len(keys) > 1_000
    assert all(hash(key) == key for key in keys)


def test_tokens_on_their_way_back_look_different() -> None:
    state: Any = bg.load(f"ur:{SKIRIUK}").parse("7,18 0,22 0 1")
    men = {man.spot: man for man in SPEC.scene(state, 0).men if man.spot.isdecimal()}
    assert {spot: (man.sign, man.label) for spot, man in men.items()} == {
        "7": ("", "Dark token"),
        "10": ("×", "Dark token on its way back"),
        "6": ("×", "Light token on its way back"),
    }
    drawn = table(state, ViewOptions())
    assert " 7●" in drawn and "18◆" in drawn and " 6◇" in drawn


# -- all that belongs to the game works for each ------------------------------------


@pytest.mark.parametrize("preset", few(SPEC.presets, "finkel", "skiriuk"))
def test_the_picture_shows_every_token(preset: str) -> None:
    """Each stands on the square of its cell, and a rosette is seen where none does."""
    rng = Random(preset)
    state: Any = bg.load("ur", preset=preset, tokens=3).start()
    squares = state.game.track.squares
    rosettes = {squares[cell - 1] for cell in state.game.options.rosettes}
    rosettes |= {mirrored(square) for square in rosettes}
    while state.outcome is None:
        drawn = SPEC.picture(state).splitlines()
        expected = dict.fromkeys(rosettes, "✿")
        for seat, marks in enumerate(("●◆", "○◇")):
            for cell in state.cells(seat):
                if 0 < cell < state.game.home:
                    square = squares[cell - 1]
                    again = square in squares[: cell - 1]
                    expected[mirrored(square) if seat else square] = marks[again]
        seen = {
            f"{row}{number}": drawn[2 + 2 * line][4 * number : 4 * number + 1]
            for line, row in enumerate("cba")
            for number in range(1, 13)
        }
        assert {square: mark for square, mark in seen.items() if mark.strip("│ ")} == expected
        edges = state.actions() or [throw for throw, _ in state.chances()]
        state = state.apply(rng.choice(list(edges)))
    assert "has won" in SPEC.picture(state)


@pytest.mark.parametrize("preset", few(SPEC.presets, "finkel", "skiriuk"))
@sample(1, thorough=4)
def test_seats_are_alike(preset: str, sample: int) -> None:
    """With the seats exchanged, the same actions are legal and lead to the exchanged positions."""

    def exchanged(text: str) -> str:
        first, second, seat, thrown = text.split()
        return f"{second} {first} {1 - int(seat)} {thrown}"

    rng = Random(preset)
    game: Any = bg.load("ur", preset=preset, tokens=4)
    for _ in range(sample):
        state = game.start()
        while state.outcome is None:
            other = game.parse(exchanged(str(state)))
            edges = list(state.actions() or [throw for throw, _ in state.chances()])
            assert edges == list(other.actions() or [throw for throw, _ in other.chances()])
            assert SPEC.evaluate is not None
            assert SPEC.evaluate(state, 0) == pytest.approx(SPEC.evaluate(other, 1))
            edge = rng.choice(edges)
            assert str(other.apply(edge)) == exchanged(str(state.apply(edge)))
            state = state.apply(edge)


@pytest.mark.parametrize("dice", ["1+1", "0+1+1+1+1+1+1"])
def test_colosseum_refuses_dice_that_are_no_four_coins(dice: str) -> None:
    with pytest.raises(bg.BadOption, match=r"colosseum throws four coins.*other dice need 'plain'"):
        COLOSSEUM.player(bg.load("ur", preset="aseb", dice=dice))
