"""A class: its submissions graded one after another or several at a time, each in a folder of its own."""

from __future__ import annotations

import errno
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import attrs

from boardgames import __version__
from boardgames.referee import SHORTAGES, Process, Shortage
from boardgames.testkit import NOT_TRIED, BrokenReference, Finding, Grade
from boardgames_classroom.conditions import GradingConditions
from boardgames_classroom.game_file import unusual
from boardgames_classroom.sandboxed import OUTSIDE, Graded, grade_submission, ungraded
from boardgames_classroom.submissions import Submission
from boardgames_classroom.unpacking import UnreadableSubmissions, digest, unpack, workplace

NO_GAME = "no game: "
SHORT = 200  # characters of an error in a sentence
MACHINES = {*SHORTAGES, errno.ENOENT, errno.EROFS}
"""Errors that are the machine's, as where no folder for temporary files can be made."""


@attrs.frozen
class GradedSubmission:
    """A student's submission and its grade."""

    submission: Submission
    graded: Graded
    digest: str
    """Of the files and the conditions: the same digest gets the same grade."""
    hints: tuple[str, ...] = ()
    """Hints for a teacher: unusual code and where it stands."""
    seconds: float = 0.0

    @property
    def grade(self) -> Grade:
        """The grade of its game."""
        return self.graded.grade

    @property
    def readable(self) -> bool:
        """True if there was a game to grade."""
        return bool(self.graded.game)

    def as_json(self) -> dict[str, Any]:
        """The submission as ``grade --json`` writes it."""
        return {
            "student": self.submission.student,
            "id": self.submission.id,
            "late": self.submission.late,
            "file": self.graded.game,
            "remark": self.graded.remark,
            "altered_checker": self.graded.altered,
            "hints": list(self.hints),
            "seconds": round(self.seconds, 2),
            "digest": self.digest,
            **self.grade.fields(),
        }


def read_graded(entry: Mapping[str, Any], submission: Submission, conditions: GradingConditions) -> GradedSubmission:
    """A graded submission as :meth:`GradedSubmission.as_json` has written it.

    Raises :class:`KeyError`, :class:`TypeError` or :class:`ValueError` for what it has not written.
    """
    findings = []
    for rung, test in zip(conditions.rungs, entry["tests"], strict=True):
        status = test["finding"]
        what = test["message"].removeprefix(f"{NOT_TRIED}: ")
        findings.append(
            Finding(rung, status, what, test["seed"], tuple(test["actions"]), test["position"], test["board"])
        )
        if test["name"] != rung.name:
            raise ValueError(test["name"])
    grade = Grade.of_findings(findings, conditions.weights, entry["game"], entry["games"], entry["seed"])
    graded = Graded(grade, entry["file"], entry["remark"], entry["altered_checker"])
    return GradedSubmission(submission, graded, entry["digest"], tuple(entry["hints"]), entry["seconds"])


def grade_class(
    submissions: Sequence[Submission],
    conditions: GradingConditions,
    jobs: int = 1,
    earlier: Mapping[str, Mapping[str, object]] | None = None,
) -> Generator[GradedSubmission, None, None]:
    """Grade submissions, ``jobs`` at a time, and yield each as it is done.

    ``conditions`` are the same for all: games, limits, weights.

    ``earlier`` are entries of a result file by their digests: what has not changed since is taken from there.
    When the iterator is closed, whatever still runs is ended.
    Raises :class:`~boardgames.referee.Shortage` if this machine lacks something.
    """
    classroom = Classroom(conditions, earlier or {})
    executor = ThreadPoolExecutor(jobs, thread_name_prefix="grading")
    try:
        for future in as_completed([executor.submit(classroom.grade, submission) for submission in submissions]):
            yield future.result()
    finally:
        classroom.stop()
        executor.shutdown(wait=True, cancel_futures=True)


class Classroom:
    """Grades single submissions, in any thread, until it is stopped."""

    def __init__(self, conditions: GradingConditions, earlier: Mapping[str, Mapping[str, object]]) -> None:
        self.conditions = conditions
        self.earlier = earlier
        self.reference = "" if conditions.like is None else reference_digest(conditions.like)
        self.lock = threading.Lock()
        self.processes: list[Process] = []
        self.stopped = False

    def grade(self, submission: Submission) -> GradedSubmission:
        """Copy a submission to a folder of its own, and grade it there; whatever it does is told in its own grade.

        Raises :class:`~boardgames.referee.Shortage` and :class:`~boardgames.testkit.BrokenReference`.
        """
        begun = time.monotonic()
        try:
            return self._graded(submission, begun)
        except (BrokenReference, Shortage):
            raise
        except Exception as error:
            if isinstance(error, OSError) and error.errno in MACHINES:
                raise Shortage(f"{submission.student} cannot be graded: {error.strerror}") from None
            sentence = f"{NO_GAME}it cannot be graded: {type(error).__name__}: {str(error)[:SHORT]}"
            return GradedSubmission(submission, ungraded(sentence, self.conditions), "", (), time.monotonic() - begun)

    def _graded(self, submission: Submission, begun: float) -> GradedSubmission:
        with workplace() as folder:
            key = ""
            hints: tuple[str, ...] = ()
            try:
                unpack(submission.sources, folder)
                key = self._key(folder)
                if key in self.earlier:
                    with suppress(KeyError, TypeError, ValueError, AttributeError):  # else it is graded anew
                        return read_graded(self.earlier[key], submission, self.conditions)
                hints = tuple(unusual(folder))
                graded = grade_submission(folder, self.conditions, self.running)
                if otherwise := [rung.name for rung in graded.grade.rungs if rung.sentence.startswith(OUTSIDE)]:
                    hints = (f"from outside it is not as the checker was told: {', '.join(otherwise)}", *hints)
            except UnreadableSubmissions as error:
                graded = ungraded(NO_GAME + str(error), self.conditions)
        return GradedSubmission(submission, graded, key, hints, time.monotonic() - begun)

    def stop(self) -> None:
        """End what runs, and start nothing more."""
        with self.lock:
            self.stopped = True
            for process in self.processes:
                process.halt()

    @contextmanager
    def running(self, process: Process) -> Iterator[None]:
        """Within this, ``stop`` ends a process."""
        with self.lock:
            self.processes.append(process)
            if self.stopped:
                process.halt()
        try:
            yield
        finally:
            with self.lock:
                self.processes.remove(process)

    def _key(self, folder: Path) -> str:
        conditions = sorted(attrs.asdict(self.conditions).items())
        return f"{digest(folder)}-{crc32(f'{__version__} {conditions} {self.reference}'.encode()):08x}"


READ: Final = """
import hashlib, os, sys
from importlib.util import source_from_cache
like, *sys.path = sys.argv[1:]
from boardgames.core.lookup import load
files, before = set(), set(sys.modules)
def note(event, words):
    if event == "open" and not isinstance(words[0], int) and not words[2] & (os.O_WRONLY | os.O_RDWR):
        files.add(os.path.abspath(os.fsdecode(words[0])))
sys.addaudithook(note)
try:
    load(like).start()
finally:
    files |= {getattr(sys.modules[name], "__file__", None) or "" for name in {*sys.modules} - before}
    total = hashlib.sha256()
    for path in sorted({source_from_cache(path) if path.endswith(".pyc") else path for path in files}):
        if os.path.isfile(path) and not path.startswith(("/proc/", "/sys/")):
            with open(path, "rb") as file: total.update(hashlib.sha256(file.read()).digest())
    print("\\n" + total.hexdigest())
"""
"""Prints, last, a digest of all files that importing a reference reads: its code, and what that opens."""


def reference_digest(like: str) -> str:
    """The digest of a reference, which is imported anew for it, in a process of its own."""
    command = [sys.executable, "-c", READ, like, *sys.path]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True).stdout.decode(errors="replace")[-65:]
