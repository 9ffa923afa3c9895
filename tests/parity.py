"""Both builds play the same: seeded games told line by line, here and by the pure sources.

    lines = record("ur:tokens=3")        what this build plays
    parity("ur:tokens=3")                    and that the pure build plays it too

``python -m tests.parity GAME SEED PLIES`` prints the record of whichever
build ``BOARDGAMES_PURE`` chooses.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import blake2b
from random import Random

import boardgames as bg
from boardgames import build
from boardgames.core.model.dice import throw
from tests.conftest import ROOT

PLIES = 2_000


def record(game: str, seed: int = 1, plies: int = PLIES) -> Iterator[str]:
    """Random games, one after the other, until ``plies`` have been played: a line for each state.

    A line has the position, the key, the turn, the outcome, and all actions
    with their numbers, or all outcomes of the dice with their chances.
    """
    rng = Random(seed)
    start = bg.load(game).start()
    state = start
    for ply in range(plies):
        actions = state.actions()
        chances = state.chances()
        edges = " ".join(f"{action}#{action.index}" for action in actions)
        throws = " ".join(f"{outcome}#{outcome.index}:{chance}" for outcome, chance in chances)
        yield f"{ply}: {state} | key {state.key!r} | turn {state.turn} | {state.outcome} | {edges} | {throws}"
        if actions:
            state = state.apply(actions[int(rng.random() * len(actions))])
        elif chances:
            state = state.apply(throw(chances, rng))
        else:
            state = start


def digest(lines: Iterator[str]) -> str:
    total = blake2b(digest_size=16)
    for line in lines:
        total.update(line.encode() + b"\n")
    return total.hexdigest()


def pure(game: str, seed: int, plies: int, *more: str) -> str:
    """What the pure build prints for the same request."""
    command = [sys.executable, "-m", "tests.parity", game, str(seed), str(plies), *more]
    environment = {**os.environ, "BOARDGAMES_PURE": "1", "PYTHONHASHSEED": "0"}
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    assert result.returncode == 0, f"the pure build failed on {game}:\n{result.stderr}"
    return result.stdout


def parity(game: str, seed: int = 1, plies: int = PLIES) -> None:
    """Asserts that the pure build plays the same as this one; shows the first line in which they differ."""
    assert build.kind() == "compiled", "comparing the pure build with itself proves nothing"
    kind, expected = pure(game, seed, plies, "--digest").split()
    assert kind == "pure"
    if digest(record(game, seed, plies)) == expected:
        return
    theirs = pure(game, seed, plies).splitlines()
    for ours, other in zip(record(game, seed, plies), theirs, strict=True):
        assert ours == other, f"{game}, seed {seed}: the builds part here\ncompiled {ours}\npure     {other}"
    raise AssertionError(f"{game}: the digests differ but no line does, so a game is not the same twice")


def main() -> None:
    game, seed, plies = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    lines = record(game, seed, plies)
    if "--digest" in sys.argv:
        print(build.kind(), digest(lines))
    else:
        print("\n".join(lines))


if __name__ == "__main__":
    main()
