"""RecordFormat: a format of game records, and how to read and write it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from boardgames.core.model.game import Game
from boardgames.records.game_record import GameRecord


@attrs.frozen(kw_only=True)
class RecordFormat:
    """One format of game records, as a :class:`~boardgames.core.lookup.spec.GameSpec` offers it.

    Readers accept everything that can be understood; writers keep to the standard.  Where nobody says
    the game of a file, one whose package has a folder ``records`` is asked first, then all.
    """

    name: str
    title: str
    recognises: Callable[[bytes], bool]
    """True if this looks like a record of the game in this format.  At most one of all formats should say so."""
    read_all: Callable[[Game, bytes], list[GameRecord]]
    """All games in a file, at least one, every action checked.

    Raises only :class:`~boardgames.records.game_record.UnreadableRecord`.
    """
    write: Callable[[GameRecord], str]
    """The text of a file.  Raises :class:`ValueError` for what the format cannot hold."""
    join: Callable[[Sequence[str]], str] | None = None
    """The text of one file from those of several games; ``None`` if the format holds one game a file."""
    resembles: Callable[[bytes], bool] | None = None
    """True if this looks like a record in this format, of any game; ``None``: the same as ``recognises``."""
    encodings: Mapping[str, str] = attrs.field(factory=dict)
    """The endings of its files' names, and the encoding that each means; ``.name`` in UTF-8 need not stand here."""
    mark: str = ""
    """The first line that tells programs of UTF-8 where the name means another encoding."""
    language: str = ""
    """The code of the language in which it writes moves, if it is the notation of one."""
    options: Mapping[str, Any] = attrs.field(factory=dict)
    """The rule options with which files from elsewhere are read, as differences from the defaults."""

    def read(self, game: Game, data: bytes) -> GameRecord:
        """The first game in a file."""
        return self.read_all(game, data)[0]

    def looks_alike(self, data: bytes) -> bool:
        """True if this looks like a record in this format, of any game."""
        return (self.resembles or self.recognises)(data)
