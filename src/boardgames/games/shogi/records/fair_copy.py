"""A record as its writers need it: what every format says, in words that fit into a line."""

from __future__ import annotations

from collections.abc import Iterator

from boardgames.core.record import GameRecord
from boardgames.core.verdict import Verdict
from boardgames.games.shogi.records.endings import CSA, CSA_FOULS, KIF, Ending, ending_of
from boardgames.games.shogi.rules import State
from boardgames.games.shogi.tables import Action


class FairCopy:
    """A record made ready to be written.

    ``moves`` leaves out a declaration, which is an ending in all formats;
    ``mover`` is the seat to move at the end; ``ending`` is ``None`` where no
    record has a word for the verdict.
    """

    def __init__(self, record: GameRecord) -> None:
        playthrough = record.playthrough()
        self.record = record
        self.states: list[State] = playthrough.states
        self.moves: list[Action] = playthrough.actions
        outcome = playthrough.state.outcome
        self.verdict = record.verdict if outcome is None else Verdict(outcome)
        if self.moves and self.moves[-1].target < 0:
            self.moves, self.states = self.moves[:-1], self.states[:-1]
        self.mover: int = self.states[-1].seat
        self.ending: Ending | None = ending_of(self.verdict, self.mover)

    @property
    def names(self) -> list[str]:
        return [plain(name) for name in self.record.names]

    def headers(self) -> Iterator[tuple[str, str]]:
        for key, value in self.record.headers.items():
            yield plain(key), plain(value)

    def seconds(self, ply: int) -> int | None:
        """The whole seconds of the action that leads to ``ply``, if they are known."""
        known = self.record.times
        seconds = known[ply - 1] if ply <= len(known) else None
        return None if seconds is None else round(seconds)

    def comments(self, ply: int) -> list[str]:
        """The lines of the comment after ``ply`` actions; the last has the detail of a fault."""
        text = self.record.comments.get(ply)
        lines = [] if text is None else [plain(line) for line in text.split("\n")]
        fault = self.verdict.fault if self.verdict is not None else None
        if ply == len(self.moves) and fault is not None and fault.detail not in {*KIF, *CSA, *CSA_FOULS, *lines}:
            lines.append(plain(fault.detail))
        return lines


def plain(text: str) -> str:
    """A text that fits into a line: control characters become blanks, and there are none at its end.

    >>> plain("one\\ntwo ")
    'one two'
    """
    return "".join(
        character if character.isprintable() or character == "\u3000" else " " for character in text
    ).rstrip()
