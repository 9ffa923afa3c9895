"""Ctrl-C and SIGTERM: nothing is left running, and the game so far is kept."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.mark.parametrize("moment", [0.05 * step for step in range(3, 15)])
def test_at_any_moment(
    moment: float, tmp_path: Path, python_bot: list[str], left_over: Callable[[], list[str]]
) -> None:
    """While it starts, while programs start, in the game, and at its end."""
    record = tmp_path / "r.json"
    bot = " ".join(python_bot)
    game = subprocess.Popen(
        [sys.executable, "-m", "boardgames", "play", "ur", "--p1", bot, "--p2", bot, "--record", str(record)],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    time.sleep(moment)
    game.send_signal(signal.SIGINT)
    _, errors = game.communicate(timeout=30)
    assert left_over() == []
    if record.exists() and json.loads(record.read_text())["outcome"] is None:
        assert game.returncode == 130
        assert "Traceback" not in errors
    elif game.returncode == 0:  # the game was quicker
        assert record.exists()


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("stubborn", [False, True])
def test_an_interrupted_game(
    sent: signal.Signals, stubborn: bool, tmp_path: Path, python_bot: list[str], left_over: Callable[[], list[str]]
) -> None:
    record = tmp_path / "r.json"
    bot = tmp_path / "bot.py"
    ignore = "import signal; signal.signal(15, signal.SIG_IGN); signal.signal(2, signal.SIG_IGN)" if stubborn else ""
    bot.write_text(f"{ignore}\nimport time\nopen('ready', 'w').close()\ntime.sleep(60)")
    game = subprocess.Popen(
        [sys.executable, "-m", "boardgames", "play", "ur", "--p1", f"{sys.executable} {bot}",
         "--p2", " ".join(python_bot), "--record", str(record)],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    deadline = time.monotonic() + 30
    while not (tmp_path / "ready").exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    time.sleep(0.1)
    game.send_signal(sent)
    _, errors = game.communicate(timeout=30)
    assert game.returncode == 130
    assert "Traceback" not in errors
    assert f"so far are in {record}" in errors
    assert json.loads(record.read_text())["outcome"] is None
    assert left_over() == []


def test_ctrl_c_again_and_again_cannot_tear_the_record(tmp_path: Path, python_bot: list[str]) -> None:
    """Somebody impatient: the first ends the game, and the others change nothing."""
    bot = " ".join(python_bot)
    game = subprocess.Popen(
        [sys.executable, "-m", "boardgames", "play", "ur", "--p1", bot, "--p2", bot, "--record", "r.json",
         "--pace", "0.05", "--show", "moves"],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert game.stdout is not None
    game.stdout.readline()  # the game has begun
    while game.poll() is None:
        game.send_signal(signal.SIGINT)
        time.sleep(0.0005)
    _, errors = game.communicate(timeout=30)
    assert "Traceback" not in errors
    assert game.returncode == 130
    record = json.loads((tmp_path / "r.json").read_text())
    assert record["outcome"] is None
    assert [path.name for path in tmp_path.iterdir()] == ["r.json"]
