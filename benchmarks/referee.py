"""What the referee costs: its own CPU a ply between two instant bots in C, beside a bare ping-pong in C.

    python -m benchmarks.referee [GAMES]

A ply is one answer of a bot with the throw before it: both bots are sent the
coins, one answers, the other is told.  CPU is that of this process alone, user
and system, from the first throw to the verdict; starting and ending programs is
shown apart.  All run on one core: they wait for each other anyway.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import boardgames as bg
from boardgames import build
from boardgames.referee import Limits, ProgramChair, Referee, SeededDice

ROOT = Path(__file__).parent.parent
ROUNDS = 5


def compiled(source: Path, folder: Path) -> str:
    program = folder / source.stem
    subprocess.run(["cc", "-O2", "-o", str(program), str(source)], check=True)
    return str(program)


class Timed(Referee):
    """A referee that takes the time from the first throw to the verdict."""

    cpu = wall = 0.0

    def _play(self):  # type: ignore[no-untyped-def]
        cpu, wall = time.process_time(), time.perf_counter()
        verdict = super()._play()
        self.cpu, self.wall = time.process_time() - cpu, time.perf_counter() - wall
        return verdict


def play(bot: str, games: int) -> tuple[float, float, float, float]:
    """CPU and wall seconds a ply, then CPU and wall seconds a game for starting and ending programs."""
    spec = bg.find("ur")
    plies = 0
    cpu = wall = 0.0
    all_cpu, all_wall = time.process_time(), time.perf_counter()
    for seed in range(games):
        match = bg.Match(bg.load("ur").start())
        chairs = [ProgramChair([bot], spec.protocol(), Limits.of(spec.protocol())) for _ in range(2)]
        referee = Timed(match, ["one", "two"], chairs, SeededDice(seed))
        verdict = referee.run()
        assert verdict.fault is None, verdict
        plies += sum(state.turn >= 0 for state in match.states)
        cpu, wall = cpu + referee.cpu, wall + referee.wall
    all_cpu, all_wall = time.process_time() - all_cpu, time.perf_counter() - all_wall
    return cpu / plies, wall / plies, (all_cpu - cpu) / games, (all_wall - wall) / games


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # one core for all: the programs inherit it
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bot = compiled(ROOT / "examples" / "bots" / "ur_first.c", folder)
        floor = compiled(ROOT / "benchmarks" / "ping_pong.c", folder)
        rows = []
        for _ in range(ROUNDS):  # in turn, so that both meet the same machine
            told = subprocess.run([floor, "20000"], check=True, capture_output=True, text=True).stdout.split()
            rows.append((float(told[0]), float(told[1]), *(1e6 * part for part in play(bot, games))))
    floor_cpu, floor_wall, cpu, wall, around_cpu, around_wall = (median(column) for column in zip(*rows, strict=True))
    print(f"boardgames {build.kind()}, {ROUNDS} rounds of {games} games of Ur, medians, microseconds")
    print(f"{'':28}{'CPU':>9}{'wall':>9}")
    print(f"{'ping-pong in C, a trip':28}{floor_cpu:9.1f}{floor_wall:9.1f}")
    print(f"{'referee, a ply':28}{cpu:9.1f}{wall:9.1f}")
    print(f"{'two programs, start to end':28}{around_cpu:9.0f}{around_wall:9.0f}")
    print(f"referee / ping-pong: {median(row[2] / row[0] for row in rows):.2f} in CPU")


if __name__ == "__main__":
    main()
