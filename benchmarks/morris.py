"""Random play of nine men's morris beside OpenSpiel, both driven from Python.

A turn is: list the legal actions, pick one, apply it, ask whether the game is
over.  OpenSpiel spells a removal as an action of its own; it is counted with
the move it belongs to.  CPU time, the two by turns in one run, medians.

    python -m benchmarks.morris [SECONDS]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

import pyspiel

import boardgames as bg
from boardgames import build

ROUNDS = 7
SEED = 20260101

Play = Callable[[Random], int]
"""Plays one game; the number of turns."""


def ours(name: str) -> Play:
    start = bg.load(name).start()

    def play(rng: Random) -> int:
        random = rng.random
        state = start
        turns = 0
        while state.outcome is None:
            actions = state.actions()
            state = state.apply(actions[int(random() * len(actions))])
            turns += 1
        return turns

    return play


def open_spiel() -> Play:
    game = pyspiel.load_game("nine_mens_morris")

    def play(rng: Random) -> int:
        random = rng.random
        state = game.new_initial_state()
        turns = 0
        mover = -1
        while not state.is_terminal():
            actions = state.legal_actions()
            player = state.current_player()
            if player != mover:  # else this is the removal of the same turn
                turns += 1
                mover = player
            state.apply_action(actions[int(random() * len(actions))])
        return turns

    return play


def time_a_turn(play: Play, seconds: float, rng: Random) -> float:
    """Microseconds of CPU a turn."""
    turns = 0
    begun = process_time()
    while (spent := process_time() - begun) < seconds:
        turns += play(rng)
    return 1e6 * spent / turns


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    players = {
        "boardgames morris": ours("morris"),
        "boardgames morris:preset=classic": ours("morris:preset=classic"),
        "open_spiel nine_mens_morris": open_spiel(),
    }
    times: dict[str, list[float]] = {name: [] for name in players}
    for round_number in range(ROUNDS):
        for name, play in players.items():
            times[name].append(time_a_turn(play, seconds, Random(SEED + round_number)))
    peer = median(times["open_spiel nine_mens_morris"])
    print(f"random play, µs of CPU a whole turn ({build.kind()} build)")
    print(f"{'':34} {'median':>7} {'best':>7} {'ratio':>7}")
    for name, seen in times.items():
        print(f"{name:34} {median(seen):7.3f} {min(seen):7.3f} {median(seen) / peer:7.2f}")


if __name__ == "__main__":
    main()
