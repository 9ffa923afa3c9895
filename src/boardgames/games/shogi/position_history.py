"""The positions that a game has been through, for the rules of repetition and perpetual check.

All states of one line of play share one :class:`PositionHistory`, which only grows
at its end.  A state's place in it is the history and its own ply.  So each ply adds
one number, and an index finds the earlier occurrences of a position, however long
the game.

When a second action is tried from a state of a history, the states after it get a
history of their own, a branch, that knows where it left the first.  Taking moves
back and searching a tree work in this way.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i32, i64

from boardgames.core.vectors import append, vec

SHORT: Final = 16  # entries that are searched faster than indexed
SLOTS: Final = 64  # of the first index; a power of two, as all its multiples by four


@final
class PositionHistory:
    """The positions of plies ``first``, ``first + 1``, ... of a game; earlier ones are in ``before``.

    An entry is ``2 * key + in_check``: the position's key, not negative and below
    2**62, and whether the side to move there was in check.
    """

    def __init__(self, first: i64, before: PositionHistory | None = None) -> None:
        self.first: Final = first
        self.before: Final = before
        self._entries: vec[i64] = vec[i64]([])
        # A hash index, once there are many entries.  `_newest[low bits of a key]` is the place of the newest entry
        # with these bits, `_older[place - 1]` that of the next older one.  Places count from 1, and 0 is none.
        self._newest: vec[i32] = vec[i32]([])
        self._older: vec[i32] = vec[i32]([])

    def after(self, ply: i64, key: i64, in_check: bool) -> PositionHistory:
        """The history of the states that follow position ``key`` at ``ply``.

        ``ply`` is that of a state in this history.
        """
        entry = 2 * key + (1 if in_check else 0)
        place = ply - self.first
        if len(self._entries) == place:
            self._add(entry)
        # Another action may have been played from here before, perhaps just now in another thread.
        if self._entries[place] == entry:
            return self
        return self._branch(ply, entry)

    def _add(self, entry: i64) -> None:
        self._entries = append(self._entries, entry)
        count: i64 = len(self._entries)
        size: i64 = len(self._newest)
        if count > SHORT:
            if count > size:
                self._index(4 * size if size else SLOTS)
            else:
                slot = (entry >> 1) & (size - 1)
                self._older = append(self._older, self._newest[slot])
                self._newest[slot] = i32(count)

    def _index(self, size: i64) -> None:
        newest, older = vec[i32]([0] * size), vec[i32]([])
        for place in range(i64(len(self._entries))):
            slot = (self._entries[place] >> 1) & (size - 1)
            older = append(older, newest[slot])
            newest[slot] = i32(place + 1)
        self._newest, self._older = newest, older

    def _branch(self, ply: i64, entry: i64) -> PositionHistory:
        # A branch copies ancestors that are no longer than itself, so a look-up passes O(log plies) histories.
        start = ply
        before: PositionHistory | None = self
        while before is not None and start - before.first <= ply + 1 - start:
            start = before.first
            before = before.before
        branch = PositionHistory(start, before)
        for copied in self.entries(start, ply):
            branch._add(copied)
        branch._add(entry)
        return branch

    def entries(self, start: int, stop: int) -> list[int]:
        """The entries of plies ``start`` to ``stop - 1``."""
        entries: list[int] = []
        history: PositionHistory | None = self
        while history is not None and stop > start:
            begin = max(start, history.first)
            entries = [history._entries[ply - history.first] for ply in range(begin, stop)] + entries
            stop = min(stop, history.first)
            history = history.before
        return entries

    def count(self, ply: i64, key: i64) -> i64:
        """The number of times that the position ``key`` occurred before ``ply``."""
        count: i64 = 0
        history: PositionHistory | None = self
        while history is not None:
            count += history._count(ply - history.first, key)
            if ply > history.first:
                ply = history.first
            history = history.before
        return count

    def _count(self, stop: i64, key: i64) -> i64:
        """The number of the first ``stop`` entries that have the key."""
        count: i64 = 0
        place: i64 = len(self._entries)
        size: i64 = len(self._newest)
        if size == 0:
            if stop < place:
                place = stop
            while place > 0:
                place -= 1
                if self._entries[place] >> 1 == key:
                    count += 1
        else:
            place = i64(self._newest[key & (size - 1)])
            while place > 0:
                if place <= stop and self._entries[place - 1] >> 1 == key:
                    count += 1
                place = i64(self._older[place - 1])
        return count

    def plies(self, ply: int, key: int) -> list[int]:
        """The plies before ``ply`` at which the position ``key`` occurred, ascending."""
        root = self.root()
        return [root + place for place, entry in enumerate(self.entries(root, ply)) if entry >> 1 == key]

    def checks(self, start: int, stop: int) -> list[bool]:
        """True if the side to move was in check, for plies ``start`` to ``stop - 1``."""
        return [entry & 1 == 1 for entry in self.entries(start, stop)]

    def root(self) -> int:
        """The first ply of the game."""
        history = self
        while history.before is not None:
            history = history.before
        return history.first


def history_of(first: int, entries: list[int]) -> PositionHistory:
    """A history with these entries, as :meth:`PositionHistory.entries` gave them."""
    history = PositionHistory(first)
    for entry in entries:
        history._add(entry)
    return history
