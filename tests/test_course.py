"""The exercises of the course: a check that right solutions pass, and wrong ones, and untouched ones, do not.

An exercise is a ``python`` block whose first comment names a file and that has a part that checks.  Our solution,
in ``docs/course/solutions``, repeats that part word for word; where the block is nothing but a check, the solution is
``hexapawn.py``.  ``tests/wrong_solutions`` has ten and more wrong solutions of each: the code that replaces a part
of ours, below a line that begins with ``==``.
"""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from tests.command import run_program
from tests.conftest import ROOT
from tests.samples import sample

COURSE = ROOT / "docs" / "course"
SOLUTIONS = COURSE / "solutions"
WRONG = Path(__file__).parent / "wrong_solutions"
PROGRAM = re.compile(r"^```python\n(# (\w+\.py)\n.*?)^```$", re.DOTALL | re.MULTILINE)
CHECK = "# -- check "
CHAPTERS = re.findall(r"^\| \d+ \| \[[^]]+\]\((\w+)\.md", (COURSE / "index.md").read_text("utf-8"), re.MULTILINE)
PROGRAMS = {
    name: block for page in CHAPTERS for block, name in PROGRAM.findall((COURSE / f"{page}.md").read_text("utf-8"))
}
EXERCISES = {name: block for name, block in PROGRAMS.items() if CHECK in block}
OWN_GAME = "hexapawn.py"
THOROUGH = {"hexapawn_ladder.py", "hexapawn_solved.py", "length.py"}  # they climb ladders and sweep for seconds
BY_TIME = [pytest.param(name, marks=[pytest.mark.thorough] if name in THOROUGH else []) for name in EXERCISES]

EARLIER = (
    ("hexapawn_ladder.py", 'reasons={"far rank": "a pawn has come to the far rank and wins", "no step": "the side to '
     'act has no step"}', "reasons={}"),
    ("hexapawn_blocked.py", '        if self.game.options.blocked == "draws":\n'
     '            return bg.Outcome((0.0, 0.0), "no step")\n', ""),
    ("hexapawn_blocked.py", '    blocked: str = option(\n        "loses", "what a side that cannot step does", '
     '"Gardner 1962: it loses", choices=("loses", "draws")\n    )\n', ""),
    ("hexapawn_files.py", "    options=Options,\n", ""),
    ("hexapawn_files.py", "self.options.files", "3"),
    ("hexapawn_text.py", "    def parse(self, text):", "    def not_yet(self, text):"),
    ("hexapawn_text.py", "    def key(self):", "    def not_yet(self):"),
    ("hexapawn_text.py", "    def __str__(self):", "    def nor_this(self):"),
    ("hexapawn_end.py", "    @property\n    def outcome(self):", "    outcome = None\n\n    def not_yet_either(self):"),
    ("hexapawn_end.py", "bg.OVER if self.outcome else self.seat", "self.seat"),
)  # fmt: skip
"""What of our hexapawn the chapter with a check adds, the last chapter first, and what stood there before."""


def check_of(program: str) -> str:
    return program[program.index(CHECK) :]


def solution(name: str) -> str:
    """Our solution of an exercise; the block itself where it is nothing but a check."""
    path = SOLUTIONS / name
    return path.read_text("utf-8") if path.exists() else EXERCISES[name]


def outcome(name: str, program: str, folder: Path, own_game: str | None = None) -> tuple[int, str, str]:
    """The status, output and errors of an exercise, run beside a game of one's own, by default ours."""
    if own_game is None:
        own_game = (SOLUTIONS / OWN_GAME).read_text("utf-8")
    (folder / OWN_GAME).write_text(own_game, "utf-8")
    (folder / name).write_text(program, "utf-8")
    result = run_program(folder / name, folder)
    return result.returncode, result.stdout, result.stderr


def wrong_solutions(name: str) -> list[tuple[str, str]]:
    """What is wrong, and the code that makes it so."""
    _, *parts = re.split(r"^== (.*)\n", (WRONG / name).with_suffix(".txt").read_text("utf-8"), flags=re.MULTILINE)
    return list(zip(parts[::2], parts[1::2], strict=True))


def test_each_exercise_has_a_solution_and_ten_wrong_ones() -> None:
    to_write = {name for name, block in EXERCISES.items() if "your turn" in block}
    assert {path.name for path in SOLUTIONS.glob("*.py")} == {*to_write, OWN_GAME}
    assert {path.with_suffix(".py").name for path in WRONG.glob("*.txt")} == set(EXERCISES)
    assert {name for name in EXERCISES if len(dict(wrong_solutions(name))) < 10} == set()


@pytest.mark.parametrize("name", BY_TIME)
def test_the_solution_passes_the_check(name: str, tmp_path: Path) -> None:
    assert check_of(solution(name)) == check_of(EXERCISES[name])
    assert outcome(name, solution(name), tmp_path) == (0, "well done\n", "")


@pytest.mark.parametrize("name", EXERCISES)
def test_an_untouched_exercise_fails_with_a_message(name: str, tmp_path: Path) -> None:
    status, output, errors = outcome(name, EXERCISES[name], tmp_path, PROGRAMS[OWN_GAME])
    assert (status, output) == (1, "")
    assert errors.startswith("not yet")
    assert "Traceback" not in errors


@pytest.mark.parametrize("name", BY_TIME)
@sample(1, thorough=100)
def test_wrong_solutions_fail_with_a_message(name: str, sample: int, tmp_path: Path) -> None:
    """So many of them, picked from all parts of the list."""
    grown = "your turn" not in EXERCISES[name]  # then the wrong code is in the reader's own game
    wrong = wrong_solutions(name)
    for what, code in wrong[:: max(1, len(wrong) // sample)]:
        if grown:
            own_game = (SOLUTIONS / OWN_GAME).read_text("utf-8")
            status, output, errors = outcome(name, EXERCISES[name], tmp_path, f"{own_game}\n\n{code}")
        else:
            head, check = solution(name).split(CHECK)
            status, output, errors = outcome(name, f"{head}{code}\n{CHECK}{check}", tmp_path)
        assert status == 1, f"{name} takes a wrong solution: {what}\n{output}"
        assert "well done" not in output
        assert errors.startswith("not yet") and "Traceback" not in errors, f"{name}, {what}:\n{errors}"


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(
            number, id=f"{number}-{name}", marks=() if number in (5, len(EARLIER) - 1) else pytest.mark.thorough
        )
        for number, (name, _, _) in enumerate(EARLIER)
    ],
)
def test_the_game_grows_with_the_chapters(number: int, tmp_path: Path) -> None:
    """The check of a chapter needs what the chapter adds, and the checks before need nothing of it."""
    game = (SOLUTIONS / OWN_GAME).read_text("utf-8")
    for _, now, before in EARLIER[: number + 1]:
        assert now in game
        game = game.replace(now, before)
    here = EARLIER[number][0]
    if here != "hexapawn_end.py" or number == len(EARLIER) - 1:
        assert outcome(here, EXERCISES[here], tmp_path, game)[0] == 1
    if number + 1 == len(EARLIER) or EARLIER[number + 1][0] != here:
        checks = [name for name in EXERCISES if name.startswith("hexapawn_")]
        for name in checks[: checks.index(here)]:
            assert outcome(name, EXERCISES[name], tmp_path, game) == (0, "well done\n", ""), name


def test_a_wrong_solution_is_told_what_came_and_what_was_expected(tmp_path: Path) -> None:
    wrong = EXERCISES["promotions.py"].replace('raise NotImplementedError("your turn")', "return []")
    _, _, errors = outcome("promotions.py", wrong, tmp_path)
    assert "  choices(silver)\n  where silver is <" in errors
    assert "  gave     []\n  expected ['5c4b', '5c4d', '5c5b', '5c6b', '5c6d']\n" in errors


def test_an_error_is_told_with_the_line_of_the_solution(tmp_path: Path) -> None:
    wrong = EXERCISES["promotions.py"].replace('raise NotImplementedError("your turn")', "return state.replies()")
    _, _, errors = outcome("promotions.py", wrong, tmp_path)
    line = wrong.splitlines().index("    return state.replies()") + 1
    assert "  choices(shogi.start())\n" in errors
    assert "  raised   AttributeError: 'State' object has no attribute 'replies'" in errors
    assert f"  at line {line} of promotions.py: return state.replies()\n" in errors


def test_an_exercise_that_is_stopped_asks_whether_it_ends(tmp_path: Path) -> None:
    wrong = EXERCISES["promotions.py"].replace('NotImplementedError("your turn")', "KeyboardInterrupt")
    _, _, errors = outcome("promotions.py", wrong, tmp_path)
    assert "was stopped before it ended" in errors and "Traceback" not in errors


@pytest.mark.parametrize("page", CHAPTERS)
def test_each_chapter_has_a_picture_and_ends_with_an_exercise(page: str) -> None:
    text = (COURSE / f"{page}.md").read_text("utf-8")
    assert re.search(r"^!\[[^\]]+\]\(\.\./_static/course/[\w-]+\.svg\)$", text, re.MULTILINE)
    assert CHECK in text[text.index("\n## Exercise") :]
    assert "{literalinclude}" not in text  # a chapter can be read as a file, too


def test_chapters_quote_the_source_as_it_is() -> None:
    spec = importlib.util.spec_from_file_location("quotes", ROOT / "docs" / "quotes.py")
    assert spec is not None and spec.loader is not None
    quotes = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(quotes)
    texts = {page: (COURSE / f"{page}.md").read_text("utf-8") for page in CHAPTERS}
    assert sum(len(quotes.QUOTE.findall(text)) for text in texts.values()) > 10
    changed = [page for page, text in texts.items() if quotes.renewed(COURSE / f"{page}.md") != text]
    assert changed == [], "run 'python docs/quotes.py' and read whether the chapters still fit"
