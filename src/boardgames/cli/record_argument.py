"""What several commands take: the file of a game record."""

from __future__ import annotations

from pathlib import Path

from boardgames.cli.arguments import UserError
from boardgames.contest import read_record
from boardgames.core.model import Game
from boardgames.core.options import BadOption
from boardgames.core.record import GameRecord, UnreadableRecord
from boardgames.core.spec import UnknownGame


def readable(path: Path, game: Game | None = None) -> GameRecord:
    """The record in a file.  Raises :class:`UserError`."""
    try:
        return read_record(path, game)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    except (UnreadableRecord, UnknownGame, BadOption) as error:
        raise UserError(f"{path}: {error}") from None
