"""Ctrl-C while games are analysed in several processes: nothing is left running, and what was done is shown."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.test_analyse import written

ENGINE = """
import os, sys, time
played = ""
for line in sys.stdin:
    word = line.split()[0]
    if word == "usi":
        print("option name UCI_Variant type combo default minishogi var minishogi")
        print("usiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        played = line
    elif word == "go" and "1e1d" in played:
        open("stuck-" + str(os.getpid()), "w").close()
        time.sleep(60)
    elif word == "go":
        print("info depth 5 score cp 0 pv 2e3d")
        print("bestmove 2e3d", flush=True)
"""


@pytest.mark.thorough
def test_an_interrupted_analysis_of_many_games(tmp_path: Path, left_over: object) -> None:
    """The second game is done when the third begins, and is shown although the first still hangs."""
    slow, quick = written(tmp_path / "slow.json", "1e1d"), written(tmp_path / "quick.json", "2e3d")
    (tmp_path / "engine.py").write_text(ENGINE)
    words = ["analyse", slow, quick, slow, "--by", f"usi:{sys.executable} engine.py", "--nodes", "9", "-j", "2"]
    ran = subprocess.Popen(
        [sys.executable, "-m", "boardgames", *words],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    deadline = time.monotonic() + 30
    while len(list(tmp_path.glob("stuck-*"))) < 2:
        assert ran.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    ran.send_signal(signal.SIGINT)
    output, errors = ran.communicate(timeout=30)
    assert ran.returncode == 130
    assert "Interrupted. 1 game is shown." in errors
    assert f"{quick}:" in output
