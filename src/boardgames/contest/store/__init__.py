"""Where a contest is kept: a file, its tables, its lock and its errors."""

from __future__ import annotations

from boardgames.contest.store.schema import BENCHED, FinishedGame, KeptGame, SeatResult, by_pair
from boardgames.contest.store.sqlite_file import BadStore
from boardgames.contest.store.store import Store

__all__ = ["BENCHED", "BadStore", "FinishedGame", "KeptGame", "SeatResult", "Store", "by_pair"]
