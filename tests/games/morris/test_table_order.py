"""The order of CodinGame's lists in Nine Men's Morris, beside a model of the table that keeps the men."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from random import Random

import pytest

import boardgames as bg
from boardgames.core.protocol.dialogue import Answer, Briefing, Event
from boardgames.games.morris import NINE, State
from boardgames.games.morris.codingame import CodinGame
from boardgames.games.morris.search_eval import judge
from tests.oracle_java import asked

POSITIONS = [1_000, pytest.param(3_000, marks=pytest.mark.thorough), pytest.param(100_000, marks=pytest.mark.slow)]

# Where the points are to the arena: direction 0 is the top left, clockwise, radius 0 the innermost square.
RINGS = ("c5 d5 e5 e4 e3 d3 c3 c4", "b6 d6 f6 f4 f2 d2 b2 b4", "a7 d7 g7 g4 g1 d1 a1 a4")
SLOTS = {
    name: f"{direction} {radius}" for radius, ring in enumerate(RINGS) for direction, name in enumerate(ring.split())
}


class HashMap:
    """A java.util.HashMap with integers as keys, as its documentation and OpenJDK describe it: chains and doubling."""

    def __init__(self) -> None:
        self.buckets: list[list[int]] = [[] for _ in range(16)]

    def __len__(self) -> int:
        return sum(map(len, self.buckets))

    def bucket(self, key: int) -> list[int]:
        return self.buckets[(key ^ key >> 16) & len(self.buckets) - 1]

    def put(self, key: int) -> None:
        if key not in self.bucket(key):
            self.bucket(key).append(key)
        if len(self) > len(self.buckets) * 3 // 4:
            chains, self.buckets = self.buckets, [[] for _ in range(2 * len(self.buckets))]
            for chain in chains:
                for each in chain:
                    self.bucket(each).append(each)

    def remove(self, key: int) -> None:
        self.bucket(key).remove(key)

    def order(self) -> list[int]:
        return [key for chain in self.buckets for key in chain]


class Arena:
    """The arena's board: its men in the map, and where each stands."""

    def __init__(self) -> None:
        self.men = HashMap()
        self.where: dict[int, str] = {}
        self.next = 1

    def at(self, point: str) -> int:
        return next(man for man, there in self.where.items() if there == point)

    def play(self, text: str) -> None:
        way, *removed = text.split("x")
        source, dash, target = way.rpartition("-")
        if dash:
            man = self.at(source)
        else:
            man, self.next = self.next, self.next + 1
            self.men.put(man)
        self.where[man] = target
        for point in removed:
            victim = self.at(point)
            self.men.remove(victim)
            del self.where[victim]


def compare(arena: Arena, state: State, lines: list[str]) -> None:
    """What is told of the men, and whose moves come first."""
    order = arena.men.order()
    mine = state.turn % 2  # Black's men are odd
    told = [f"{man} {int(man % 2 == mine)} {SLOTS[arena.where[man]]}" for man in order]
    count = int(lines[1])
    assert lines[2 : 2 + count] == told
    movers = [int(line.split()[1]) for line in lines[3 + count :] if line.startswith("MOVE")]
    assert movers == sorted(movers, key=order.index)


def default_removal(arena: Arena, state: State, rng: Random) -> tuple[str, str] | None:
    """An answer that removes men and names none, and the action that it is: the first men in the map go."""
    ways: dict[str, set[str]] = {}
    for text in map(str, state.actions()):
        way, *removed = text.split("x")
        if removed:
            ways.setdefault(way, set()).update([" ".join(sorted(removed))])
    if not ways:
        return None
    way = rng.choice(sorted(ways))
    due = len(next(iter(ways[way])).split())
    removable = {point for points in ways[way] for point in points.split()}
    source, dash, target = way.rpartition("-")
    men = deepcopy(arena.men)
    if not dash:
        men.put(arena.next)  # the arena places the man before it removes others
    gone = [arena.where[man] for man in men.order() if arena.where.get(man) in removable][:due]
    keyword = f"MOVE {arena.at(source)}" if dash else "PUT"
    return f"{keyword} {SLOTS[target]}", "x".join([way, *sorted(gone)])


@pytest.mark.parametrize("positions", POSITIONS)
def test_men_moves_and_removals_come_in_the_order_of_the_map(positions: int) -> None:
    game = bg.load("morris")
    seen: Counter[str] = Counter()
    seed = 0
    while seen["positions"] < positions:
        rng = Random(seed)
        seed += 1
        eager = seed % 2  # places its men well and the other one at random, so that in some games few stand at a time
        longest = 400 if seed % 4 == 0 else 40
        state = game.start()
        arena = Arena()
        sides = [CodinGame(Briefing(state, ["Ann", "Bob"]), seat) for seat in (0, 1)]
        while state.outcome is None and state.ply < longest:
            side = sides[state.turn]
            lines = side.ask(state)
            compare(arena, state, lines)
            seen["positions"] += 1
            order = arena.men.order()
            seen["not by number"] += order != sorted(order)
            seen["table grown"] += len(arena.men.buckets) > 16
            removal = default_removal(arena, state, rng)
            if removal is not None:
                words, text = removal
                heard = side.hear(words)
                assert isinstance(heard, Answer)
                assert str(heard.action) == text, words
                seen["removals"] += 1
                seen["removals not by number"] += order != sorted(order)
            action = rng.choice(state.actions())
            if removal is not None and rng.random() < 0.5:
                action = state.read(removal[1])
            elif state.turn == eager and state.own_stock:
                action = max(state.actions(), key=lambda action: judge(state.apply(action), eager))
            after = state.apply(action)
            for each in sides:
                each.happened(Event(state, action, after))
            arena.play(str(action))
            state = after
    rarest = min(seen[what] for what in ("not by number", "table grown", "removals", "removals not by number"))
    assert rarest > (10 if positions > 1_000 else 0), seen


REPORTED = (
    "PUT 7 0 14 17 0|PUT 3 1 1 1 9|PUT 5 0 10|PUT 4 2 0|PUT 7 1 0 11|PUT 1 1 0 12|PUT 7 2 4|PUT 1 0 11 16|PUT 5 1 1 0|"
    "PUT 2 1 10|PUT 5 2 3 8|PUT 0 1 0|PUT 7 0 7|PUT 6 0|PUT 4 2 0 9 0|PUT 3 2 7 14|PUT 6 2 0"
)


def test_the_thirteenth_man_closes_a_mill() -> None:
    """The table grows as it is placed, so men are removed by number: 14 on c3 before 16 on g4."""
    state = bg.load("morris").start()
    sides = [CodinGame(Briefing(state, ["Ann", "Bob"]), seat) for seat in (0, 1)]
    last = None
    for line in REPORTED.split("|"):
        sides[state.turn].ask(state)
        heard = sides[state.turn].hear(line)
        assert isinstance(heard, Answer)
        last = heard.action
        after = state.apply(last)
        for each in sides:
            each.happened(Event(state, last, after))
        state = after
    assert str(last) == "a1xc3"
    assert int(state.number(NINE.point["g4"])) == 16


def test_the_order_before_and_after_thirteen_men() -> None:
    """By number modulo 16 while there were never thirteen men at a time, then by number, also when they are fewer."""
    arena = Arena()
    for man in range(1, 19):
        arena.men.put(man)
        if man < 10:
            arena.men.remove(man)
    assert arena.men.order() == [16, 17, 18, 10, 11, 12, 13, 14, 15]
    for man in range(1, 5):
        arena.men.put(man)
    assert arena.men.order() == [1, 2, 3, 4, *range(10, 19)]
    arena.men.remove(1)
    assert arena.men.order() == [2, 3, 4, *range(10, 19)]


@pytest.mark.parametrize("positions", POSITIONS)
def test_the_model_of_the_map_is_javas_own(positions: int) -> None:
    """The men of random games, put into a map of Java's and taken out of it."""
    questions: list[str] = []
    orders: list[str] = []
    seed = 0
    while len(orders) < positions:
        rng = Random(seed)
        seed += 1
        state, arena, men = bg.load("morris").start(), Arena(), set[int]()
        questions.append("new")
        while state.outcome is None and state.ply < (400 if seed % 4 == 0 else 60):
            greedy = state.turn == seed % 2
            actions = [action for action in state.actions() if "x" in str(action)] if greedy else []
            action = rng.choice(actions or state.actions())
            arena.play(str(action))
            state = state.apply(action)
            now = set(arena.where)
            questions += [f"put {man}" for man in now - men] + [f"remove {man}" for man in men - now] + ["order"]
            orders.append(" ".join(map(str, arena.men.order())))
            men = now
    assert asked(questions, live=positions > 1_000) == orders
    assert sum(order.split() != sorted(order.split(), key=int) for order in orders) > positions // 500
