"""The exercises of the course: a check that cannot be passed without work, and a solution that passes it.

An exercise is a ``python`` block whose first comment names a file.  It ends with
a part that checks, which the solution repeats word for word.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import run_program
from tests.conftest import ROOT

Run = Callable[[Path], "subprocess.CompletedProcess[str]"]

COURSE = ROOT / "docs" / "course"
EXERCISE = re.compile(r"^```python\n(# (\w+\.py)\n.*?)^```$", re.DOTALL | re.MULTILINE)
CHECK = "# -- check "
EXERCISES = {
    name: block for page in sorted(COURSE.glob("*.md")) for block, name in EXERCISE.findall(page.read_text("utf-8"))
}


def check_of(program: str) -> str:
    return program[program.index(CHECK) :]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a program of Python."""
    return lambda program: run_program(program, tmp_path)


def test_each_exercise_has_a_solution() -> None:
    assert EXERCISES.keys() == {path.name for path in (COURSE / "solutions").glob("*.py")}


@pytest.mark.parametrize("name", EXERCISES)
def test_the_solution_passes_the_check(name: str, run: Run) -> None:
    solution = COURSE / "solutions" / name
    assert check_of(solution.read_text("utf-8")) == check_of(EXERCISES[name])
    result = run(solution)
    assert result.returncode == 0, result.stderr
    assert result.stdout == "well done\n"


@pytest.mark.parametrize("name", EXERCISES)
def test_who_has_done_nothing_does_not_pass(name: str, run: Run, tmp_path: Path) -> None:
    unsolved = tmp_path / name
    unsolved.write_text(EXERCISES[name], "utf-8")
    result = run(unsolved)
    assert result.returncode != 0
    assert "well done" not in result.stdout


def test_who_is_wrong_is_told_what_came_and_what_was_expected(run: Run, tmp_path: Path) -> None:
    wrong = tmp_path / "promotions.py"
    wrong.write_text(EXERCISES["promotions.py"].replace('raise NotImplementedError("your turn")', "return []"), "utf-8")
    result = run(wrong)
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    assert "  choices(silver)\n  where silver is <" in result.stderr
    assert "  gave     []\n  expected ['5c4b', '5c4d', '5c5b', '5c6b', '5c6d']\n" in result.stderr


def test_no_check_fails_without_a_word() -> None:
    for name, exercise in EXERCISES.items():
        bare = [line for line in check_of(exercise).splitlines() if re.match(r"\s*assert [^\"]*$", line)]
        assert not bare, f"{name}: {bare}"


@pytest.mark.parametrize("page", sorted(COURSE.glob("[!i]*.md")), ids=lambda page: page.stem)
def test_each_chapter_ends_with_an_exercise(page: Path) -> None:
    text = page.read_text("utf-8")
    assert EXERCISE.search(text[text.index("\n## Exercise") :])
