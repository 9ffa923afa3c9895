"""The compiled build and the pure one play the same games."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames import build

NAMES = ["morris", "morris:preset=classic", "morris:men=12,repetition=3", "morris:flying=off,men=5"]
GAMES = 12


def record(name: str) -> str:
    """A digest of seeded games: every position, key, list of actions, outcome."""
    rng = Random(name)
    digest = hashlib.sha256()
    for _ in range(GAMES):
        state: Any = bg.load(name).start()
        while state.outcome is None:
            actions = state.actions()
            facts = (str(state), state.key, [action.index for action in actions], list(map(str, actions)))
            digest.update(repr(facts).encode())
            taking = [action for action in actions if action.removed]
            state = state.apply(rng.choice(taking if taking and rng.random() < 0.3 else actions))
        digest.update(repr((str(state), state.outcome)).encode())
    return digest.hexdigest()


@pytest.mark.skipif(build.kind() == "pure", reason="this is the pure build, and it would be compared with itself")
@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_compiled_and_pure_builds_play_identical_games(name: str) -> None:
    run = subprocess.run(
        [sys.executable, __file__, name],
        env={**os.environ, "BOARDGAMES_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["pure", record(name)]


if __name__ == "__main__":
    print(build.kind(), record(sys.argv[1]))
