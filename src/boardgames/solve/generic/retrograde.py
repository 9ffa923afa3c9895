"""Retrograde analysis, for games without dice: from the ends backwards to the positions that are won and lost."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i32, i64

from boardgames.core.signals import check_signals
from boardgames.core.vectors import append, vec
from boardgames.solve.generic.arrays import filled
from boardgames.solve.generic.graph import END, Graph
from boardgames.solve.tablebase import NoTablebase

UNKNOWN: Final = -1


def retrograde(graph: Graph) -> vec[i32]:
    """Retrograde analysis.  Returns the plies to the end under best play; -1 where play need not end."""
    values, first = graph.values, graph.first
    size: i64 = len(values)
    begins, leading = _reversed(graph)
    plies = filled(int(size), UNKNOWN)
    open_links = filled(int(size), 0)  # links that are not known to lose
    number: i64
    for number in range(size):
        open_links[number] = i32(i64(first[number + 1]) - i64(first[number]))
    decided: vec[i32] = vec[i32]([])
    for number in range(size):
        if i64(graph.kind[number]) == END:
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
        link: i64 = i64(begins[here])
        while link < i64(begins[here + 1]):
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


def _reversed(graph: Graph) -> tuple[vec[i32], vec[i32]]:
    """The links backwards: where those to each position begin, and where each comes from.

    That is ``2 * number`` of a position, plus 1 if the viewers at both ends of the link differ.
    """
    first, links = graph.first, graph.links
    size: i64 = len(graph.values)
    number: i64
    link: i64
    begins = filled(int(size) + 1, 0)  # at first the ends, from which the places are counted down
    for link in range(i64(len(links))):
        to: i64 = i64(links[link]) >> 1
        begins[to] = i32(i64(begins[to]) + 1)
    for number in range(size):
        begins[number + 1] = i32(i64(begins[number + 1]) + i64(begins[number]))
    leading = filled(len(links), 0)
    for number in range(size):
        for link in range(i64(first[number]), i64(first[number + 1])):
            to = i64(links[link])
            place: i64 = i64(begins[to >> 1]) - 1
            begins[to >> 1] = i32(place)
            leading[place] = i32(2 * number + (to & 1))
    return begins, leading
