"""Both builds play the same: seeded games line by line, here and by the pure sources.

    lines = record("ur:tokens=3")            what this build plays
    parity(["ur", "ur:tokens=3"])            and that the pure build plays it too

``python -m tests.parity SEED PLIES GAME`` prints the record of whichever build
``BOARDGAMES_PURE`` chooses; with ``--digest``, a digest for each of many games.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from random import Random
from typing import NoReturn

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


def pure(games: Sequence[str], seed: int, plies: int, *more: str) -> str:
    """What the pure build prints for the same request."""
    command = [sys.executable, "-m", "tests.parity", str(seed), str(plies), *games, *more]
    environment = {**os.environ, "BOARDGAMES_PURE": "1", "PYTHONHASHSEED": "0"}
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    assert result.returncode == 0, f"the pure build failed on {games}:\n{result.stderr}"
    return result.stdout


def parity(games: Sequence[str], seed: int = 1, plies: int = PLIES) -> None:
    """Asserts that the pure build, in one process, plays the same as this one; shows the first line that differs."""
    assert build.kind() == "compiled", "comparing the pure build with itself proves nothing"
    kind, *digests = pure(games, seed, plies, "--digest").split()
    assert kind == "pure"
    for game, expected in zip(games, digests, strict=True):
        if digest(record(game, seed, plies)) != expected:
            show_difference(game, seed, plies)


def show_difference(game: str, seed: int, plies: int) -> NoReturn:
    """Play the game line by line on both builds, and fail on the first line that differs."""
    theirs = pure([game], seed, plies).splitlines()
    for ours, other in zip(record(game, seed, plies), theirs, strict=True):
        assert ours == other, f"{game}, seed {seed}: the builds part here\ncompiled {ours}\npure     {other}"
    raise AssertionError(f"{game}: the digests differ but no line does, so a game is not the same twice")


def main() -> None:
    seed, plies, *games = [word for word in sys.argv[1:] if word != "--digest"]
    if "--digest" in sys.argv:
        print(build.kind(), *(digest(record(game, int(seed), int(plies))) for game in games))
    else:
        for game in games:
            print("\n".join(record(game, int(seed), int(plies))))


if __name__ == "__main__":
    main()
