"""Arguments that make no sense are refused in one sentence, by all environments alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import numpy as np
import pytest

from boardgames import rl
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import registered
from tests.samples import cases
from tests.testkit.broken import BROKEN, Game, State as HeapsState, spec_of

GAMES = "n, the number of games, is a whole number from 1 to 1000000, not "
PLIES = "max_plies is a whole number from 1 to 1000000000, not "
ENVIRONMENTS: dict[str, Callable[..., Any]] = {
    "vector": lambda **more: rl.VectorEnv("ur", 2, **more),
    "aec": lambda **more: rl.aec("ur", **more),
    "gym": lambda **more: rl.versus("ur", "random", **more),
}


@cases("n", [0, -1, 2**31, 2**63, 2**64, 1.5, "3", None, float("nan"), [2]])
def test_a_number_of_games_that_cannot_be(n: Any) -> None:
    with pytest.raises((TypeError, ValueError)) as told:
        rl.VectorEnv("ur", n)
    assert str(told.value) == f"{GAMES}{n!r}"


def test_games_that_memory_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any) -> None:
        raise MemoryError

    monkeypatch.setattr("boardgames.rl.vector.Batch", fail)
    with pytest.raises(MemoryError, match="there is not enough memory for 5 games of ur"):
        rl.VectorEnv("ur", 5)


@cases("max_plies", [0, -1, 2**63, 1.5, "x", float("inf")])
@cases("kind", ENVIRONMENTS)
def test_a_length_of_games_that_cannot_be(kind: str, max_plies: Any) -> None:
    with pytest.raises((TypeError, ValueError)) as told:
        ENVIRONMENTS[kind](max_plies=max_plies)
    assert str(told.value) == f"{PLIES}{max_plies!r}"


@cases("seed", [1.5, "x", b"x", [1], float("nan")])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    vector, aec = ENVIRONMENTS["vector"](), ENVIRONMENTS["aec"]()
    for use in (
        lambda: rl.VectorEnv("ur", 2, seed=seed),
        lambda: vector.reset(seed=seed),
        lambda: aec.reset(seed=seed),
        lambda: rl.luck(seed, 0),
    ):
        with pytest.raises(TypeError) as told:
            use()
        assert str(told.value) == f"a seed is a whole number, not {seed!r}"


@cases("seed", [0, -1, -(2**70), 2**63, 2**64, 10**400, np.int64(3), np.uint64(2**63)])
def test_any_whole_number_is_a_seed(seed: Any) -> None:
    one, other = rl.VectorEnv("ur", 3, seed=seed), rl.VectorEnv("ur", 3, seed=int(seed))
    assert np.array_equal(one.reset()[0], other.reset()[0])  # type: ignore[arg-type]
    first, second = rl.aec("ur"), rl.aec("ur")
    first.reset(seed=seed)
    second.reset(seed=int(seed))
    assert first.position == second.position


@cases("options", [7, "position", ["position"], {"position": 3}])
@cases("kind", ["aec", "gym"])
def test_options_of_another_kind(kind: str, options: Any) -> None:
    with pytest.raises(
        TypeError, match=r"options are a dict, as in|a position is a text, as str\(state\) gives it, not 3"
    ):
        ENVIRONMENTS[kind]().reset(options=options)


@cases("seat", ["0", 1.0, -1, 2])
def test_a_seat_that_there_is_not(seat: Any) -> None:
    with pytest.raises(ValueError, match="has the seats 0 to 1, and None means any: not "):
        rl.versus("ur", "random", seat)


class NoActions(Game):
    all_actions = []  # noqa: RUF012


def test_a_game_without_actions() -> None:
    spec = spec_of(NoActions)
    with registered(spec):
        game = make(spec, {})
        for begin in (lambda: rl.VectorEnv(game, 1), lambda: rl.aec(game), lambda: rl.versus(game)):
            with pytest.raises(ValueError, match="heaps has no actions, so there is nothing to learn"):
                begin()


def test_an_outcome_without_a_return_for_each_seat() -> None:
    spec = BROKEN["OneReturnForTwoSeats"][1]
    with registered(spec):
        game = make(spec, {})
        for play in (play_vector, play_aec):
            with pytest.raises(ValueError, match=r"must have a return for each of the 2 seats"):
                play(game)


def play_vector(game: Any) -> None:
    environment = rl.VectorEnv(game, 1, seed=1)
    info = environment.reset()[1]
    for _ in range(100):
        info = environment.step(info["legal"][:1])[-1]


def play_aec(game: Any) -> None:
    environment = rl.aec(game)
    environment.reset(seed=1)
    for _ in range(100):
        environment.step(environment.position.actions()[0].index)


class DiceForEver(HeapsState):
    """Every throw leads to another one."""

    def thrown(self, die: int) -> Any:
        return attrs.evolve(self, ply=0)


def test_dice_that_never_end() -> None:
    spec = spec_of(type("Endless", (Game,), {"kind": DiceForEver}), max_plies=None)
    with registered(spec):
        game = make(spec, {})
        for begin in (
            lambda: rl.VectorEnv(game, 1).reset(),
            lambda: rl.aec(game).reset(),
            lambda: rl.versus(game, "random").reset(),
        ):
            with pytest.raises(ValueError, match=r"^dice were thrown 10000 times in a row, up to .* nobody could act$"):
                begin()


def test_conditions_of_another_kind() -> None:
    with pytest.raises(TypeError, match=r"conditions are a boardgames\.contest\.Conditions, not 3"):
        rl.versus("ur", "random", conditions=3)  # type: ignore[arg-type]
