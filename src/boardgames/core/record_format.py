"""RecordFormat: a way in which people write games down, and how to read and write it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from boardgames.core.model import Game
from boardgames.core.record import GameRecord


@attrs.frozen(kw_only=True)
class RecordFormat:
    """One format of game records, as a :class:`~boardgames.core.spec.GameSpec` offers it.

    Readers forgive what can be understood; writers keep to the standard.
    """

    name: str
    title: str
    recognises: Callable[[bytes], bool]
    """Does this look like a record of the game in this format?  At most one of all formats should say so."""
    read: Callable[[Game, bytes], GameRecord]
    """The game in a file, every action checked.  Raises :class:`~boardgames.core.record.UnreadableRecord` alone."""
    write: Callable[[GameRecord], str]
    """The text of a file.  Raises :class:`ValueError` for what the format cannot hold."""
    options: Mapping[str, Any] = attrs.field(factory=dict)
    """The rule options under which files from elsewhere are read, as differences from the defaults."""
