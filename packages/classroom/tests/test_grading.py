"""Points, result files, and a class as platforms hand it over; real processes are in test_hostile.py."""

from __future__ import annotations

import csv
import errno
import fcntl
import json
import os
import queue
import stat
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest
from boardgames_classroom import (
    GradingConditions,
    Submission,
    UnreadableSubmissions,
    classroom,
    find_submissions,
    inside,
)
from boardgames_classroom.answers import Exchange, Facts
from boardgames_classroom.command import progress
from boardgames_classroom.game_file import game_in, unusual
from boardgames_classroom.inside import Snapshot, in_json
from boardgames_classroom.sandboxed import CheckerConversation, Graded, confirmed
from boardgames_classroom.served import serve
from boardgames_classroom.tables import as_csv, as_html
from boardgames_classroom.unpacking import LARGEST_DIRECTORY, PREFIX, Unpacking, digest, unpack, unpack_class, workplace
from boardgames_classroom.witness import NotPlayableError, Witness

import boardgames as bg
from boardgames.referee import Shortage
from boardgames.referee.program_lines import ProgramFault
from boardgames.testkit import (
    LIKE_RUNGS,
    NOT_TRIED,
    RUNGS,
    WEIGHTS,
    BadWeights,
    Finding,
    Grade,
    Weights,
    junit_xml,
    values,
    verify,
    walks,
)
from boardgames.testkit.report import FAILED, OK, Report
from boardgames.testkit.rung import Rung
from packages.classroom.tests.hostile import toy
from tests.command import Run
from tests.conftest import ROOT
from tests.testkit.broken import BROKEN

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HEXAPAWN = ROOT / "docs/course/solutions/hexapawn.py"


def report(**statuses: str) -> Report:
    """A report without a game: every rung is well but for these."""
    findings = [
        Finding(rung, statuses.get(rung.name.replace("-", "_"), OK), "=why \x00<b>" if rung.name == "key" else "")
        for rung in RUNGS
    ]
    return Report("<i>game", 3, 1, findings)


# -- weights and grades ------------------------------------------------------------------------


def test_every_rung_has_its_points_and_together_they_are_a_hundred() -> None:
    assert list(WEIGHTS) == [rung.name for rung in (*RUNGS, *LIKE_RUNGS)]
    assert Weights().total_of(LIKE_RUNGS) == 100
    assert Weights().total == 100
    page = (ROOT / "docs/grading.md").read_text(encoding="utf-8")
    assert all(f"| `{name}` | {points:g} |" in page for name, points in WEIGHTS.items())


def test_weights_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text('others = 0\nplays = 2.5\n"key" = 1\n')
    assert Weights.read(str(path)).total == 3.5
    path.write_text("[weights]\nplays = 50\n")
    assert Weights.read(str(path)).total == 100 - 6 + 50


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("playz=1", "there is no rung 'playz'; did you mean 'plays'?"),
        ("plays", "cannot read 'plays': give a TOML file, or RUNG=POINTS"),
        ("plays=many", "plays: 'many' is not a number of points"),
        ("plays=-1", "plays: -1.0 points; expected 0 to 1e+06"),
        ("plays=nan", "plays: nan points"),
        ("others=0", "no rung is worth any point"),
        ("nowhere.toml", "cannot read nowhere.toml: No such file"),
    ],
)
def test_weights_that_make_no_sense(text: str, why: str) -> None:
    with pytest.raises(BadWeights, match=why.replace("?", r"\?").replace("+", r"\+")):
        Weights.read(text)


def test_a_broken_rung_has_no_points_and_a_sentence() -> None:
    grade = Grade.of(verify(BROKEN["HashIgnoresTheDie"][1], games=2))
    lost = [rung for rung in grade.rungs if not rung.passed]
    assert [rung.name for rung in lost] == ["equality"]
    assert (grade.points, grade.max_points, grade.scaled(10), grade.ok) == (96, 100, 9.6, False)
    test = grade.fields()["tests"][[rung.name for rung in RUNGS].index("equality")]
    assert (test["status"], test["score"], test["max_score"]) == ("fail", 0, 4)
    assert test["message"] and "Look at: " in test["output"]


def test_rungs_that_were_not_reached_say_so() -> None:
    grade = Grade.of(report(plays=FAILED, key=NOT_TRIED))
    rung = next(rung for rung in grade.rungs if rung.name == "key")
    assert (rung.points, rung.sentence) == (0, "not tried: =why \x00<b>")
    suite = ElementTree.fromstring(junit_xml(grade)).find("testsuite")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors"), suite.get("skipped")) == (
        *(str(len(RUNGS)), "1", "0", "1"),
    )
    case = next(each for each in suite.findall("testcase") if each.get("name") == "key")
    skipped = case.find("skipped")
    assert skipped is not None and skipped.get("message") == "not tried: =why \ufffd<b>"
    assert case.findtext("system-out", "").startswith("0 of 4 points: ")


# -- verify ------------------------------------------------------------------------------------


def test_verify_writes_both_files(run: Run, tmp_path: Path) -> None:
    words = ("--games", "2", "--json", "a.json", "--junit", "a.xml", "--weights", "plays=8")
    result = run("verify", "ur:tokens=1", *words)
    assert result.returncode == 0 and result.stdout.splitlines()[-1] == "102 of 102 points."
    grade = json.loads((tmp_path / "a.json").read_text())
    assert (grade["version"], grade["status"], grade["max_score"], len(grade["tests"])) == (1, "pass", 102, len(RUNGS))
    assert sum(test["score"] for test in grade["tests"]) == 102
    assert ElementTree.parse(tmp_path / "a.xml").getroot().get("failures") == "0"


def test_a_file_without_a_game_has_a_result_too(run: Run, tmp_path: Path) -> None:
    (tmp_path / "typo.py").write_text("def\n")
    result = run("verify", "typo.py", "--json", "-", "--junit", "a.xml")
    assert result.returncode == 2 and "typo.py cannot be imported" in result.stderr
    grade = json.loads(result.stdout)
    assert (grade["status"], grade["score"], grade["max_score"]) == ("fail", 0, 100)
    assert ElementTree.parse(tmp_path / "a.xml").getroot().get("errors") == "1"
    assert "cannot write nowhere/a.json" in run("verify", "ur", "--json", "nowhere/a.json").stderr


# -- submissions -------------------------------------------------------------------------------


def made(folder: Path, *names: str, content: str = "SPEC = 1\n") -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return folder


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (
            ("Ann Lee_12_assignsubmission_file_/hexapawn.py", "Bo_7_assignsubmission_file/x.py", "grades.csv"),
            [("Ann Lee", "12", False, 1), ("Bo", "7", False, 1)],
        ),
        (
            ("Ann Lee_12_assignsubmission_file_a.py", "Ann Lee_12_assignsubmission_file_b_c.py"),
            [("Ann Lee", "12", False, 2)],
        ),
        (
            ("leeann_12_34_hexapawn-2.py", "roebob_LATE_13_35_my_game.py", "roebob_13_36_other.py"),
            [("leeann", "12", False, 1), ("roebob", "13", True, 2)],
        ),
        (
            ("hexapawn-ann/a.py", "hexapawn-bob-x/a.py"),
            [("hexapawn-ann", "", False, 1), ("hexapawn-bob-x", "", False, 1)],
        ),
        (
            ("ann/a.py", "bob.zip", "eve.py", "notes.txt", ".hidden/a.py"),
            [(n, "", False, 1) for n in ("ann", "bob", "eve")],
        ),
        (("export/ann/a.py", "export/bob/a.py"), [("ann", "", False, 1), ("bob", "", False, 1)]),
    ],
)
def test_names_as_platforms_write_them(tmp_path: Path, names: tuple[str, ...], expected: list[Any]) -> None:
    found = find_submissions(made(tmp_path, *names))
    assert [(each.student, each.id, each.late, len(each.sources)) for each in found] == expected


def test_clones_of_github_classroom(tmp_path: Path) -> None:
    folder = made(tmp_path / "hexapawn-submissions", "hexapawn-ann/a.py", "hexapawn-hexa/a.py")
    assert [each.student for each in find_submissions(folder)] == ["ann", "hexa"]
    folder = made(tmp_path / "else", "week-2-ann/.git/HEAD", "week-2-bob/.git/HEAD", "week-2-bo-b/.git/HEAD")
    assert [each.student for each in find_submissions(folder)] == ["ann", "bo-b", "bob"]


def test_a_folder_without_submissions(tmp_path: Path) -> None:
    made(tmp_path, "notes.txt")
    with pytest.raises(UnreadableSubmissions, match="there is no submission in "):
        find_submissions(tmp_path)


def zipped(path: Path, entries: dict[str, str], mode: int = 0) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            archive.writestr(info, content)
    return path


def test_zips_are_unpacked_without_links_and_into_their_folder(tmp_path: Path) -> None:
    links = zipped(tmp_path / "links.zip", {"a.py": "/etc/passwd"}, stat.S_IFLNK | 0o777)
    inner = zipped(tmp_path / "inner.zip", {"game/a.py": "SPEC = 1", "__MACOSX/._a.py": "", ".git/config": ""})
    (tmp_path / "ann").mkdir()
    inner.rename(tmp_path / "ann" / "inner.zip")
    (tmp_path / "ann" / "evil.py").symlink_to("/etc/passwd")
    for name, source in (("links", links), ("ann", tmp_path / "ann")):
        out = tmp_path / "out" / name
        out.mkdir(parents=True)
        unpack([(source, source.name)], out)
    assert sorted(path.name for path in (tmp_path / "out").rglob("*.py")) == ["a.py"]
    assert game_in(tmp_path / "out" / "ann") == "game/a.py:SPEC"
    for entries, why in (
        ({"../a.py": ""}, "a name that leads elsewhere"),
        ({"/a.py": ""}, "a name that leads elsewhere"),
        ({str(number): "" for number in range(6)}, "more than 5 files"),
        ({"a": "0" * (2**20 + 1)}, "larger than 1 MiB"),
        (dict.fromkeys("abc", "0" * 2**19), "larger than 1 MiB"),
    ):
        archive = zipped(tmp_path / "bad.zip", entries)
        out = tmp_path / "bad"
        out.mkdir(exist_ok=True)
        with pytest.raises(UnreadableSubmissions, match=why):
            Unpacking(out, most_files=5, most_bytes=2**20).zip(archive)
    (tmp_path / "none.zip").write_text("no zip")
    with pytest.raises(UnreadableSubmissions, match="is not a zip that can be read"):
        unpack_class(tmp_path / "none.zip", out)


def damaged(path: Path) -> Path:
    """A zip whose content was changed where LZMA reads it."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("game.py", toy())
    data = path.read_bytes()
    path.write_bytes(data[:60] + bytes(byte ^ 0x5A for byte in data[60:200]) + data[200:])
    return path


def deep(folder: Path) -> Path:
    """Folders in each other, far more of them than a game needs."""
    here = os.getcwd()
    folder.mkdir(parents=True)
    os.chdir(folder)
    for _ in range(300):
        os.mkdir("a")
        os.chdir("a")
    Path("game.py").touch()
    os.chdir(here)
    return folder


def test_whatever_a_student_hands_in_is_its_own_row(
    run: Run, tmp_path: Path, in_process: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made(tmp_path, "class/zoe/a.py", "class/odd/a.py")
    damaged(tmp_path / "class/lzma.zip")
    name = zipped(tmp_path / "class/name.zip", {"gämé.py": "SPEC = 1"})
    name.write_bytes(name.read_bytes().replace("é".encode(), b"\xff\xfe"))
    zipped(tmp_path / "class/many.zip", {"a/" * 50 + "a.py": "SPEC = 1"})
    made(tmp_path, os.fsdecode(b"class/\xff\xfe/a\xff.py"))
    deep(tmp_path / "class/deep")
    with pytest.raises(UnreadableSubmissions, match="folders in each other"):
        digest(tmp_path / "class/deep")
    try:
        result = run(
            "grade", "class", "--sandbox", "none", *(w for k in ("csv", "html", "json") for w in ("--out", f"g.{k}"))
        )
        assert result.returncode == 1, result.stderr
        rows = {entry["student"]: entry for entry in json.loads((tmp_path / "g.json").read_text())["submissions"]}
        assert rows["zoe"]["score"] == 100
        assert {name for name, row in rows.items() if not row["file"]} == {"lzma", "name", "many", "deep"}
        assert all("folders in each other" in rows[name]["remark"] for name in ("many", "deep"))
        assert all("not a zip that can be read" in rows[name]["remark"] for name in ("lzma", "name"))
    finally:
        subprocess.run(["rm", "-rf", str(tmp_path / "class/deep")], check=True)


def test_what_would_fill_the_memory_when_a_zip_is_read_is_refused(tmp_path: Path) -> None:
    """The first is small, and so is what its entry says of itself; the second has no file, and a million entries."""
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("a.py", bytes(1000))
    entry = struct.pack("<4s6H3L5H2L", b"PK\1\2", *(20, 20, 0, 0, 0, 0x21, 0, 0, 0, 2), *[0] * 6) + b"a/"
    size = LARGEST_DIRECTORY // len(entry) + 1
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, size % 2**16, size % 2**16, size * len(entry), 0, 0)
    (tmp_path / "b.zip").write_bytes(entry * size + end)
    for name, why in (("a", "stored or deflated"), ("b", "its list of entries is too long")):
        with pytest.raises(UnreadableSubmissions, match=why):
            unpack([(tmp_path / f"{name}.zip", "x.zip")], tmp_path / name)


def test_a_submission_that_is_a_pipe_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.py")
    (tmp_path / "a").mkdir()
    with pytest.raises(UnreadableSubmissions, match=r"a\.py cannot be copied: not a plain file"):
        unpack([(tmp_path / "a.py", "a.py")], tmp_path / "a")


def test_a_zip_of_the_class_with_odd_files_of_one_student(tmp_path: Path) -> None:
    entries = {"ann/a.py": "", "bob/../../b.py": "", "eve/" + "a/" * 200 + "a.py": "", "kim/" + "a/" * 50 + "a.py": ""}
    unpack_class(zipped(tmp_path / "class.zip", entries), tmp_path / "class")
    assert [each.student for each in find_submissions(tmp_path / "class")] == ["ann", "kim"]


def test_an_error_of_ours_is_one_row_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr(classroom, "unusual", fails)
    made(tmp_path, "a.py")
    [row] = classroom.grade_class([Submission("ann", ((tmp_path, ""),))], GradingConditions(sandboxed=False))
    assert row.graded.remark == "no game: it cannot be graded: RecursionError: too deep"


def test_which_file_is_the_game(tmp_path: Path) -> None:
    made(tmp_path, "b/tests/deep.py", "b/game.py")
    made(tmp_path, "b/helper.py", content="x = 1")
    assert game_in(tmp_path / "b") == "game.py:SPEC"
    assert game_in(tmp_path / "b", "helper.py:GAME") == "helper.py:GAME"
    made(tmp_path, "p/src/mygame/__init__.py")
    assert game_in(tmp_path / "p") == "src/mygame:SPEC"
    made(tmp_path, "two/a.py", "two/b.py")
    made(tmp_path, "none/a.py", "none/b.py", content="def")
    for folder, file, why in (
        ("two", None, "more than one file may be the game: a.py, b.py; name it with --file"),
        ("none", None, "none of its Python files defines SPEC"),
        ("two", "c.py", "there is no c.py in it; it has a.py, b.py"),
    ):
        with pytest.raises(UnreadableSubmissions, match=why):
            game_in(tmp_path / folder, file)
    made(tmp_path, "odd/a.py", content="import gc\nfrom boardgames.testkit.climb import RUNGS\nf = sys._getframe(1)\n")
    made(tmp_path, "odd/b.py", content="import json.encoder as e\ne.X.y = 1\ngetattr(e, 'a' + 'b')\ngetattr(e, 'ab')\n")
    assert [hint.partition(": ")[2] for hint in unusual(tmp_path / "odd")] == [
        "imports gc",
        "imports boardgames.testkit, which checks it",
        "uses sys._getframe",
        "changes what it imports",
        "uses getattr with a name that it puts together",
    ]
    for source, hint in (
        ("from sys import modules", "uses sys.modules"),
        ("import boardgames as bg\nw = bg.testkit.walks", "uses boardgames.testkit, which checks it"),
        ("from boardgames.games.ur import SPEC", "imports a game of the library"),
        ("# coding: utf-7\n# +AAo-import gc", "cannot be read as Python, or is too large"),
        ("# coding: punycode\n" + "a" * 300_000 + "-" + "b" * 700_000, "cannot be read as Python, or is too large"),
    ):
        made(tmp_path, "hidden/a.py", content=source)
        assert [each.partition(": ")[2] for each in unusual(tmp_path / "hidden")] == [hint]
    made(tmp_path, "large/a.py", content="exec('')\n" * 60 + "#" * 2**20)
    made(tmp_path, "many/a.py", content="exec('')\n" * 60)
    assert [len(unusual(tmp_path / name)) for name in ("large", "many")] == [1, 50]
    made(tmp_path, "usual/a.py", content=HEXAPAWN.read_text())
    assert unusual(tmp_path / "usual") == []
    assert digest(tmp_path / "odd") != digest(tmp_path / "usual")


# -- the checker's answers ---------------------------------------------------------------------


class Lines:
    """A process that says these answers and then no more."""

    last_words = b""
    overslept = 0.0

    def __init__(self, *answers: Any, nonce: str | None = None) -> None:
        self.answers, self.nonce, self.told = list(answers), nonce, ""

    def read_line(self, deadline: float) -> bytes:
        if not self.answers:
            raise ProgramFault("crash", "it exited with status 0 and gave no answer")
        answer = self.answers.pop(0)
        nonce = self.told if answer == BEGUN else self.nonce or self.told
        return f"{nonce} {answer if isinstance(answer, str) else in_json(answer)}".encode()

    def send(self, lines: list[str]) -> None:
        self.told = self.told or json.loads(lines[0])["nonce"]

    def flush(self) -> None:
        pass

    def begin_answer(self, keep: bool) -> int:
        return 0


def found(rung: str, status: str = "ok", **fields: object) -> dict[str, object]:
    nothing: dict[str, object] = {"what": "", "seed": None, "actions": [], "position": None}
    return {"is": "found", "rung": rung, "status": status, **nothing, **fields}


WELL = [found(rung.name) for rung in RUNGS]
BEGUN = {"is": "begun"}
DONE = {"is": "done", "games": 20, "game": "toy"}


def heard(*answers: Any, nonce: str | None = None) -> Graded:
    process: Any = Lines(BEGUN, *answers, nonce=nonce)
    return CheckerConversation(process, GradingConditions(), Path("/x"), "a.py:SPEC").graded()


def test_only_answers_with_the_nonce_count_and_odd_ones_do_not() -> None:
    assert heard(*WELL, DONE).grade.points == 100
    assert heard(*WELL, DONE, nonce="0" * 32).grade.points == 0
    assert heard(DONE).grade.points == 0, "nothing was found"
    assert heard(*WELL[:2]).remark == "at the import its code ended the check: it exited with status 0"
    part = heard(*WELL[:2], {"is": "trying", "rung": "ends"})
    assert part.grade.points == 12 and part.remark.startswith("at ends its code ended the check")
    odd: tuple[Any, ...] = (
        [],
        5,
        found("plays", "great"),
        found("nothing"),
        found("key", what=7),
        found("key", seed=10**400),
    )
    deep = ("[" * 900 + "]" * 900, '{"is": "found", "rung": ' + "[" * 900 + "]" * 900 + "}", "9" * 5000)
    assert heard(*odd, *deep, {"is": ["x"]}, DONE).grade.points == 0
    altered = heard(*WELL, {"is": "refused", "code": "changed", "words": "x.y"}, DONE)
    assert altered.altered and altered.grade.points == 0


def test_talking_without_end_is_bounded_by_time() -> None:
    """The lines have come already, so nothing waits for them."""
    process: Any = Lines(BEGUN, *[{"is": "trying", "rung": "key"}] * 10)
    talking = CheckerConversation(process, GradingConditions(), Path("/x"), "a.py:SPEC")
    talking.conversation.deadline = float("-inf")
    assert "it was not done after" in talking.graded().remark and len(process.answers) == 9


class Served(Lines):
    """A game that answers as it does in its own process; ``lies`` change what it says of a state."""

    def __init__(self, spec: bg.GameSpec, lies: dict[str, Any]) -> None:
        super().__init__()
        self.said: queue.Queue[Any] = queue.Queue()
        self.requests: queue.Queue[Any] = queue.Queue()

        def say(kind: str, **fields: Any) -> None:
            self.said.put({"is": kind, **fields, **(lies if kind == "facts" else {})})

        say("begun")
        requests = iter(self.requests.get, None)
        threading.Thread(target=serve, args=(spec, requests, say, lambda: None), daemon=True).start()

    def read_line(self, deadline: float) -> bytes:
        self.answers.append(self.said.get(timeout=60))
        return super().read_line(deadline)

    def send(self, lines: list[str]) -> None:
        super().send(lines)
        request = json.loads(lines[0])
        if "do" in request:
            self.requests.put(request)


def seen_of(spec: bg.GameSpec, **lies: Any) -> dict[str, str]:
    served: Any = Served(spec, lies)
    witness = Witness(Exchange(served, Path("/x"), "a.py:SPEC", GradingConditions(), {}))
    witness.begin()
    witness.play_again(witness.play(1))
    witness.examine("unreadable-positions", witness.damage, witness.start())
    served.requests.put(None)
    return witness.seen


def test_chances_whose_sum_has_thousands_of_digits_are_told() -> None:
    told = Facts("s", -1, [], [f"1/{10**29 + 2 * number + 1}" for number in range(500)], None, None)
    served: Any = Served(bg.find("ur"), {})
    witness = Witness(Exchange(served, Path("/x"), "a.py:SPEC", GradingConditions(), {}))
    witness.look(told)
    assert witness.seen.keys() == {"chances-sum-to-one"}


@pytest.mark.parametrize("name", ["ur", "dobutsu"])
def test_a_witness_sees_nothing_wrong_in_a_game_that_is_right(name: str) -> None:
    assert seen_of(bg.find(name)) == {}


@pytest.mark.parametrize(
    ("rung", "lies"),
    [
        ("turn-and-outcome", {"turn": 7}),
        ("chances-sum-to-one", {"chances": ["1/2", "1/4"]}),
        ("chances-sum-to-one", {"chances": ["3/2", "-1/2"]}),
        ("returns", {"turn": -2, "returns": [1.0, 1.0], "reason": "home"}),
        ("reasons", {"turn": -2, "returns": [1.0, -1.0], "reason": "tired"}),
    ],
)
def test_a_witness_judges_what_a_game_says(rung: str, lies: dict[str, Any]) -> None:
    assert rung in seen_of(bg.find("ur"), **lies)


NO_SENSE = "what it says makes no sense"


@pytest.mark.parametrize(
    "lies",
    [
        {"turn": "mine"},
        {"turn": 10**400},
        {"turn": float("inf")},
        {"chances": ["1e9999999999"]},
        {"chances": ["9" * 31 + "/1"]},
        {"chances": ["1/0"]},
        {"returns": [10**400, -(10**400)]},
        {"edges": [["=0"]]},
    ],
)
def test_what_makes_no_sense_ends_the_game_and_nothing_else(lies: dict[str, Any]) -> None:
    with pytest.raises(NotPlayableError, match=NO_SENSE):
        seen_of(bg.find("ur"), **lies)


@pytest.mark.parametrize(
    ("rung", "broken"),
    [
        ("actions-once", "def actions(self): return [] if self.outcome else [ACTIONS[0]] * 2"),
        ("position-text", "def parse(self, text): return self.start()"),
        ("unreadable-positions", "def parse(self, text): return State(self, int(text))"),
        ("unreadable-positions", "def parse(self, text): return State(self, len(text))"),
        ("apply-is-repeatable", "__hash__ = lambda self: id(self)"),
        ("equality", "__eq__ = lambda self, other: True"),
        ("equality", "__eq__ = lambda self, other: 1 / 0"),
        (
            "equality",
            "key = property(lambda s: s.n + (s.n == 2))\n"
            "    __eq__ = lambda s, o: s.key == o.key\n    __hash__ = lambda s: s.key",
        ),
        ("position-text", "key = property(lambda self: id(self))"),
        ("key", "key = 1"),
        ("pickle-and-copy", "__reduce__ = lambda self: (State, (self.game, 0))"),
        ("illegal-actions", "play = lambda self, text: self"),
        ("action-text", "read = lambda self, text: ACTIONS[0]"),
    ],
)
def test_a_witness_sees_what_the_checker_should_have_seen(rung: str, broken: str, tmp_path: Path) -> None:
    (tmp_path / "toy.py").write_text(toy(broken), encoding="utf-8")
    assert rung in seen_of(bg.find(f"{tmp_path}/toy.py:SPEC"))


def test_what_a_witness_saw_costs_the_rung_or_all() -> None:
    well = Graded(Grade.of(report()), "a.py:SPEC")
    less = confirmed(well, {"position-text": "another position"}, GradingConditions())
    assert less.grade.points == 95 and not less.remark
    nothing = confirmed(well, {"plays": "it ended"}, GradingConditions())
    assert nothing.grade.points == 0 and nothing.remark == "it cannot be played from outside: it ended"


def test_a_snapshot_notices_what_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    modules = {
        module.__name__: module for module in (inside, json.encoder, values, walks, sys.modules[Rung.__module__])
    }
    monkeypatch.setattr(inside, "sys", SimpleNamespace(modules=modules))
    snapshot = Snapshot()
    assert snapshot.changed() is None
    for owner, name, place in (
        (Rung, "climb", "boardgames.testkit.rung.Rung.climb"),
        (Rung, "__getattribute__", "boardgames.testkit.rung.Rung.__getattribute__"),
        (json.encoder.JSONEncoder, "encode", "json.encoder.JSONEncoder.encode"),
        (values, "hash", "boardgames.testkit.values.hash"),
        (walks, "SAMPLE", "boardgames.testkit.walks.SAMPLE"),
        (values.future, "__code__", "boardgames.testkit.values.future"),
        (in_json, "__defaults__", "boardgames_classroom.inside.in_json"),
    ):
        with monkeypatch.context() as patch:
            new = (repr,) if name == "__defaults__" else (lambda *_: 1).__code__ if name == "__code__" else repr
            patch.setattr(owner, name, new, raising=False)
            assert snapshot.changed() == place
    assert snapshot.changed() is None


# -- grade -------------------------------------------------------------------------------------


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Submissions are graded by what their first line says, without a process; the names that were asked for."""
    asked: list[str] = []

    def grade_submission(folder: Path, conditions: GradingConditions, running: Any) -> Graded:
        reference = game_in(folder, conditions.file)
        asked.append(reference)
        word = (folder / reference.partition(":")[0]).read_text().partition("\n")[0].removeprefix("# ")
        if word == "interrupt":
            raise KeyboardInterrupt
        return Graded(Grade.of(report(**{word: FAILED}), conditions.weights), reference)

    monkeypatch.setattr(classroom, "grade_submission", grade_submission)
    return asked


def test_a_class_from_its_folder_to_its_tables(run: Run, tmp_path: Path, in_process: list[str]) -> None:
    made(tmp_path, "class/=cmd(1)/a.py", content="# key\nSPEC = 1\n")
    made(tmp_path, "class/<script>_5_assignsubmission_file_/a.py", content="# fine\nSPEC = 1\n")
    made(tmp_path, "class/eve/notes.txt")
    words = ("grade", "class", "--sandbox", "none", "--out", "g.csv", "--out", "g.html", "--out", "g.json")
    result = run(*words)
    assert result.returncode == 1, "eve has no game"
    assert result.stdout.splitlines()[-1] == (
        "3 submissions, median 96 of 100 points; 1 without a game that can be graded."
    )
    assert "Note: there is no sandbox" in result.stderr
    rows = [*csv.reader(StringIO((tmp_path / "g.csv").read_text()))]
    assert [row[:3] for row in rows[1:]] == [["<script>", "5", "100"], ["'=cmd(1)", "", "96"], ["eve", "", "0"]]
    assert rows[3][6] == "no game: there is no Python file in it"
    html = (tmp_path / "g.html").read_text()
    assert "&lt;script&gt; (5)" in html and "<script" not in html and "default-src 'none'" in html
    assert "There was no sandbox" in html
    entries = json.loads((tmp_path / "g.json").read_text())["submissions"]
    assert [entry["score"] for entry in entries] == [100, 96, 0]
    made(tmp_path, "class/eve/a.py", content="# plays\nSPEC = 1\n")
    in_process.clear()
    again = run(*words, "--resume")
    assert again.returncode == 0 and in_process == ["a.py:SPEC"], "only eve's"
    assert (tmp_path / "g.csv").read_text().count("\n") == 4
    assert run(*words, "--resume", "--weights", "plays=7").returncode == 0 and len(in_process) == 4


@pytest.mark.parametrize("damage", [{"tests": []}, {"tests": None}, {"seconds": None, "hints": 3}])
def test_what_a_result_file_has_not_whole_is_graded_anew(
    damage: dict[str, object], run: Run, tmp_path: Path, in_process: list[str]
) -> None:
    made(tmp_path, "class/ann.py", content="# fine\nSPEC = 1\n")
    words = ("grade", "class", "--sandbox", "none", "--out", "g.json")
    run(*words)
    table = json.loads((tmp_path / "g.json").read_text())
    table["submissions"][0] |= damage
    (tmp_path / "g.json").write_text(json.dumps(table))
    assert run(*words, "--resume").returncode == 0 and len(in_process) == 2
    assert json.loads((tmp_path / "g.json").read_text())["submissions"][0]["score"] == 100
    (tmp_path / "g.json").write_text("[" * 100_000)
    assert "is no table" in run(*words, "--resume").stderr


def test_what_was_graded_beside_another_reference_is_graded_anew(
    tmp_path: Path, in_process: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A submission of the same digest keeps its grade."""
    made(tmp_path, "class/ann.py", content="# fine\nSPEC = 1\n")
    (ann,) = find_submissions(tmp_path / "class")
    digests: list[str] = []
    for rules in ("one", "another", "one"):
        monkeypatch.setattr(classroom, "reference_digest", lambda like, rules=rules: rules)
        digests.append(classroom.Classroom(GradingConditions(like="ur"), {}).grade(ann).digest)
    assert digests[0] == digests[2] != digests[1]


def test_ctrl_c_keeps_what_is_done(run: Run, tmp_path: Path, in_process: list[str]) -> None:
    made(tmp_path, "class/ann.py", content="# key\nSPEC = 1\n")
    made(tmp_path, "class/bob.py", content="# interrupt\nSPEC = 1\n")
    result = run("grade", "class", "--sandbox", "none", "--out", "g.json")
    assert result.returncode == 130
    assert "1 of 2 submissions are graded, in g.json; add --resume to go on." in result.stderr
    assert [each["student"] for each in json.loads((tmp_path / "g.json").read_text())["submissions"]] == ["ann"]
    made(tmp_path, "class/abe.py", content="# interrupt\nSPEC = 1\n")
    assert run("grade", "class", "--sandbox", "none", "--out", "g.json", "--resume").returncode == 130
    kept = json.loads((tmp_path / "g.json").read_text())["submissions"]
    assert [each["student"] for each in kept] == ["ann"], "the next --resume still has it"


def test_what_starts_after_the_end_is_ended_at_once() -> None:
    """The end may come while a submission is unpacked."""
    halted: list[str] = []
    first, second = (SimpleNamespace(halt=lambda name=name: halted.append(name)) for name in ("first", "second"))
    room: Any = classroom.Classroom(GradingConditions(), {})
    with room.running(first):
        assert halted == []
        room.stop()
        assert halted == ["first"]
    with room.running(second):
        assert halted == ["first", "second"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("nowhere",), "'nowhere' does not exist"),
        (("class", "--out", "g.txt"), "the name must end with .html, .csv or .json"),
        (("class", "--resume"), "--resume needs the JSON file of before"),
        (("class", "--out", "no/g.csv"), "cannot write no/g.csv"),
        (("class", "--sandbox", "none"), "there is no submission in "),
        (("class/notes.txt", "--sandbox", "none"), "is neither a folder nor a zip"),
        (("class", "--weights", "playz=1"), "did you mean 'plays'?"),
    ],
)
def test_mistakes(run: Run, tmp_path: Path, words: tuple[str, ...], why: str) -> None:
    made(tmp_path, "class/notes.txt")
    result = run("grade", *words)
    assert result.returncode == 2 and why in result.stderr, result.stderr


def class_of_two() -> list[classroom.GradedSubmission]:
    return [
        classroom.GradedSubmission(
            Submission(name, ()), Graded(Grade.of(report(key=status, plays=other)), "a.py:SPEC"), ""
        )
        for name, status, other in (("ann", FAILED, OK), ("bob", FAILED, FAILED))
    ]


@pytest.mark.thorough
def test_on_a_phone_a_finding_is_as_wide_as_the_page(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "g.html").write_text(as_html(class_of_two(), GradingConditions(), "Class"), encoding="utf-8")
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto((tmp_path / "g.html").as_uri())
    page.get_by_text("1 rung").first.click()
    finding = page.locator("details[open] pre").bounding_box()
    assert finding is not None and finding["width"] > 300
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.close()


def test_a_table_shows_which_rungs_the_class_lost() -> None:
    graded = class_of_two()
    html = as_html(graded, GradingConditions(), "<Class>")
    assert html.index(">key</td>") < html.index(">plays</td>")
    assert "&lt;Class&gt;" in html and "2 of 2" in html and "=why" in html
    assert as_csv(graded, GradingConditions()).count("\n") == 3


# -- the machine ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "broken"),
    [
        ("sys.executable", "/nowhere/python"),
        ("conditions.CODE", "import nowhere"),
        ("unpacking.shutil.copyfile", lambda *_, **__: (_ for _ in ()).throw(OSError(errno.ENOSPC, "No space"))),
        ("unpacking.tempfile.TemporaryDirectory", lambda **_: (_ for _ in ()).throw(FileNotFoundError(2, "No folder"))),
    ],
)
def test_a_fault_of_the_machine_is_refused_once_and_costs_nobody_points(
    place: str, broken: Any, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(tmp_path, "class/ann.py", "class/bob.py")
    monkeypatch.setattr(place if place.startswith("sys.") else f"boardgames_classroom.{place}", broken)
    result = run("grade", "class", "--sandbox", "none", "--out", "g.json")
    assert result.returncode == 3 and result.stderr.count("cannot be ") == 1, result
    assert not result.stdout and not (tmp_path / "g.json").exists()


def test_what_a_killed_grader_has_left_is_removed_by_the_next_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / "else").mkdir()
    killed = tmp_path / f"{PREFIX}killed"
    (killed / "deep/er").mkdir(parents=True)
    (killed / "deep").chmod(0)
    (tmp_path / f"{PREFIX}link").symlink_to(tmp_path / "else")
    with workplace() as mine, workplace() as other:
        assert mine.is_dir() and other.is_dir() and mine != other
        assert not killed.exists()
    assert {path.name for path in tmp_path.iterdir()} == {"else", f"{PREFIX}link"}


@pytest.mark.parametrize("taken", [1, 99])
def test_a_new_folder_may_be_taken_for_one_that_was_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: int
) -> None:
    """Another grader that begins at the same moment removes it before it is locked."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    locks: list[int] = []

    def lock_late(file: int, operation: int) -> None:
        locks.append(file)
        if len(locks) <= taken:
            next(tmp_path.iterdir()).rmdir()
        flock(file, operation)

    flock = fcntl.flock
    monkeypatch.setattr(fcntl, "flock", lock_late)
    if taken == 1:
        with workplace() as mine:
            assert mine.is_dir()
    else:
        with pytest.raises(Shortage, match="another process has locked it; grade again"), workplace():
            pass
    assert len(locks) == (2 if taken == 1 else 5)


def test_a_line_now_and_then_says_how_many_are_done_and_when_the_rest_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    show = progress(30)
    for done in range(30):
        now = 80.0 * done
        show(done)
    lines = capsys.readouterr().err.splitlines()
    assert lines[2] == "3 of 30 graded, 36 min left"
    assert lines[-1].startswith("29 of 30")
