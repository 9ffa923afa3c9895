"""Our players as engines under another program's referee: cshogi's, which plays matches between USI engines."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

WAVERS = """
from boardgames.core.protocol.player import Player

BACK_AND_FORTH = ("4i4h", "6a6b", "4h4i", "6b6a")

class Wavers(Player):
    def choose(self, state, clock):
        return next(action for action in state.actions() if str(action) in BACK_AND_FORTH)
"""


def engine(folder: Path, name: str, game: str, player: str) -> str:
    """A file that starts one of our players, since cshogi runs one word."""
    path = folder / name
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m boardgames bot {game} "{player}" --protocol usi\n')
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def wavers(tmp_path: Path) -> str:
    (tmp_path / "wavers.py").write_text(WAVERS)
    return f"{tmp_path / 'wavers.py'}:Wavers"


def match(engines: list[str], csa: Path, *options: str) -> tuple[str, list[str]]:
    """What is said of the match, and the game in CSA."""
    pytest.importorskip("cshogi")
    command = [sys.executable, "-m", "cshogi.cli", *engines, "--csa", str(csa), *options]
    told = subprocess.run(command, capture_output=True, text=True, timeout=100, check=True, start_new_session=True)
    (kept,) = csa.iterdir()
    return told.stdout, kept.read_text().split()


def plies(csa: list[str]) -> int:
    return len([line for line in csa if line[0] in "+-" and len(line) > 1])


@pytest.mark.thorough
@pytest.mark.parametrize("ponder", [pytest.param(False, marks=pytest.mark.slow), True])
def test_through_a_fourfold_repetition(tmp_path: Path, wavers: str, ponder: bool) -> None:
    """cshogi does not count the start, so that its fourth occurrence is one after the end by our rules."""
    engines = [engine(tmp_path, name, "shogi", wavers) for name in ("one", "two")]
    said, game = match(engines, tmp_path / "csa", "--byoyomi", "10000", *["--ponder"] * ponder)
    assert "boardgames wavers vs boardgames wavers: 0-0-1" in said
    assert (game[-1], plies(game)) == ("%SENNICHITE", 13)


@pytest.mark.slow
def test_beyond_a_limit_of_ours(tmp_path: Path) -> None:
    """We would call it a draw after 6 plies, cshogi after 30."""
    engines = [engine(tmp_path, name, "shogi:max_plies=6", "random") for name in ("one", "two")]
    _, game = match(engines, tmp_path / "csa", "--byoyomi", "10000", "--draw", "30")
    assert (game[-1], plies(game)) == ("%JISHOGI", 30)


@pytest.mark.slow
def test_with_a_clock(tmp_path: Path) -> None:
    engines = [engine(tmp_path, "one", "shogi", "alphabeta:depth=2"), engine(tmp_path, "two", "shogi", "random")]
    said, game = match(engines, tmp_path / "csa", "--time", "60000", "--inc", "100", "--draw", "300")
    assert "boardgames alphabeta-depth=2 vs boardgames random: 1-0-0" in said
    assert game[-1] == "%TORYO"
