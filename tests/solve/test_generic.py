"""The solver for any game: known results, other solvers, and published counts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import attrs
import pytest

import boardgames as bg
from boardgames import build
from boardgames.games.ur.table import solver
from boardgames.solve import generic
from boardgames.solve.generic.numbering import LARGEST, Numbers
from boardgames.solve.tablebase import NoTablebase, NotInTablebase
from tests.samples import cases, few


class Maze(bg.SimpleGame):
    """A piece stands on a node of a graph, and the sides move it by turns along an arrow.

    ``ends`` are what dead ends return to the side that would have to move.
    """

    name = "maze"
    title = "Maze"

    def __init__(self, arrows: list[list[int]], ends: list[float]) -> None:
        super().__init__()
        self.arrows = arrows
        self.ends = ends
        self.all_actions = [bg.SimpleAction(node, str(node)) for node in range(len(arrows))]


@attrs.frozen(eq=False)
class Place:
    game: Maze
    node: int
    seat: int

    @property
    def turn(self) -> int:
        return self.seat if self.game.arrows[self.node] else bg.OVER

    @property
    def outcome(self) -> bg.Outcome | None:
        if self.game.arrows[self.node]:
            return None
        end = self.game.ends[self.node]
        return bg.Outcome((end, -end) if self.seat == 0 else (-end, end), "dead end")

    @property
    def key(self) -> tuple[int, int]:
        return self.node, self.seat

    def actions(self) -> list[Any]:
        return [self.game.all_actions[node] for node in self.game.arrows[self.node]]

    def chances(self) -> tuple[()]:
        return ()

    def apply(self, action: Any) -> Place:
        return Place(self.game, action.index, 1 - self.seat)


def node_of(state: Any) -> int:
    node: int = state.node
    return node


def naive(game: Maze) -> list[float]:
    """What each node returns to the side to move: as far as play of so many plies can tell."""
    known = [end if not arrows else 0.0 for arrows, end in zip(game.arrows, game.ends, strict=True)]
    for _ in range(2 * len(known)):
        known = [
            max(-known[to] for to in arrows) if arrows else end
            for arrows, end in zip(game.arrows, game.ends, strict=True)
        ]
    return known


@pytest.mark.parametrize("merged", few([False, True], True))
def test_positions_that_recur_are_won_lost_or_drawn(merged: bool) -> None:
    rng = Random(7)
    seen: Counter[float] = Counter()
    for _ in range(60):
        size = rng.randrange(3, 40)
        arrows = [rng.sample(range(size), rng.randrange(4)) if node else [1] for node in range(size)]
        game = Maze(arrows, [rng.choice([-1.0, -1.0, 0.0, 1.0]) for _ in range(size)])
        start: Any = Place(game, 0, 0)
        solution = generic.solve(start, key=node_of if merged else generic.key_of)
        exact = naive(game)
        place: Any
        for place in solution.graph.number:
            node = place if merged else place[0]
            state: Any = Place(game, node, 0 if merged else place[1])
            assert 2 * solution.value(state) - 1 == exact[node]
            seen[exact[node]] += 1
    assert min(seen[-1.0], seen[0.0], seen[1.0]) > 50


@attrs.frozen(eq=False)
class DicePlace(Place):
    """In a maze with dice, nodes of odd numbers throw for one of their arrows.  The seat changes, but not after a throw
    of an odd number."""

    @property
    def turn(self) -> int:
        turn = Place.turn.__get__(self)
        return bg.CHANCE if turn >= 0 and self.node % 2 else turn

    def actions(self) -> list[Any]:
        return super().actions() if self.turn >= 0 else []

    def chances(self) -> Any:
        arrows = self.game.arrows[self.node]
        return [(throw, Fraction(1, len(arrows))) for throw in super().actions()] if self.turn == bg.CHANCE else ()

    def apply(self, action: Any) -> DicePlace:
        return DicePlace(self.game, action.index, self.seat if self.node % 2 and action.index % 2 else 1 - self.seat)


def naive_with_dice(game: Maze) -> list[float]:
    """The chance of each node for the seat there, from all others of the round before."""
    known = [0.5] * len(game.arrows)
    for _ in range(400):
        known = [
            (game.ends[node] + 1) / 2
            if not arrows
            else sum(known[to] if to % 2 else 1 - known[to] for to in arrows) / len(arrows)
            if node % 2
            else max(1 - known[to] for to in arrows)
            for node, arrows in enumerate(game.arrows)
        ]
    return known


def test_dice_among_positions_that_recur() -> None:
    """Each throw ends the game one time in three or more, so there is one solution only.  Some lead back at once."""
    rng = Random(11)
    for _ in range(12):
        size = 2 * rng.randrange(4, 20)
        dead = size  # the first node after the others, and then another one
        arrows = [
            [dead + rng.randrange(2), rng.randrange(size), rng.choice([node, rng.randrange(size)])]
            if node % 2
            else rng.sample(range(1, size, 2), rng.randrange(1, 4))
            for node in range(size)
        ]
        game = Maze([*arrows, [], []], [0.0] * size + [1.0, -1.0])
        start: Any = DicePlace(game, 0, 0)
        solution = generic.solve(start)
        exact = naive_with_dice(game)
        place: Any
        for place in solution.graph.number:
            state: Any = DicePlace(game, *place)
            assert solution.value(state) == pytest.approx(exact[place[0]], abs=1e-12)


def test_keys_are_numbered_as_they_come() -> None:
    rng = Random(5)
    keys: list[Any] = [rng.randrange(-LARGEST + 1, LARGEST) for _ in range(1500)]
    keys += [step * 2**shift for shift in (0, 31, 50) for step in range(500)]  # what differs in few bits
    keys += [("a tuple", number) for number in range(3)] + [LARGEST, -LARGEST, 7.5]
    numbers = Numbers()
    expected: dict[Any, int] = {}
    for key in keys:
        for known in (key, rng.choice(keys)):
            assert numbers.find(known) == expected.get(known, -1)
        for known in (key, rng.choice(list(expected or [key]))):
            assert numbers.find_or_add(known) == expected.setdefault(known, len(expected))
    assert list(numbers) == list(expected)
    assert numbers.size() == len(expected)


def test_the_plies_to_the_end() -> None:
    """From 0 the winner goes by 1 or 3; by 3 the loser can delay."""
    game = Maze([[3, 1], [2], [], [4, 5], [6], [], [7], []], [-1.0] * 8)
    for node, plies in {2: 0, 1: 1, 3: 1, 5: 0, 4: 2, 6: 1}.items():
        state: Any = Place(game, node, 0)
        assert generic.solve(state).plies(state) == plies


def test_ur_with_one_token() -> None:
    start: Any = bg.load("ur", tokens=1).start()
    solution = generic.solve(start)
    assert solution.value(start) == pytest.approx(0.5300498395248594, abs=1e-12)
    assert solution.plies(start) is None


def test_both_solvers_agree_everywhere() -> None:
    game = bg.load("ur", tokens=1)
    solution, table = generic.solve(game.start()), solver.table(game)
    seen = {game.start().key}
    frontier: list[Any] = [game.start()]
    while frontier:
        state = frontier.pop()
        assert solution.value(state) == pytest.approx(table.value(state), abs=1e-12)
        assert list(solution.rate(state).values()) == pytest.approx(list(table.rate(state).values()), abs=1e-12)
        for edge in state.actions() or [throw for throw, _ in state.chances()]:
            after = state.apply(edge)
            if after.key not in seen:
                seen.add(after.key)
                frontier.append(after)
    assert len(seen) == len(solution)


@cases("end", [100.0, float("nan"), float("inf")])
def test_returns_that_cannot_be_are_refused(end: float) -> None:
    start: Any = Place(Maze([[1], []], [0.0, end]), 0, 0)
    with pytest.raises(NoTablebase, match=r"^maze .* it returns \(.*\), not two numbers from -1 to 1 of sum 0$"):
        generic.solve(start)


def test_an_end_between_a_draw_and_a_win_needs_dice() -> None:
    """Retrograde analysis knows three values; it must not take another one for a draw."""
    start: Any = Place(Maze([[1, 2], [], []], [0.0, 0.5, 0.0]), 0, 0)
    with pytest.raises(NoTablebase, match="if every end of it is won, lost or drawn"):
        generic.solve(start)


def test_a_player_without_an_action_is_refused() -> None:
    @attrs.frozen(eq=False)
    class Stuck(Place):
        def actions(self) -> list[Any]:
            return []

    stuck: Any = Stuck(Maze([[1], []], [0.0, 0.0]), 0, 0)
    with pytest.raises(NoTablebase, match=r"^maze cannot be solved: seat 0 is to act in .* and has no action$"):
        generic.solve(stuck)


def test_ends_of_one_key_and_other_results_are_refused() -> None:
    """Neither has a future by which they could be told apart."""

    @attrs.frozen(eq=False)
    class Forgetful(Place):
        @property
        def key(self) -> tuple[int, int]:
            return (self.node if self.game.arrows[self.node] else -1), self.seat

        def apply(self, action: Any) -> Place:
            return Forgetful(self.game, action.index, 1 - self.seat)

    for ends, refused in (((1.0, 1.0), False), ((-1.0, 1.0), True), ((1.0, -1.0), True)):
        start: Any = Forgetful(Maze([[1, 2], [3], [4], [], []], [0.0, 0.0, 0.0, *ends]), 0, 0)
        if refused:
            with pytest.raises(NoTablebase, match="has the key of another position, but not its future"):
                generic.solve(start)
        else:
            assert len(generic.solve(start)) == 4


def test_a_game_whose_code_raises_is_named() -> None:
    @attrs.frozen(eq=False)
    class Broken(Place):
        def actions(self) -> list[Any]:
            return [1 / 0]

    broken: Any = Broken(Maze([[1], []], [0.0, 0.0]), 0, 0)
    with pytest.raises(NoTablebase, match=r"^maze cannot .* raised ZeroDivisionError: .* \('boardgames verify' tells"):
        generic.solve(broken)


def test_too_many_positions_are_refused() -> None:
    with pytest.raises(NoTablebase, match="more than 500 positions"):
        generic.solve(bg.load("morris").start(), most=500)


def test_unknown_positions_are_refused() -> None:
    solution = generic.solve(bg.load("ur", tokens=1).start())
    with pytest.raises(NotInTablebase, match="cannot be reached"):
        solution.value(bg.load("ur", tokens=2).start())


def without_seat(state: Any) -> tuple[int, int]:
    """Both sides of morris play alike."""
    return state.own, state.other


@pytest.mark.slow
@pytest.mark.skipif(build.kind() == "pure", reason="takes an hour uncompiled")
def test_three_against_three_in_classic_morris() -> None:
    """Gasser's count: 24 * 23 * 22 / 6 * 21 * 20 * 19 / 6 positions; who is to move wins most of them."""
    game: Any = bg.load("morris", preset="classic", turns=1_000)
    sets = [sum(2**point for point in points) for points in combinations(range(24), 3)]
    starts = [game.position(0, own, other, 0, 0) for own in sets for other in sets if not own & other]
    solution = generic.solve(starts, key=without_seat, most=4_000_000)
    values = Counter(solution.value(state) for state in starts)
    assert values == {1.0: 2_232_160, 0.0: 455_648, 0.5: 4_112}
    longest = max(starts, key=lambda state: solution.plies(state) or 0)
    assert solution.plies(longest) == 26
    assert solution.value(longest) == 0.0
