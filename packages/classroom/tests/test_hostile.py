"""Submissions that loop, fork, read, forge and break: each a real process in the sandbox."""

from __future__ import annotations

from pathlib import Path

import pytest
from boardgames_classroom import GradedSubmission, GradingConditions, Submission, grade_class

from boardgames.referee.sandbox import why_none
from packages.classroom.tests.hostile import ALTERED, ATTACKS, FORGE, HARMLESS, toy
from tests.conftest import ROOT

GAME = (ROOT / "docs/course/solutions/hexapawn.py").read_text(encoding="utf-8")
WRONG = GAME.replace("return self.board, self.seat\n", "return self.board, self.seat, object()\n")
assert WRONG != GAME

pytestmark = pytest.mark.skipif(why_none() is not None, reason=f"no sandbox here: {why_none()}")
QUICK = ("patches json", "patches code", "hides a builtin", "forges with the pipe", "kills all it sees", "forks")
CONDITIONS = GradingConditions(time=5.0, memory=256 * 2**20, games=3)
"""A game that is right takes about two seconds uncompiled, and other tests run beside it."""


def graded(folder: Path, source: str, conditions: GradingConditions = CONDITIONS) -> GradedSubmission:
    folder.mkdir()
    (folder / "hexapawn.py").write_text(source, encoding="utf-8")
    [result] = grade_class([Submission("ann", ((folder, ""),))], conditions)
    return result


@pytest.mark.parametrize(
    "attack", [name if name in QUICK else pytest.param(name, marks=pytest.mark.thorough) for name in ATTACKS]
)
def test_an_attack_wins_no_points(attack: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("of another student")
    result = graded(tmp_path / "ann", ATTACKS[attack] + WRONG.replace("from __future__ import annotations", ""))
    assert result.graded.altered == (attack in ALTERED), result.graded.remark
    if attack in HARMLESS:
        assert 0 < result.grade.points < 100 and not result.graded.remark
        return
    assert result.grade.points == 0
    assert result.graded.remark
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ann", "secret"]


@pytest.mark.thorough
def test_what_is_reached_before_the_end_counts(tmp_path: Path) -> None:
    source = GAME.replace("    def parse(self, text):\n", "    def parse(self, text):\n        while True: pass\n")
    result = graded(tmp_path / "ann", source)
    rungs = {rung.name: rung for rung in result.grade.rungs}
    assert rungs["plays"].points == 6
    assert rungs["position-text"].finding.status == "FAILED"
    assert "does it go on for ever?" in rungs["position-text"].sentence
    assert rungs["key"].sentence.startswith("not tried: could not be reached; at position-text")
    assert "position-text" in result.graded.remark


@pytest.mark.thorough
def test_a_submission_sees_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither where the class lies nor where the others are unpacked, and no network."""
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "points").touch()
    monkeypatch.chdir(tmp_path / "class")
    looks = f"""
import os
for place in ({str(tmp_path)!r}, {str(Path.cwd())!r}):
    try:
        names = os.listdir(place)
    except OSError:
        names = []
    assert not set(names) - {{"src", ".venv"}}, names
assert len(os.listdir(os.path.dirname(os.getcwd()))) < 3, os.listdir("..")
import socket
try:
    socket.socket()
except OSError:
    pass
else:
    raise AssertionError("a socket")
"""
    (tmp_path / "bob").mkdir()
    result = graded(tmp_path / "ann", looks + GAME)
    assert result.grade.points == 100, result.graded.remark
    assert any("imports socket" in hint for hint in result.hints)


def test_a_forger_is_judged_from_outside_and_marked(tmp_path: Path) -> None:
    """The checker is made to say that all is well; the game is none of it."""
    wrong = "key = 1\n    __hash__ = lambda self: id(self)\n    play = lambda self, text: self\n"
    wrong = toy(wrong, FORGE).replace("SPEC =", "forge()\nSPEC =").replace("text not in map(str, range(12))", "0")
    result = graded(tmp_path / "ann", wrong)
    lost = {rung.name for rung in result.grade.rungs if not rung.passed}
    assert {"key", "apply-is-repeatable", "illegal-actions", "unreadable-positions"} <= lost, lost
    assert "from outside" in result.hints[0]


LIES = {
    "turn": "def turn(self): return float('inf')",
    "outcome": "def outcome(self): return type('Bad', (), {'returns': (10**400, -10**400), 'reason': 'end'})",
    "chance": "def turn(self): return bg.CHANCE\n    chances = lambda self: [(ACTIONS[0], '1e9999999999')]",
    "equality": "def turn(self): return 0\n    def __eq__(self, other):\n        while True: pass",
}


@pytest.mark.parametrize(
    "lie", [name if name == "turn" else pytest.param(name, marks=pytest.mark.thorough) for name in LIES]
)
def test_whatever_a_game_says_is_its_own_row(lie: str, tmp_path: Path) -> None:
    """All is well to the checker, as it is forged; the witness hears the lie."""
    source = toy(f"@property\n    {LIES[lie]}", FORGE).replace("SPEC =", "forge()\nSPEC =")
    result = graded(tmp_path / "ann", source)
    assert result.grade.points == 0 and result.graded.remark, result.graded


@pytest.mark.thorough
def test_processes_of_a_submission_look_the_same(tmp_path: Path) -> None:
    """Not by what it was started with can it tell the checker from the witness."""
    told = """
import sys
for words in (sys.argv, sys.orig_argv, open("/proc/self/cmdline").read().split(chr(0))):
    assert not any(name in word for word in words for name in ("served", "checker", "witness")), words
assert sys.argv == ["-c"], sys.argv
"""
    result = graded(tmp_path / "ann", toy(top=told))
    assert result.grade.points > 90 and not result.graded.remark, result.graded
