"""BaseState: the checked door, for ordinary and attrs classes of anyone, on both builds."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import attrs
import pytest

import boardgames as bg
from boardgames.core.model.base import SHOWN, nearest
from tests.samples import cases

GAME = object()


class Ordinary(bg.BaseState):
    """Say up to three words; the one who says "stop" wins."""

    def __init__(self, said: tuple[str, ...] = ()) -> None:
        self.said = said

    @property
    def game(self) -> Any:
        return GAME

    @property
    def turn(self) -> int:
        return bg.OVER if self.outcome else len(self.said) % 2

    @property
    def key(self) -> tuple[str, ...]:
        return self.said

    @property
    def outcome(self) -> bg.Outcome | None:
        if not self.said or self.said[-1] != "stop":
            return None
        return bg.Outcome((1.0, -1.0) if len(self.said) % 2 else (-1.0, 1.0), "stopped")

    def actions(self) -> tuple[str, ...]:
        return () if self.outcome else ("stop", "step", "spin")

    def apply(self, action: str) -> Ordinary:
        return Ordinary((*self.said, action))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ordinary) and self.said == other.said

    def __hash__(self) -> int:
        return hash(self.said)

    def __str__(self) -> str:
        return " ".join(self.said) or "-"


@attrs.frozen(repr=False)
class Frozen(bg.BaseState):
    """The same with dice first."""

    said: tuple[str, ...] = ()

    @property
    def outcome(self) -> bg.Outcome | None:
        return bg.Outcome((1.0, -1.0), "stopped") if "stop" in self.said else None

    def chances(self) -> tuple[tuple[str, Fraction], ...]:
        return () if self.said else (("=1", Fraction(1, 3)), ("=2", Fraction(2, 3)))

    def actions(self) -> list[str]:
        return ["stop", "step"] if self.said and not self.outcome else []

    def apply(self, action: str) -> Frozen:
        return attrs.evolve(self, said=(*self.said, action))

    def why_not(self, text: str) -> str:
        return "it is a shout" if text.isupper() else super().why_not(text)

    def __str__(self) -> str:
        return " ".join(self.said) or "-"


@pytest.mark.parametrize("make", [Ordinary, lambda: Frozen(("=1",))])
def test_read_and_play(make: Callable[[], Any]) -> None:
    state = make()
    assert state.read("step") is state.actions()[1]
    assert state.play("step") == state.play(state.actions()[1]) == state.apply("step")
    assert str(state.play("step").play("stop")).endswith("step stop")
    assert state == make(), "the state stays as it was"


@pytest.mark.parametrize("make", [Ordinary, Frozen])
def test_states_of_any_class_are_pickled_and_copied(make: Callable[..., Any]) -> None:
    state = make(("=1", "step"))
    for again in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
        assert again == state
        assert hash(again) == hash(state)
        assert str(again) == str(state)


@pytest.mark.parametrize("make", [Ordinary, Frozen])
def test_walks_work_on_any_class(make: Callable[[], Any]) -> None:
    assert bg.playout(make(), Random(3)).outcome is not None
    assert bg.perft(make(), 2) == (9 - 3 if make is Ordinary else 4)
    assert sum(bg.divide(make(), 3).values()) == bg.perft(make(), 3)


def test_what_is_not_legal_says_why_and_what_is_near() -> None:
    with pytest.raises(bg.IllegalAction) as caught:
        Ordinary().read("spn")
    error = caught.value
    assert (error.asked, error.why) == ("spn", "no such action in this position")
    assert error.nearest[0] == "spin"
    assert str(error) == "'spn' is not legal: no such action in this position; legal here: " + ", ".join(error.nearest)
    assert pickle.loads(pickle.dumps(error)).nearest == error.nearest
    with pytest.raises(ValueError, match="is not legal"):
        Ordinary().play(17)  # type: ignore[arg-type]


def test_a_game_that_is_over_takes_nothing() -> None:
    with pytest.raises(bg.IllegalAction, match=r"^'step' is not legal: the game is over$"):
        Ordinary(("stop",)).play("step")


def test_dice_are_read_like_actions() -> None:
    assert str(Frozen().play("=2")) == "=2"
    with pytest.raises(bg.IllegalAction, match=r"'=3' is not legal: no such action .*; legal here: =2, =1"):
        Frozen().play("=3")


def test_a_game_may_know_better_why() -> None:
    with pytest.raises(bg.IllegalAction, match="'STOP' is not legal: it is a shout"):
        Frozen().play("STOP")
    with pytest.raises(bg.IllegalAction, match="'stoop' is not legal: no such action in this position"):
        Frozen().play("stoop")


def test_what_a_game_must_add_is_missing_until_it_does() -> None:
    class Bare(bg.BaseState):
        pass

    for ask in (Bare().actions, lambda: Bare().apply("x"), lambda: Bare().play("x")):
        with pytest.raises(NotImplementedError):
            ask()
    assert Bare().chances() == ()


def test_the_text_of_a_state_shows_in_its_repr() -> None:
    assert repr(Ordinary(("spin",))) == "<Ordinary spin>"
    assert repr(Frozen()) == "<Frozen ->"
    assert repr(bg.load("ur:tokens=1").start()) == "<State 0 0 0 ->"


def test_the_nearest_are_few() -> None:
    legal = [f"a{number}" for number in range(30)]
    assert nearest("zzz", legal) == legal[:SHOWN]
    assert nearest("a7", legal)[0] == "a7"
    assert len(nearest("a1", legal)) == SHOWN
    assert nearest("a1", []) == []


@cases("name", bg.games())
def test_a_copy_of_a_state_is_the_state(name: str) -> None:
    """A state never changes; a search or an environment that clones it must not pay for it."""
    state = bg.playout(bg.load(name).start(), Random(1), limit=20)
    assert copy.copy(state) is state
    assert copy.deepcopy([state, state]) == [state, state]
    assert copy.deepcopy({"state": state})["state"] is state


def test_a_copy_of_a_strangers_state_is_the_state() -> None:
    said = Ordinary(("step",))
    assert copy.copy(said) is said
    assert copy.deepcopy(said) is said


def test_whose_turn_it_is_where_a_state_has_no_seat_of_its_own() -> None:
    said: list[tuple[str, ...]] = [(), ("step",), ("step", "spin"), ("stop",)]
    states: list[Any] = [Ordinary(words) for words in said]
    assert [state.seat for state in states] == [0, 1, 0, 0]


@attrs.frozen
class Thrower(Ordinary):
    """It says itself whose throw it is."""

    seat: int
    said: tuple[str, ...] = ()


@dataclass(frozen=True)
class DataThrower(Ordinary):
    seat: int
    said: tuple[str, ...] = ()


class PlainThrower(Ordinary):
    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat


@cases("kind", [Thrower, DataThrower, PlainThrower])
def test_a_seat_of_its_own_goes_first(kind: Callable[[int], Any]) -> None:
    assert kind(1).seat == 1
    with pytest.raises(TypeError):
        kind()  # type: ignore[call-arg]


@cases("name", bg.games())
def test_the_seat_is_the_turn_or_whose_throw_it_is(name: str) -> None:
    state = bg.load(name).start()
    rng = Random(2)
    while state.outcome is None:
        assert state.seat == state.turn or (state.turn == bg.CHANCE and state.seat in (0, 1))
        state = bg.playout(state, rng, limit=1)


def test_the_outcomes_of_the_dice_are_numbered() -> None:
    for name, count in {"ur": 5, "dice-shogi": 6, "shogi": 0, "morris": 0}.items():
        game = bg.load(name)
        assert game.chance_count == count
        outcomes = [game.chance_at(index) for index in range(count)]
        assert [outcome.index for outcome in outcomes] == list(range(count))
        assert all(outcome is game.chance_at(outcome.index) for outcome, _ in game.start().chances())
        for index in (-1, count):
            with pytest.raises(IndexError, match=f"the dice of {name} have outcomes"):
                game.chance_at(index)


@cases("name", bg.games())
def test_games_and_actions_refuse_assignment(name: str) -> None:
    game = bg.load(name)
    start = game.start()
    action: object = start.actions()[0] if start.actions() else start.chances()[0][0]
    for thing, attribute in ((game, "options"), (game, "tokens"), (action, "index"), (action, "indx")):
        before = getattr(thing, attribute, None)
        with pytest.raises(AttributeError):
            setattr(thing, attribute, 1)
        assert getattr(thing, attribute, None) == before
    with pytest.raises(AttributeError):
        del game.options


@cases("name", bg.games())
def test_apply_refuses_what_is_not_an_action_of_the_game(name: str) -> None:
    state = bg.load(name).start()
    strangers = [bg.load("morris" if name == "ur" else "ur").action_at(0), None, 3]
    if name not in ("ur", "morris"):
        strangers.append(bg.load("minishogi" if name == "shogi" else "shogi").action_at(0))
    for stranger in strangers:
        with pytest.raises(TypeError, match=f"^apply takes an action of this game, .*{re.escape(repr(stranger))}$"):
            state.apply(stranger)


def test_apply_says_why_an_action_is_not_legal_where_the_rules_notice() -> None:
    ur = bg.load("ur")
    with pytest.raises(bg.IllegalAction, match="'3' is not legal: the dice come first"):
        ur.start().apply(ur.action_at(3))
    with pytest.raises(bg.IllegalAction, match="'3' is not legal: no token on cell 3; legal here: 0"):
        ur.start().play("=2").apply(ur.action_at(3))
    with pytest.raises(bg.IllegalAction):
        ur.start().play("=2").apply(ur.chance_at(2))
    shogi = bg.load("shogi")
    drop = next(action for action in map(shogi.action_at, range(shogi.action_count)) if str(action) == "R*5e")
    with pytest.raises(bg.IllegalAction, match="there is no R in hand"):
        shogi.start().apply(drop)


def test_nothing_is_thrown_without_chances() -> None:
    with pytest.raises(ValueError, match="there is nothing to throw"):
        bg.throw(bg.load("shogi").start().chances(), Random(1))


@cases("name", bg.games())
def test_a_text_given_to_apply_is_told_of_play(name: str) -> None:
    state = bg.load(name).start()
    edges = state.actions() or [outcome for outcome, _ in state.chances()]
    text = str(edges[0])
    with pytest.raises(TypeError, match=rf"use play\('{re.escape(text)}'\)"):
        state.apply(text)
    assert state.play(text) == state.apply(edges[0])
