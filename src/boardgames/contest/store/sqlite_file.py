"""An SQLite file as contests and arenas use it: one process writes, others read, and each error is a sentence."""

from __future__ import annotations

import os
import sqlite3
import sys
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, ClassVar, Final, Self

NOT_WRITABLE: Final = "{} cannot be opened for writing: check the folder and its permissions"

MOST_BYTES: Final = 2**27
"""The longest text that is read from a file; no record of a game is as long."""


class BadStore(ValueError):
    """A file of another contest or of something else, or one that cannot be written; the message says what to do."""


def format_error(error: sqlite3.Error, path: Path, again: str) -> str:
    """An error of SQLite as a sentence, which ``again`` ends: how to go on."""
    match getattr(error, "sqlite_errorname", "").split("_")[1:2]:
        case ["NOTADB"]:
            return f"{path} is not a database; choose another file"
        case ["FULL"]:
            return f"the disk is full: {path} cannot grow. What it has is safe; make room, then {again}"
        case ["CANTOPEN"] if not _files_left(path):
            return f"{path} cannot be made: the disk has no inodes left, so there is no room for another file"
        case ["CANTOPEN"] | ["READONLY"] | ["PERM"]:
            return NOT_WRITABLE.format(path)
        case ["CORRUPT"]:
            return f"{path} is damaged: {error}"
    return f"{path}: {error}. What was kept before is safe; {again}"


def _files_left(path: Path) -> bool:
    """True if the disk can hold another file.  Disks that do not count inodes can."""
    if sys.platform == "win32":
        return True
    try:
        disk = os.statvfs(path.absolute().parent)
    except OSError:  # the folder is missing
        return True
    return disk.f_favail > 0 or disk.f_files == 0


class Lock:
    """A file beside the store that is locked while its writer lives; the system releases it however the writer ends.

    It lies beside the file itself, so a symbolic link leads to the same lock.
    """

    def __init__(self, path: Path, file: IO[str] | None) -> None:
        self.path = path
        self.file = file

    @classmethod
    def of(cls, store: Path) -> Lock:
        """Lock a store.  Raises :class:`BadStore` if another process holds the lock."""
        path = Path(os.path.realpath(store) + ".lock")
        if sys.platform == "win32":  # it has no lock that ends with its process and leaves the file readable
            return cls(path, None)
        import fcntl

        while True:
            try:
                file = path.open("a+", encoding="utf-8")
            except OSError as error:
                raise BadStore(f"{store} cannot be written: {error.strerror}") from None
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                file.seek(0)
                process = file.read().strip()
                file.close()
                by = f" (process {process})" if process else ""
                raise BadStore(
                    f"{store} is being written by another runner{by}: wait for it, or end it first"
                ) from None
            with suppress(FileNotFoundError):
                if os.stat(path).st_ino == os.fstat(file.fileno()).st_ino:
                    break
            file.close()  # its holder ended and removed it after we had opened it: lock the next file of this name
        with suppress(OSError):
            file.truncate(0)
            file.write(str(os.getpid()))
            file.flush()
        return cls(path, file)

    def release(self) -> None:
        """Remove the file and let go of it.  Releasing twice does nothing."""
        if self.file is not None:
            with suppress(OSError):
                self.path.unlink()
            with suppress(OSError):
                self.file.close()
            self.file = None


class SqliteFile:
    """A file with tables of its own; without a path it is in memory.  Any thread may use it.

    With ``write`` it is locked against a second writer.  An error of SQLite is raised as :class:`BadStore`.
    """

    KIND: ClassVar[str]
    """The owner of such a file, with its article: ``an arena``."""
    APPLICATION_ID: ClassVar[int]
    VERSIONS: ClassVar[Collection[int]]
    """The versions of the format that can be read."""
    AGAIN: ClassVar[str]
    """The end of a sentence that says how to go on after an error."""

    def __init__(self, path: Path | None, *, write: bool) -> None:
        self.name = "memory" if path is None else str(path)
        self.lock = _locked(path) if write and path is not None else None
        self._file = ":memory:" if path is None else path
        self._guard = self._reading = threading.RLock()
        try:
            self.connection = self.reader = self._connect()
        except BaseException:
            self._unlock()
            raise

    def _connect(self) -> sqlite3.Connection:
        with self.errors():
            connection = sqlite3.connect(self._file, isolation_level=None, timeout=10, check_same_thread=False)
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
            return connection

    @property
    def path(self) -> Path:
        return Path(self.name)

    def close(self) -> None:
        """Close the file and let others write it.  Closing twice does nothing."""
        with self._guard, self._reading, suppress(sqlite3.Error):
            self.reader.close()
            self.connection.close()
        self._unlock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _unlock(self) -> None:
        if self.lock is not None:
            self.lock.release()

    def rows(self, query: str, values: Sequence[object] | Mapping[str, object] = ()) -> list[Any]:
        """The rows of a query, without those of a transaction that is not over."""
        with self.errors(), self._reading:
            return self.reader.execute(query, values).fetchall()

    def one(self, query: str, values: Sequence[object] | Mapping[str, object] = ()) -> Any:
        """The first value of a query's first row; ``None`` without a row."""
        rows = self.rows(query, values)
        return rows[0][0] if rows else None

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Within this, all changes are kept, or none if an exception leaves it.  Raises :class:`BadStore`."""
        if self._file != ":memory:" and not self.path.exists():  # SQLite would go on, and what it wrote would be lost
            raise BadStore(f"{self.path} was moved or deleted: put it back, and {self.AGAIN}")
        with self.errors(), self._guard:
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # some errors have rolled back already
                    self.connection.execute("ROLLBACK")
                raise

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Within this, an error of SQLite is raised as a :class:`BadStore`."""
        try:
            yield
        except sqlite3.Error as error:
            raise BadStore(format_error(error, self.path, self.AGAIN)) from None

    def empty(self) -> bool:
        """True for a file without tables, as SQLite has just made it."""
        return not self.one("SELECT count(*) FROM sqlite_master")

    def journal(self) -> None:
        """Readers and the writer do not wait for each other; a power cut may cost the last games, never the file.

        From now on this object reads over a connection of its own, so that a thread which reads never waits for one
        which waits until another process lets go of the file.
        """
        self.rows("PRAGMA journal_mode = WAL")
        self.rows("PRAGMA synchronous = NORMAL")
        self.reader, self._reading = self._connect(), threading.RLock()

    def mark(self, version: int) -> None:
        """Write into a new file, in a transaction, that it is of this kind, in this version of the format."""
        self.connection.execute(f"PRAGMA application_id = {self.APPLICATION_ID}")
        self.connection.execute(f"PRAGMA user_version = {version}")

    def check_kind(self) -> None:
        """Raises :class:`BadStore` for a file of something else, or in a format that cannot be read."""
        if self.one("PRAGMA application_id") != self.APPLICATION_ID:
            raise BadStore(f"{self.name} is a database of something else, not of {self.KIND}; choose another file")
        strange = self.rows("SELECT type, name FROM sqlite_master WHERE type IN ('view', 'trigger')")
        if strange:
            kind, name = strange[0]
            raise BadStore(f"{self.name} has a {kind}, {name!r}, which is not of {self.KIND}; choose another file")
        version = self.one("PRAGMA user_version")
        if version not in self.VERSIONS:
            first, last = min(self.VERSIONS), max(self.VERSIONS)
            raise BadStore(
                f"{self.name} was written by another version of boardgames (format {version}; this one "
                f"reads {first if first == last else f'{first} to {last}'}): use that version, or begin a new file"
            )


def _locked(path: Path) -> Lock:
    """The lock of a file with a single name.  Raises :class:`BadStore`."""
    with suppress(OSError):
        if path.stat().st_nlink > 1:  # the lock and SQLite's journal are named after the file
            raise BadStore(
                f"{path} has a second name (a hard link), under which another process could write it too: "
                "remove one of them, or use a copy of the file"
            )
        if not os.access(path, os.W_OK):  # SQLite finds that at the first change
            raise BadStore(NOT_WRITABLE.format(path))
    return Lock.of(path)
