"""Transcript: what a game record tells of one game, whatever its format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from boardgames.core.model import State
from boardgames.core.playthrough import Playthrough
from boardgames.core.verdict import Verdict


class UnreadableRecord(ValueError):
    """A file that is not the record of a game; the message says where, what is wrong and what was expected.

    ``line`` is the number of the line in the file, from 1; ``None`` where no
    line is to blame.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message, line)
        self.message = message
        self.line = line

    def __str__(self) -> str:
        return self.message if self.line is None else f"line {self.line}: {self.message}"


@attrs.frozen(kw_only=True)
class Transcript:
    """One game as it was written down.  All actions are legal: they were played while reading.

    >>> import boardgames as bg
    >>> game = bg.load("ur", tokens=1)
    >>> roll = game.start().read("=2")
    >>> transcript = Transcript(start=game.start(), actions=(roll,), names=("Ann", "Bob"))
    >>> transcript.playthrough().texts
    ['=2']
    """

    start: State
    actions: tuple[Any, ...] = ()
    """The actions from the start, chance included."""
    names: tuple[str, ...] = ("", "")
    """Who sat where; ``""`` where the record does not say."""
    seconds: tuple[float | None, ...] = ()
    """What each action took; ``None``, or a tuple that ends early, where the record does not say."""
    comments: Mapping[int, str] = attrs.field(factory=dict)
    """What is said after so many actions, 0 before the first; lines are joined by newlines."""
    verdict: Verdict | None = None
    """How the game ended; ``None`` if it was broken off or the record does not say."""
    headers: Mapping[str, str] = attrs.field(factory=dict)
    """All else that is said of the game: ``event``, ``site``, ``start``, ``end``, ``time limit``, ``opening``,
    and any others under the names that the record gives them."""
    notes: tuple[str, ...] = ()
    """What the reader left out or doubted, in sentences."""

    def playthrough(self) -> Playthrough:
        """The game as a Playthrough: its states and actions."""
        playthrough = Playthrough(self.start)
        for action in self.actions:
            playthrough.apply(action)
        return playthrough
