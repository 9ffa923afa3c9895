"""Many games in several processes, beside the same games in one.

    python -m benchmarks.vector_processes [--games GAME ...] [--count N] [--processes N] [--steps N]

For each game microseconds of CPU a ply of random play: of one process; of the
busiest of several, with what it writes into shared memory; and of the caller,
which draws the actions, checks them and joins the lists.  On as many free cores
a step takes as long as the last two together, so one process by their sum is how
many times faster it is there.  ``wall`` is what this machine made of it now.

Steps of both take turns; of each measure the quickest quarter counts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import mean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgames import build, load, rl
from boardgames.rl.local_batch import BatchSettings
from boardgames.rl.processes.shared_arrays import SharedArrays, memory_file, size_of
from boardgames.rl.processes.worker import Share, SharedBatch

GAMES = ("shogi", "minishogi", "dice-shogi", "morris", "ur")
MOST_PLIES = 512
TOGETHER = 4  # steps before the next measure has its turn


def drawn(rng: np.random.Generator, legal: NDArray[np.int32], offsets: NDArray[Any]) -> NDArray[np.int32]:
    """A legal action for each game."""
    counts = offsets[1:] - offsets[:-1]
    chosen: NDArray[np.int32] = legal[offsets[:-1] + (rng.random(len(counts)) * counts).astype(np.int32)]
    return chosen


def stepped(game: str, n: int, processes: int, observation: str | None) -> Callable[[], None]:
    """A function that takes a step of an environment."""
    environment = rl.VectorEnv(game, n, seed=1, observation=observation, max_plies=MOST_PLIES, processes=processes)
    rng = np.random.default_rng(1)
    info = environment.reset()[1]

    def step() -> None:
        nonlocal info
        info = environment.step(drawn(rng, info["legal"], info["offsets"]))[-1]

    return step


def shared(game: str, n: int, processes: int, observation: str | None) -> Callable[[], None]:
    """A function that takes a step of the games of one worker, in this process."""
    settings = BatchSettings(load(game), observation, True, MOST_PLIES)
    descriptor = memory_file(size_of(settings, n))
    share = Share(0, -(-n // processes), n)
    batch, arrays = SharedBatch(settings, share, descriptor), SharedArrays(descriptor, settings, n)
    rng = np.random.default_rng(1)
    current = 0
    batch.restart(current, 1)

    def step() -> None:
        nonlocal current
        buffer = arrays.buffers[current]
        offsets = np.concatenate([[0], np.cumsum(buffer.counts[batch.rows])])
        arrays.actions[batch.rows] = drawn(rng, buffer.legal[batch.rows].reshape(-1), offsets)
        current = 1 - current
        batch.step(current)

    return step


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--games", nargs="+", default=GAMES)
    reader.add_argument("--count", type=int, default=1024)
    reader.add_argument("--processes", type=int, default=2)
    reader.add_argument("--steps", type=int, default=100)
    asked = reader.parse_args()
    n, processes = asked.count, asked.processes
    print(f"{n} games, {processes} processes; us of CPU a ply; boardgames is {build.kind()}")
    for game in asked.games:
        for name, observation in (("mask", None), ("mask and observation", "own")):
            measures = {
                "one process": stepped(game, n, 1, observation),
                "busiest": shared(game, n, processes, observation),
                "caller": stepped(game, n, processes, observation),
            }
            cpu: dict[str, list[float]] = {label: [] for label in measures}
            wall: dict[str, list[float]] = {label: [] for label in measures}
            for _ in range(max(2, asked.steps // TOGETHER)):
                for label, step in measures.items():
                    started, begun = time.process_time(), time.perf_counter()
                    for _ in range(TOGETHER):
                        step()
                    cpu[label].append((time.process_time() - started) / TOGETHER / n * 1e6)
                    wall[label].append((time.perf_counter() - begun) / TOGETHER / n * 1e6)
            one, busiest, caller = (quickest(each) for each in cpu.values())
            faster = quickest(wall["one process"]) / quickest(wall["caller"])
            print(
                f"{game:12}{name:22} one process {one:6.2f}   busiest of {processes} {busiest:6.2f}"
                f"   caller {caller:5.2f}   {one / (busiest + caller):.2f} times on free cores, wall {faster:.2f}",
                flush=True,
            )


def quickest(values: list[float]) -> float:
    """The mean of the quickest quarter."""
    return mean(sorted(values)[: max(1, len(values) // 4)])


if __name__ == "__main__":
    main()
