"""The submissions of a class and their students, as learning platforms name them."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import attrs

from boardgames.core.text import printable
from boardgames_classroom.unpacking import LEFT_OUT, UnreadableSubmissions

MOODLE: Final = re.compile(r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_\w+?(?:_(?P<file>.*))?", re.DOTALL)
"""``Ann Lee_4711_assignsubmission_file_`` is a folder, with more behind it a file."""
CANVAS: Final = re.compile(r"(?P<name>[^_]+?)(?P<late>_LATE)?_(?P<id>\d+)_\d+_(?P<file>.+)", re.DOTALL)
"""``leeann_LATE_123_456_hexapawn-2.py``: the third upload of a file."""
REPEATED: Final = re.compile(r"-\d+(?=\.\w+$)")
CLONED: Final = "-submissions"
"""``gh classroom clone student-repos`` puts the clones of ``ASSIGNMENT-STUDENT`` into ``ASSIGNMENT-submissions``."""


@attrs.frozen
class Submission:
    """The files that one student has handed in."""

    student: str
    sources: tuple[tuple[Path, str], ...]
    """The files and folders, each with the name that it had at the student's; a folder's is empty."""
    id: str = ""
    """The number or account that the platform knows the student by."""
    late: bool = False

    @property
    def name(self) -> str:
        """The student as a terminal shows it."""
        return printable(self.student) + (f" ({printable(self.id)})" if self.id else "")


def find_submissions(folder: str | os.PathLike[str]) -> list[Submission]:
    """The submissions in a folder, by name of student.

    A folder is a submission; so are a zip and a Python file.  Files that a platform has named after
    the same student are one submission.  Raises :class:`UnreadableSubmissions`.
    """
    folder = Path(folder).resolve()
    try:
        while True:
            entries = [path for path in folder.iterdir() if not path.name.startswith(".") and path.name not in LEFT_OUT]
            if len(entries) != 1 or not entries[0].is_dir() or any(entries[0].glob("*.py")):
                break
            folder = entries[0]  # an archive with one folder at its top
    except OSError as error:
        raise UnreadableSubmissions(f"cannot read {folder}: {error.strerror}") from None
    prefix = _prefix(folder, entries)
    submissions: dict[tuple[str, str], Submission] = {}
    for path in sorted(entries):
        submission = _submission(path, prefix)
        if submission is None:
            continue
        key = (submission.student, submission.id)
        if key in submissions:
            submission = attrs.evolve(
                submissions[key],
                sources=submissions[key].sources + submission.sources,
                late=submissions[key].late or submission.late,
            )
        submissions[key] = submission
    if not submissions:
        raise UnreadableSubmissions(
            f"there is no submission in {folder}: expected a folder, a zip or a .py file for each student"
        )
    return sorted(submissions.values(), key=lambda submission: (submission.student.casefold(), submission.id))


def _prefix(folder: Path, entries: Sequence[Path]) -> str:
    """The name of the assignment, with its hyphen, where all folders begin with it."""
    names = [path.name for path in entries if path.is_dir()]
    candidates = [f"{folder.name.removesuffix(CLONED)}-"] if folder.name.endswith(CLONED) else []
    clones = [path for path in entries if path.is_dir() and (path / ".git").exists()]
    if len(clones) > 1 and len(clones) == len(names):
        common = min(names)
        while not all(name.startswith(common) for name in names):
            common = common[:-1]
        candidates.append(common[: common.rfind("-") + 1])
    return next((prefix for prefix in candidates if prefix and all(name.startswith(prefix) for name in names)), "")


def _submission(path: Path, prefix: str) -> Submission | None:
    """The submission that an entry is, or a part of; ``None`` for other files."""
    if path.is_symlink():
        return None
    name = path.name
    if match := MOODLE.fullmatch(name):
        file = "" if path.is_dir() else match["file"] or name
        return Submission(match["name"], ((path, file),), match["id"])
    if path.is_dir():
        return Submission(name.removeprefix(prefix) or name, ((path, ""),))
    if match := CANVAS.fullmatch(name):
        return Submission(
            match["name"], ((path, REPEATED.sub("", match["file"])),), match["id"], match["late"] is not None
        )
    if path.suffix.lower() in (".py", ".zip"):
        return Submission(path.stem, ((path, name),))
    return None
