"""The exercises of the course: a check that cannot be passed without work, and a solution that passes it.

An exercise is a ``python`` block whose first comment names a file.  It ends with
a part that checks, which the solution repeats word for word.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

COURSE = ROOT / "docs" / "course"
EXERCISE = re.compile(r"^```python\n(# (\w+\.py)\n.*?)^```$", re.DOTALL | re.MULTILINE)
CHECK = "# -- check "
EXERCISES = {
    name: block for page in sorted(COURSE.glob("*.md")) for block, name in EXERCISE.findall(page.read_text("utf-8"))
}


def check_of(program: str) -> str:
    return program[program.index(CHECK) :]


def run(program: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(program)], capture_output=True, text=True, timeout=60)


def test_each_exercise_has_a_solution() -> None:
    assert EXERCISES.keys() == {path.name for path in (COURSE / "solutions").glob("*.py")}


@pytest.mark.parametrize("name", EXERCISES)
def test_the_solution_passes_the_check(name: str) -> None:
    solution = COURSE / "solutions" / name
    assert check_of(solution.read_text("utf-8")) == check_of(EXERCISES[name])
    result = run(solution)
    assert result.returncode == 0, result.stderr
    assert result.stdout == "well done\n"


@pytest.mark.parametrize("name", EXERCISES)
def test_who_has_done_nothing_does_not_pass(name: str, tmp_path: Path) -> None:
    unsolved = tmp_path / name
    unsolved.write_text(EXERCISES[name], "utf-8")
    result = run(unsolved)
    assert result.returncode != 0
    assert "well done" not in result.stdout


@pytest.mark.parametrize("page", sorted(COURSE.glob("[!i]*.md")), ids=lambda page: page.stem)
def test_each_chapter_ends_with_an_exercise(page: Path) -> None:
    text = page.read_text("utf-8")
    assert EXERCISE.search(text[text.index("\n## Exercise") :])
