"""Copying what strangers have packed: counted, without links, and nowhere but into one folder."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import stat
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import Final

import attrs

from boardgames.core.text import printable
from boardgames.referee import SHORTAGES, Shortage

MOST_FILES: Final = 2000
MOST_BYTES: Final = 64 * 1024 * 1024
"""The largest size of one submission, unpacked."""
MOST_BYTES_OF_A_CLASS: Final = 4 * 1024 * 1024 * 1024
LARGEST_DIRECTORY: Final = 16 * 1024 * 1024
"""The largest list of entries of a zip, which is read at once."""
DEEPEST: Final = 40
"""The deepest that folders may lie in each other."""
LEFT_OUT: Final = frozenset(
    {".git", ".venv", "venv", "node_modules", "__pycache__", "__MACOSX", ".DS_Store", ".idea", ".vscode"}
)
"""Files and folders that belong to no game."""


PREFIX: Final = "boardgames-grading-"


class UnreadableSubmissions(ValueError):
    """Submissions, or one of them, that cannot be read; the message says why."""


@contextmanager
def workplace() -> Iterator[Path]:
    """An empty folder for strangers' files.  Those that a killed process has left are removed first.

    Raises :class:`~boardgames.referee.Shortage` if another process takes it for such a one.
    """
    for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with _locked(left) as locked:
            if locked:
                _clear(left)
                shutil.rmtree(left, ignore_errors=True)
    for _ in range(5):  # a grading that begins at the same moment may take a new folder for one that was left
        with tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as name, _locked(Path(name)) as own:
            if own:
                try:
                    yield Path(name).resolve()
                finally:
                    _clear(Path(name))
                return
    raise Shortage(f"{name} cannot be used: another process has locked it; grade again")


@contextmanager
def _locked(folder: Path) -> Iterator[bool]:
    """Within this, a folder of this user's is locked, unless another process has locked it: then this is ``False``."""
    if sys.platform == "win32":  # grading is for Linux: its programs need a supervisor
        yield True
        return
    import fcntl

    try:
        file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:  # it is gone, or another user's
        yield False
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        status = os.fstat(file)
        yield status.st_uid == os.geteuid() and status.st_nlink > 0  # a folder that was removed meanwhile has no links
    except BlockingIOError:
        yield False
    finally:
        os.close(file)


def _clear(folder: Path) -> None:
    """Make what a submission has left in a folder removable."""
    for path in [folder, *folder.rglob("*")]:
        with suppress(OSError):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o700)


def unpack_class(archive: str | os.PathLike[str], folder: str | os.PathLike[str]) -> None:
    """Unpack the zip that a platform has exported.  Raises :class:`UnreadableSubmissions`.

    ``archive`` is the zip, ``folder`` where its files are put.
    """
    Unpacking(Path(folder), 20 * MOST_FILES, MOST_BYTES_OF_A_CLASS, of_class=True).zip(Path(archive))


def unpack(sources: Iterable[tuple[Path, str]], folder: Path) -> None:
    """Copy files and folders, each with a name for it, to an empty folder, zips unpacked.

    Raises :class:`UnreadableSubmissions`, and :class:`~boardgames.referee.Shortage` as where the disk is full.
    """
    unpacking = Unpacking(folder)
    for path, name in sources:
        if path.is_dir():
            unpacking.folder_of(path)
        elif name.lower().endswith(".zip"):
            unpacking.zip(path)
        else:
            unpacking.file(path, PurePosixPath(name))
    inner = [path for path in folder.rglob("*.zip") if path.is_file()]
    if not any(folder.rglob("*.py")) and len(inner) == 1:  # the zip in the folder of a platform
        unpacking.zip(inner[0])


@attrs.define
class Unpacking:
    """Files on their way to a folder, counted: strangers have packed them."""

    folder: Path
    most_files: int = MOST_FILES
    most_bytes: int = MOST_BYTES
    of_class: bool = False
    files: int = 0
    bytes: int = 0

    def folder_of(self, source: Path) -> None:
        """Copy all files of a folder."""
        for path in files_below(source):
            self.file(path, PurePosixPath(path.relative_to(source).as_posix()))

    def file(self, source: Path, name: PurePosixPath) -> None:
        """Copy a file under a name.

        Raises :class:`UnreadableSubmissions`, or :class:`Shortage` if there is no room.
        """
        try:
            target = self._target(name, source.stat().st_size)
            shutil.copyfile(source, target, follow_symlinks=False)
        except OSError as error:
            blamed = Shortage if error.errno in SHORTAGES else UnreadableSubmissions
            raise blamed(f"{name} cannot be copied: {error.strerror or 'not a plain file'}") from None

    def zip(self, source: Path) -> None:
        """Unpack plain files; links and names that lead elsewhere are left out or refused."""
        try:
            with PackedFile(source) as file_of_zip, zipfile.ZipFile(file_of_zip) as archive:
                for entry in archive.infolist():
                    name = PurePosixPath(entry.filename.replace("\\", "/"))
                    kind = stat.S_IFMT(entry.external_attr >> 16)
                    if entry.is_dir() or kind not in (0, stat.S_IFREG) or LEFT_OUT & set(name.parts):
                        continue
                    if self.of_class and (len(name.parts) > 2 * DEEPEST or _leads_elsewhere(name)):
                        continue  # one student's file; deep folders show in the submission
                    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                        raise zipfile.BadZipFile("only entries that are stored or deflated are unpacked")
                    target = self._target(name, entry.file_size)
                    with archive.open(entry) as packed, target.open("wb") as file:
                        _copy_at_most(packed.read, file.write, entry.file_size)
        except (UnreadableSubmissions, KeyboardInterrupt):
            raise
        except OSError as error:
            blamed = Shortage if error.errno in SHORTAGES else UnreadableSubmissions
            raise blamed(f"{source.name} cannot be unpacked: {error.strerror}") from None
        except Exception as error:  # zipfile and the decoders raise anything at what is damaged
            why = "it is encrypted" if type(error) is RuntimeError else f"{type(error).__name__}: {error}"
            raise UnreadableSubmissions(f"{source.name} is not a zip that can be read: {printable(why)}") from None

    def _target(self, name: PurePosixPath, size: int) -> Path:
        """The place of a file in the folder, counted.  Raises :class:`UnreadableSubmissions`."""
        if _leads_elsewhere(name):
            raise UnreadableSubmissions(f"it has a file with a name that leads elsewhere: {printable(str(name))!r}")
        if len(name.parts) > DEEPEST and not self.of_class:
            raise UnreadableSubmissions(f"it has folders in each other, more than {DEEPEST} deep")
        self.files += 1
        self.bytes += size
        if self.files > self.most_files:
            raise UnreadableSubmissions(f"it has more than {self.most_files} files: leave out environments and builds")
        if self.bytes > self.most_bytes:
            raise UnreadableSubmissions(f"its files are larger than {self.most_bytes // 2**20} MiB")
        target = self.folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        return target


class PackedFile(io.FileIO):
    """A zip that a stranger has packed: its list of entries, which is read at once, is not too long."""

    def read(self, size: int | None = -1) -> bytes:
        if size is not None and size > LARGEST_DIRECTORY:
            raise zipfile.BadZipFile("its list of entries is too long")
        return super().read(-1 if size is None else size)


def _leads_elsewhere(name: PurePosixPath) -> bool:
    return name.is_absolute() or ".." in name.parts or not name.parts or "\0" in str(name) or ":" in name.parts[0]


def _copy_at_most(read: Callable[[int], bytes], write: Callable[[bytes], object], size: int) -> None:
    """Copy an entry of a zip; if it is larger than the zip says, the zip is damaged."""
    left = size + 1
    while chunk := read(min(left, 2**16)):
        left -= len(chunk)
        if left <= 0:
            raise zipfile.BadZipFile("an entry is larger than it says")
        write(chunk)


def files_below(folder: Path, deep: int = 0) -> Iterator[Path]:
    """The plain files of a folder in order; links are not followed, and files of environments are left out.

    ``deep`` is how deep the folder lies.  Raises :class:`UnreadableSubmissions`.
    """
    if deep > DEEPEST:
        raise UnreadableSubmissions(f"it has folders in each other, more than {DEEPEST} deep")
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise UnreadableSubmissions(f"cannot read {folder.name}: {error.strerror}") from None
    for path in entries:
        if path.name in LEFT_OUT or path.is_symlink():
            continue
        if path.is_dir():
            yield from files_below(path, deep + 1)
        elif path.is_file():
            yield path


def digest(folder: Path) -> str:
    """A number for the names and contents of all files in a folder."""
    total = hashlib.sha256()
    for path in files_below(folder):
        name = path.relative_to(folder).as_posix().encode("utf-8", "surrogateescape")
        content = path.read_bytes()
        total.update(b"%d %d\n" % (len(name), len(content)) + name + content)
    return total.hexdigest()
