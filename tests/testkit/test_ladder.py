"""The ladder as tests of pytest, in a stranger's folder; and a plugin that costs nothing to others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from boardgames.testkit import RUNGS
from tests.conftest import ROOT

THREE_LINES = """\
from boardgames.testkit import ladder

test_the_ladder = ladder({subject})
"""


def pytest_in(folder: Path, *arguments: str) -> str:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)]),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # others' plugins take long to load
    }
    command = [sys.executable, "-m", "pytest", "-p", "boardgames_pytest", "-p", "no:cacheprovider", "-rw", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120).stdout


def test_three_lines_are_a_test_for_each_rung(tmp_path: Path) -> None:
    (tmp_path / "test_ur.py").write_text(THREE_LINES.format(subject='"ur:tokens=1", games=2'))
    told = pytest_in(tmp_path, "-v")
    assert f"{len(RUNGS)} passed" in told
    for rung in RUNGS:
        assert f"test_the_ladder[{rung.name}] PASSED" in told


def test_a_rung_that_fails_says_why(tmp_path: Path) -> None:
    spec = 'BROKEN["KeyForgetsTheDie"][1], games=5'
    module = "from tests.testkit.broken import BROKEN\n" + THREE_LINES.format(subject=spec)
    (tmp_path / "test_it.py").write_text(module)
    told = pytest_in(tmp_path)
    assert f"1 failed, {len(RUNGS) - 1} passed" in told
    assert "FAILED key: the key is the position" in told
    assert "Look at: key: take the ply counter out" in told
    assert "Traceback" not in told
    assert "def test_the_ladder" not in told, "the testkit's own code is of no interest"


def test_several_games_are_told_apart_and_foundations_come_first(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "from tests.testkit.broken import BROKEN, GOOD\n"
        + THREE_LINES.format(subject='BROKEN["ApplyFails"][1], "ur:tokens=1", games=2')
    )
    told = pytest_in(tmp_path, "-v", "-k", "plays or equality")
    assert "test_the_ladder[heaps-plays] FAILED" in told
    assert "test_the_ladder[heaps-equality] SKIPPED (first mend plays)" in told
    assert "test_the_ladder[ur:tokens=1-equality] PASSED" in told


def test_more_games_may_be_asked_for(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "from tests.testkit.broken import GOOD\n" + THREE_LINES.format(subject="GOOD, games=1")
    )
    assert "NeverSeen: no random game of 1 ended by ['limit']" in pytest_in(tmp_path)
    assert "NeverSeen: no random game of 2 ended by ['limit']" in pytest_in(tmp_path, "--ladder-games", "2")


@pytest.mark.parametrize("arguments", [["--version"], ["--collect-only", "-q"]])
def test_the_plugin_costs_nothing_where_it_is_not_used(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "test_nothing.py").write_text("def test_nothing():\n    pass\n")
    ask = f"""
import pytest, sys
status = pytest.main({arguments!r})
print(int(status), [name for name in sys.modules if name.startswith("boardgames")])
"""
    command = [sys.executable, "-c", ask]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60).stdout
    assert told.splitlines()[-1] in ("0 ['boardgames_pytest']", "0 []")
    assert "1 test collected" in told or "--version" in arguments
