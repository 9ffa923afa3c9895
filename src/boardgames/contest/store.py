"""Where a contest is kept: one SQLite file with its configuration and each finished game.

A game is added whole or not at all, in a transaction of its own, so that the
file is right at any moment, also when the runner is killed.  Others may read
while one runner writes; a second runner is refused.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, NamedTuple

import attrs

from boardgames.contest.configuration import BadContest, Configuration
from boardgames.contest.plan import PlannedGame
from boardgames.core.model.game import Game
from boardgames.core.record import json_record
from boardgames.core.record.game_record import GameRecord

VERSION: Final = 1
MARK: Final = 0x626F6172  # "boar": SQLite keeps it as the application's number

TABLES: Final = (
    "CREATE TABLE contest (configuration TEXT NOT NULL, digest TEXT NOT NULL, begun REAL NOT NULL)",
    """CREATE TABLE games (
        number INTEGER PRIMARY KEY, round INTEGER NOT NULL, pair INTEGER NOT NULL,
        first INTEGER NOT NULL, second INTEGER NOT NULL, score REAL NOT NULL, reason TEXT NOT NULL,
        fault TEXT, fault_seat INTEGER, detail TEXT, plies INTEGER NOT NULL,
        first_time REAL NOT NULL, second_time REAL NOT NULL,
        first_slowest REAL NOT NULL, second_slowest REAL NOT NULL, finished REAL NOT NULL
    )""",
    "CREATE TABLE records (number INTEGER PRIMARY KEY REFERENCES games, record TEXT NOT NULL)",
)


class BadStore(ValueError):
    """A file that is no contest's, or not this one's, or cannot be written; the message says what to do."""


@attrs.frozen(kw_only=True)
class FinishedGame:
    """What became of a planned game: its result in columns, and its record."""

    score: float
    """The points of the player who moved first: 0, ½ or 1."""
    reason: str
    fault: str | None = None
    """The kind of fault that ended it, if it was one."""
    fault_seat: int | None = None
    detail: str | None = None
    """The fault in a sentence."""
    plies: int = 0
    times: tuple[float, float] = (0.0, 0.0)
    """The seconds that each seat used."""
    slowest: tuple[float, float] = (0.0, 0.0)
    """The seconds of each seat's longest answer."""
    record: str
    """The game as one line of JSON, as ``boardgames play --json`` prints it."""
    failed_start: int | None = None
    """The seat whose program did not come to its first answer; not kept."""


class KeptGame(NamedTuple):
    """A row of the games table."""

    number: int
    round: int
    pair: int
    first: int
    second: int
    score: float
    reason: str
    fault: str | None
    fault_seat: int | None
    detail: str | None
    plies: int
    first_time: float
    second_time: float
    first_slowest: float
    second_slowest: float

    def points(self, player: int) -> float:
        """The points of one of its players."""
        return self.score if self.first == player else 1 - self.score


COLUMNS: Final = ", ".join(KeptGame._fields)


class Store:
    """A contest's file.  Made by :meth:`create_or_open`, :meth:`in_memory` or :meth:`reading`."""

    def __init__(self, connection: sqlite3.Connection, name: str, lock: _Lock | None = None) -> None:
        self.connection = connection
        self.name = name
        self.lock = lock

    # -- opening ----------------------------------------------------------------

    @classmethod
    def in_memory(cls, configuration: Configuration) -> Store:
        """A store that ends with the program."""
        store = cls(sqlite3.connect(":memory:", isolation_level=None), "memory")
        store._begin(configuration)
        return store

    @classmethod
    def create_or_open(cls, path: Path, configuration: Configuration, *, resume: bool = False) -> Store:
        """The file of a contest that is about to be played, with a lock against a second runner.

        With ``resume`` a file that is there already is gone on with, if it is this
        very contest's.  Raises :class:`BadStore`.
        """
        if path.is_dir():
            raise BadStore(f"{path} is a folder; give a file in it")
        if not path.absolute().parent.is_dir():
            raise BadStore(f"there is no folder {path.absolute().parent} for {path.name}; make it first")
        with ExitStack() as on_failure:
            lock = _Lock.of(path)
            on_failure.callback(lock.release)
            store = cls(_connected(path), str(path), lock)
            on_failure.callback(store.close)
            with _told(path):
                if store._empty():
                    store._journal()
                    store._begin(configuration)
                else:
                    store._check()
                    store._check_same(configuration, resume)
                    store._journal()
            on_failure.pop_all()
        return store

    @classmethod
    def reading(cls, path: Path) -> Store:
        """The file of a contest, to look into, also while it is being played.  Raises :class:`BadStore`."""
        if path.is_dir():
            raise BadStore(f"{path} is a folder; give the file of a contest in it")
        if not path.is_file():
            raise BadStore(f"there is no file {path}: 'boardgames tournament run' and 'match --db' make one")
        store = cls(_connected(path), str(path))
        try:
            with _told(path):
                if store._empty():
                    raise BadStore(f"{path} holds no contest")
                store._check()
        except BaseException:
            store.close()
            raise
        return store

    def _empty(self) -> bool:
        return not self._one("SELECT count(*) FROM sqlite_master")

    def _journal(self) -> None:
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = NORMAL")  # a power cut may cost the last games, never the file

    def _begin(self, configuration: Configuration) -> None:
        with self._transaction():
            for statement in TABLES:
                self.connection.execute(statement)
            self.connection.execute(
                "INSERT INTO contest VALUES (?, ?, ?)", (configuration.json(), configuration.digest, time.time())
            )
            self.connection.execute(f"PRAGMA application_id = {MARK}")
            self.connection.execute(f"PRAGMA user_version = {VERSION}")

    def _check(self) -> None:
        if self._one("PRAGMA application_id") != MARK:
            raise BadStore(f"{self.name} is a database of something else, not of a contest; choose another file")
        version = self._one("PRAGMA user_version")
        if version != VERSION:
            raise BadStore(
                f"{self.name} was written by another version of boardgames (format {version}; this one "
                f"reads {VERSION}): use that version, or begin a new file"
            )

    def _check_same(self, configuration: Configuration, resume: bool) -> None:
        if self._one("SELECT digest FROM contest") != configuration.digest:
            differences = self.configuration.differences(configuration)
            told = "".join(f"\n  {difference}" for difference in differences)
            raise BadStore(f"{self.name} is of another contest. It has{told}\nSay the same again, or use another file")
        if not resume:
            raise BadStore(
                f"{self.name} has {self.count()} games of this contest already: add --resume to play those "
                "that are missing, or use another file"
            )

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self.connection.close()
        if self.lock is not None:
            self.lock.release()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    # -- writing ----------------------------------------------------------------

    def add(self, planned: PlannedGame, game: FinishedGame) -> KeptGame:
        """Keep a finished game.  Raises :class:`BadStore` if that is impossible, say on a full disk."""
        kept = KeptGame(
            planned.number,
            planned.round,
            planned.pair,
            planned.first,
            planned.second,
            game.score,
            game.reason,
            game.fault,
            game.fault_seat,
            game.detail,
            game.plies,
            *(round(seconds, 6) for seconds in (*game.times, *game.slowest)),
        )
        row = (*kept, time.time())
        with _told(Path(self.name)), self._transaction():
            self.connection.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(row))})", row)
            self.connection.execute("INSERT INTO records VALUES (?, ?)", (planned.number, game.record))
        return kept

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # some errors have rolled back already
                self.connection.execute("ROLLBACK")
            raise

    # -- reading ----------------------------------------------------------------

    @property
    def configuration(self) -> Configuration:
        try:
            return Configuration.from_json(self._one("SELECT configuration FROM contest"))
        except (ValueError, TypeError, KeyError) as error:
            if isinstance(error, BadContest):
                raise
            raise BadStore(f"{self.name} is damaged: its configuration cannot be read") from None

    def count(self) -> int:
        """How many games it has."""
        count: int = self._one("SELECT count(*) FROM games")
        return count

    def results(self) -> dict[int, float]:
        """The points of the first player of each finished game, by the game's number."""
        return dict(self._rows("SELECT number, score FROM games"))

    def games(self) -> list[KeptGame]:
        """The finished games by their numbers."""
        return [KeptGame._make(row) for row in self._rows(f"SELECT {COLUMNS} FROM games ORDER BY number")]

    def spent(self) -> float:
        """Seconds from the beginning to the last finished game, breaks included."""
        last = self._one("SELECT max(finished) FROM games")
        return 0.0 if last is None else max(0.0, last - self._one("SELECT begun FROM contest"))

    @property
    def being_played(self) -> bool:
        """Whether a runner has it under its lock."""
        if self.lock is not None:
            return True
        try:
            _Lock.of(Path(self.name)).release()
        except BadStore:
            return True
        return False

    def record(self, number: int, game: Game | None = None) -> GameRecord:
        """The record of a game, which may have to be named as in :func:`boardgames.core.record.json_record.read`.

        Raises :class:`BadStore` if there is none of this number, and what that raises.
        """
        found = self._rows("SELECT record FROM records WHERE number = ?", number)
        if not found:
            numbers = self._rows("SELECT min(number), max(number) FROM games")[0]
            range_told = "it has none yet" if numbers[0] is None else f"its games are {numbers[0]} to {numbers[1]}"
            raise BadStore(f"{self.name} has no game {number}: {range_told}")
        return json_record.read(found[0][0].encode(), game)

    def _one(self, query: str) -> Any:
        rows = self._rows(query)
        return rows[0][0] if rows else None

    def _rows(self, query: str, *values: object) -> Sequence[Any]:
        with _told(Path(self.name)):
            return self.connection.execute(query, values).fetchall()


def _connected(path: Path) -> sqlite3.Connection:
    with _told(path):
        return sqlite3.connect(path, isolation_level=None, timeout=10)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """SQLite's errors as sentences."""
    try:
        yield
    except sqlite3.Error as error:
        match getattr(error, "sqlite_errorname", "").split("_")[1:2]:
            case ["NOTADB"]:
                told = f"{path} is not a database; choose another file"
            case ["FULL"]:
                told = f"the disk is full: {path} cannot grow. What it has is safe; make room, then go on with --resume"
            case ["CANTOPEN"] | ["READONLY"] | ["PERM"]:
                told = f"{path} cannot be opened for writing: check the folder and its permissions"
            case ["CORRUPT"]:
                told = f"{path} is damaged: {error}"
            case _:
                told = f"{path}: {error}. What was kept before is safe; go on with --resume"
        raise BadStore(told) from None


class _Lock:
    """A file beside the store that is locked as long as a runner lives; the system lets go of it in any case."""

    def __init__(self, path: Path, file: IO[str] | None) -> None:
        self.path = path
        self.file = file

    @classmethod
    def of(cls, store: Path) -> _Lock:
        """Raises :class:`BadStore` if somebody holds it."""
        path = store.with_name(store.name + ".lock")
        try:
            import fcntl
        except ImportError:  # where there is none, programs cannot be refereed either
            return cls(path, None)
        while True:
            try:
                file = path.open("a+", encoding="utf-8")
            except OSError as error:
                raise BadStore(f"{store} cannot be written: {error.strerror}") from None
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                file.seek(0)
                who = file.read().strip()
                file.close()
                by = f" (process {who})" if who else ""
                raise BadStore(
                    f"{store} is being written by another runner{by}: wait for it, or end it first"
                ) from None
            with suppress(FileNotFoundError):
                if os.stat(path).st_ino == os.fstat(file.fileno()).st_ino:
                    break
            file.close()  # it was removed by the runner that ended just now
        with suppress(OSError):
            file.truncate(0)
            file.write(str(os.getpid()))
            file.flush()
        return cls(path, file)

    def release(self) -> None:
        if self.file is not None:
            with suppress(OSError):
                self.path.unlink()
            with suppress(OSError):
                self.file.close()
            self.file = None
