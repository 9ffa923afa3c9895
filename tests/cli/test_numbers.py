"""Numbers on the command line that mean nothing are one sentence and exit code 2, not a traceback and not a wait."""

from __future__ import annotations

import pytest

from tests.command import Run
from tests.samples import cases

PLAY = "play ur --p1 greedy --p2 greedy --show result --max-plies 2"


@cases(
    "line",
    [
        f"{PLAY} --seed {2**64}",
        f"{PLAY} --move-time inf",
        f"{PLAY} --move-time nan",
        f"{PLAY} --move-time 3000000",
        f"{PLAY} --first-move-time -inf",
        f"{PLAY} --start-time nan",
        f"{PLAY} --clock 100000000+0",
        f"{PLAY} --clock nan+nan",
        f"{PLAY} --clock 1+inf",
        f"{PLAY} --memory nan",
        f"{PLAY} --memory 1e300",
        f"{PLAY} --cpu-time nan",
        f"{PLAY} --processes 0",
        f"{PLAY} --grace inf",
        f"{PLAY} --pace nan",
        f"{PLAY} --max-plies {10**30}",
        f"{PLAY} --strikes {10**30}",
        f"perft ur --depth {2**64}",
        f"check ur true --seed {2**64}",
        f"bot ur greedy --seed {2**64}",
    ],
)
def test_out_of_bounds(run: Run, line: str) -> None:
    ran = run(*line.split())
    assert ran.returncode == 2, ran.stderr
    assert "Error: Invalid value for '--" in ran.stderr


@pytest.mark.parametrize("line", [f"{PLAY} --seed {2**64 - 1}", f"{PLAY} --move-time 1e6 --clock 1e6+1e6 --grace 1e9"])
def test_just_within_them(run: Run, line: str) -> None:
    ran = run(*line.split())
    assert ran.returncode == 0, ran.stderr
