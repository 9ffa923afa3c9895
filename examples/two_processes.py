"""Games for training from two processes, each with its own VectorEnv: twice the games on two cores.

python examples/two_processes.py [GAME] [STEPS]
"""

from __future__ import annotations

import sys
from functools import partial
from multiprocessing import get_context

import numpy as np

from boardgames import rl

GAMES = 2048


def collect(game: str, steps: int, seed: int) -> tuple[int, int]:
    """Play at random; the number of actions taken and of games that ended.  A learner would keep what it sees."""
    rng = np.random.default_rng(seed)
    ended = 0
    with rl.VectorEnv(game, GAMES, seed=seed) as environment:
        _, info = environment.reset()
        for _ in range(steps):
            first, after = info["offsets"][:-1], info["offsets"][1:]
            actions = info["legal"][rng.integers(first, after)]
            _, _, _, _, info = environment.step(actions)
            ended += len(info["ended"])
    return GAMES * steps, ended


def main(game: str = "minishogi", steps: str = "100") -> None:
    with get_context("spawn").Pool(2) as pool:  # not forked: threads of numpy and of learners do not survive that
        for seed, (taken, ended) in zip((1, 2), pool.map(partial(collect, game, int(steps)), (1, 2)), strict=True):
            print(f"seed {seed}: {taken} actions, {ended} games ended")


if __name__ == "__main__":
    main(*sys.argv[1:])
