"""Value iteration, for games with dice: means over throws and the best of the actions, until nothing changes."""

from __future__ import annotations

from typing import final

from mypy_extensions import i32, i64, u8

from boardgames.core.signals import check_signals
from boardgames.core.vectors import append, vec
from boardgames.solve.generic.arrays import filled
from boardgames.solve.generic.components import components
from boardgames.solve.generic.graph import DICE, END, Graph


def value_iteration(graph: Graph, tolerance: float) -> None:
    """Value iteration, component by component, until no value of it changes by more than ``tolerance``.

    A *component* holds the positions that can all reach each other.  Each is solved after those that it
    leads to, so a position that never comes back is looked at once.
    """
    while len(graph.throws) < len(graph.links):
        graph.throws = append(graph.throws, u8(0))
    order, bounds = components(graph)
    component = _room(graph, order, bounds)
    places = filled(len(order), 0)
    begin: i64 = 0
    number: i64
    for number in range(i64(len(bounds))):
        end: i64 = i64(bounds[number])
        component.read(graph, order, places, begin, end)
        while component.sweep() > tolerance and component.links_inside:
            check_signals()
        component.write(graph.values, order, begin)
        begin = end


def _room(graph: Graph, order: vec[i32], bounds: vec[i32]) -> Component:
    """A component with room for the largest of these."""
    first = graph.first
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
    return Component(graph.chances, int(most_positions), int(most_links))


@final
class Component:
    """Positions of a game with dice that can all reach each other: they are solved together.

    It has its own copy of what the sweeps read, in one piece and in the order of the sweeps, so the processor finds
    most of it in its cache.  Positions have *places* here, from 0 on.  Links to other components are not copied:
    they have values that no longer change, which are reckoned once, into ``fixed``.
    """

    def __init__(self, chances: vec[float], positions: int, links: int) -> None:
        """Make room for these numbers of positions and links."""
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
        """Compute all values once from those after them.  Returns the largest change."""
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
