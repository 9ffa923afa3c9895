"""Clocks: when their increment comes, and what is charged."""

from __future__ import annotations

from math import floor
from random import Random

import pytest

import boardgames as bg
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.plain import PLAIN
from boardgames.players.budget import answer_seconds, longest_answer
from boardgames.referee import Limits
from boardgames.referee.limits import BaseAndIncrement
from tests.samples import cases


@pytest.mark.parametrize("first", [True, False])
def test_an_increment_comes_before_or_after_an_answer(first: bool) -> None:
    clock = Clock(base=5.0, increment=10.0, increment_first=first)
    assert clock.allowed == (15.0 if first else 5.0)
    clock.spend(4.0)
    assert clock.allowed == (21.0 if first else 11.0)
    assert clock.before_increment == clock.allowed - 10.0


@pytest.mark.parametrize("byoyomi", [0.0, 7.0])
def test_whole_seconds_are_charged_as_in_the_shogi_server_in_ruby(byoyomi: float) -> None:
    """Its time is up if the whole seconds that it charges are no less than the time, the byo-yomi and the increment."""
    rng = Random(1)
    for _ in range(300):
        base, increment = float(rng.randrange(20)), float(rng.randrange(10))
        clock = Clock(base=base, increment=increment, byoyomi=byoyomi, unit=1.0, increment_first=True)
        left = base
        for _ in range(8):
            seconds = rng.uniform(0.0, left + increment + byoyomi + 2.0)
            is_up = floor(seconds) >= left + byoyomi + increment
            assert (seconds >= clock.allowed) is is_up
            if is_up:
                break
            clock.spend(seconds)
            left = max(0.0, left + increment - floor(seconds))
            assert clock.before_increment == left


@cases("byoyomi", [0.0, 5.0])
@cases("first", [True, False])
def test_an_answer_beyond_the_time_takes_nothing_of_the_next_increment(first: bool, byoyomi: float) -> None:
    """It came within the byo-yomi, or was forgiven."""
    clock = Clock(base=1.0, increment=2.0, byoyomi=byoyomi, increment_first=first)
    clock.spend(4.5)
    assert clock.allowed == 2.0 + byoyomi


@cases(("game", "first"), [("shogi", True), ("minishogi", True), ("dobutsu", True), ("ur", False)])
def test_both_sides_of_a_game_count_alike(game: str, first: bool) -> None:
    """A player of this process, a person, and a program that speaks the game's own protocol of engines."""
    spec, limits = bg.find(game), Limits(clock=(1.0, 4.0))
    program = limits.clock_for(spec.protocol("usi") if first else spec.protocol())
    for clock in (program, limits.player_clock(spec), limits.person_clock(spec)):
        assert clock.allowed == (5.0 if first else 1.0)


@cases(("clock", "allowed"), [((0.0, 2.0), 2.0), ((0.0, 0.0, 3.0), 3.0), ((0.0, 2.0, 3.0), 5.0)])
def test_a_clock_without_a_base_has_what_is_added(clock: tuple[float, ...], allowed: float) -> None:
    kind = BaseAndIncrement()
    assert kind.read(kind.show(clock)) == clock
    for protocol in (bg.find("shogi").protocol("usi"), PLAIN):
        assert Limits(clock=clock).clock_for(protocol).allowed == allowed


@cases("base", [0.0, 1.0, 60.0])
@cases("byoyomi", [0.0, 3.0])
def test_players_use_an_increment_that_comes_first(base: float, byoyomi: float) -> None:
    clock = Clock(base=base, increment=4.0, byoyomi=byoyomi, increment_first=True)
    assert 0.7 * (4.0 + byoyomi) < answer_seconds(clock) <= longest_answer(clock) < clock.allowed
