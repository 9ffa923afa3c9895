"""A contest's file: SQLite, with the configuration and each finished game.

A game is added whole or not at all, in a transaction of its own, so that the
file is right at any moment, also when the runner is killed.  Others may read
while one runner writes; a second runner is refused.

Until the contest is over its seed, which tells the dice to come, is not in it (see
:mod:`~boardgames.contest.store.seed_file`).  Records are kept without their seeds,
which follow from that of the contest.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

import attrs

from boardgames.contest.configuration import Configuration
from boardgames.contest.pairings import NoPairing
from boardgames.contest.plan import PlannedGame, plan
from boardgames.contest.settings import BadContest
from boardgames.contest.store.schema import (
    APPLICATION_ID,
    COLUMNS,
    DAMAGED,
    MORE_SEATS,
    NOTES_TABLE,
    NUMBERS_TABLE,
    SEED_TABLE,
    TABLES,
    VERSION,
    WITHHELD,
    FinishedGame,
    KeptGame,
    KeptNote,
)
from boardgames.contest.store.seed_file import SALT_BYTES, read_seed, remove_seed, salted_digest, seed_path, write_seed
from boardgames.contest.store.sqlite_file import BadStore, Lock, SqliteFile
from boardgames.core.model.game import Game
from boardgames.core.text.printable import quoted
from boardgames.records import json_record
from boardgames.records.game_record import GameRecord


class Store(SqliteFile):
    """A contest's file.  Made by :meth:`create_or_open`, :meth:`in_memory` or :meth:`reading`."""

    KIND = "a contest"
    APPLICATION_ID = APPLICATION_ID
    VERSIONS = (VERSION, *MORE_SEATS, WITHHELD)
    AGAIN = "go on with --resume"

    def __init__(self, path: Path | None, *, write: bool) -> None:
        super().__init__(path, write=write)
        self.planned: dict[int, tuple[PlannedGame, Configuration]] = {}  # looked up for the seeds of records
        self.is_new = False

    def __exit__(self, *error: object) -> None:
        """Close the file; a new one that an error leaves without a game is removed, so that it blocks no other try."""
        with suppress(BadStore, OSError):
            failed = self.is_new and any(isinstance(part, Exception) for part in error)
            if failed and not self.count() and not any(self.notes(over=None)):
                remove_seed(self.path, self.configuration.known_seed)
                self.close()  # first, or SQLite leaves its journal behind
                self.path.unlink()
        self.close()

    # -- opening ----------------------------------------------------------------

    @classmethod
    def in_memory(cls, configuration: Configuration) -> Store:
        """A store that ends with the program."""
        store = cls(None, write=True)
        store._begin(configuration, withheld=False)
        return store

    @classmethod
    def create_or_open(
        cls, path: str | os.PathLike[str], configuration: Configuration, *, resume: bool = False
    ) -> Store:
        """The file of a contest that is about to be played, with a lock against a second runner.

        With ``resume`` a file that is there already is gone on with, if it is this
        very contest's.  Raises :class:`BadStore`.
        """
        path = Path(path)
        if path.is_dir():
            raise BadStore(f"{path} is a folder; give a file in it")
        if not path.absolute().parent.is_dir():
            raise BadStore(f"there is no folder {path.absolute().parent} for {path.name}; make it first")
        with ExitStack() as on_failure:
            store = cls(path, write=True)
            on_failure.callback(store.close)
            if store.empty():
                store.journal()
                write_seed(path, configuration.known_seed)
                on_failure.callback(remove_seed, path, configuration.known_seed)
                store._begin(configuration, withheld=True)
                store.is_new = True
            else:
                store._check()
                store._check_same(configuration, resume)
                store.journal()
                store._keep_seed_file(configuration.known_seed)
            on_failure.pop_all()
        return store

    @classmethod
    def reading(cls, path: str | os.PathLike[str]) -> Store:
        """The file of a contest, to look into, also while it is being played.  Raises :class:`BadStore`."""
        path = Path(path)
        if path.is_dir():
            raise BadStore(f"{path} is a folder; give the file of a contest in it")
        if not path.is_file():
            raise BadStore(
                f"there is no file {quoted(str(path))}: 'boardgames tournament run' and 'match --db' make one"
            )
        store = cls(path, write=False)
        try:
            if store.empty():
                raise BadStore(f"{path} holds no contest")
            store._check()
        except BaseException:
            store.close()
            raise
        return store

    def _begin(self, configuration: Configuration, *, withheld: bool) -> None:
        with self.transaction() as connection:
            for statement in TABLES:
                connection.execute(statement)
            written = attrs.evolve(configuration, seed=None) if withheld else configuration
            connection.execute("INSERT INTO contest VALUES (?, ?, ?)", (written.json(), written.digest, time.time()))
            if withheld:
                salt = os.urandom(SALT_BYTES)
                connection.execute(SEED_TABLE)
                digest = salted_digest(configuration.known_seed, salt)
                connection.execute("INSERT INTO seed VALUES (?, ?)", (salt, digest))
            self.mark(WITHHELD if withheld else VERSION)

    def _version(self) -> int:
        return int(self.one("PRAGMA user_version"))

    def _withheld(self) -> bool:
        """True until the seed stands in the file."""
        return self._version() == WITHHELD

    def _check(self) -> None:
        self.check_kind()
        if self._version() in MORE_SEATS:
            raise BadStore(
                f"{self.name} is a contest of games for more than two players, of an older version of boardgames: "
                "contests are for two now, so read it with that version, or use another file"
            )
        damaged = self.rows(DAMAGED, {"last": len(self.configuration.entries) - 1})
        if damaged:
            raise BadStore(f"{self.name} is damaged: its row of game {damaged[0][0]} cannot be read")
        if self._withheld():
            for salt, digest in self.rows("SELECT salt, digest FROM seed"):
                if not isinstance(salt, bytes) or not isinstance(digest, bytes) or len(salt) != SALT_BYTES:
                    raise BadStore(f"{self.name} is damaged: its digest of the seed cannot be read")

    def _check_same(self, configuration: Configuration, resume: bool) -> None:
        withheld = self._withheld()
        asked = attrs.evolve(configuration, seed=None) if withheld else configuration
        same = self.one("SELECT digest FROM contest") == asked.digest
        if not same or (withheld and not self._is_seed(configuration.known_seed)):
            own = self.configuration
            if same and own.seed is None:
                place = seed_path(self.path)
                raise BadStore(
                    f"{self.name} tells its seed only when it is over; until then that is in {place}, which is "
                    "missing or of another contest: say the same seed again, or use another file"
                )
            differences = own.differences(asked if own.seed is None else configuration)
            lines = "".join(f"\n  {difference}" for difference in differences)
            raise BadStore(f"{self.name} is of another contest. It has{lines}\nSay the same again, or use another file")
        if not resume:
            raise BadStore(
                f"{self.name} has {self.count()} games of this contest already: add --resume to play those "
                "that are missing, or use another file"
            )

    def _is_seed(self, seed: int | None) -> bool:
        rows = self.rows("SELECT salt, digest FROM seed")
        return seed is not None and any(salted_digest(seed, salt) == digest for salt, digest in rows)

    def _keep_seed_file(self, seed: int) -> None:
        """Keep the seed of a contest that goes on in its file; remove the file that a killed runner has left."""
        if not self._withheld():
            remove_seed(self.path, seed)
        elif read_seed(self.path) != seed:
            write_seed(self.path, seed)

    def disclose_seed(self, seed: int) -> None:
        """The contest is over: put its seed into the file.  Raises :class:`BadStore`."""
        if not self._withheld():
            return
        whole = attrs.evolve(self.configuration, seed=seed)
        with self.transaction() as connection:
            connection.execute("UPDATE contest SET configuration = ?, digest = ?", (whole.json(), whole.digest))
            connection.execute("DROP TABLE seed")
            self.mark(VERSION)
        remove_seed(self.path, seed)

    # -- writing ----------------------------------------------------------------

    def add(self, planned: PlannedGame, game: FinishedGame) -> KeptGame:
        """Keep a finished game.  Raises :class:`BadStore` if that is impossible, say on a full disk."""
        kept = KeptGame(
            number=planned.number,
            round=planned.round,
            pair=planned.pair,
            first=planned.first,
            second=planned.second,
            score=game.score,
            reason=game.reason,
            fault=game.fault,
            fault_seat=game.fault_seat,
            detail=game.detail,
            plies=game.plies,
            first_time=round(game.times[0], 6),
            second_time=round(game.times[1], 6),
            first_slowest=round(game.slowest[0], 6),
            second_slowest=round(game.slowest[1], 6),
        )
        row = (*kept, time.time())
        with self.transaction() as connection:
            connection.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(row))})", row)
            connection.execute("INSERT INTO records VALUES (?, ?)", (planned.number, game.record))
            self._add_notes(connection, planned, game.notes, over=True)
            for seat, numbers in enumerate(game.numbers):
                rows = [(planned.number, planned.players[seat], name, value) for name, value in numbers.items()]
                if rows:
                    connection.execute(NUMBERS_TABLE)
                    connection.executemany("INSERT INTO numbers VALUES (?, ?, ?, ?)", rows)
        return kept

    def add_given_up(self, planned: PlannedGame, notes: Sequence[str]) -> None:
        """Keep the notes of a game that was given up.  Raises :class:`BadStore`."""
        with self.transaction() as connection:
            self._add_notes(connection, planned, notes, over=False)

    def _add_notes(
        self, connection: sqlite3.Connection, planned: PlannedGame, notes: Sequence[str], *, over: bool
    ) -> None:
        for seat, note in enumerate(notes):
            if note:
                connection.execute(NOTES_TABLE)
                row = (planned.number, seat, planned.players[seat], over, note)
                connection.execute("INSERT INTO notes VALUES (?, ?, ?, ?, ?)", row)

    # -- reading ----------------------------------------------------------------

    @property
    def configuration(self) -> Configuration:
        """The contest's settings; the seed is ``None`` until the contest is over, if its file cannot be read.

        Raises :class:`BadStore`.
        """
        try:
            configuration = Configuration.from_json(self.one("SELECT configuration FROM contest"))
        except BadContest as error:
            raise BadStore(f"{self.name} is damaged, or of a later version of boardgames: {error}") from None
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise BadStore(f"{self.name} is damaged: its configuration cannot be read") from None
        if configuration.seed is None and self._withheld() and self._is_seed(seed := read_seed(self.path)):
            return attrs.evolve(configuration, seed=seed)
        return configuration

    def count(self) -> int:
        """The number of finished games."""
        return int(self.one("SELECT count(*) FROM games"))

    def results(self) -> dict[int, float]:
        """The points of the first player of each finished game, by the game's number."""
        return dict(self.rows("SELECT number, score FROM games"))

    def seated(self) -> dict[int, tuple[int, int]]:
        """The players by seat of each finished game, by the game's number."""
        return {
            number: (first, second) for number, first, second in self.rows("SELECT number, first, second FROM games")
        }

    def games(self, by: str = "number") -> list[KeptGame]:
        """The finished games by their numbers, or in the order in which they were ``finished``."""
        return [KeptGame._make(row) for row in self.rows(f"SELECT {COLUMNS} FROM games ORDER BY {by}, number")]

    def notes(self, over: bool | None = True) -> Iterator[KeptNote]:
        """The notes of players, by game and seat, in the games that are over; ``None``: in those given up too.

        Raises :class:`BadStore`.
        """
        last = len(self.configuration.entries) - 1
        for table in ("models", "notes"):
            if not self.one("SELECT count(*) FROM sqlite_master WHERE name = ?", (table,)):
                continue
            for number, seat, player, ended, text in self.rows(f"SELECT * FROM {table} ORDER BY number, seat"):
                whole = isinstance(number, int) and seat in (0, 1) and ended in (0, 1) and isinstance(text, str)
                if not whole or not (isinstance(player, int) and 0 <= player <= last):
                    raise BadStore(f"{self.name} is damaged: its note of game {number!r} cannot be read")
                if over is None or ended == over:
                    yield KeptNote(number, seat, player, text)

    def numbers(self) -> dict[str, dict[str, float]]:
        """The mean of each number that programs printed, over the games in which they did, by player and name.

        Raises :class:`BadStore`.
        """
        means: dict[str, dict[str, float]] = {}
        if self.one("SELECT count(*) FROM sqlite_master WHERE name = 'numbers'"):
            names = self.configuration.names
            grouped = "SELECT player, name, avg(value) FROM numbers GROUP BY player, name ORDER BY player, min(rowid)"
            for player, name, mean in self.rows(grouped):
                if not (isinstance(player, int) and 0 <= player < len(names) and isinstance(name, str)):
                    raise BadStore(f"{self.name} is damaged: its number {name!r} cannot be read")
                means.setdefault(names[player], {})[name] = mean
        return means

    def dates(self) -> tuple[float | None, float | None]:
        """The times of its beginning and of its last game's end, in seconds since 1970; ``None`` if there is none."""
        begun, last = self.one("SELECT begun FROM contest"), self.one("SELECT max(finished) FROM games")
        return begun if isinstance(begun, float) else None, last if isinstance(last, float) else None

    def spent(self) -> float:
        """Seconds from the beginning to the last finished game, breaks included."""
        begun, last = self.dates()
        return 0.0 if begun is None or last is None else max(0.0, last - begun)

    @property
    def being_played(self) -> bool:
        """True if a runner writes it now."""
        if self.lock is not None:
            return True
        try:
            Lock.of(self.path).release()
        except BadStore:
            return True
        return False

    def record(self, number: int, game: Game | None = None) -> GameRecord:
        """The record of a game, which may have to be named as in :func:`boardgames.records.json_record.read`.

        Raises :class:`BadStore` if there is none of this number, and what that raises.
        """
        rows = self.rows("SELECT record FROM records WHERE number = ?", (number,))
        if not rows:
            first, last = self.rows("SELECT min(number), max(number) FROM games")[0]
            games = "it has none yet" if first is None else f"its games are {first} to {last}"
            raise BadStore(f"{self.name} has no game {number}: {games}")
        if not isinstance(rows[0][0], str):
            raise BadStore(f"{self.name} is damaged: its record of game {number} cannot be read")
        record = json_record.read(rows[0][0].encode(), game)
        return record if record.seed is not None else attrs.evolve(record, seed=self._seed_of(number))

    def _seed_of(self, number: int) -> int | None:
        """The seed of a game, if that of the contest is known."""
        if number not in self.planned:
            configuration = self.configuration
            if configuration.seed is None:
                return None
            with suppress(NoPairing):
                games = plan(configuration, self.results(), self.seated()).games
                self.planned = {game.number: (game, configuration) for game in games}
        planned = self.planned.get(number)
        return None if planned is None else planned[0].seed(planned[1])
