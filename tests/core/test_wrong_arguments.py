"""The commonest wrong arguments of the library's functions: a sentence of ours answers each."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import boardgames as bg
from tests.samples import cases

NO_STATE: list[Any] = [None, "shogi", 5, 1.5, b"ur", [], bg.load("ur"), bg.find("ur"), Random]
NO_WHOLE: list[Any] = [None, "2", 1.5, math.inf, b"2", [], {}]
NO_TEXT: list[Any] = [None, 5, 1.5, b"ur", [], bg.load("ur")]
GAMES = ("ur", "morris", "minishogi", "dice-shogi")
EXPECTED = re.compile("^expected [a-z]")


class Plain:
    """A state of another's class: a walk counts it as it does ours."""

    def __init__(self, plies: int = 0) -> None:
        self.plies = plies

    def actions(self) -> list[str]:
        return ["a", "b"] if self.plies < 3 else []

    def chances(self) -> list[Any]:
        return []

    def apply(self, action: str) -> Plain:
        return Plain(self.plies + 1)


def start() -> Any:
    return bg.load("ur").start()


@cases("thing", NO_STATE, ids=repr)
@cases(
    "function",
    [
        lambda thing: bg.perft(thing, 2),
        lambda thing: bg.perft(thing, 0),
        lambda thing: bg.divide(thing, 2),
        lambda thing: bg.playout(thing, Random(1)),
        bg.Playthrough,
        lambda thing: bg.Playthrough.replay(thing, []),
    ],
)
def test_what_is_no_state(function: Callable[[Any], object], thing: Any) -> None:
    with pytest.raises(TypeError, match=EXPECTED) as caught:
        function(thing)
    assert "a state, such as load('ur').start(), not " in str(caught.value)


def test_a_playthrough_is_no_state() -> None:
    with pytest.raises(TypeError, match=EXPECTED):
        bg.perft(bg.Playthrough(start()), 2)  # type: ignore[arg-type]


def test_a_state_of_another_class_is_one() -> None:
    plain: Any = Plain()
    assert [bg.perft(plain, depth) for depth in range(5)] == [1, 2, 4, 8, 0]
    assert bg.divide(plain, 2) == {"a": 2, "b": 2}
    ended: Any = bg.playout(plain, Random(1))
    assert ended.plies == 3


@cases(
    "function",
    [
        lambda plies: bg.perft(start(), plies),
        lambda plies: bg.divide(start(), plies),
        lambda plies: bg.playout(start(), Random(1), plies),
        lambda plies: bg.Playthrough(start()).undo(plies),
    ],
)
def test_what_is_no_number_of_plies(function: Callable[[Any], object]) -> None:
    for thing in NO_WHOLE:
        with pytest.raises(TypeError, match=r"^expected a whole number of plies, not "):
            function(thing)
    for thing in (-1, -(10**30)):
        with pytest.raises(ValueError, match=r"^expected at least \d plies, not -1"):
            function(thing)


def test_a_division_has_a_first_ply() -> None:
    with pytest.raises(ValueError, match="at least 1 plies, not 0"):
        bg.divide(start(), 0)


def test_a_playout_may_be_longer_than_any_game() -> None:
    assert bg.playout(start(), Random(1), 10**30) == bg.playout(start(), Random(1))


@cases("thing", [None, 1, "1", Random])
def test_what_is_no_generator(thing: Any) -> None:
    with pytest.raises(TypeError, match=r"^expected a generator of random numbers, such as random.Random\(1\), not "):
        bg.playout(start(), thing)
    with pytest.raises(TypeError, match=EXPECTED):
        bg.throw(start().chances(), thing)


def test_a_fault_of_a_generator_is_its_own() -> None:
    class Broken(Random):
        def random(self) -> float:
            raise AttributeError("broken")

    with pytest.raises(AttributeError, match="broken"):
        bg.throw(start().chances(), Broken())


def test_a_state_is_no_chances() -> None:
    """At a player's node and at a chance node alike, with and without a generator."""
    things: list[Any] = [start(), start().play("=2"), bg.load("morris").start(), "ur", 5, [("=1", 0.5), ("=2", 0.5)]]
    for thing in things:
        for rng in (Random(1), None):
            with pytest.raises(TypeError, match=r"^expected the chances of a state whose turn is CHANCE"):
                bg.throw(thing, rng)
    with pytest.raises(ValueError, match="where its turn is CHANCE"):
        bg.throw(start().play("=2").chances(), Random(1))
    assert bg.throw([("sure", Fraction(1))], Random(1)) == "sure"


@cases("name", GAMES)
def test_what_is_no_text(name: str) -> None:
    game: Any = bg.load(name)
    for thing in NO_TEXT:
        with pytest.raises(TypeError, match=r"^expected the text of a position, such as str\(state\), not "):
            game.parse(thing)
        with pytest.raises(TypeError, match=r"^expected the text of an action, not "):
            game.start().read(thing)


@cases("name", GAMES)
def test_what_is_no_index(name: str) -> None:
    game: Any = bg.load(name)
    for thing in NO_WHOLE:
        for method in (game.action_at, game.chance_at):
            with pytest.raises(TypeError, match=r"^expected a whole number, not "):
                method(thing)


def test_what_is_no_game_and_no_name() -> None:
    thing: Any
    function: Any
    for thing in (None, 5, b"ur", [], start()):
        with pytest.raises(TypeError, match=r"^expected the name of a game, as in find"):
            bg.find(thing)
        for function in (bg.load, bg.explain):
            with pytest.raises(TypeError, match=r"^expected a game or its name, as in load"):
                function(thing)


def test_what_cannot_be_explained() -> None:
    thing: Any
    for thing in (5, 1.5, [], bg.load("ur")):
        with pytest.raises(TypeError, match=EXPECTED):
            bg.explain("ur", thing)
        with pytest.raises(TypeError, match=EXPECTED):
            bg.explain("ur", position=thing)


@cases("thing", [None, 5, "=2 0"])
def test_a_replay_takes_several_texts(thing: Any) -> None:
    with pytest.raises(TypeError, match=r"^expected the texts of actions, as in "):
        bg.Playthrough.replay(start(), thing)


def test_a_long_thing_is_cut() -> None:
    with pytest.raises(TypeError) as caught:
        bg.load(["x" * 100_000])  # type: ignore[call-overload]
    assert len(str(caught.value)) < 300
