"""Players that are objects with a method choose, or functions of a state: taken wherever a player is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import boardgames as bg
from boardgames.analysis import analyse
from boardgames.contest import BadEntrant, entrant, play_rating, play_tournament
from boardgames.core.protocol import Clock, Player
from boardgames.rl import versus
from tests.command import Run

UR = "ur:tokens=1"


class Duck:
    """Chooses, hears of the game, and is no Player."""

    def __init__(self) -> None:
        self.events: list[str] = []

    def choose(self, state: Any, clock: Clock) -> Any:
        assert clock.allowed > 0
        return state.actions()[-1]

    def begins(self, briefing: Any, seat: int) -> None:
        self.events.append(f"begins in seat {seat}")

    def happened(self, event: Any) -> None:
        self.events.append("an event")

    def rate(self, state: Any, clock: Clock) -> Any:
        return [(action, 0.0) for action in state.actions()]


class Same(Duck, Player[Any]):
    """The same as a Player."""


def last(state: Any) -> Any:
    return state.actions()[-1]


def test_an_object_and_a_function_play_as_a_player_does() -> None:
    duck = Duck()
    record = bg.play_game(UR, duck, "random", seed=3)
    assert record.names == ("duck", "random")
    assert duck.events == ["begins in seat 0", *["an event"] * len(record.actions)]
    for player, name in ((last, "last"), (lambda state: last(state), "lambda"), (Same(), "same")):
        again = bg.play_game(UR, player, "random", seed=3)
        assert (again.actions, again.verdict, again.names[0]) == (record.actions, record.verdict, name)


def test_everywhere_a_player_is() -> None:
    for player in (Duck(), last):
        assert bg.play_match(UR, player, "random", games=2, seed=1).played == 2
        assert play_tournament(UR, {"a": player, "b": "random"}, games=2, seed=1).played == 2
        assert play_rating("ur", player, games=2, seed=1).totals.tally.games == 2
        environment = versus(UR, player)
        environment.reset(seed=1)
        environment.close()
    assert analyse(bg.play_game(UR, "greedy", "random", seed=1), by=Duck()).by == "duck"


def test_a_file_with_a_function_or_an_object(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def last(state):\n    return state.actions()[-1]\n\n"
        "class Duck:\n    def choose(self, state, clock):\n        return last(state)\n\n"
        "duck = Duck()\nnothing = 5\n"
    )
    for name in ("last", "duck", "Duck"):
        played = run("play", UR, "--p1", f"mine:{name}", "--p2", "random", "--seed", "1")
        assert f"{name.lower()} wins against random: home" in played.stdout, played.stderr
    refused = run("play", UR, "--p1", "mine:nothing", "--p2", "random")
    assert refused.returncode == 2 and "has no class 'nothing'" in refused.stderr


def test_a_fault_of_either_is_a_verdict() -> None:
    def broken(state: Any) -> Any:
        raise ValueError("no idea")

    player: Any
    for player, kind in ((broken, "crash"), (lambda state: "0", "illegal"), (lambda state, clock: None, "crash")):
        verdict = bg.play_game(UR, player, "random", seed=3).verdict
        assert (
            verdict is not None and verdict.fault is not None and (verdict.fault.seat, verdict.fault.kind) == (0, kind)
        )


def test_what_is_no_player() -> None:
    for thing in (None, 5, ["greedy"], object(), bg.load("ur").start()):
        with pytest.raises(BadEntrant, match=r"or a function of a state; not "):
            entrant(thing, "ur")  # type: ignore[arg-type]
    with pytest.raises(BadEntrant, match=r"Duck is a class: make one, as in Duck\(\)"):
        entrant(Duck, "ur")  # type: ignore[arg-type]
