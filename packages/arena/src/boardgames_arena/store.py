"""The SQLite file of an arena: accounts, invitations, and every finished game with its record.

A contest's file (:mod:`boardgames.contest.store`) keeps a plan that is fixed when the contest begins.  Here players
join at any time and games have no plan, so the tables are the arena's own.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import attrs
from typing_extensions import override

from boardgames.contest import BadStore, SqliteFile
from boardgames.records import GameRecord

VERSION: Final = 1
TABLES: Final = (
    """CREATE TABLE accounts (
        number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, key TEXT NOT NULL UNIQUE,
        salt BLOB, hash BLOB, created REAL NOT NULL, banned INTEGER NOT NULL DEFAULT 0
    )""",
    "CREATE TABLE invitations (hash BLOB PRIMARY KEY, created REAL NOT NULL)",
    """CREATE TABLE games (
        number INTEGER PRIMARY KEY, game TEXT NOT NULL, pair INTEGER NOT NULL, seed INTEGER NOT NULL,
        first INTEGER NOT NULL REFERENCES accounts, second INTEGER NOT NULL REFERENCES accounts,
        score REAL NOT NULL, reason TEXT NOT NULL, fault TEXT, fault_seat INTEGER, detail TEXT,
        plies INTEGER NOT NULL, finished REAL NOT NULL, record TEXT NOT NULL
    )""",
    "CREATE INDEX games_by_game ON games (game, finished)",
    "CREATE INDEX games_by_first ON games (first)",
    "CREATE INDEX games_by_second ON games (second)",
)


@attrs.frozen
class Account:
    """A name with its secret, of which only the hash is kept."""

    number: int
    name: str
    salt: bytes | None
    hash: bytes | None
    """``None`` until somebody claims the name."""
    banned: bool = attrs.field(default=False, converter=bool)


class RatedGame(NamedTuple):
    """A row of the games table, without its record."""

    number: int
    game: str
    pair: int
    seed: int
    first: int
    second: int
    score: float
    """Of the first: 0, ½ or 1."""
    reason: str
    fault: str | None
    fault_seat: int | None
    detail: str | None
    plies: int
    finished: float
    """When, in seconds since 1970."""


COLUMNS: Final = ", ".join(RatedGame._fields)
UNPLAYED: Final = """NOT banned
    AND NOT EXISTS (SELECT 1 FROM games WHERE first = accounts.number)
    AND NOT EXISTS (SELECT 1 FROM games WHERE second = accounts.number)"""
T = TypeVar("T")


class ArenaStore(SqliteFile):
    """The file.  Any thread may use it.

    Raises :class:`~boardgames.contest.BadStore`, here and in each method, for a file that cannot be read or written.
    With ``readonly`` it may be one that a server is writing now.  A change waits up to ten seconds while another
    process writes the file, so a server makes it in the thread of ``writer``; reading does not wait.
    """

    KIND = "an arena"
    APPLICATION_ID = 0x62616E61  # "bana"
    VERSIONS = (VERSION,)
    AGAIN = "start the server again if it has ended"

    def __init__(self, path: str | os.PathLike[str], readonly: bool = False) -> None:
        path = Path(path)
        if readonly and not path.exists():
            raise BadStore(f"there is no file {path}: 'boardgames serve GAME --db {path}' makes one")
        super().__init__(path, write=not readonly)
        self.writer = ThreadPoolExecutor(1, "arena store")
        try:
            empty = self.empty()
            if not empty or readonly:
                self.check_kind()
            if not readonly:
                self.journal()
                if empty:
                    self._begin()
                elif self.one("SELECT 1 FROM sqlite_master WHERE name = 'accounts' AND NOT sql LIKE '%AUTOINCREMENT%'"):
                    self._keep_numbers()
        except BaseException:
            self.close()
            raise

    def _begin(self) -> None:
        with self.transaction() as connection:
            for table in TABLES:
                connection.execute(table)
            self.mark(VERSION)

    def _keep_numbers(self) -> None:
        """Change the table of an early file, in which a new account could get the number of a deleted one."""
        with self.transaction() as connection:
            connection.execute(TABLES[0].replace("accounts", "new_accounts"))
            connection.execute("INSERT INTO new_accounts SELECT * FROM accounts")
            connection.execute("DROP TABLE accounts")
            connection.execute("ALTER TABLE new_accounts RENAME TO accounts")

    @override
    def close(self) -> None:
        """Close the file and let others write it.  Closing twice does nothing."""
        super().close()
        self.writer.shutdown(wait=False)

    async def changed(self, change: Callable[..., T], *values: object) -> T:
        """The result of a change, made in the thread that writes."""
        return await asyncio.get_running_loop().run_in_executor(self.writer, partial(change, *values))

    # -- accounts ------------------------------------------------------------------------

    def account(self, key: str) -> Account | None:
        """The account of a name's key (:func:`boardgames_arena.accounts.key_of`)."""
        rows = self.rows("SELECT number, name, salt, hash, banned FROM accounts WHERE key = ?", (key,))
        return Account(*rows[0]) if rows else None

    def accounts(self) -> list[Account]:
        """All of them, by their numbers."""
        return [Account(*row) for row in self.rows("SELECT number, name, salt, hash, banned FROM accounts ORDER BY 1")]

    def account_count(self) -> int:
        """The number of accounts."""
        return int(self.one("SELECT count(*) FROM accounts"))

    def add_account(self, name: str, key: str, salt: bytes | None, digest: bytes | None) -> Account:
        """Add an account with the salt and digest of its secret."""
        with self.transaction() as connection:
            number = connection.execute(
                "INSERT INTO accounts (name, key, salt, hash, created) VALUES (?, ?, ?, ?, ?)",
                (name, key, salt, digest, time.time()),
            ).lastrowid
        assert number is not None
        return Account(number, name, salt, digest)

    def set_secret(self, number: int, salt: bytes, digest: bytes) -> None:
        """Replace the salt and digest of an account's secret."""
        with self.transaction() as connection:
            connection.execute("UPDATE accounts SET salt = ?, hash = ? WHERE number = ?", (salt, digest, number))

    def set_banned(self, number: int, banned: bool) -> None:
        """Ban an account, or admit it again."""
        with self.transaction() as connection:
            connection.execute("UPDATE accounts SET banned = ? WHERE number = ?", (banned, number))

    def unplayed(self, created_before: float) -> list[int]:
        """The accounts made before that time that have no game, without banned ones."""
        query = f"SELECT number FROM accounts WHERE created < ? AND {UNPLAYED} ORDER BY number"
        return [row[0] for row in self.rows(query, (created_before,))]

    def delete_account(self, number: int) -> bool:
        """Delete an account.  Returns ``False`` if it has a game, which would lose its player, or is banned."""
        with self.transaction() as connection:
            return connection.execute(f"DELETE FROM accounts WHERE number = ? AND {UNPLAYED}", (number,)).rowcount > 0

    def add_invitation(self, digest: bytes) -> None:
        """Keep the digest of a new invitation."""
        with self.transaction() as connection:
            connection.execute("INSERT INTO invitations VALUES (?, ?)", (digest, time.time()))

    def has_invitation(self, digest: bytes) -> bool:
        """Return whether an invitation with this digest is unused."""
        return bool(self.rows("SELECT 1 FROM invitations WHERE hash = ?", (digest,)))

    def use_invitation(self, digest: bytes) -> bool:
        """Remove an invitation.  Returns ``False`` if there is none."""
        with self.transaction() as connection:
            return connection.execute("DELETE FROM invitations WHERE hash = ?", (digest,)).rowcount > 0

    # -- games ---------------------------------------------------------------------------

    def add(self, game: RatedGame, record: GameRecord) -> None:
        """Keep a finished game; its number must be new."""
        marks = ", ".join("?" * (len(game) + 1))
        with self.transaction() as connection:
            connection.execute(f"INSERT INTO games ({COLUMNS}, record) VALUES ({marks})", (*game, record.json()))

    def last_number(self) -> int:
        """The greatest number of a game; 0 if there is none."""
        return int(self.one("SELECT coalesce(max(number), 0) FROM games"))

    def last_pair(self) -> int:
        """The greatest number of a pair of games; 0 if there is none."""
        return int(self.one("SELECT coalesce(max(pair), 0) FROM games"))

    def game(self, number: int) -> RatedGame | None:
        """The game of that number; ``None`` if there is none."""
        rows = self.rows(f"SELECT {COLUMNS} FROM games WHERE number = ?", (number,))
        return RatedGame(*rows[0]) if rows else None

    def record(self, number: int) -> GameRecord | None:
        """The record of a game; ``None`` if it has none of that number."""
        from boardgames.records import json_record

        rows = self.rows("SELECT record FROM games WHERE number = ?", (number,))
        return json_record.read(rows[0][0].encode()) if rows else None

    def games(
        self,
        game: str | None = None,
        account: int | None = None,
        since: float | None = None,
        until: float | None = None,
        last: int | None = None,
    ) -> list[RatedGame]:
        """Games by their numbers: of one game, of one account, finished in a span of time, only the last of them.

        The last ones of one game are found by the index alone: pages ask for them while bots' clocks run.
        """
        conditions, values = _conditions(game, since, until)
        if account is not None:
            conditions.append("(first = ? OR second = ?)")
            values += [account, account]
        query = f"SELECT {COLUMNS} FROM games WHERE {' AND '.join(conditions)} ORDER BY "
        query += "number DESC" if game is None else "finished DESC, number DESC"
        if last is not None:
            query += f" LIMIT {last:d}"
        return sorted(RatedGame(*row) for row in self.rows(query, values))

    def results(
        self, game: str, since: float | None = None, until: float | None = None
    ) -> list[tuple[int, int, float, int | None, int]]:
        """The games of a kind, counted: first, second, score of the first, seat at fault, number."""
        conditions, values = _conditions(game, since, until)
        return self.rows(
            f"SELECT first, second, score, fault_seat, count(*) FROM games WHERE {' AND '.join(conditions)} "
            "GROUP BY first, second, score, fault_seat",
            values,
        )

    def games_played(self) -> list[str]:
        """The games that the file has results of."""
        return [row[0] for row in self.rows("SELECT DISTINCT game FROM games ORDER BY game")]

    def meetings(self, game: str) -> list[tuple[int, int, int]]:
        """The number of games between two accounts: first, second, number of games."""
        return self.rows("SELECT first, second, count(*) FROM games WHERE game = ? GROUP BY first, second", (game,))


def _conditions(game: str | None, since: float | None, until: float | None) -> tuple[list[str], list[object]]:
    conditions, values = ["1"], list[object]()
    for condition, value in (("game = ?", game), ("finished >= ?", since), ("finished < ?", until)):
        if value is not None:
            conditions.append(condition)
            values.append(value)
    return conditions, values
