"""Actions in other spellings than their own: all that is shown of an action can be typed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.lookup.installed_games import games
from boardgames.core.model import CHANCE, IllegalAction, State
from boardgames.core.model.walk import edges
from boardgames.language.phrases import phrases
from boardgames.reasons.spelling import LONGEST, read_spelling
from boardgames.records import UnreadableRecord, json_record
from boardgames.view.best_lines import move_name
from tests.positions import positions
from tests.samples import FIVE, cases, few


def states(name: str, count: int, seed: int = 1) -> list[State]:
    return [state for state in positions(name, count, seed) if state.outcome is None]


def read_or_several(state: State, text: str, action: Any) -> bool:
    """Is a text read as an action?  Else it must be said that this is one of its meanings."""
    refused: IllegalAction | None = None
    try:
        read = read_spelling(state, text)
    except IllegalAction as error:
        refused = error
    if refused is None:
        assert read is action, (text, str(state))
    else:
        assert refused.code == "ambiguous", (str(refused), str(state))
        assert str(action) in refused.why
    return refused is None


@pytest.mark.parametrize("name", few(games(), *FIVE))
def test_all_that_is_shown_of_an_action_is_read_as_it(name: str) -> None:
    spec, rng, read = bg.find(name), random.Random(name), 0
    for state in states(name, 30):
        for action in rng.sample(edges(state), min(5, len(edges(state)))):
            after = state.apply(action)
            words = spec.describe(state, action, after)
            for text in (str(action), f"  {action} ", str(action).upper().replace("X", "x")):
                assert read_spelling(state, text) is action
            read += read_or_several(state, words, action)
            read_or_several(state, f"{spec.seat_names[state.seat]} {words}", action)
            for language in ("en", "ja"):
                read_or_several(state, phrases(language, name).text(move_name(spec, state, action, after)), action)
    assert read > 75, "most words have one meaning"


@pytest.mark.parametrize(
    "name", few((name for name in games() if bg.find(name).readings is not None), "shogi", "dice-shogi", "gorogoro")
)
def test_moves_as_records_have_them(name: str) -> None:
    """Those of KI2 and KIF name the piece and the square, and more only where it is needed."""
    from boardgames.games.shogi.records import ki2

    for state in states(name, 12, seed=2):
        board: Any = getattr(state, "base", state)
        for action in state.actions():
            if action.destination:
                text = ki2.spell(board, action, board.last)
                read_or_several(state, text, action)
                assert "不" in text or state.turn == CHANCE or read_or_several(state, text.replace("　", ""), action)


def shogi(*moves: str) -> State:
    state = bg.load("shogi").start()
    for move in moves:
        state = state.play(move)
    return state


OPEN = ("7g7f", "3c3d")


@cases(
    ("moves", "texts", "action"),
    [
        ((), "７六歩 76歩 7六歩 ▲７六歩 ☗76歩 ７六歩(77) 76歩成", "7g7f"),
        ((), "P-7f P-76 P7f p-7F P7g-7f P77-76 7g-7f 7G7F 7g7f+ 7g7f=", "7g7f"),
        ((), "５八金右 58金右 G4i-5h G49-58 58金(49)", "4i5h"),
        (OPEN, "２二角成 22角成 Bx2b+ B-22+ Bx2b+ B8h×2b+", "8h2b+"),
        (OPEN, "２二角不成 22角 Bx2b B-2b= 22角(88)", "8h2b"),
        ((*OPEN, "8h2b+"), "同銀 同　銀 ２二銀 22銀 Sx2b S-22 △同銀", "3a2b"),
        ((*OPEN, "8h2b+", "3a2b"), "５五角 55角打 B*5e B'5e B@55 B-5e B5e", "B*5e"),
    ],
)  # fmt: skip
def test_spellings_of_shogi(moves: tuple[str, ...], texts: str, action: str) -> None:
    state = shogi(*moves)
    for text in texts.split(" "):
        assert str(read_spelling(state, text)) == action, text


def test_a_sign_of_promotion_that_can_only_be_meant_is_added() -> None:
    state = bg.load("shogi").parse("4k4/P8/9/9/9/9/9/9/4K4 b - 1")
    for text in ("9b9a", "P-9a", "９一歩", "91歩成", "9b9a+"):
        assert str(read_spelling(state, text)) == "9b9a+"
    for text in ("9b9a=", "91歩不成"):
        with pytest.raises(IllegalAction) as refused:
            read_spelling(state, text)
        assert refused.value.code == "must-promote"


@cases(
    ("name", "plays", "texts", "action"),
    [
        ("morris", ["a1", "a4", "g1", "d5"], ["D1xA4", "D1 x A4", "ｄ１ｘａ４", "d1XA4"], "d1xa4"),
        ("dobutsu", [], ["C-2b", "２二ひよこ", "22雛", "2C2B"], "2c2b"),
        ("ur", ["=4"], ["０", "enters a token on 4", "Dark enters a token on 4"], "0"),
        ("ur", [], ["throws 4", "=４", "Dark throws 4"], "=4"),
        ("dice-shogi", ["=5"], ["P-5c", "５三歩", "5d5c+"], "5d5c"),
    ],
)
def test_spellings_of_other_games(name: str, plays: list[str], texts: list[str], action: str) -> None:
    state = bg.load(name).start()
    for text in plays:
        state = state.play(text)
    for text in texts:
        assert str(read_spelling(state, text)) == action, text


@cases("dash", "-‐‑‒–—−")
def test_dashes_of_print_are_dashes(dash: str) -> None:
    state = bg.load("morris", men=3).start()
    for text in ("a1", "g7", "d1", "d7", "a4", "g4"):
        state = state.play(text)
    action = next(action for action in state.actions() if "-" in str(action))
    assert read_spelling(state, str(action).upper().replace("-", dash).replace("X", "x")) is action
    assert read_spelling(state, str(action).replace("-", f" {dash} ")) is action


@cases(
    ("text", "code", "words"),
    [
        ("５八金", "ambiguous", "4i5h or 6i5h"),
        ("G-5h", "ambiguous", "4i5h or 6i5h"),
        ("P-7e", "no-such-move", "the pawn on 7g"),
        ("７五歩", "no-such-move", "the pawn on 7g"),
        ("P*5e", "not-in-hand", "in hand"),
        ("2H-8H", "own-man", "8h"),
        ("B-3c", "man-between", "8h"),
        ("同歩", "form", "7g7f"),
        ("hello", "form", "7g7f"),
        ("7g7f" * 999, "form", "7g7f"),
        ("P-7f" + " " * LONGEST, "form", "7g7f"),
    ],
)
def test_what_is_not_read_says_why(text: str, code: str, words: str) -> None:
    with pytest.raises(IllegalAction, match=words) as refused:
        read_spelling(shogi(), text)
    assert (refused.value.asked, refused.value.code) == (text, code)


def test_the_library_and_programs_write_canonical_texts() -> None:
    for text in ("P-7f", "7g7f+", "７六歩", "7G7F"):
        with pytest.raises(IllegalAction):
            shogi().read(text)
        with pytest.raises(IllegalAction):
            shogi().play(text)
        with pytest.raises(IllegalAction):
            bg.Playthrough.replay(shogi(), [text])
    assert bg.Playthrough.replay(shogi(), ["P-7f", "34歩"], read_spelling).texts == ["7g7f", "3c3d"]
    with pytest.raises(IllegalAction, match="at ply 2, the pawn on 3c"):
        bg.Playthrough.replay(shogi(), ["P-7f", "35歩"], read_spelling)


def test_a_game_of_somebody_else_reads_the_words_that_it_shows() -> None:
    class Spec:
        readings = None
        seat_names = ("Red",)
        describe: Callable[..., str] = staticmethod(lambda before, action, after: f"takes {action}, slowly")

    state: Any = bg.load("ur").start().play("=2")
    for text in ("takes 0", "Red takes 0", "red TAKES 0, slowly"):
        assert str(read_spelling(state, text, Spec)) == "0"
    for text in ("takes", "takes 0, quickly", "Red", ""):
        with pytest.raises(IllegalAction):
            read_spelling(state, text, Spec)


def test_records_stay_canonical() -> None:
    from boardgames.contest import play_game

    record = play_game("shogi", "random", "random", seed=1, max_plies=2).json()
    with pytest.raises(UnreadableRecord):
        json_record.read(record.replace('"actions": ["', '"actions": ["P-7f", "').encode())


@cases("name", games())
def test_a_list_that_is_shortened_says_of_how_many(name: str) -> None:
    state = max(states(name, 20), key=lambda state: len(edges(state)))
    with pytest.raises(IllegalAction) as refused:
        state.read("?")
    assert refused.value.legal == len(edges(state))
    listed, number = len(refused.value.nearest), len(edges(state))
    assert listed == min(8, number)
    assert str(refused.value).endswith(f" ({listed} of {number})") is (listed < number)
