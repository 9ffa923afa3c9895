"""The tables of a contest's file, and their rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

import attrs

from boardgames.core.protocol.verdict import Verdict

VERSION: Final = 1
APPLICATION_ID: Final = 0x626F6172  # "boar"

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
MORE_SEATS: Final = (2, 4)
"""The versions of files of games for more than two, which boardgames wrote until 0.3.0.dev0."""
NOTES_TABLE: Final = """CREATE TABLE IF NOT EXISTS notes (
    number INTEGER NOT NULL, seat INTEGER NOT NULL, player INTEGER NOT NULL, over INTEGER NOT NULL, note TEXT NOT NULL
)"""
"""The notes of players; ``over`` is 0 for a game that was given up and is played again.

Only the file of a contest with notes has this table.  In version 0.3.0.dev0 it was called ``models``."""
NUMBERS_TABLE: Final = """CREATE TABLE IF NOT EXISTS numbers (
    number INTEGER NOT NULL, player INTEGER NOT NULL, name TEXT NOT NULL, value REAL NOT NULL
)"""
"""The numbers that programs print; only the file of a contest with such programs has this table."""
WITHHELD: Final = 3
"""The version while the contest is not over: its seed is not in the file, but a digest of it."""
SEED_TABLE: Final = "CREATE TABLE seed (salt BLOB NOT NULL, digest BLOB NOT NULL)"

DAMAGED: Final = """SELECT number FROM games WHERE
    typeof(number) != 'integer' OR typeof(round) != 'integer' OR typeof(pair) != 'integer' OR typeof(plies) != 'integer'
    OR typeof(first) != 'integer' OR first NOT BETWEEN 0 AND :last
    OR typeof(second) != 'integer' OR second NOT BETWEEN 0 AND :last OR first = second
    OR typeof(score) NOT IN ('real', 'integer') OR score NOT IN (0, 0.5, 1) OR typeof(reason) != 'text'
    OR typeof(fault) NOT IN ('text', 'null') OR typeof(detail) NOT IN ('text', 'null')
    OR (fault IS NULL) != (fault_seat IS NULL)
    OR (fault_seat IS NOT NULL AND (typeof(fault_seat) != 'integer' OR fault_seat NOT IN (0, 1)))
    OR typeof(first_time) NOT IN ('real', 'integer') OR typeof(second_time) NOT IN ('real', 'integer')
    OR typeof(first_slowest) NOT IN ('real', 'integer') OR typeof(second_slowest) NOT IN ('real', 'integer')
    OR typeof(finished) NOT IN ('real', 'integer')
    LIMIT 1"""
"""Finds a game whose row cannot be one of ours; SQLite takes any type of value in any column."""


@attrs.frozen(kw_only=True)
class FinishedGame:
    """The outcome of a planned game: its result in columns, and its record."""

    score: float
    """The points of the player that moved first: 0, ½ or 1."""
    reason: str
    fault: str | None = None
    """The kind of fault that ended it, if it was one."""
    fault_seat: int | None = None
    detail: str | None = None
    """The fault in a sentence."""
    plies: int = 0
    times: tuple[float, ...] = (0.0, 0.0)
    """The seconds that each seat used."""
    slowest: tuple[float, ...] = (0.0, 0.0)
    """The seconds of each seat's longest answer."""
    notes: tuple[str, ...] = ()
    """The notes of the players by seat (``Player.note``)."""
    numbers: tuple[Mapping[str, float], ...] = ()
    """The numbers that programs printed, by seat and name."""
    record: str
    """The game as one line of JSON, as ``boardgames play --json`` prints it, but without its seed."""

    @classmethod
    def of(cls, verdict: Verdict, **others: Any) -> FinishedGame:
        """The game that ended with a verdict; ``others`` are the fields that a verdict does not tell."""
        fault = verdict.fault
        if fault is not None:
            others |= {"fault": fault.kind, "fault_seat": fault.seat, "detail": fault.detail}
        return cls(score=(verdict.outcome.returns[0] + 1) / 2, reason=verdict.outcome.reason, **others)


BENCHED: Final = "it was benched: it could not get going three times in a row"
"""The detail of a game that a benched player loses without being started."""
START_FAULTS: Final = ("not started", "crash", "timeout", "memory")
"""The kinds of fault of a program that fails before its first answer."""


class KeptNote(NamedTuple):
    """A row of the table of notes: the text of the player in a seat of a game."""

    number: int
    """The game's."""
    seat: int
    player: int
    """The number of the player among the contest's entries."""
    text: str


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

    @property
    def players(self) -> tuple[int, int]:
        """The players by seat."""
        return self.first, self.second

    @property
    def outcome(self) -> float:
        """1 if the first player won, ½ for a draw, 0 if it lost; ``score`` may be a share of a win."""
        return (self.score > 0.5) + (self.score == 0.5) / 2

    @property
    def scores(self) -> tuple[float, float]:
        """The points by seat."""
        return self.score, 1 - self.score

    @property
    def times(self) -> tuple[float, float]:
        """The seconds that each seat used."""
        return self.first_time, self.second_time

    @property
    def slowest(self) -> tuple[float, float]:
        """The seconds of each seat's longest answer."""
        return self.first_slowest, self.second_slowest

    @property
    def result(self) -> str:
        """The result: ``1-0``, ``0-1`` or ``½-½``."""
        return {1.0: "1-0", 0.0: "0-1"}.get(self.score, "½-½")

    @property
    def failed_start(self) -> int | None:
        """The seat whose program did not come to its first answer, if there is one."""
        seat = self.fault_seat
        if seat is None or self.fault not in START_FAULTS or self.detail == BENCHED or self.times[seat]:
            return None
        return seat

    def points(self, player: int) -> float:
        """The points of one of its players."""
        return self.score if self.first == player else 1 - self.score


def by_pair(games: Iterable[KeptGame]) -> dict[int, list[KeptGame]]:
    """The games that share their dice and their opening, by the number of their pair."""
    pairs: dict[int, list[KeptGame]] = {}
    for game in games:
        pairs.setdefault(game.pair, []).append(game)
    return pairs


COLUMNS: Final = ", ".join(KeptGame._fields)
