"""Many games in one step, beside pgx's shogi on the same CPU: plies a second of one core.

    python -m benchmarks.vector [--games GAME ...] [--rounds N] [--pgx PYTHON]

Random play: each game's action is drawn with numpy from the ragged list of legal
ones, which counts; the dice are thrown inside and do not count as plies.  Games
are cut short after 512 plies, and measured from the middle on.  Measures: the
mask and the lists of legal actions; these and the observation; and beside them
single states driven from Python, which neither mask nor lists slow down.

pgx plays shogi in jax, compiled and on one thread of the CPU, drawing from its
mask, in the same run.  It is measured if it can be imported, here or by the
interpreter that ``--pgx`` names (pip install pgx); what jax takes to compile is
left out.

Each measure is a process of its own, in turn, so that all meet the same machine;
of its spells of a twentieth of a second the quickest counts.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from typing import Any

COUNTS = (1, 64, 256, 1024)
GAMES = ("shogi", "minishogi", "dice-shogi", "morris", "ur")
LONGEST = 512
SECONDS = 2.0
SPELL = 0.05
PLIES = 1000  # of single states at a time
ROUNDS = 3
WARM = 100  # steps before the clock starts
SINGLE, MASK, SEEN, PGX = "single states", "mask", "mask and observation", "pgx"


def ours(game: str, count: int, observation: str | None) -> float:
    """Plies a second of CPU."""
    import numpy as np

    from boardgames import rl

    rng = np.random.default_rng(1)
    environment = rl.VectorEnv(game, count, seed=1, observation=observation, max_plies=LONGEST)
    _, info = environment.reset()

    def go(info: dict[str, Any]) -> dict[str, Any]:
        offsets = info["offsets"]
        chosen = offsets[:-1] + (rng.random(count) * (offsets[1:] - offsets[:-1])).astype(np.int32)
        return environment.step(info["legal"][chosen])[-1]

    for _ in range(WARM):
        info = go(info)
    together = max(1, 1024 // count)

    def run() -> None:
        nonlocal info
        for _ in range(together):
            info = go(info)

    return best(run, together * count)


def single(game: str) -> float:
    """The same of one state at a time, with nothing but its legal actions, from Python."""
    import boardgames as bg

    rng = Random(1)
    start = bg.load(game).start()

    def run() -> None:
        state: Any = start
        plies = 0
        for _ in range(PLIES):
            while state.turn == bg.CHANCE:
                state = state.apply(bg.throw(state.chances(), rng))
            actions = state.actions()
            if not actions or plies == LONGEST:
                state, plies = start, 0
                continue
            state, plies = state.apply(actions[int(rng.random() * len(actions))]), plies + 1

    return best(run, PLIES)


def theirs(count: int) -> float:
    """The same of pgx's shogi."""
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    jax, pgx = import_module("jax"), import_module("pgx")
    numpy = import_module("jax.numpy")
    auto_reset = import_module("pgx.experimental.wrappers").auto_reset
    environment = pgx.make("shogi")
    step = auto_reset(environment.step, environment.init)

    def go(carry: Any, _: Any) -> Any:
        state, key = carry
        key, draw, begin = jax.random.split(key, 3)
        chosen = jax.random.categorical(draw, numpy.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
        return (jax.vmap(step)(state, chosen, jax.random.split(begin, count)), key), None

    together = 32 if count == 1 else 4
    run = jax.jit(lambda carry: jax.lax.scan(go, carry, None, length=together)[0])
    key = jax.random.PRNGKey(0)
    carry = (jax.jit(jax.vmap(environment.init))(jax.random.split(key, count)), key)
    for _ in range(3):
        carry = jax.block_until_ready(run(carry))

    def more() -> None:
        nonlocal carry
        carry = jax.block_until_ready(run(carry))

    return best(more, together * count)


def best(run: Callable[[], None], plies: int) -> float:
    """Plies a second of the quickest of many short spells, which others on the machine disturbed least."""
    fastest = 0.0
    ended = time.process_time() + SECONDS
    while time.process_time() < ended:
        runs = 0
        started = time.process_time()
        while time.process_time() - started < SPELL:
            run()
            runs += 1
        fastest = max(fastest, runs * plies / (time.process_time() - started))
    return fastest


def measured(python: str, *what: str) -> float | None:
    """What another process measured; ``None`` where it could not."""
    result = subprocess.run([python, __file__, "--measure", *what], capture_output=True, text=True)
    if result.returncode:
        last = (result.stderr.strip() or f"{python} failed and does not say why").splitlines()[-1]
        print(f"{' '.join(what)}: {last}", file=sys.stderr)
        return None
    return float(result.stdout.split()[-1])


def shown(speeds: list[float]) -> str:
    return f"{median(speeds):,.0f} [{max(speeds):,.0f}]" if speeds else "-"


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--games", nargs="+", default=GAMES)
    reader.add_argument("--counts", nargs="+", type=int, default=COUNTS)
    reader.add_argument("--rounds", type=int, default=ROUNDS)
    reader.add_argument("--pgx", default=sys.executable, help="an interpreter that has pgx")
    reader.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    asked = reader.parse_args()
    if asked.measure:
        what, game, count = asked.measure
        if what == SINGLE:
            print(single(game))
        else:
            print(theirs(int(count)) if what == PGX else ours(game, int(count), "own" if what == SEEN else None))
        return

    from boardgames import build

    print(f"plies a second, one core, {asked.rounds} rounds, median [most]; boardgames is {build.kind()}")
    print(f"{'':12}{'games':>6}" + "".join(f"{name:>26}" for name in (SINGLE, MASK, SEEN, PGX)))
    for game in asked.games:
        for count in asked.counts:
            rows: dict[str, list[float]] = {SINGLE: [], MASK: [], SEEN: [], PGX: []}
            for _ in range(asked.rounds):
                for what, speeds in rows.items():
                    if what != PGX or game == "shogi":
                        speed = measured(asked.pgx if what == PGX else sys.executable, what, game, str(count))
                        speeds += [] if speed is None else [speed]
            print(f"{game:12}{count:>6}" + "".join(f"{shown(speeds):>26}" for speeds in rows.values()), flush=True)


if __name__ == "__main__":
    main()
