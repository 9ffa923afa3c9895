"""The way a state came about, for rules that look back: repetition, perpetual check.

A chain of links is shared by all states that grew from it, so applying an
action costs one link, however long the game; only looking back walks it.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64


@final
class Past:
    """An earlier position, as far as repetition is concerned."""

    def __init__(self, key: i64, forced: bool, before: Past | None) -> None:
        self.key: Final = key
        self.forced: Final = forced  # was the side to move there in check?
        self.before: Final = before
