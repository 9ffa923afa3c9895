"""The game of a record and its variations, as positions that have numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, islice
from typing import Any

import attrs

from boardgames.core.model.game import IllegalAction, State
from boardgames.records.game_record import GameRecord, UnreadableRecord, Variation


@attrs.frozen(kw_only=True, eq=False)
class RecordedPosition:
    """A position of a record, and the action that led to it.  The start is place 0, and variations follow the game."""

    number: int
    parent: int
    """The number of the place before the action."""
    before: State
    action: Any
    after: State
    seconds: float | None
    comment: str
    instead: tuple[RecordedLine, ...]
    """The variations that have another action in place of this one."""


@attrs.frozen(eq=False)
class RecordedLine:
    """The game of a record, or a variation of it."""

    places: tuple[RecordedPosition, ...]
    after: tuple[RecordedLine, ...]
    """The variations that go on where this line ends."""

    def all_places(self) -> Iterator[RecordedPosition]:
        """The places of this line and of its variations; those of the game have the first numbers."""
        yield from sorted(self._places(), key=lambda place: place.number)

    def _places(self) -> Iterator[RecordedPosition]:
        for place in self.places:
            yield place
            for line in place.instead:
                yield from line._places()
        for line in self.after:
            yield from line._places()

    @property
    def variations(self) -> int:
        """The number of variations, with those of variations."""
        lines = [*self.after, *(line for place in self.places for line in place.instead)]
        return len(lines) + sum(line.variations for line in lines)


def recorded_line(record: GameRecord) -> RecordedLine:
    """The game of a record with its variations, played again.

    Raises what :meth:`GameRecord.playthrough` raises.
    """
    game = Variation(
        ply=0, actions=record.actions, times=record.times, comments=record.comments, variations=record.variations
    )
    return _line(game, [record.playthrough().start], [0], count(1))


def states_of(variation: Variation, states: Sequence[State]) -> list[State]:
    """The states of a variation from the start of the game; ``states`` are those of the line that it leaves.

    Raises :class:`UnreadableRecord` if it is not legal.
    """
    if variation.ply >= len(states):
        raise UnreadableRecord(
            f"a variation leaves its line after {variation.ply} actions, which has {len(states) - 1}"
        )
    line = [*states[: variation.ply + 1]]
    try:
        for text in variation.actions:
            line.append(line[-1].apply(line[-1].read(text)))
    except IllegalAction as error:
        raise UnreadableRecord(f"in the variation after ply {variation.ply}, {error}") from None
    return line


def _line(variation: Variation, before: list[State], numbers: list[int], free: Iterator[int]) -> RecordedLine:
    """A line that leaves another, of ``before``, whose places have ``numbers``; its own take the next ``free`` ones."""
    states = states_of(variation, before)
    numbers = [*numbers[: variation.ply + 1], *islice(free, len(variation.actions))]
    branches: dict[int, list[RecordedLine]] = {}
    for branch in variation.variations:
        branches.setdefault(max(branch.ply, variation.ply), []).append(_line(branch, states, numbers, free))
    places = [
        RecordedPosition(
            number=numbers[ply + 1],
            parent=numbers[ply],
            before=states[ply],
            action=states[ply].read(text),
            after=states[ply + 1],
            seconds=variation.times[place] if place < len(variation.times) else None,
            comment=variation.comments.get(ply + 1, ""),
            instead=tuple(branches.get(ply, ())),
        )
        for place, (ply, text) in enumerate(enumerate(variation.actions, variation.ply))
    ]
    return RecordedLine(tuple(places), tuple(branches.get(len(states) - 1, ())))
