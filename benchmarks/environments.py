"""What a step of each environment costs: microseconds of CPU, beside other people's environments in the same run.

    python -m benchmarks.environments [ROUNDS]

Random play from the masks.  A step of PettingZoo's is ``last()``, which observes, a choice among
the legal actions and ``step()``; a game's reset counts too.  Ours are measured as they are, and within the three
wrappers that PettingZoo's own come in.  Theirs need ``pip install pygame chess``.  The choice itself
is measured apart, and stands in every row.

A step of ``versus`` has an opponent's turn in it.  OpenSpiel's rows are a clone of a state, and a step of random
play: the legal actions and one of them applied.  Its own shogi and chess are in C++.

The rounds take turns, so that all meet the same machine; shown are the median and [the least].
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from typing import Any

import numpy as np
import pyspiel
from pettingzoo.utils import wrappers

from boardgames import rl

GAMES = ("ur", "morris", "minishogi", "dice-shogi", "shogi")
ROUNDS = 5
SECONDS = 0.4
PLIES = 300  # of a game; then the next one begins

Work = Callable[[], int]
"""Plays for a while; how many steps that were."""


def chosen(mask: Any, rng: Random) -> int:
    legal = mask.view(np.bool_).nonzero()[0]  # quicker than of whole numbers
    return int(legal[int(rng.random() * len(legal))])


def choosing(count: int, legal: int) -> Work:
    """The choice alone, from a mask of so many actions."""
    rng = Random(1)
    mask = np.zeros(count, np.int8)
    mask[np.linspace(0, count - 1, legal).astype(int)] = 1

    def work() -> int:
        for _ in range(PLIES):
            chosen(mask, rng)
        return PLIES

    return work


def cycling(environment: Any) -> Work:
    """An AEC environment."""
    rng = Random(1)

    def work() -> int:
        environment.reset(seed=rng.getrandbits(30))
        steps = 0
        for _ in environment.agent_iter(PLIES):
            sight, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                break
            environment.step(chosen(sight["action_mask"], rng))
            steps += 1
        return steps

    return work


def wrapped(environment: Any) -> Any:
    inner = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


def against(game: str, opponent: str) -> Work:
    """A Gymnasium environment of ours."""
    rng = Random(1)
    environment = rl.versus(game, opponent)

    def work() -> int:
        _, info = environment.reset(seed=rng.getrandbits(30))
        for steps in range(PLIES):
            _, _, terminated, truncated, info = environment.step(chosen(info["action_mask"], rng))
            if terminated or truncated:
                return steps + 1
        return PLIES

    return work


def cloning(name: str) -> Work:
    """Clones of an OpenSpiel state in the middle of a game."""
    rng = Random(1)
    state = pyspiel.load_game(name).new_initial_state()
    for _ in range(30):
        state.apply_action(rng.choice(state.legal_actions()))

    def work() -> int:
        for _ in range(PLIES):
            state.clone()
        return PLIES

    return work


def walking(name: str) -> Work:
    """Random play of an OpenSpiel game."""
    rng = Random(1)
    game = pyspiel.load_game(name)

    def work() -> int:
        state = game.new_initial_state()
        for steps in range(PLIES):
            if state.is_terminal():
                return steps
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
        return PLIES

    return work


def rows() -> dict[str, Work]:
    """All that is measured, by its name."""
    found: dict[str, Work] = {"a choice of 80 in 4845": choosing(4845, 80), "a choice of 7 in 7": choosing(7, 7)}
    for name in ("connect_four_v3", "chess_v6"):
        try:
            module = import_module(f"pettingzoo.classic.{name}")
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)
            continue
        found[f"{name}, raw"] = cycling(module.raw_env())
        found[f"{name}, wrapped"] = cycling(module.env())
    for game in GAMES:
        found[f"aec {game}, raw"] = cycling(rl.aec(game))
        found[f"aec {game}, wrapped"] = cycling(wrapped(rl.aec(game)))
    for game in GAMES:
        found[f"versus {game}, random"] = against(game, "random")
    for name in ("chess", "shogi", *(rl.openspiel.register(game) for game in GAMES)):
        found[f"openspiel clone {name}"] = cloning(name)
        found[f"openspiel step {name}"] = walking(name)
    return found


def measured(work: Work) -> float:
    """Microseconds of CPU a step."""
    steps, started = 0, time.process_time()
    while (taken := time.process_time() - started) < SECONDS:
        steps += work()
    return 1e6 * taken / steps


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    works = rows()
    results: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work()
    for _ in range(rounds):
        for name, work in works.items():
            results[name].append(measured(work))
    from boardgames import build

    print(f"environments, random play, {rounds} rounds of {SECONDS} s; boardgames is {build.kind()}")
    chess = results.get("chess_v6, raw")
    print(f"{'':40}{'us of CPU a step':>22}{'chess_v6 raw takes':>22}")
    for name, found in results.items():
        speed = f"{median(found):.1f} [{min(found):.1f}]"
        ratio = f"{median(a / b for a, b in zip(chess, found, strict=True)):.1f} times" if chess else ""
        print(f"{name:40}{speed:>22}{ratio:>22}")


if __name__ == "__main__":
    main()
