"""Names of other libraries answer with ours, and nothing else changes: they are no attributes."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import re
from typing import Any

import attrs
import pytest

import boardgames as bg
import boardgames.rl as rl
from boardgames.contest import GameRecord
from boardgames.foreign_names import sentences
from tests.samples import cases

STATE = """legal_actions legal_moves is_terminal done winner current_player to_move copy clone push pop undo step
apply_action sfen fen hands pieces returns reward history svg to_json roll observe is_game_over push_uci"""
GAME = "new_initial_state initial_state num_players players reset step num_distinct_actions actions play"
MODULE = """list_games load_game make play match shogi ur svg Board RandomPlayer random_playout registered_games"""


def told(thing: Any, name: str) -> str:
    with pytest.raises(AttributeError) as caught:
        getattr(thing, name)
    assert not hasattr(thing, name) and getattr(thing, name, None) is None
    return str(caught.value)


@cases("name", bg.games())
def test_a_state_and_a_game(name: str) -> None:
    game = bg.load(name)
    for thing, names in ((game.start(), STATE.split()), (game, GAME.split())):
        for each in names:
            if each not in vars(type(thing)):
                assert re.fullmatch(rf"{each}(\(\))? is .* here", told(thing, each)), each
        assert not set(names) & set(dir(thing)) - set(vars(type(thing)))


def test_the_sentences() -> None:
    start = bg.load("ur").start()
    assert told(start, "legal_actions") == "legal_actions() is actions() here"
    assert told(start, "num_players") == "num_players() is game.seats here"
    assert told(bg.load("ur"), "num_players") == "num_players() is seats here"
    assert told(bg.load("ur"), "legal_moves") == "legal_moves is state.actions() here"
    assert told(bg, "dice_shogi") == "dice_shogi is games.dice_shogi, or load(name), here"
    record = bg.play_game("ur:tokens=1", "greedy", "random", seed=1)
    assert told(record, "outcome") == "outcome is verdict.outcome here"
    assert told(record, "plies") == "plies is len(record.actions) here"


def test_the_modules() -> None:
    for name in MODULE.split():
        assert re.fullmatch(rf"{name}(\(\))? is .* here", told(bg, name)), name
    for name in ("make", "env", "gym"):
        assert told(rl, name).startswith(name)
    assert told(bg, "nonsense") == "No boardgames attribute nonsense"
    with pytest.raises(ImportError, match="cannot import name 'load_game'"):
        from boardgames import load_game  # type: ignore[attr-defined]  # noqa: F401


def test_what_they_are_here_exists() -> None:
    record = bg.play_game("ur:tokens=1", "greedy", "random", seed=1)
    ours = {"state": bg.load("ur").start(), "game": bg.load("ur"), "record": record}
    for sentence in sentences("").values():
        for owner, attribute in re.findall(r"\b(state|game|record)\.([a-z_]+)", sentence):
            assert hasattr(ours[owner], attribute), sentence
        for function in re.findall(r"is ([a-z_]+)\(", sentence):
            assert hasattr(bg, function) or function in ("len", "str"), sentence


def test_other_attributes_are_as_they_were() -> None:
    for name in bg.games():
        state: Any = bg.load(name).start()
        assert copy.copy(state) == copy.deepcopy(state) == pickle.loads(pickle.dumps(state)) == state
        for missing in ("__array__", "_repr_png_", "_ipython_display_", "__len__", "nonsense"):
            assert "here" not in told(state, missing)
        assert "actions" in dict(inspect.getmembers(state))


class Mine(bg.BaseState):
    """A state that uses some of the names itself."""

    moves = 3

    def __init__(self) -> None:
        self.board = "board"

    def legal_actions(self) -> list[int]:
        return [1]


@dataclasses.dataclass
class Data(bg.BaseState):
    board: str
    player: int = 0


@attrs.define
class Attrs(bg.BaseState):
    board: str
    player: int = 0


class Slots(bg.BaseState):
    __slots__ = ("board",)
    board: str


def test_a_game_of_another_may_use_the_names() -> None:
    mine = Mine()
    assert (mine.board, mine.moves, mine.legal_actions()) == ("board", 3, [1])
    assert {"board", "moves", "legal_actions"} <= set(dir(mine)) and "pop" not in dir(mine)
    slots = Slots()
    assert told(slots, "board") != "" and "here" not in told(slots, "board")
    slots.board = "b"
    made: Any
    for made in (Data("b"), Attrs("b"), slots):
        assert made.board == "b"
    assert Data("b").player == Attrs("b").player == 0
    with pytest.raises(TypeError):
        Data()  # type: ignore[call-arg]


def test_a_record_keeps_its_fields() -> None:
    record = bg.play_game("ur:tokens=1", "greedy", "random", seed=1)
    assert pickle.loads(pickle.dumps(record)) == record == copy.deepcopy(record)
    assert attrs.evolve(record, seed=2).seed == 2 and "outcome" not in dir(record)
    assert isinstance(record, GameRecord) and "actions" in dir(record)
