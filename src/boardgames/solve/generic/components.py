"""Positions that can all reach each other."""

from __future__ import annotations

from mypy_extensions import i32, i64

from boardgames.core.signals import check_signals
from boardgames.core.vectors import append, vec
from boardgames.solve.generic.arrays import filled, put
from boardgames.solve.generic.graph import Graph


def components(graph: Graph) -> tuple[vec[i32], vec[i32]]:
    """The strongly connected components, each after those that it leads to: all positions, and the end of each.

    Within a component the positions that were found last come first: most lead to later ones.

    Tarjan's algorithm in Pearce's form, without recursion: ``rank`` is the order of arrival of a position that is
    not finished, lowered to that of the earliest that it leads back to; and larger than any for a finished one.
    """
    size: i64 = len(graph.kind)
    first, links = graph.first, graph.links
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
    return _in_order(rank, bounds), bounds


def _in_order(rank: vec[i32], bounds: vec[i32]) -> vec[i32]:
    """All positions, component by component; ``rank`` is the number of each one's component, plus ``len(rank) + 1``."""
    size: i64 = len(rank)
    places = vec[i32]([0])  # where the next position of each component goes
    at: i64
    for at in range(i64(len(bounds))):
        places = append(places, bounds[at])
    order = filled(int(size), 0)
    at = size
    while at > 0:
        at -= 1
        component: i64 = i64(rank[at]) - size - 1
        order[i64(places[component])] = i32(at)
        places[component] = i32(i64(places[component]) + 1)
    return order
