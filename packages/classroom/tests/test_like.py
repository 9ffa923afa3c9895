"""A game beside a reference: wrong rules are told by a position and an action, and cost points."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from boardgames_classroom import UnreadableSubmissions, classroom

from boardgames.referee.sandbox import why_none
from boardgames.testkit import FAILED, LIKE_RUNGS, RUNGS, BrokenReference, Finding, verify
from packages.classroom.tests.hostile import toy
from tests.command import Run
from tests.conftest import ROOT

GAME = (ROOT / "docs/course/solutions/hexapawn.py").read_text(encoding="utf-8")
DIAGONAL = GAME.replace('("." if to == x else other)', '"." or to != x and self.board[up][to] == other')
NAMES = [rung.name for rung in LIKE_RUNGS]
DICE = """def chances(self): return [] if self.outcome else [(a, bg_fraction(1, 3)) for a in ACTIONS]
    turn = property(lambda self: bg.OVER if self.outcome else bg.CHANCE)
    def actions(self): return []
"""
TOP = "from fractions import Fraction as bg_fraction"


def lost(tmp_path: Path, game: str, reference: str, games: int = 4) -> dict[str, Finding]:
    """The rungs of a reference that fail."""
    for name, source in (("mine", game), ("reference", reference)):
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
    report = verify(f"{tmp_path}/mine.py:SPEC", games=games, like=f"{tmp_path}/reference.py:SPEC")
    assert len(report.findings) == len(RUNGS) + len(LIKE_RUNGS)
    return {finding.rung.name: finding for finding in report.failures if finding.rung.name in NAMES}


def test_right_rules_are_like_the_reference_however_the_code_looks(tmp_path: Path) -> None:
    other = GAME.replace(
        "for (x, y, to, up), step in STEPS.items()", "for (x, y, to, up), step in reversed(STEPS.items())"
    )
    assert other != GAME and lost(tmp_path, other, GAME) == {}


def test_pawns_that_walk_diagonally_are_told_by_position_and_action(tmp_path: Path) -> None:
    assert DIAGONAL != GAME
    found = lost(
        tmp_path,
        DIAGONAL,
        GAME.replace("    options=Options,", "    options=Options,\n    picture=lambda s: f'{s}\\n---',"),
    )
    assert {"like-actions", "like-perft"} <= found.keys()
    first = found["like-actions"]
    assert first.actions == () and first.position == "BBB/.../WWW w" and "'a1b2'" in first.what
    assert "  Board:   BBB/.../WWW w\n           ---\n" in first.explained()
    assert max(map(len, first.explained(60).splitlines())) <= 60 + len("  By hand: state = bg.Playthrough")


def test_a_rule_that_random_games_hardly_reach_is_found_by_counting(tmp_path: Path) -> None:
    rare = "def actions(self): return [] if self.outcome else [a for a in ACTIONS if (self.n, a.index) != (7, 2)]"
    found = lost(tmp_path, toy(rare), toy(), games=1)
    assert found["like-perft"].position == "7" and "2" not in found["like-perft"].actions


@pytest.mark.parametrize(
    ("rungs", "mine", "reference"),
    [
        (
            {"like-outcomes"},
            "outcome = property(lambda s: bg.Outcome.lost_by(1 - s.n % 2, 'end') if s.n >= 9 else None)",
            "",
        ),
        ({"like-chances"}, DICE.replace("(1, 3)) for a", "(1 + a.index, 6)) for a"), DICE),
        (
            {*NAMES},
            "def apply(self, action): return State(self.game, self.n + 1 + action.index) if self.n else 1 / 0",
            "",
        ),
        ({*NAMES} - {"like-perft"}, "def actions(self): return []", ""),
    ],
)
def test_each_difference_has_its_rung(rungs: set[str], mine: str, reference: str, tmp_path: Path) -> None:
    from boardgames.core.lookup.installed_games import find
    from boardgames.testkit.like import Likeness, game_of, view_of

    for name, broken in (("mine", mine), ("reference", reference)):
        (tmp_path / f"{name}.py").write_text(toy(broken, TOP), encoding="utf-8")
    game = game_of(find(f"{tmp_path}/mine.py:SPEC"))
    likeness = Likeness(lambda: view_of(game.start()), f"{tmp_path}/reference.py:SPEC", 4, 1)
    assert rungs <= likeness.flaws.keys() and ("like-actions" in rungs or likeness.flaws.keys() == rungs)


def test_verify_gives_points_for_the_rules(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(DIAGONAL, encoding="utf-8")
    (tmp_path / "reference.py").write_text(GAME, encoding="utf-8")
    words = ("verify", "mine.py", "--games", "4", "--like", "reference.py:SPEC", "--json", "-")
    grade = json.loads(run(*words).stdout)
    assert grade["max_score"] == 200 and grade["score"] <= 140
    assert grade["tests"][-4]["name"] == "like-actions" and grade["tests"][-4]["board"]
    bad = run("verify", "mine.py", "--like", "nothing.py")
    assert bad.returncode == 2 and "nothing.py" in bad.stderr


def test_without_a_reference_a_warning_stands_above_the_table(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_game(*_: object) -> None:
        raise UnreadableSubmissions("nothing")

    monkeypatch.setattr(classroom, "grade_submission", no_game)
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ann.py").write_text(GAME)
    words = ("grade", "class", "--sandbox", "none", "--out", "g.html")
    warning = "the ladder does not know the rules: give --like"
    assert warning in run(*words).stderr and "does not know the rules" in (tmp_path / "g.html").read_text()
    assert warning not in run(*words, "--like", "class/ann.py").stderr
    assert "does not know the rules" not in (tmp_path / "g.html").read_text()


def test_a_reference_that_raises_costs_nobody_a_point(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = toy("def apply(self, action): raise ZeroDivisionError('my mistake')")
    with pytest.raises(
        BrokenReference, match=r"^the reference raised ZeroDivisionError: my mistake, in apply \(.*line"
    ):
        lost(tmp_path, toy(), broken)
    words = ("--like", "reference.py:SPEC", "--games", "2")
    verified = run("verify", "mine.py:SPEC", *words)

    def asked(*_: object) -> None:
        lost(tmp_path, toy(), broken)

    monkeypatch.setattr(classroom, "grade_submission", asked)
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ann.py").write_text(toy())
    for done in (verified, run("grade", "class", "--sandbox", "none", *words)):
        assert done.returncode == 2 and "--like: the reference raised ZeroDivisionError: my mistake" in done.stderr


@pytest.mark.thorough
@pytest.mark.skipif(why_none() is not None, reason=f"no sandbox here: {why_none()}")
def test_two_submissions_of_which_one_has_wrong_rules(run: Run, tmp_path: Path) -> None:
    """With a real process for each; without --like both would have full points."""
    for name in ("ann", "pat"):
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "hexapawn.py").write_text(DIAGONAL if name == "pat" else GAME, encoding="utf-8")
    (tmp_path / "reference.py").write_text(GAME, encoding="utf-8")
    words = ("grade", "class", "--like", "reference.py:SPEC", "--games", "4", "--out", "g.json", "--out", "g.html")
    result = run(*words)
    assert result.returncode == 0 and "'a1b2'" in result.stdout
    rows = {row["student"]: row for row in json.loads((tmp_path / "g.json").read_text())["submissions"]}
    wrong = rows.pop("pat")
    assert rows.keys() == {"ann"} and rows["ann"]["score"] == 200
    tests = {test["name"]: test for test in wrong["tests"]}
    assert sum(tests[rung.name]["score"] for rung in RUNGS) == 100
    assert tests["like-actions"]["finding"] == FAILED and tests["like-actions"]["position"] == "BBB/.../WWW w"
    assert wrong["score"] <= 140
    again = run(*words, "--resume")
    assert "'a1b2'" in again.stdout
    (tmp_path / "reference.py").write_text(DIAGONAL, encoding="utf-8")
    assert "pat  failed" not in run(*words, "--resume").stdout, "the reference counts as a condition"


READS = {
    "a file": ("solution.py", "solution.py"),
    "a file that imports another": ("solution.py", "other_of_solution.py"),
    "a file that reads data": ("solution.py", "table.txt"),
    "a package": ("ref", "ref/rules.py"),
}


@pytest.mark.parametrize("kind", READS)
def test_the_digest_of_a_reference_is_of_all_that_importing_it_reads(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    reference, mended = READS[kind]
    (tmp_path / "ref").mkdir()
    (tmp_path / "ref/__init__.py").write_text("from .rules import SPEC\n", encoding="utf-8")
    (tmp_path / "table.txt").write_text("3", encoding="utf-8")
    (tmp_path / "other_of_solution.py").write_text(GAME, encoding="utf-8")
    (tmp_path / "ref/rules.py").write_text(GAME, encoding="utf-8")
    reads = "from other_of_solution import SPEC\nprint(open('table.txt').read())\n"
    (tmp_path / "solution.py").write_text(reads, encoding="utf-8")
    (tmp_path / "class.json").write_text("{}", encoding="utf-8")
    before = classroom.reference_digest(f"{reference}:SPEC")
    (tmp_path / "class.json").write_text("{'a': 1}", encoding="utf-8")
    assert len(before) > 60 and classroom.reference_digest(f"{reference}:SPEC") == before, "compiled files count not"
    with (tmp_path / mended).open("a", encoding="utf-8") as file:
        file.write("\n# mended\n")
    assert classroom.reference_digest(f"{reference}:SPEC") != before


def test_the_digest_of_an_installed_game_is_of_its_code() -> None:
    assert len({classroom.reference_digest(game) for game in ("ur", "morris")}) == 2
