"""Ur solved whole: CPU seconds and peak memory by tokens; what a look into the table costs; the solver for any game.

    python -m benchmarks.solve [TOKENS ...]

Each number of tokens (4, 5, 6 and 7 unless others are given) is solved in a
process of its own, in a folder that is removed afterwards; 7 tokens need 1.1 GB
there.  The memory is the greatest that the process had at once; what the system
keeps of the file in its cache is not counted.  Lookups are of positions from
random games, drawn before the clock starts, in the last table made.  The solver
for any game gets Ur with three tokens and ``capture_turn``.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import boardgames as bg
from boardgames import build, solve
from boardgames.core.model.dice import throw
from boardgames.games.ur.table import solver
from boardgames.games.ur.table.table import UrTable
from boardgames.solve import generic

TOKENS = (4, 5, 6, 7)
LOOKUPS = 2_000
ROUNDS = 7


def used() -> tuple[float, float]:
    """CPU seconds and peak megabytes of this process."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


def solved(tokens: int, path: Path) -> tuple[float, float, float]:
    """CPU seconds, peak megabytes and the start's value, of this process."""
    table = solver.solve(bg.load("ur", tokens=tokens), path)
    return *used(), table.start_value


def solved_by_any(tokens: int) -> tuple[int, float, float]:
    """Positions, CPU microseconds and bytes for each, of this process, by the solver for any game."""
    start = bg.load("ur", tokens=tokens, capture_turn=True).start()
    cpu_before, peak_before = used()
    positions = len(generic.solve(start, most=10_000_000))
    cpu, peak = used()
    return positions, (cpu - cpu_before) / positions * 1e6, (peak - peak_before) / positions * 1e6


def lookups(path: Path) -> tuple[float, float]:
    """Microseconds of a value before a throw, and of rating the actions after one."""
    table = solve.load(path, check=False)
    assert isinstance(table, UrTable)
    rng = Random(1)
    before: list[Any] = []
    after: list[Any] = []
    state: Any = bg.load("ur", tokens=table.tokens).start()
    while len(before) < LOOKUPS:
        if state.outcome is not None:
            state = state.game.start()
        elif state.turn == bg.CHANCE:
            before.append(state)
            state = state.apply(throw(state.chances(), rng))
        else:
            after.append(state)
            state = state.apply(rng.choice(state.actions()))
    return median(_each(table.value, before) for _ in range(ROUNDS)), median(
        _each(table.rate, after) for _ in range(ROUNDS)
    )


def _each(look: Any, states: list[Any]) -> float:
    started = time.process_time()
    for state in states:
        look(state)
    return 1e6 * (time.process_time() - started) / len(states)


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        print(*solved(int(sys.argv[2]), Path(sys.argv[3])))
        return
    if sys.argv[1:2] == ["--any"]:
        print(*solved_by_any(int(sys.argv[2])))
        return
    wanted = [int(text) for text in sys.argv[1:]] or list(TOKENS)
    print(f"Royal Game of Ur, solved whole; boardgames is {build.kind()}")
    print(f"{'tokens':>6}{'CPU s':>10}{'wall s':>10}{'peak MB':>10}{'file MB':>10}  start")
    with tempfile.TemporaryDirectory() as folder:
        for tokens in wanted:
            path = Path(folder, str(tokens))
            command = [sys.executable, __file__, "--one", str(tokens), str(path)]
            started = time.monotonic()
            told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
            wall = time.monotonic() - started
            cpu, peak, value = map(float, told)
            size = path.stat().st_size / 1e6
            print(f"{tokens:>6}{cpu:>10.1f}{wall:>10.1f}{peak:>10.0f}{size:>10.1f}  {value:.14f}", flush=True)
        value_cost, rate_cost = lookups(path)
    print(f"a value before a throw {value_cost:.2f} us, the actions after one rated {rate_cost:.2f} us")
    command = [sys.executable, __file__, "--any", "3"]
    positions, each, room = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    print(f"the solver for any game: {positions} positions, {float(each):.2f} us and {float(room):.0f} bytes for each")


if __name__ == "__main__":
    main()
