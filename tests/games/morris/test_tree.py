"""Counts of whole turns, the symmetries of the board, and the numbering of actions."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.games.morris.actions import STOCK, Action
from boardgames.games.morris.board import NINE, points_of
from boardgames.games.morris.mill_memory import LINE
from boardgames.games.morris.notation import parse, write
from boardgames.games.morris.position import HALF, WIDTH
from boardgames.games.morris.rules import SQUARES
from tests.games.morris.positions import random_positions
from tests.samples import cases, sample

PERFT = (24, 552, 12_144, 255_024, 5_140_800)


@cases("name", ["morris", "morris:preset=classic"])
@cases("depth", range(1, 5))
def test_perft_of_whole_turns(name: str, depth: int) -> None:
    assert bg.perft(bg.load(name).start(), depth) == PERFT[depth - 1]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["morris", "morris:preset=classic"])
def test_perft_of_five_turns(name: str) -> None:
    assert bg.perft(bg.load(name).start(), 5) == PERFT[4]


# -- symmetry -------------------------------------------------------------------


def image_of_set(men: int, image: tuple[int, ...]) -> int:
    return sum(2 ** image[point] for point in points_of(men))


def image_of(state: Any, image: tuple[int, ...]) -> Any:
    """The state on the board turned, mirrored or inside out, the mills paid with it."""
    game = state.game
    lines = [frozenset(line) for line in game.board.lines]
    filled = [
        lines.index(frozenset(image[point] for point in game.board.lines[mill // LINE])) * LINE + mill % LINE
        for mill in state.filled
    ]
    words = [0, 0]
    for point in points_of((state.own | state.other) & SQUARES):  # a centre of three squares has no number
        words[image[point] // HALF] += state.number(point) << WIDTH * (image[point] % HALF)
    men = (image_of_set(state.own, image), image_of_set(state.other, image))
    return game.position(state.seat, *men, state.own_stock, state.other_stock, state.ply, tuple(words), tuple(filled))


def image_of_action(action: Action, image: tuple[int, ...]) -> tuple[int, int, int]:
    source = STOCK if action.source == STOCK else image[action.source]
    return source, image[action.target], image_of_set(int(action.removed), image)


@pytest.mark.parametrize("name", ["morris", *(f"morris:preset={preset}" for preset in bg.find("morris").presets)])
@sample(2, thorough=10)
def test_symmetries_send_legal_actions_to_legal_actions(name: str, sample: int) -> None:
    for state in random_positions(name, sample)[::7]:
        for image in state.game.board.symmetries:
            expected = {image_of_action(action, image) for action in state.actions()}
            turned = image_of(state, image)
            assert {(action.source, action.target, action.removed) for action in turned.actions()} == expected


@cases("depth", [1, 2, 3])
def test_perft_is_the_same_from_all_16_sides(depth: int) -> None:
    for state in random_positions("morris", 2)[::29][: 8 if depth == 3 else None]:
        counts = {bg.perft(image_of(state, image), depth) for image in state.game.board.symmetries}
        assert len(counts) == 1, str(state)


# -- actions --------------------------------------------------------------------


def test_actions_are_numbered_densely_and_exist_once() -> None:
    game: Any = bg.load("morris")
    every = [game.action_at(index) for index in range(game.action_count)]
    assert [action.index for action in every] == list(range(game.action_count))
    texts = [str(action) for action in every]
    assert len(set(texts)) == len(texts)
    assert all(pickle.loads(pickle.dumps(action)) is action for action in every[::97])
    for index in (-1, game.action_count):
        with pytest.raises(IndexError, match="0 to 17183"):
            game.action_at(index)


def test_where_two_mills_remove_one_man_no_action_removes_two() -> None:
    game: Any = bg.load("morris", double_mill=1)
    assert max(str(game.action_at(index)).count("x") for index in range(game.action_count)) == 1


@sample(300, thorough=1_500)
def test_every_action_can_happen(sample: int) -> None:
    """A state can be made for each in which it is legal: only so many numbers are given away as are needed."""
    game: Any = bg.load("morris")
    rng = Random(7)
    for index in [*range(600), *rng.sample(range(600, game.action_count), sample)]:
        action = game.action_at(index)
        removed = int(action.removed)
        assert any(action in state.actions() for state in settings(game, action, removed)), str(action)


def settings(game: Any, action: Action, removed: int) -> list[Any]:
    """Positions in which an action may be legal: with the lines through its target filled, in stock or jumping."""
    source = 2 ** int(action.source) if action.source != STOCK else 0
    lines = [int(line) for line in [line.others for line in action.lines] if not int(line) & (source | removed)]
    stock = 6 if action.source == STOCK else 0
    if removed.bit_count() == 2:
        lines = [lines[0] | lines[1]]
    found = []
    for line in lines if removed else [0]:
        own = source | line
        rest = [point for point in range(24) if not (own | removed | int(action.enters)) & 2**point]
        while not stock and own.bit_count() < 3:
            own |= 2 ** rest.pop(rest.index(rest[len(rest) // 2]))
        found.append(game.position(0, own, removed, stock, 3))
    return found


def test_games_and_states_name_themselves() -> None:
    game: Any = bg.load("morris")
    assert (game.name, game.title, game.seats) == ("morris", "Nine Men's Morris", 2)
    assert repr(game.action_at(0)) == f"<Action {NINE.names[0]}>"
    assert repr(game.start()) == f"<State {write(game.start())}>"
    assert parse(game, write(game.start())) == game.start()
