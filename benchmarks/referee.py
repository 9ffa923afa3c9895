"""What the referee costs: its own CPU a ply between two instant bots in C, beside a bare ping-pong in C.

    python -m benchmarks.referee [GAMES [C-CHESS-CLI]]

A ply is one answer of a bot, with the throw before it if the game has dice: the
bot is told what its protocol tells, and answers.  CPU is user and system time, from
the first throw to the verdict: of this process alone, and with its two bots.
Starting and ending programs is shown apart.  All run on one core: they wait for
each other anyway.  They take turns for some rounds, and of each the cheapest counts,
which others on the machine disturbed least.

C-CHESS-CLI is the folder of that program (github lucasart/c-chess-cli), with its own
test engine, which plays at random; ``python make.py -t test`` there makes both.  It
plays chess in the same rounds, from its openings, without starting engines anew.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from pathlib import Path

import boardgames as bg
from boardgames import build
from boardgames.core.protocol.verdict import Verdict
from boardgames.referee import Limits, ProgramSeat, Referee, SeededDice

ROOT = Path(__file__).parent.parent
ROUNDS = 5
INSTANT = {
    "ur": ("colosseum", "examples/bots/ur_first.c", []),
    "morris": ("codingame", "benchmarks/bots/morris_first.c", []),
    "minishogi": ("codingame", "benchmarks/bots/minishogi_any.c", []),
    "dice-shogi": ("codingame", "benchmarks/bots/minishogi_any.c", ["dice"]),
    "shogi": ("plain", "benchmarks/bots/plain_any.c", []),
}
"""An instant bot for each game: its protocol, source and arguments."""


def compiled(source: Path, folder: Path) -> str:
    program = folder / source.stem
    subprocess.run(["cc", "-O2", "-o", str(program), str(source)], check=True)
    return str(program)


class Timed(Referee):
    """A referee that takes the time from the first throw to the verdict: its own, its programs', and on the wall."""

    cpu = programs = wall = 0.0

    def _play(self) -> Generator[int, None, Verdict]:
        before = self.of_programs()
        cpu, wall = time.process_time(), time.perf_counter()
        verdict = yield from super()._play()
        self.cpu, self.wall = time.process_time() - cpu, time.perf_counter() - wall
        self.programs = self.of_programs() - before
        return verdict

    def of_programs(self) -> float:
        """The CPU seconds of the programs so far."""
        pids = [seat.process.tree.program for seat in self.seats if isinstance(seat, ProgramSeat)]  # type: ignore[attr-defined]
        return sum(int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) for pid in pids) / 1e9


def play(game: str, protocol_name: str, command: list[str], games: int) -> tuple[float, float, float, float, float]:
    """CPU seconds a ply, alone and with the bots, wall seconds a ply, CPU seconds a game for starting and ending
    programs, wall seconds a game."""
    protocol = bg.find(game).protocol(protocol_name)
    plies = 0
    cpu = wall = programs = 0.0
    all_cpu, all_wall = time.process_time(), time.perf_counter()
    for seed in range(games):
        playthrough = bg.Playthrough(bg.load(game).start())
        seats = [ProgramSeat(command, protocol, Limits(first_move_time=10)) for _ in range(2)]
        referee = Timed(playthrough, ["one", "two"], seats, SeededDice(seed), max_plies=400)
        verdict = referee.run()
        assert verdict.fault is None, verdict
        plies += sum(state.turn >= 0 for state in playthrough.states[:-1])
        cpu, programs, wall = cpu + referee.cpu, programs + referee.programs, wall + referee.wall
    all_cpu, all_wall = time.process_time() - all_cpu, time.perf_counter() - all_wall
    return cpu / plies, (cpu + programs) / plies, wall / plies, (all_cpu - cpu) / games, all_wall / games


def peer_play(folder: Path, games: int) -> tuple[float, float]:
    """CPU seconds a ply of c-chess-cli, alone and with its engines."""
    with tempfile.TemporaryDirectory() as name:
        record = Path(name, "games.pgn")
        words = "-each cmd=./test/engine depth=1 -engine name=one -engine name=two"
        words += f" -games {games} -openings file=test/chess960.epd order=random srand=1 -pgn {record} 0"
        peer = subprocess.Popen(["./c-chess-cli", *words.split()], cwd=folder, stdout=subprocess.DEVNULL)
        os.waitid(os.P_PID, peer.pid, os.WEXITED | os.WNOWAIT)  # it has ended, and what it used can still be read
        fields = Path(f"/proc/{peer.pid}/stat").read_text().rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
        usage = os.wait4(peer.pid, 0)[2]
        plies = sum(map(int, re.findall(r'PlyCount "(\d+)"', record.read_text(encoding="utf-8"))))
    return ticks / os.sysconf("SC_CLK_TCK") / plies, (usage.ru_utime + usage.ru_stime) / plies


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    peer = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # the programs inherit it
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        floor = compiled(ROOT / "benchmarks" / "ping_pong.c", folder)
        bots = {source: compiled(ROOT / source, folder) for _, source, _ in INSTANT.values()}
        floors: list[tuple[float, float]] = []
        peers: list[tuple[float, float]] = []
        rows: dict[str, list[tuple[float, ...]]] = {game: [] for game in INSTANT}
        for _ in range(ROUNDS):  # in turn, so that all meet the same machine
            cpu, wall = subprocess.run([floor, "20000"], check=True, capture_output=True, text=True).stdout.split()
            floors.append((float(cpu), float(wall)))
            if peer is not None:
                peers.append(peer_play(peer, 10 * games))
            for game, (protocol, source, arguments) in INSTANT.items():
                rows[game].append(play(game, protocol, [bots[source], *arguments], games))
    floor_cpu, floor_wall = map(min, zip(*floors, strict=True))
    print(f"boardgames {build.kind()}, {ROUNDS} rounds of {games} games, the least of each, microseconds a ply")
    columns = (
        f"{'CPU':>9}{'with bots':>11}{'wall':>9}{'/ ping-pong':>13}{'/ peer':>16}{'two programs':>14}{'games/s':>9}"
    )
    print(f"{'':24}{columns}")
    print(f"{'ping-pong in C, a trip':24}{floor_cpu:9.1f}{'':11}{floor_wall:9.1f}")
    if peers:
        alone, both = map(min, zip(*peers, strict=True))
        print(f"{'c-chess-cli':24}{alone * 1e6:9.1f}{both * 1e6:11.1f}")
    for game, (protocol, *_) in INSTANT.items():
        cpu_s, both_s, wall_s, around, spell = map(min, zip(*rows[game], strict=True))
        ratio = cpu_s * 1e6 / floor_cpu
        beside = f"{cpu_s / alone:.2f}, {both_s / both:.2f}" if peers else ""  # alone, and with the programs of both
        print(
            f"{f'{game}, {protocol}':24}{cpu_s * 1e6:9.1f}{both_s * 1e6:11.1f}{wall_s * 1e6:9.1f}{ratio:13.2f}"
            f"{beside:>16}{around * 1e6:14.0f}{1 / spell:9.0f}"
        )


if __name__ == "__main__":
    main()
