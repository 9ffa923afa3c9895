"""What ``boardgames check`` tells the author of a bot."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import BOTS

GOOD = f"{sys.executable} {BOTS / 'ur_first.py'}"


def test_a_good_bot(run: Run) -> None:
    result = run("check", "ur", "--bot", GOOD, "--games", "1")
    assert result.returncode == 0
    assert "in the protocol 'colosseum'" in result.stdout
    assert "(90 s allowed)" in result.stdout
    assert "Stderr:  it wrote nothing there." in result.stdout
    assert "End:     it ended by itself after each game." in result.stdout
    assert result.stdout.endswith("All is well: no mistake in 3 games.\n")


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("print(9)", "it said '9': there is no such token: they are numbered 0 to 6"),
        ("print('3 please')", "it said '3 please': expected the number of a token, 0 to 6"),
        ("raise SystemExit(5)", "it exited with status 5 and gave no answer"),
        ("import sys; print('hm', file=sys.stderr); input(); print('x')", "Stderr:  its last line was: hm"),
        ("import time; time.sleep(9)", "no answer in time (0.3 s for its first answer)"),
        ("print('x', flush=True); import time; time.sleep(9)", "it did not end with its input, and was ended"),
        ("import sys; print('x', flush=True); sys.stdin.read(); sys.exit(4)", "but with status 4 instead of 0"),
    ],
)
def test_a_bot_with_a_mistake(run: Run, tmp_path: Path, code: str, told: str) -> None:
    (tmp_path / "bot.py").write_text(code)
    result = run("check", "ur", "--bot", f"{sys.executable} bot.py", "--games", "1", "--move-time", "0.3",
                 "--first-move-time", "0.3" if "time.sleep(9)" in code and "print" not in code else "5")  # fmt: skip
    assert result.returncode == 1
    assert told in result.stdout


def test_a_bot_that_cannot_be_started(run: Run) -> None:
    result = run("check", "ur", "--bot", "./nothing-here")
    assert result.returncode == 3
    assert "there is no program './nothing-here'" in result.stdout


def test_a_built_in_player_is_no_bot(run: Run) -> None:
    result = run("check", "ur", "--bot", "greedy")
    assert result.returncode == 2
    assert "give the command of a program" in result.stderr


def test_logs(run: Run, tmp_path: Path) -> None:
    run("check", "ur", "--bot", GOOD, "--games", "1", "--log", "talk", "--stderr", "errors")
    talk = (tmp_path / "talk").read_text().splitlines()
    assert any(" bot > bot" in line for line in talk)
    assert any(" bot < 0" in line for line in talk)
