"""Each sentence on the presets of Ur, on positions that show it."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.games.ur.colosseum import COLOSSEUM
from boardgames.games.ur.tracks import mirrored
from tests.games.ur.test_rules import after, legal

SPEC = bg.find("ur")
MASTERS = "preset=masters,tokens=2"
BLITZ = "preset=blitz,tokens=2"
ASEB = "preset=aseb,tokens=2"


def test_finkel_is_the_rules_above() -> None:
    assert bg.load("ur:preset=finkel") is bg.load("ur")


def test_every_preset_is_told_of_with_its_source() -> None:
    for preset in SPEC.presets:
        _, told = SPEC.rules.split(f"\n`{preset}` ", 1)
        assert told.split("\n## ")[0].count("RoyalUr's rule set") >= 1


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


@pytest.mark.parametrize("rosette", [4, 8, 12, 16])
def test_every_fourth_cell_of_masters_bears_a_rosette(rosette: int) -> None:
    for number in (1, 2, 3, 4):
        cell = rosette - number
        assert after(f"0,{cell} 0,0 0 {number}", str(cell), options=MASTERS) == f"0,{rosette} 0,0 0 -"
    assert after("0,13 0,0 0 1", "13", options=MASTERS) == "0,14 0,0 1 -"


@pytest.mark.parametrize(("rosette", "theirs"), [(8, 8), (12, 16), (16, 12)])
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


@pytest.mark.parametrize("rosette", [4, 8, 12, 16])
def test_rosettes_of_aseb(rosette: int) -> None:
    cell = rosette - 2
    assert after(f"0,{cell} 0,0 0 2", str(cell), options=ASEB) == f"0,{rosette} 0,0 0 -"


@pytest.mark.parametrize("rosette", [8, 12, 16])
def test_a_token_on_a_rosette_of_aseb_is_safe(rosette: int) -> None:
    assert legal(f"0,{rosette - 2} 0,{rosette} 0 2", ASEB) == ["0"]


# -- all that belongs to the game works for each ------------------------------------


@pytest.mark.parametrize("preset", list(SPEC.presets))
def test_the_picture_shows_every_token(preset: str) -> None:
    """Each stands on the square of its cell, and a rosette is seen where none does."""
    rng = Random(preset)
    state: Any = bg.load("ur", preset=preset).start()
    squares = state.game.track.squares
    rosettes = {squares[cell - 1] for cell in state.game.options.rosettes}
    rosettes |= {mirrored(square) for square in rosettes}
    while state.outcome is None:
        drawn = SPEC.picture(state).splitlines()
        running = [[squares[cell - 1] for cell in state.cells(seat) if 0 < cell < state.game.home] for seat in (0, 1)]
        expected = {**dict.fromkeys(rosettes, "✿"), **dict.fromkeys(running[0], "●")}
        expected.update(dict.fromkeys(map(mirrored, running[1]), "○"))
        seen = {
            f"{row}{number}": drawn[2 + 2 * line][4 * number : 4 * number + 1]
            for line, row in enumerate("cba")
            for number in range(1, 13)
        }
        assert {square: mark for square, mark in seen.items() if mark.strip("│ ")} == expected
        edges = state.actions() or [throw for throw, _ in state.chances()]
        state = state.apply(rng.choice(list(edges)))
    assert "has won" in SPEC.picture(state)


@pytest.mark.parametrize("preset", list(SPEC.presets))
def test_seats_are_alike(preset: str) -> None:
    """With the seats exchanged, the same actions are legal and lead to the exchanged positions."""

    def exchanged(text: str) -> str:
        first, second, seat, thrown = text.split()
        return f"{second} {first} {1 - int(seat)} {thrown}"

    rng = Random(preset)
    game: Any = bg.load("ur", preset=preset)
    for _ in range(2):
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
