"""The positions of a game and the links between them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import Final, final

from mypy_extensions import i32, i64, u8

from boardgames.core.model.game import CHANCE, OVER, State
from boardgames.core.model.walk import edges
from boardgames.core.signals import check_signals
from boardgames.core.vectors import append, vec
from boardgames.solve.generic.numbering import Numbers
from boardgames.solve.tablebase import NoTablebase
from boardgames.solve.viewer import end_value, viewer

PLAYER: Final = 0
DICE: Final = 1
END: Final = 2

COMPARED: Final = 4096
"""The states with the key of an earlier one that are always compared with it; of more, one for 16 positions."""


def key_of(state: State) -> Hashable:
    """The ``key`` of a ``state``."""
    return state.key


@final
class Graph:
    """All positions that can be reached, with numbers, and the links between them.

    A *link* is ``2 * number`` of the position that it leads to, plus 1 if the value
    of that position is the winning chance of the other seat.
    """

    def __init__(self, starts: Iterable[State], key: Callable[[State], Hashable], most: int) -> None:
        self.number: Final = Numbers()
        self.kind: vec[u8] = vec[u8](b"")
        self.values: vec[float] = vec[float]([])
        """The value of each position; at first a half, except at the ends."""
        self.first: vec[i32] = vec[i32]([0])
        """The place of the first link of each position, and the end of the last one's."""
        self.links: vec[i32] = vec[i32]([])
        self.throws: vec[u8] = vec[u8](b"")
        """The place in ``chances`` of each link's chance, in a game with dice."""
        self.chances: vec[float] = vec[float]([1.0])
        self.seats: vec[u8] = vec[u8](b"")
        """The viewer of each position."""
        self._key_of: Final = None if key is key_of else key
        self._most: Final[i64] = most
        self._waiting: Final[deque[State]] = deque()
        self._distribution: object = None
        self._places: list[int] = []
        self._again: list[tuple[int, int, State]] = []  # states with an earlier one's number, after so many plies
        self._plies: i64 = 0
        for start in starts:
            self._number_of(start)
        last: i64 = i64(len(self.seats))
        pause: i64 = 0
        while self._waiting:
            pause += 1
            if not pause & 255:
                check_signals()
            if i64(len(self.kind)) == last:  # those with so many plies have been expanded
                self._plies += 1
                last = i64(len(self.seats))
            self._expand(self._waiting.popleft())
        deepest = self._plies
        for number, plies, state in self._again:  # with what follows them, which is added to the list
            self._plies = i64(plies)
            self._compare(i64(number), state, deepest)
        self._again = []

    def _number_of(self, state: State) -> i64:
        """The number of a position.  A new position gets the next number.

        Raises :class:`~boardgames.solve.tablebase.NoTablebase` if there are too many.
        """
        key = state.key if self._key_of is None else self._key_of(state)
        number = self.number.find_or_add(key)
        if number == i64(len(self.seats)):
            if number >= self._most:
                raise NoTablebase(
                    f"{state.game.name} has more than {self._most} positions, too many to keep in memory here: "
                    "begin nearer to the end (--position), choose a smaller game, or allow more (--positions)"
                )
            self.seats = append(self.seats, u8(i64(viewer(state))))
            self._waiting.append(state)
        elif i64(len(self._again)) < COMPARED + i64(len(self.kind)) // 16:
            self._again.append((int(number), int(self._plies) + 1, state))
        return number

    def _compare(self, number: i64, state: State, deepest: i64) -> None:
        """Raise :class:`~boardgames.solve.tablebase.NoTablebase` if a state has not the future of its number."""
        outcome = state.outcome
        kind: i64 = END if outcome is not None else DICE if i64(state.turn) == CHANCE else PLAYER
        seat: i64 = i64(viewer(state)) if self._key_of is not None or kind != END else i64(self.seats[number])
        links = [int(self._link(seat, state.apply(way))) for way in edges(state)]
        stored = [int(self.links[place]) for place in range(int(self.first[number]), int(self.first[number + 1]))]
        same: bool = kind == i64(self.kind[number]) and sorted(links) == sorted(stored)
        value = 0.5 if outcome is None else end_value(state, int(seat))
        if outcome is not None and not (same and value == self.values[number]):
            # a key knows neither what was before nor a limit, beyond which is nothing
            spec = getattr(state.game, "_spec", None)
            limit = self._plies >= deepest and (value == 0.5 or not same)
            same = limit or (spec is not None and outcome.reason in spec.by_history)
        if not same:
            raise NoTablebase(
                f"{state.game.name} cannot be solved: {str(state)!r} has the key of another position, but not its "
                "future ('boardgames verify' tells more: see its rung 'key')"
            )

    def _expand(self, state: State) -> None:
        number: i64 = len(self.kind)
        seat: i64 = i64(self.seats[number])
        turn = i64(state.turn)
        value = 0.5
        kind: i64 = PLAYER
        if turn == OVER:
            kind = END
            value = end_value(state, int(seat))
        elif turn == CHANCE:
            kind = DICE
            distribution = state.chances()
            if distribution is not self._distribution:
                self._distribution = distribution
                self._places = [self._place_of(float(chance)) for _, chance in distribution]
            for (throw, _), place in zip(distribution, self._places, strict=True):
                self.links = append(self.links, i32(self._link(seat, state.apply(throw))))
                self._set_chance(place)
        else:
            for action in state.actions():
                self.links = append(self.links, i32(self._link(seat, state.apply(action))))
            if i64(len(self.links)) == i64(self.first[number]):
                raise NoTablebase(
                    f"{state.game.name} cannot be solved: seat {seat} is to act in {str(state)!r} and has no action"
                )
        self.kind = append(self.kind, u8(kind))
        self.values = append(self.values, value)
        self.first = append(self.first, i32(i64(len(self.links))))

    def _link(self, seat: i64, after: State) -> i64:
        number = self._number_of(after)
        # positions of different viewers may have one number, if the key leaves the seat out
        other = i64(self.seats[number]) if self._key_of is None else i64(viewer(after))
        return 2 * number + (1 if other != seat else 0)

    def _place_of(self, chance: float) -> int:
        """The place of a chance in ``chances``.  Place 0 is for the links of players."""
        for place in range(1, len(self.chances)):
            if self.chances[place] == chance:
                return place
        if len(self.chances) > 255:
            raise NoTablebase("a game with more than 255 different chances cannot be solved here")
        self.chances = append(self.chances, chance)
        return len(self.chances) - 1

    def _set_chance(self, place: i64) -> None:
        """The chance of the last link; those before it that have none get place 0."""
        throws = self.throws
        while len(throws) < len(self.links) - 1:
            throws = append(throws, u8(0))
        self.throws = append(throws, u8(place))

    def has_dice(self) -> bool:
        return len(self.chances) > 1
