"""Solves any game for two whose positions fit into memory.

Games without dice are solved by *retrograde analysis*: it goes backwards from the
ends and finds which positions are won and lost; all others are drawn.  Games with
dice are solved by *value iteration*: it takes means over throws and the best of
the actions, again and again until nothing changes.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Final, final

from mypy_extensions import i32, i64, u8

from boardgames.core.lookup.tablebase import NoTablebase, NotInTablebase
from boardgames.core.model.game import CHANCE, OVER, State
from boardgames.core.protocol.rated_actions import ActionChances
from boardgames.core.signals import check_signals
from boardgames.core.text.foreign_code import described
from boardgames.core.vectors import append, vec

MOST_POSITIONS: Final = 1_000_000
TOLERANCE: Final = 1e-13
PLAYER: Final = 0
DICE: Final = 1
END: Final = 2
UNKNOWN: Final = -1
LARGEST: Final = 2**62 - 1
SPREAD: Final = 0x1E3779B97F4A7C15
"""A hash is a key times this number: its highest bits depend on all bits of the key."""
HASHED: Final = 31  # so many of these are used
LARGEST_ITEM: Final = 2**31 - 1
FREE: Final = -1


def key_of(state: State) -> Hashable:
    return state.key


def viewer(state: State) -> int:
    """The seat whose winning chance is the value of a position: the one that acts, throws, or would be next."""
    turn = state.turn
    if turn >= 0:
        return turn
    return int(state.seat)


def end_value(state: State, seat: int) -> float:
    """The value of a game that is over, for a seat.

    Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase` for returns that cannot be those of a game for two.
    """
    outcome = state.outcome
    assert outcome is not None
    returns = outcome.returns
    if len(returns) != 2 or not -1.0 <= returns[0] <= 1.0 or returns[0] + returns[1] != 0.0:
        raise NoTablebase(
            f"{state.game.name} cannot be solved: in {str(state)!r} it returns {returns}, "
            "not two numbers from -1 to 1 of sum 0"
        )
    return (float(returns[seat]) + 1.0) / 2.0


def top_of_hash(key: i64) -> i64:
    """The 31 highest bits of a key's hash."""
    return (key * SPREAD & LARGEST) >> HASHED


@final
class Numbers:
    """A number for each key, from 0 on in the order of arrival.

    Whole numbers of less than 63 bits stand in flat arrays, 16 to 24 bytes for each; the first other key
    moves all of them into a dictionary, which takes five to ten times as much.
    """

    def __init__(self) -> None:
        self.keys: vec[i64] = vec[i64]([])
        self.bits: i64 = 10
        self.slots: vec[i32] = filled(2**10, FREE)
        """A hash table of numbers: a key stands in the first free slot from the place of its hash on.

        The low bits of a slot are the number.  The high bits are more bits of the hash: where they differ, the key
        differs too, and need not be fetched from far away in memory.
        """
        self.others: dict[Hashable, int] | None = None

    def size(self) -> int:
        return len(self.keys) if self.others is None else len(self.others)

    def find(self, key: Hashable) -> i64:
        """The number of a key; -1 if it has none."""
        others = self.others
        if others is not None:
            return others.get(key, -1)
        if type(key) is not int or not -LARGEST < key < LARGEST:
            return -1
        item: i64 = i64(self.slots[self.slot(i64(key))])
        return item if item == FREE else item & (i64(len(self.slots)) - 1)

    def slot(self, key: i64) -> i64:
        """The slot of a key, or the free one where it would stand."""
        slots, keys, bits = self.slots, self.keys, self.bits
        last: i64 = len(slots) - 1
        top = top_of_hash(key)
        at = top >> (HASHED - bits)
        rest = top & (LARGEST_ITEM >> bits)
        while True:
            item: i64 = i64(slots[at])
            if item == FREE or (item >> bits == rest and keys[item & last] == key):
                return at
            at = (at + 1) & last

    def find_or_add(self, key: Hashable) -> i64:
        """The number of a key.  A new key gets the next number."""
        if self.others is None:
            if type(key) is int and -LARGEST < key < LARGEST:
                whole = i64(key)
                slots, last = self.slots, i64(len(self.slots)) - 1
                at = self.slot(whole)
                item: i64 = i64(slots[at])
                if item != FREE:
                    return item & last
                number: i64 = len(self.keys)
                slots[at] = i32(self.item(whole, number))
                self.keys = append(self.keys, whole)
                if 3 * number >= 2 * last:
                    self.grow()
                return number
            self.others = {int(known): place for place, known in enumerate(self.keys)}
            self.keys, self.slots = vec[i64]([]), vec[i32]([])
        others = self.others
        return others.setdefault(key, len(others))

    def item(self, key: i64, number: i64) -> i64:
        """What stands in the slot of a key."""
        return (top_of_hash(key) & (LARGEST_ITEM >> self.bits)) * i64(len(self.slots)) + number

    def grow(self) -> None:
        """Twice as many slots."""
        self.bits += 1
        self.slots = vec[i32]([])  # before the next is made
        self.slots = filled(2 ** int(self.bits), FREE)
        slots, keys, bits = self.slots, self.keys, self.bits
        last: i64 = len(slots) - 1
        number: i64
        for number in range(i64(len(keys))):
            at = top_of_hash(keys[number]) >> (HASHED - bits)
            while slots[at] != FREE:  # all keys differ
                at = (at + 1) & last
            slots[at] = i32(self.item(keys[number], number))

    def __iter__(self) -> Iterator[Hashable]:
        """The keys in the order of their numbers."""
        return iter(self.keys if self.others is None else self.others)


def put(items: vec[i32], place: i64, item: i64) -> vec[i32]:
    """Set an item, the first one after the last too; the array to go on with."""
    if place < i64(len(items)):
        items[place] = i32(item)
        return items
    return append(items, i32(item))


def filled(size: int, item: i64) -> vec[i32]:
    """An array of so many equal items."""
    items: vec[i32] = vec[i32](capacity=size)
    for _ in range(i64(size)):
        items = append(items, i32(item))
    return items


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
        """For each link of a game with dice the place of its chance in ``chances``."""
        self.chances: vec[float] = vec[float]([1.0])
        self.seats: vec[u8] = vec[u8](b"")
        """The viewer of each position."""
        self._key_of: Final = None if key is key_of else key
        self._most: Final[i64] = most
        self._waiting: Final[deque[State]] = deque()
        self._distribution: object = None
        self._places: list[int] = []
        for start in starts:
            self._number_of(start)
        pause: i64 = 0
        while self._waiting:
            pause += 1
            if not pause & 255:
                check_signals()
            self._expand(self._waiting.popleft())

    def _number_of(self, state: State) -> i64:
        """The number of a position.  A new position gets the next number.

        Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase` if there are too many.
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
        return number

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
                self._link(seat, state.apply(throw))
                self._set_chance(place)
        else:
            for action in state.actions():
                self._link(seat, state.apply(action))
            if i64(len(self.links)) == i64(self.first[number]):
                raise NoTablebase(
                    f"{state.game.name} cannot be solved: seat {seat} is to act in {str(state)!r} and has no action"
                )
        self.kind = append(self.kind, u8(kind))
        self.values = append(self.values, value)
        self.first = append(self.first, i32(i64(len(self.links))))

    def _link(self, seat: i64, after: State) -> None:
        number = self._number_of(after)
        # positions of different viewers may have one number, if the key leaves the seat out
        there = i64(self.seats[number]) if self._key_of is None else i64(viewer(after))
        self.links = append(self.links, i32(2 * number + (1 if there != seat else 0)))

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

    def value_iteration(self, tolerance: float) -> None:
        """Value iteration, component by component, until no value of it changes by more than ``tolerance``.

        A *component* holds the positions that can all reach each other.  Each is solved after those that it
        leads to, so a position that never comes back is looked at once.
        """
        while len(self.throws) < len(self.links):
            self.throws = append(self.throws, u8(0))
        order, bounds = self.components()
        component = self._room(order, bounds)
        places = filled(len(order), 0)
        begin: i64 = 0
        number: i64
        for number in range(i64(len(bounds))):
            end: i64 = i64(bounds[number])
            component.read(self, order, places, begin, end)
            while component.sweep() > tolerance and component.links_inside:
                check_signals()
            component.write(self.values, order, begin)
            begin = end

    def _room(self, order: vec[i32], bounds: vec[i32]) -> Component:
        """A component with room for the largest of these."""
        first = self.first
        most_positions: i64 = 0
        most_links: i64 = 0
        at: i64 = 0
        component: i64
        for component in range(i64(len(bounds))):
            begin = at
            links: i64 = 0
            while at < i64(bounds[component]):
                number: i64 = i64(order[at])
                links += i64(first[number + 1]) - i64(first[number])
                at += 1
            most_positions = max(most_positions, at - begin)
            most_links = max(most_links, links)
        return Component(self.chances, int(most_positions), int(most_links))

    def components(self) -> tuple[vec[i32], vec[i32]]:
        """The strongly connected components, each after those that it leads to: all positions, and where each ends.

        Within a component the positions that were found last come first: most lead to later ones.

        Tarjan's algorithm in Pearce's form, without recursion: ``rank`` is the order of arrival of a position that is
        not finished, lowered to that of the earliest that it leads back to; and larger than any for a finished one.
        """
        size: i64 = len(self.kind)
        first, links = self.first, self.links
        rank = filled(int(size), 0)
        path: vec[i32] = vec[i32]([])  # the positions from the root to the one at work
        places: vec[i32] = vec[i32]([])  # the next link of each of them
        arrivals: vec[i32] = vec[i32]([])  # what the rank of each was at first
        left: vec[i32] = vec[i32]([])  # positions with all links seen, of components that are not finished
        bounds: vec[i32] = vec[i32]([])
        finished: i64 = 0
        depth: i64 = 0
        waiting: i64 = 0
        arrived: i64 = 0
        start: i64
        at: i64
        for start in range(size):
            to = start
            while True:
                if rank[to] == 0:
                    arrived += 1
                    if not arrived & 0xFFFF:
                        check_signals()
                    rank[to] = i32(arrived)
                    path = put(path, depth, to)
                    places = put(places, depth, i64(first[to]))
                    arrivals = put(arrivals, depth, arrived)
                    depth += 1
                if not depth:
                    break
                here: i64 = i64(path[depth - 1])
                link: i64 = i64(places[depth - 1])
                if link < i64(first[here + 1]):
                    places[depth - 1] = i32(link + 1)
                    to = i64(links[link]) >> 1
                    if i64(rank[to]) != 0 and rank[to] < rank[here]:
                        rank[here] = rank[to]
                    continue
                depth -= 1
                if i64(rank[here]) != i64(arrivals[depth]):  # it leads back to an earlier one
                    left = put(left, waiting, here)
                    waiting += 1
                else:
                    mark = size + 1 + i64(len(bounds))
                    finished += 1
                    while waiting > 0 and rank[i64(left[waiting - 1])] >= rank[here]:
                        waiting -= 1
                        finished += 1
                        rank[i64(left[waiting])] = i32(mark)
                    rank[here] = i32(mark)
                    bounds = append(bounds, i32(finished))
                if not depth:
                    break
                above: i64 = i64(path[depth - 1])
                if rank[here] < rank[above]:
                    rank[above] = rank[here]
                to = here
        places = vec[i32]([0])  # where the next position of each component goes
        for at in range(i64(len(bounds))):
            places = append(places, bounds[at])
        order = filled(int(size), 0)
        at = size
        while at > 0:
            at -= 1
            component: i64 = i64(rank[at]) - size - 1
            order[i64(places[component])] = i32(at)
            places[component] = i32(i64(places[component]) + 1)
        return order, bounds

    def retrograde(self) -> vec[i32]:
        """Retrograde analysis.  Returns the plies to the end under best play; -1 where play need not end."""
        values, first, links = self.values, self.first, self.links
        size: i64 = len(values)
        number: i64
        link: i64
        # the reverse of the links: `leading` lists, for each position, those that lead to it
        ends = filled(int(size) + 1, 0)
        for link in range(i64(len(links))):
            to: i64 = i64(links[link]) >> 1
            ends[to] = i32(i64(ends[to]) + 1)
        for number in range(size):
            ends[number + 1] = i32(i64(ends[number + 1]) + i64(ends[number]))
        leading = filled(len(links), 0)
        open_links = filled(int(size), 0)  # links that are not known to lose
        for number in range(size):
            open_links[number] = i32(i64(first[number + 1]) - i64(first[number]))
            for link in range(i64(first[number]), i64(first[number + 1])):
                to = i64(links[link])
                place: i64 = i64(ends[to >> 1]) - 1
                ends[to >> 1] = i32(place)
                leading[place] = i32(2 * number + (to & 1))
        plies = filled(int(size), UNKNOWN)
        decided: vec[i32] = vec[i32]([])
        for number in range(size):
            if i64(self.kind[number]) == END:
                if values[number] != 0.0 and values[number] != 0.5 and values[number] != 1.0:
                    raise NoTablebase("a game without dice can be solved if every end of it is won, lost or drawn")
                plies[number] = 0
                if values[number] != 0.5:
                    decided = append(decided, i32(number))
        at: i64 = 0
        while at < i64(len(decided)):
            if not at & 0xFFFF:
                check_signals()
            here: i64 = i64(decided[at])
            at += 1
            link = i64(ends[here])
            while link < i64(ends[here + 1]):
                source: i64 = i64(leading[link]) >> 1
                value = values[here]
                if i64(leading[link]) & 1:
                    value = 1.0 - value
                link += 1
                if i64(plies[source]) != UNKNOWN:
                    continue
                open_links[source] = i32(i64(open_links[source]) - 1)
                if value == 1.0 or i64(open_links[source]) == 0:
                    values[source] = value
                    plies[source] = i32(i64(plies[here]) + 1)
                    decided = append(decided, i32(source))
        return plies


@final
class Component:
    """Positions of a game with dice that can all reach each other: they are solved together.

    It has its own copy of what the sweeps read, in one piece and in the order of the sweeps, so the processor finds
    most of it in its cache.  Positions have *places* here, from 0 on.  Links to other components are not copied:
    they have values that no longer change, which are reckoned once, into ``fixed``.
    """

    def __init__(self, chances: vec[float], positions: int, links: int) -> None:
        """With room for so many positions and links."""
        self.shifts: vec[float] = vec[float]([])
        self.factors: vec[float] = vec[float]([])
        """A link of chance p counts p * v, or p * (1 - v) = p - p * v if v is the chance of the other seat: a shift,
        and a factor of v.  Both are at ``2 * throw``, or one after it for the other seat."""
        for chance in chances:
            self.shifts = append(append(self.shifts, 0.0), chance)
            self.factors = append(append(self.factors, chance), -chance)
        self.size: i64 = 0
        self.links_inside: i64 = 0
        self.kinds: vec[u8] = vec[u8](bytes(positions))
        self.values: vec[float] = vec[float]([], capacity=positions)
        self.fixed: vec[float] = vec[float]([], capacity=positions)
        """The mean, or the best, of the links to other components."""
        self.first: vec[i32] = filled(positions + 1, 0)
        self.links: vec[i32] = filled(links, 0)
        self.throws: vec[u8] = vec[u8](bytes(links))
        for _ in range(i64(positions)):
            self.values = append(self.values, 0.0)
            self.fixed = append(self.fixed, 0.0)

    def read(self, graph: Graph, order: vec[i32], places: vec[i32], begin: i64, end: i64) -> None:
        """Copy the positions from ``begin`` to ``end`` in ``order``, and note in ``places`` where they stand there."""
        values, first, links, throws, kinds = graph.values, graph.first, graph.links, graph.throws, graph.kind
        shifts, factors = self.shifts, self.factors
        inside: i64 = 0
        at: i64
        link: i64
        for at in range(begin, end):
            places[i64(order[at])] = i32(at)
        for at in range(begin, end):
            number: i64 = i64(order[at])
            kind: i64 = i64(kinds[number])
            fixed = values[number] if kind == END else 0.0
            for link in range(i64(first[number]), i64(first[number + 1])):
                to: i64 = i64(links[link])
                throw: i64 = i64(throws[link])
                place: i64 = i64(places[to >> 1]) - begin
                if place >= 0:
                    self.links[inside] = i32(2 * place + (to & 1))
                    self.throws[inside] = u8(throw)
                    inside += 1
                    continue
                weight = 2 * throw + (to & 1)
                value = shifts[weight] + factors[weight] * values[to >> 1]
                if kind == DICE:
                    fixed += value
                elif value > fixed:
                    fixed = value
            self.kinds[at - begin] = u8(kind)
            self.values[at - begin] = values[number]
            self.fixed[at - begin] = fixed
            self.first[at - begin + 1] = i32(inside)
        self.size = end - begin
        self.links_inside = inside

    def sweep(self) -> float:
        """Give positions the values that those after them have now; the largest change."""
        values, first, links, throws, kinds = self.values, self.first, self.links, self.throws, self.kinds
        shifts, factors, constants = self.shifts, self.factors, self.fixed
        largest = 0.0
        at: i64
        link: i64
        begin: i64 = 0
        for at in range(self.size):
            new = constants[at]
            end: i64 = i64(first[at + 1])
            if kinds[at] == DICE:
                for link in range(begin, end):
                    to: i64 = i64(links[link])
                    weight: i64 = 2 * i64(throws[link]) + (to & 1)
                    new += shifts[weight] + factors[weight] * values[to >> 1]
            else:
                for link in range(begin, end):
                    to = i64(links[link])
                    value = shifts[to & 1] + factors[to & 1] * values[to >> 1]
                    if value > new:
                        new = value
            begin = end
            moved = new - values[at]
            if moved > largest or -moved > largest:
                largest = moved if moved > 0.0 else -moved
            values[at] = new
        return largest

    def write(self, values: vec[float], order: vec[i32], begin: i64) -> None:
        """Write the values back to the positions from ``begin`` on in ``order``."""
        at: i64
        for at in range(self.size):
            values[i64(order[begin + at])] = self.values[at]


@final
class Solution:
    """The exact value of every position that can be reached from where the solver began."""

    def __init__(self, graph: Graph, key: Callable[[State], Hashable], plies: Any) -> None:
        self.graph: Final = graph
        self._key_of: Final = key
        self._plies: Final = plies

    def __len__(self) -> int:
        return int(self.graph.number.size())

    def value(self, state: State) -> float:
        """The chance that the side to act, or to throw, wins under best play; a draw counts half.

        Raises :class:`~boardgames.core.lookup.tablebase.NotInTablebase`.
        """
        return self.graph.values[self._find(state)]

    def plies(self, state: State) -> int | None:
        """The plies to the end, if the winner hurries and the loser delays; ``None`` for draws and games with dice."""
        plies = UNKNOWN if self._plies is None else int(self._plies[self._find(state)])
        return None if plies == UNKNOWN else plies

    def rate(self, state: State) -> dict[Any, float]:
        """The value of each legal action for the side to act, as a winning chance; the best first."""
        seat = viewer(state)
        values = {}
        for action in state.actions():
            after = state.apply(action)
            value = self.value(after)
            values[action] = value if viewer(after) == seat else 1.0 - value
        return ActionChances(sorted(values.items(), key=lambda item: -item[1]))

    def _find(self, state: State) -> int:
        number = int(self.graph.number.find(self._key_of(state)))
        if number < 0:
            raise NotInTablebase(f"{state} cannot be reached from the positions that were solved")
        return number


def solve(
    start: State | Iterable[State],
    *,
    key: Callable[[State], Hashable] = key_of,
    most: int = MOST_POSITIONS,
    tolerance: float = TOLERANCE,
) -> Solution:
    """Solve all positions that can be reached from one state, or from several.

    ``key`` gives equal results for positions with the same future; by default it is
    their ``key``.  It may leave out the side to act, if the rules are the same for both.
    A ``key`` knows neither repetitions nor the number of plies, so draws by repetition
    or by a limit of plies are not found as such: a position from which neither side
    can force a win is a draw.

    Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase` for more than ``most`` positions, for a game
    that is not for two, and for one whose code raises or contradicts itself.

    >>> import boardgames as bg
    >>> game = bg.load("ur", tokens=1)
    >>> solution = solve(game.start())
    >>> round(solution.value(game.start()), 12)
    0.530049839525
    """
    starts: list[Any] = [start] if hasattr(start, "turn") else list(start)
    for state in starts:
        if state.game.seats != 2:
            raise NoTablebase(f"{state.game.name} is not for two players, and only such games can be solved")
    collects = gc.isenabled()
    gc.disable()  # the collector would look at all waiting states again and again
    try:
        graph = Graph(starts, key, most)
    except (NoTablebase, MemoryError):
        raise
    except Exception as error:
        raise NoTablebase(
            f"{starts[0].game.name} cannot be solved, because the game's code raised {described(error)} "
            "('boardgames verify' tells more)"
        ) from error
    finally:
        if collects:
            gc.enable()
    if graph.has_dice():
        graph.value_iteration(tolerance)
        return Solution(graph, key, None)
    return Solution(graph, key, graph.retrograde())
