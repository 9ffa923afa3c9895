"""What the referee costs: its own CPU a ply between two instant bots in C, beside a bare ping-pong in C.

    python -m benchmarks.referee [GAMES]

A ply is one answer of a bot, with the throw before it if the game has dice: the
bot is told what its protocol tells, and answers.  CPU is that of this process
alone, user and system, from the first throw to the verdict; starting and ending
programs is shown apart.  All run on one core: they wait for each other anyway.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from pathlib import Path
from statistics import median

import boardgames as bg
from boardgames import build
from boardgames.core.record.verdict import Verdict
from boardgames.referee import Limits, ProgramSeat, Referee, SeededDice

ROOT = Path(__file__).parent.parent
ROUNDS = 5
INSTANT = {
    "ur": ("colosseum", "examples/bots/ur_first.c", []),
    "morris": ("codingame", "benchmarks/bots/morris_first.c", []),
    "minishogi": ("codingame", "benchmarks/bots/minishogi_first.c", []),
    "dice-shogi": ("codingame", "benchmarks/bots/minishogi_first.c", ["dice"]),
    "shogi": ("plain", "examples/bots/plain_first.c", []),
}
"""An instant bot for each game: its protocol, source and arguments."""


def compiled(source: Path, folder: Path) -> str:
    program = folder / source.stem
    subprocess.run(["cc", "-O2", "-o", str(program), str(source)], check=True)
    return str(program)


class Timed(Referee):
    """A referee that takes the time from the first throw to the verdict."""

    cpu = wall = 0.0

    def _play(self) -> Generator[int, None, Verdict]:
        cpu, wall = time.process_time(), time.perf_counter()
        verdict = yield from super()._play()
        self.cpu, self.wall = time.process_time() - cpu, time.perf_counter() - wall
        return verdict


def play(game: str, protocol_name: str, command: list[str], games: int) -> tuple[float, float, float, float, float]:
    """CPU and wall seconds a ply, CPU and wall seconds a game for starting and ending programs, games a second."""
    protocol = bg.find(game).protocol(protocol_name)
    plies = 0
    cpu = wall = 0.0
    all_cpu, all_wall = time.process_time(), time.perf_counter()
    for seed in range(games):
        playthrough = bg.Playthrough(bg.load(game).start())
        seats = [ProgramSeat(command, protocol, Limits(first_move_time=10)) for _ in range(2)]
        referee = Timed(playthrough, ["one", "two"], seats, SeededDice(seed), max_plies=400)
        verdict = referee.run()
        assert verdict.fault is None, verdict
        plies += sum(state.turn >= 0 for state in playthrough.states[:-1])
        cpu, wall = cpu + referee.cpu, wall + referee.wall
    all_cpu, all_wall = time.process_time() - all_cpu, time.perf_counter() - all_wall
    return cpu / plies, wall / plies, (all_cpu - cpu) / games, (all_wall - wall) / games, games / all_wall


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # the programs inherit it
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        floor = compiled(ROOT / "benchmarks" / "ping_pong.c", folder)
        bots = {source: compiled(ROOT / source, folder) for _, source, _ in INSTANT.values()}
        floors: list[tuple[float, float]] = []
        rows: dict[str, list[tuple[float, ...]]] = {game: [] for game in INSTANT}
        for _ in range(ROUNDS):  # in turn, so that all meet the same machine
            cpu, wall = subprocess.run([floor, "20000"], check=True, capture_output=True, text=True).stdout.split()
            floors.append((float(cpu), float(wall)))
            for game, (protocol, source, arguments) in INSTANT.items():
                rows[game].append(play(game, protocol, [bots[source], *arguments], games))
    floor_cpu, floor_wall = (median(column) for column in zip(*floors, strict=True))
    print(f"boardgames {build.kind()}, {ROUNDS} rounds of {games} games, medians, microseconds")
    print(f"{'':24}{'CPU':>9}{'wall':>9}{'/ ping-pong':>13}{'two programs':>14}{'games/s':>9}")
    print(f"{'ping-pong in C, a trip':24}{floor_cpu:9.1f}{floor_wall:9.1f}")
    for game, (protocol, *_) in INSTANT.items():
        cpu_s, wall_s, around, _, rate = (median(column) for column in zip(*rows[game], strict=True))
        ratio = median(row[0] * 1e6 / floor[0] for row, floor in zip(rows[game], floors, strict=True))
        label = f"{game}, {protocol}"
        print(f"{label:24}{cpu_s * 1e6:9.1f}{wall_s * 1e6:9.1f}{ratio:13.2f}{around * 1e6:14.0f}{rate:9.0f}")


if __name__ == "__main__":
    main()
