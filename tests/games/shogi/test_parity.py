"""The compiled and the pure build play the same games: positions, keys, action lists, ends."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from random import Random

import pytest

import boardgames as bg
from boardgames import build

NAMES = ["shogi", "shogi:impasse=27-point", "minishogi", "minishogi:repetition=fourfold", "dice-shogi"]
GAMES = 6
PLIES = 250


def digests(name: str) -> list[str]:
    """A digest of each seeded game and all that was asked in it."""
    game = bg.load(name)
    found = []
    for seed in range(GAMES):
        rng = Random(seed)
        digest = sha256()
        state = game.start()
        for _ in range(PLIES):
            edges = list(state.actions()) or [roll for roll, _ in state.chances()]
            asked = (str(state), state.key, hash(state), [str(edge) for edge in edges], str(state.outcome))
            digest.update(repr(asked).encode())
            digest.update(repr([edge.index for edge in edges]).encode())
            if not edges:
                break
            # few choices, so that positions come again
            state = state.apply(edges[rng.randrange(min(len(edges), 3 if seed % 2 else len(edges)))])
        found.append(digest.hexdigest())
    return found


@pytest.mark.skipif(build.kind() == "pure", reason="the compiled build is what is compared")
@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_both_builds_play_the_same_games(name: str) -> None:
    script = f"from boardgames import build; from {__name__} import digests; print(build.kind(), *digests({name!r}))"
    answer = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "BOARDGAMES_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.split() == ["pure", *digests(name)]


@pytest.mark.skipif(build.kind() == "pure", reason="the compiled build is what runs here")
def test_the_pure_build_needs_no_librt() -> None:
    script = (
        "import sys; sys.modules['librt'] = None; sys.modules['librt.vecs'] = None;"
        "import boardgames as bg; print(bg.perft(bg.load('minishogi').start(), 3), bg.build.kind())"
    )
    answer = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "BOARDGAMES_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.split() == ["2512", "pure"]
