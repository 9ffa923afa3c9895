"""What a game of a page need not write itself."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import registered
from boardgames.core.model.options import NoOptions


class Other(bg.SimpleAction):
    """An action of a class of somebody's own."""


def test_an_action_exists_once() -> None:
    take = bg.SimpleAction(0, "take1")
    for again in (bg.SimpleAction(0, "take1"), pickle.loads(pickle.dumps(take)), copy.copy(take), copy.deepcopy(take)):
        assert again is take
    assert len({take, bg.SimpleAction(1, "take1"), bg.SimpleAction(0, "take2"), Other(0, "take1")}) == 4
    assert type(pickle.loads(pickle.dumps(Other(0, "take1")))) is Other


def test_an_action_is_its_number_and_its_text() -> None:
    take = bg.SimpleAction(3, "take4")
    assert (take.index, str(take), repr(take)) == (3, "take4", "<SimpleAction take4>")
    with pytest.raises(AttributeError, match="an action never changes, so index cannot be set"):
        take.index = 4


class Game(bg.SimpleGame):
    name = "two_takes"
    title = "Two takes"
    all_actions = (bg.SimpleAction(0, "take1"), bg.SimpleAction(1, "take2"))

    def start(self) -> Any:
        raise NotImplementedError

    def parse(self, text: str) -> Any:
        raise NotImplementedError


def test_a_game_numbers_its_actions() -> None:
    game = Game()
    assert (game.seats, game.action_count, game.options) == (2, 2, NoOptions())
    assert [game.action_at(index) for index in range(2)] == list(Game.all_actions)
    for index in (-1, 2):
        with pytest.raises(IndexError, match=f"two_takes has actions 0 to 1, not {index}"):
            game.action_at(index)
    assert repr(game) == "<Game NoOptions()>"


def test_a_pickled_game_is_found_again_by_its_name() -> None:
    spec = bg.GameSpec(name="two_takes", title="Two takes", game=Game, reasons={"x": "y"})
    with registered(spec):
        game = make(spec, {})
        assert pickle.loads(pickle.dumps(game)) is copy.deepcopy(game) is game
    with pytest.raises(bg.UnknownGame):
        pickle.loads(pickle.dumps(game))
