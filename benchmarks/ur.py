"""Random games of Ur driven from Python, beside royalur: microseconds of CPU a move, and bytes a state.

    python -m benchmarks.ur [ROUNDS]

A move is counted with all that leads to it: the throw is drawn, the actions
are listed, one is picked and applied, and at every throw the game is asked
whether it is over; throws after which nothing can move are not counted apart.
royalur does the same with one mutable game.  Both play Finkel's rules.  Each
measure is a process of its own, in turn, so that all meet the same machine.

Bytes a state are those of all states of a game kept at once.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from typing import Any

GAMES = {"boardgames": 2000, "pure": 500, "royalur": 60}
ROUNDS = 7


def ours() -> tuple[Callable[[Random], int], Callable[[Random], list[Any]]]:
    import boardgames as bg
    from boardgames.core.model.dice import distribution_of

    start = bg.load("ur").start()
    distribution = distribution_of(start.chances())
    throws = [distribution.outcome(lot) for lot in range(distribution.total)]

    def play(rng: Random) -> int:
        """One game; the number of moves."""
        draw = rng.random
        state = start
        moves = 0
        while True:
            actions = state.actions()
            if actions:
                state = state.apply(actions[int(draw() * len(actions))])
                moves += 1
            elif state.outcome is None:
                state = state.apply(throws[int(draw() * 16)])
            else:
                return moves

    def keep(rng: Random) -> list[Any]:
        """All states of one game."""
        states: list[Any] = [start]
        while states[-1].outcome is None:
            state = states[-1]
            edges = state.actions() or throws
            states.append(state.apply(edges[int(rng.random() * len(edges))]))
        return states

    return play, keep


def theirs() -> tuple[Callable[[Random], int], Callable[[Random], list[Any]]]:
    Game = import_module("royalur").Game  # noqa: N806

    def play(rng: Random) -> int:
        random.seed(rng.getrandbits(32))  # it throws with the shared generator
        game = Game.create_finkel()
        moves = 0
        while not game.is_finished():
            if game.is_waiting_for_roll():
                game.roll_dice()
            else:
                available = game.find_available_moves()
                game.make_move(available[int(rng.random() * len(available))])
                moves += 1
        return moves

    def keep(rng: Random) -> list[Any]:
        random.seed(rng.getrandbits(32))
        game = Game.create_finkel()
        while not game.is_finished():
            if game.is_waiting_for_roll():
                game.roll_dice()
            else:
                game.make_move(rng.choice(game.find_available_moves()))
        states: list[Any] = game.states
        return states

    return play, keep


def measure(name: str, seed: int) -> tuple[float, float]:
    """Microseconds a move, and bytes a state."""
    play, keep = theirs() if name == "royalur" else ours()
    rng = Random(seed)
    play(rng)
    started = time.process_time()
    moves = sum(play(rng) for _ in range(GAMES[name]))
    cpu = time.process_time() - started
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    states = keep(rng)
    size = tracemalloc.get_traced_memory()[0] - before
    return 1e6 * cpu / moves, size / len(states)


def main() -> None:
    if len(sys.argv) == 3 and sys.argv[1] in GAMES:
        print(*measure(sys.argv[1], int(sys.argv[2])))
        return
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    results: dict[str, list[tuple[float, float]]] = {name: [] for name in GAMES}
    for seed in range(rounds):
        for name in GAMES:
            environment = {**os.environ, "BOARDGAMES_PURE": "1" if name == "pure" else ""}
            command = [sys.executable, __file__, name, str(seed)]
            told = subprocess.run(command, check=True, env=environment, capture_output=True, text=True).stdout.split()
            results[name].append((float(told[0]), float(told[1])))
    from boardgames import build

    print(f"Royal Game of Ur, random play, {rounds} rounds, median [least]; boardgames is {build.kind()}")
    print(f"{'':12}{'us a move':>18}{'royalur / it':>14}{'bytes a state':>15}")
    for name, rows in results.items():
        ratio = median(row[0] / own[0] for row, own in zip(results["royalur"], rows, strict=True))
        speeds = [row[0] for row in rows]
        speed = f"{median(speeds):.3f} [{min(speeds):.3f}]"
        print(f"{name:12}{speed:>18}{ratio:>14.1f}{median(row[1] for row in rows):>15.0f}")


if __name__ == "__main__":
    main()
