"""Game records in files: read in any known format, written whole or not at all."""

from __future__ import annotations

import os
import stat

from boardgames.core.lookup.installed_games import load
from boardgames.core.model.game import Game
from boardgames.processes.whole_file import write_whole
from boardgames.records import record_formats as records
from boardgames.records.game_record import GameRecord, UnreadableRecord

LARGEST = 64 * 1024 * 1024
"""The size in bytes of the largest file that is read as a record."""


def read_record(path: str | os.PathLike[str], game: str | Game | None = None) -> GameRecord:
    """The game in a file, in any format of an installed game, every action checked; the first if there are several.

    ``path`` is that file; ``game`` is the game or its name, for files that do not say it.
    Raises :class:`OSError`, :class:`~boardgames.records.game_record.UnreadableRecord`, or
    what :func:`boardgames.core.lookup.installed_games.load` raises.
    """
    return records.read(_content(path), None if game is None else load(game))


def read_records(path: str | os.PathLike[str], game: str | Game | None = None) -> list[GameRecord]:
    """All games in a file; otherwise like :func:`read_record`.

    ``path`` is that file, and ``game`` the game or its name, for files that do not say it.
    """
    return records.read_all(_content(path), None if game is None else load(game))


def record_of(record: GameRecord | str | os.PathLike[str]) -> GameRecord:
    """The ``record`` itself, or the first one in the file of that path.  Raises what :func:`read_record` raises."""
    return record if isinstance(record, GameRecord) else read_record(record)


def _content(path: str | os.PathLike[str]) -> bytes:
    with open(path, "rb") as file:
        kind = os.fstat(file.fileno()).st_mode
        if stat.S_ISCHR(kind) or stat.S_ISBLK(kind):
            raise UnreadableRecord("it is a device, not the record of a game")
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise UnreadableRecord(f"it is larger than any record of a game ({LARGEST // 1024**2} MiB)")
    return data


def write_record(record: GameRecord, path: str | os.PathLike[str]) -> None:
    """Write a record to a file as JSON, whole or not at all.

    ``path`` is that file.  Raises :class:`OSError`.
    """
    write_whole(path, record.json() + "\n")
