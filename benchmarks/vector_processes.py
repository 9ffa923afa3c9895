"""Many games in several processes, beside the same games in one.

    python -m benchmarks.vector_processes [--games GAME ...] [--count N] [--processes N] [--steps N]

For each game microseconds of CPU a ply of random play, without what drawing the
actions takes: of one process; and, of several, of the caller, which plays its share,
wakes the others and joins the results, and of the busiest of the others, as the
system counts it.  They work at the same time, so on as many free cores a step takes
about as long as the longer of the two, and one process by that is how many times
faster it is there.  ``wall`` is what this machine made of it now.  It needs Linux.

Steps of both take turns; of each measure the quickest quarter counts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgames import build, rl
from boardgames.rl.processes.batch_processes import BatchProcesses

GAMES = ("shogi", "minishogi", "dice-shogi", "morris", "ur")
MOST_PLIES = 512
TOGETHER = 8  # steps before the next measure has its turn


def drawn(rng: np.random.Generator, legal: NDArray[np.int32], offsets: NDArray[Any]) -> NDArray[np.int32]:
    """A legal action for each game."""
    counts = offsets[1:] - offsets[:-1]
    chosen: NDArray[np.int32] = legal[offsets[:-1] + (rng.random(len(counts)) * counts).astype(np.int32)]
    return chosen


class Measured:
    """An environment, and what its steps take: seconds of the caller's CPU, of the busiest other's, on the wall."""

    def __init__(self, game: str, n: int, processes: int, observation: str | None) -> None:
        self.environment = rl.VectorEnv(
            game, n, seed=1, observation=observation, max_plies=MOST_PLIES, processes=processes
        )
        self.rng = np.random.default_rng(1)
        self.info = self.environment.reset()[1]
        batch = self.environment._batch
        self.workers = batch.workers if isinstance(batch, BatchProcesses) else []
        self.times: list[list[float]] = []

    def step(self) -> None:
        """Take some steps, and add what one of them took."""
        before = self.of_workers()
        cpu = wall = 0.0
        for _ in range(TOGETHER):
            actions = drawn(self.rng, self.info["legal"], self.info["offsets"])
            begun, started = time.perf_counter(), time.process_time()
            self.info = self.environment.step(actions)[-1]
            cpu, wall = cpu + time.process_time() - started, wall + time.perf_counter() - begun
        busiest = max((now - then for now, then in zip(self.of_workers(), before, strict=True)), default=0.0)
        self.times.append([each / TOGETHER for each in (cpu, busiest, wall)])

    def of_workers(self) -> list[float]:
        """The seconds of CPU that each process has used so far."""
        paths = [Path(f"/proc/{worker.process.pid}/schedstat") for worker in self.workers]
        return [int(path.read_text().split()[0]) / 1e9 for path in paths]

    def microseconds(self) -> list[float]:
        """What was measured, for a ply."""
        return [quickest(column) / self.environment.n * 1e6 for column in zip(*self.times, strict=True)]


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
            measures = [Measured(game, n, each, observation) for each in (1, processes)]
            for _ in range(max(2, asked.steps // TOGETHER)):
                for each in measures:
                    each.step()
            (one, _, one_wall), (caller, busiest, wall) = (each.microseconds() for each in measures)
            print(
                f"{game:12}{name:22} one process {one:6.3f}   of {processes}: caller {caller:6.3f}"
                f"   busiest other {busiest:6.3f}   {one / max(busiest, caller):.2f} times, wall {one_wall / wall:.2f}",
                flush=True,
            )
            for each in measures:
                each.environment.close()


def quickest(values: Sequence[float]) -> float:
    """The mean of the quickest quarter."""
    return mean(sorted(values)[: max(1, len(values) // 4)])


if __name__ == "__main__":
    main()
