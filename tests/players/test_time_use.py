"""How searches use their time, by a clock that counts looks at it instead of seconds: no busy machine changes that."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

import boardgames as bg
from boardgames.core.lookup.players import PLAYERS
from boardgames.core.model.options import choose
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player, Resign, Undo
from boardgames.players import budget as budget_module
from boardgames.players.budget import Budget
from boardgames.players.time_use import TimeUse
from tests.samples import cases

TICK = 1 / 256
"""Seconds of the counted clock that pass with each look at it: a search looks every 64 positions."""


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Callable[[], float]:
    looks = [0]

    def monotonic() -> float:
        looks[0] += 1
        return looks[0] * TICK

    monkeypatch.setattr(budget_module, "monotonic", monotonic)
    monkeypatch.setattr(budget_module, "process_time", lambda: looks[0] * TICK)
    return lambda: looks[0] * TICK


def alphabeta(game: str) -> Player:
    spec = PLAYERS.find("alphabeta")
    return spec.player(bg.find(game), choose(spec.options, {}), Random(3))


def seconds(now: Callable[[], float], game: str, position: str, clock: Clock) -> float:
    player, state = alphabeta(game), bg.load(game).parse(position)
    before = now()
    player.choose(state, clock)
    return now() - before


@pytest.mark.parametrize(("share", "least", "most"), [(1.0, 0.99, 1.01), (0.5, 0.9, 0.98), (0.1, 0.6, 0.8)])
def test_a_busy_machine_is_given_time_to_answer(
    now: Callable[[], float], monkeypatch: pytest.MonkeyPatch, share: float, least: float, most: float
) -> None:
    """With ``share`` of a processor an answer that may take a second ends its search earlier, but not at once."""
    monkeypatch.setattr(budget_module, "process_time", lambda: share * now())
    budget = Budget(1.0)
    before = now()
    while not budget.is_spent():
        pass
    assert least < now() - before < most


START = "rbsgk/4p/5/P4/KGSBR b - 1"
HANGING = "4k/5/1r3/1R3/K4 b - 1"  # rook takes rook, or loses its own


def test_an_easy_action_is_played_soon(now: Callable[[], float]) -> None:
    clock = Clock(first_move_time=1.0, move_time=1.0)
    assert seconds(now, "minishogi", HANGING, clock) < 0.25
    assert seconds(now, "minishogi", START, clock) > 0.44  # 0.55 of 0.808 s: no deeper search begins then


@cases(("base", "increment", "byoyomi"), [(1.0, 0.0, 0.0), (0.3, 0.02, 0.0), (0.1, 0.0, 0.06)])
def test_the_clock_is_never_overrun(now: Callable[[], float], base: float, increment: float, byoyomi: float) -> None:
    state, player = bg.load("minishogi").start(), alphabeta("minishogi")
    clock, rng = Clock(base=base, increment=increment, byoyomi=byoyomi), Random(1)
    for _ in range(40):
        if state.turn < 0:
            break
        before, allowed = now(), clock.allowed
        action = player.choose(state, clock)
        taken = now() - before
        assert taken < allowed
        assert not isinstance(action, (Resign, Undo))
        clock.spend(max(0.0, taken - byoyomi))
        state = state.play(action)
        if state.turn >= 0:
            state = state.apply(rng.choice(state.actions()))


class Asked:
    def __init__(self, answer: bool) -> None:
        self.answer = answer
        self.depths: list[int] = []

    def __call__(self, depth: int) -> bool:
        self.depths.append(depth)
        return self.answer


def test_a_change_of_mind_gets_more(now: Callable[[], float]) -> None:
    budget = Budget(seconds=1.0, longest=3.0)
    use, never = TimeUse(budget), Asked(False)
    assert not use.is_enough(1, 4, never)
    while not budget.has_passed(0.9):
        pass
    assert not use.is_enough(2, 5, never)
    assert budget.seconds == 3.0
    assert use.is_enough(3, 5, never), "it stays at its choice, and the usual time is nearly over"
    assert budget.seconds == 1.0


def test_whether_it_is_easy_is_asked_once_after_some_depths_agree(now: Callable[[], float]) -> None:
    budget = Budget(seconds=1.0)
    use, easy = TimeUse(budget), Asked(False)
    while not budget.has_passed(0.2):
        pass
    assert not any(use.is_enough(depth, 7, easy) for depth in range(1, 7))
    assert easy.depths == [1]
    agreeing = TimeUse(budget)
    assert [agreeing.is_enough(depth, 7, Asked(True)) for depth in (1, 2, 3)] == [False, False, True]


@pytest.mark.parametrize("bound", [{"nodes": 500}, {"depth": 9}])
def test_other_bounds_know_no_easy_action(now: Callable[[], float], bound: dict[str, int]) -> None:
    use, easy = TimeUse(Budget(**bound)), Asked(True)  # type: ignore[arg-type]
    assert not any(use.is_enough(depth, 7, easy) for depth in range(1, 9))
    assert not easy.depths
