"""The ladder as tests of pytest, in a folder of its own; and a plugin that costs nothing where it is not used."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from boardgames.testkit import RUNGS

THREE_LINES = """\
from boardgames.testkit import ladder

test_the_ladder = ladder({subject})
"""

Run = Callable[..., str]


class KeepModules:
    """Our modules that inner runs import stay imported: pytester removes them, and a second copy has other classes."""

    def __init__(self) -> None:
        self.modules: dict[str, ModuleType] = {}

    def pytest_sessionfinish(self) -> None:
        modules = list(sys.modules.items())
        self.modules |= {name: each for name, each in modules if name.startswith(("boardgames", "tests"))}

    def restore(self) -> None:
        sys.modules.update(self.modules)


@pytest.fixture
def keep() -> Iterator[KeepModules]:
    keep = KeepModules()
    yield keep
    keep.restore()


@pytest.fixture
def run_pytest(keep: KeepModules, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a test module with pytest, in this process; returns what pytest prints."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # the plugins of others take long to load

    def run(source: str, *arguments: str) -> str:
        pytester.makepyfile(test_it=source)
        options = ["-p", "boardgames_pytest", "-p", "no:cacheprovider", "-rw", *arguments]
        result = pytester.runpytest_inprocess(*options, plugins=[keep])
        keep.restore()
        return result.stdout.str()

    return run


def test_three_lines_are_a_test_for_each_rung(run_pytest: Run) -> None:
    printed = run_pytest(THREE_LINES.format(subject='"ur:tokens=1", games=2'), "-v")
    assert f"{len(RUNGS)} passed" in printed
    for rung in RUNGS:
        assert f"test_the_ladder[{rung.name}] PASSED" in printed


def test_a_rung_that_fails_says_why(run_pytest: Run) -> None:
    spec = 'BROKEN["KeyForgetsTheDie"][1], games=5'
    printed = run_pytest("from tests.testkit.broken import BROKEN\n" + THREE_LINES.format(subject=spec))
    assert f"1 failed, {len(RUNGS) - 1} passed" in printed
    assert "FAILED key: the key is the position" in printed
    assert "Look at: key: take the ply counter out" in printed
    assert "Traceback" not in printed
    assert "def test_the_ladder" not in printed, "the testkit's own code is of no interest"


def test_several_games_are_told_apart_and_foundations_come_first(run_pytest: Run) -> None:
    source = "from tests.testkit.broken import BROKEN, GOOD\n"
    source += THREE_LINES.format(subject='BROKEN["ApplyFails"][1], "ur:tokens=1", games=2')
    printed = run_pytest(source, "-v", "-k", "plays or equality")
    assert "test_the_ladder[heaps-plays] FAILED" in printed
    assert "test_the_ladder[heaps-equality] SKIPPED (fix plays first)" in printed
    assert "test_the_ladder[ur:tokens=1-equality] PASSED" in printed


def test_more_games_may_be_asked_for(run_pytest: Run) -> None:
    source = "from tests.testkit.broken import GOOD\n" + THREE_LINES.format(subject="GOOD, games=1")
    assert "NeverSeen: no random game of 1 ended by ['limit']" in run_pytest(source, "-k", "reason")
    printed = run_pytest(source, "-k", "reason", "--ladder-games", "2")
    assert "NeverSeen: no random game of 2 ended by ['limit']" in printed


@pytest.mark.thorough
def test_the_plugin_costs_nothing_where_it_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "test_nothing.py").write_text("def test_nothing():\n    pass\n")
    ask = """
import pytest, sys
for arguments in ["--version"], ["--collect-only", "-q"]:
    status = pytest.main(arguments)
    print(int(status), [name for name in sys.modules if name.startswith("boardgames")])
"""
    command = [sys.executable, "-c", ask]
    printed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60).stdout.splitlines()
    counts = [line for line in printed if line.startswith("0 [")]
    assert len(counts) == 2
    assert set(counts) <= {"0 ['boardgames_pytest']", "0 []"}
    assert "1 test collected" in "".join(printed)
