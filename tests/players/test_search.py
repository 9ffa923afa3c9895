"""The search finds what its definition says: compared with a few lines that follow it to the letter."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.model import dice
from boardgames.core.model.walk import edges
from boardgames.core.protocol.clock import Clock
from boardgames.games.dice_shogi import search_eval as dice_shogi_judgement
from boardgames.games.morris import search_eval as morris_judgement
from boardgames.games.shogi.values import search_eval as shogi_judgement, tactics
from boardgames.games.ur import search_eval as ur_judgement
from boardgames.players.alphabeta import Alphabeta
from boardgames.players.bounded_search import DISCOUNT, LARGEST_EVALUATION, OutOfBudget, plies_to_end
from boardgames.players.budget import Budget, Effort
from boardgames.players.search import INFINITY, Search
from tests.solve.test_generic import Maze, Place

Judge = Callable[[Any, int], float]
MANY = 10**12


def plain_value(state: bg.State, seat: int, depth: int, judge: Judge) -> float:
    """Expectimax as it is defined: no window, no table, no order."""
    actions = state.actions()
    if actions:
        if depth == 0:
            return max(-LARGEST_EVALUATION, min(LARGEST_EVALUATION, judge(state, seat)))
        values = [DISCOUNT * plain_value(state.apply(action), seat, depth - 1, judge) for action in actions]
        return max(values) if state.turn == seat else min(values)
    if state.outcome is not None:
        return state.outcome.returns[seat]
    if depth == 0:
        return max(-LARGEST_EVALUATION, min(LARGEST_EVALUATION, judge(state, seat)))
    total = 0.0
    for throw, chance in state.chances():
        after = state.apply(throw)
        total += float(chance) * plain_value(after, seat, depth if after.actions() else depth - 1, judge)
    return total


def some_positions(name: str, count: int, plies: int, seed: int) -> list[bg.State]:
    """Positions with a choice, from random play."""
    rng = Random(seed)
    found: list[bg.State] = []
    while len(found) < count:
        state: bg.State = bg.load(name).start()
        for _ in range(rng.randrange(plies)):
            ways = edges(state)
            if not ways:
                break
            state = state.apply(rng.choice(ways))
        if len(state.actions()) > 1:
            found.append(state)
    return found


def rated(
    search: Search[Any], state: bg.State, depth: int, exact: bool, nodes: int | None = None
) -> list[tuple[float, int]]:
    actions = state.actions()
    search.begin(Budget(nodes=nodes))
    return search.rated(
        state, actions, depth, [0.0] * len(actions), list(range(len(actions))), len(actions) if exact else 1
    )


@pytest.mark.parametrize(
    ("name", "judge", "depth", "plies"),
    [
        ("ur", ur_judgement.judge, 2, 120),
        ("ur:tokens=2", ur_judgement.judge, 3, 60),
        ("morris", morris_judgement.judge, 2, 80),
        ("morris:preset=classic", morris_judgement.judge, 2, 80),
        ("minishogi", shogi_judgement.judge, 2, 60),
    ],
)
def test_a_search_of_full_width_is_the_definition(name: str, judge: Judge, depth: int, plies: int) -> None:
    search = Search(judge, None, bg.load(name).action_count, 5003, True)  # so small that entries are lost
    for state in some_positions(name, 6, plies, 5):
        seat = state.turn
        truth = [DISCOUNT * plain_value(state.apply(action), seat, depth - 1, judge) for action in state.actions()]
        by_window = rated(search, state, depth, exact=False)
        assert by_window[0][0] == pytest.approx(max(truth), abs=1e-7)
        assert truth[by_window[0][1]] == pytest.approx(max(truth), abs=1e-7)
        for value, place in rated(search, state, depth, exact=True):
            assert value == pytest.approx(truth[place], abs=1e-7)
        search.begin(Budget())
        few = search.rated(state, state.actions(), depth, [0.0] * len(truth), list(range(len(truth))), 3)
        best = sorted(truth, reverse=True)[:3]
        assert [value for value, _ in few[:3]] == pytest.approx(best, abs=1e-7)
        assert sorted(place for _, place in few) == list(range(len(truth)))


@pytest.mark.parametrize(
    ("name", "judge", "depth", "count", "saved"),
    [
        ("ur", ur_judgement.judge, 3, 60, 0.1),
        pytest.param("ur", ur_judgement.judge, 4, 10, 0.2, marks=pytest.mark.thorough),
        pytest.param("ur:tokens=2", ur_judgement.judge, 4, 20, 0.0, marks=pytest.mark.thorough),
        ("dice-shogi", dice_shogi_judgement.judge, 3, 2, 0.1),
    ],
)
def test_probes_save_nodes_and_change_nothing(name: str, judge: Judge, depth: int, count: int, saved: float) -> None:
    """A bound of nodes, however large, turns the probes off."""
    nodes = {MANY: 0, None: 0}
    for state in some_positions(name, count, 60, 11):
        best, values = [], []
        for bound in nodes:
            search = Search(judge, None, state.game.action_count, 50_021, True)
            for deep in range(1, depth + 1):
                found = rated(search, state, deep, exact=False, nodes=bound)
            nodes[bound] += int(search.nodes)
            best.append(found[0])
            values.append(rated(search, state, depth - 1, exact=True, nodes=bound))
        assert best[0] == best[1]
        assert values[0] == values[1]
    assert nodes[None] < (1 - saved) * nodes[MANY]


@pytest.mark.parametrize(("name", "depth", "plies"), [("ur", 3, 150), ("dice-shogi", 3, 6)])
def test_games_bounded_by_depth_alone_are_those_without_probes(name: str, depth: int, plies: int) -> None:
    spec = bg.find(name)
    with_probes = Alphabeta(spec, Effort(depth=depth), Random(8), full_width=True)
    without = Alphabeta(spec, Effort(depth=depth, nodes=MANY), Random(8), full_width=True)
    rng = Random(2)
    state: bg.State = bg.load(name).start()
    for _ in range(plies):
        if state.outcome is not None:
            break
        if state.actions():
            action = with_probes.choose(state, Clock())
            assert action == without.choose(state, Clock())
            state = state.apply(action)
        else:
            state = state.apply(dice.throw(state.chances(), rng))


def test_probes_are_for_full_width_without_a_bound_of_nodes() -> None:
    """Of other searches they are for those that only time bounds, so that seeds keep their games."""
    for full_width in (False, True):
        search = Search(ur_judgement.judge, None, 40, 101, full_width)
        search.begin(Budget(depth=3))
        assert search.probes is full_width
        search.begin(Budget(nodes=MANY, depth=3))
        assert not search.probes
        search.begin(Budget(nodes=MANY))
        assert not search.probes
        search.begin(Budget(seconds=60.0))
        assert search.probes


def endings(count: int, before: int, most_actions: int) -> list[bg.State]:
    """Positions of minishogi some plies before the end of random games, with few actions."""
    rng = Random(4)
    found: list[bg.State] = []
    while len(found) < count:
        line: list[bg.State] = [bg.load("minishogi").start()]
        while line[-1].outcome is None:
            line.append(line[-1].apply(rng.choice(line[-1].actions())))
        if len(line) > before and len(line[-1 - before].actions()) <= most_actions:
            found.append(line[-1 - before])
    return found


@pytest.mark.parametrize(
    ("name", "text", "judge", "depth"),
    [
        ("morris:preset=classic,flying=off", "B...........B..W.....WBW b 0 0 40", morris_judgement.judge, 5),
        ("morris:preset=classic,flying=off", "B...........B..W.....WBW w 0 0 41", morris_judgement.judge, 5),
        ("ur:tokens=1", "3 2 0 1", ur_judgement.judge, 5),
        ("ur:tokens=1", "3 2 1 2", ur_judgement.judge, 5),
    ],
)
def test_positions_met_again_are_worth_the_same(name: str, text: str, judge: Judge, depth: int) -> None:
    """Deep in a small game nearly all comes from the table: searches one after another, for either side."""
    search = Search(judge, None, bg.load(name).action_count, 5003, True)
    state = bg.load(name).parse(text)
    for deep in (2, depth - 1, depth):
        value = rated(search, state, deep, exact=False)[0][0]
        truth = max(DISCOUNT * plain_value(state.apply(act), state.turn, deep - 1, judge) for act in state.actions())
        assert value == pytest.approx(truth, abs=1e-7)


@pytest.mark.parametrize(("before", "plies"), [(1, 1), (2, 2), (3, 3)])
def test_reductions_and_quiescence_lose_no_end_in_sight(before: int, plies: int) -> None:
    """Mate in three plies, quiet first moves included: what the definition proves, the fast search finds."""
    search = Search(None, tactics.move_priority, bg.load("minishogi").action_count, 5003, False)
    found = 0
    for state in endings(8 if plies < 3 else 4, before, 12):
        truth = max(
            DISCOUNT * plain_value(state.apply(action), state.turn, plies - 1, lambda state, seat: 0.0)
            for action in state.actions()
        )
        value = max(rated(search, state, depth, exact=False)[0][0] for depth in range(1, plies + 1))
        if plies_to_end(truth) is not None and truth > 0:
            found += 1
            assert plies_to_end(value) == plies_to_end(truth)
    assert found >= (8 if plies == 1 else 0)


@pytest.mark.parametrize(("noisy", "value"), [([1, 1], -DISCOUNT), ([1, 0], 0.9), ([0, 0], 0.9)])
def test_a_seat_stands_pat_only_where_it_has_a_quiet_action(noisy: list[int], value: float) -> None:
    """Both actions lose at once, though the evaluation is good: with a quiet one it stands, otherwise it does not."""
    game = Maze([[1, 2], [], []], [0.0, 1.0, 1.0])
    search: Search[Any] = Search(lambda state, seat: 0.9, lambda state, actions: bytes(noisy), 3, 101, False)
    search.begin(Budget())
    state: Any = Place(game, 0, 0)
    assert search.quiescence(state, state.actions(), 0, -INFINITY, INFINITY, 8) == pytest.approx(value)


def test_in_check_every_action_is_noisy() -> None:
    """The king must go from one attacked square to another or lose a rook: standing pat would hide it."""
    state = bg.load("shogi").parse("4k4/9/9/9/4r4/9/9/9/4K4 b - 1")
    assert state.in_check()
    assert all(tactics.move_priority(state, state.actions()))


def test_a_budget_of_nodes_is_kept() -> None:
    state = bg.load("minishogi").start()
    search = Search(shogi_judgement.judge, tactics.move_priority, state.game.action_count, 5003, False)
    with pytest.raises(OutOfBudget):
        rated(search, state, 1, exact=False, nodes=0)
    shorter = rated(search, state, 3, exact=False, nodes=300)
    assert len(shorter) < len(state.actions())
    assert search.nodes == 301


def test_nearer_wins_are_worth_more() -> None:
    assert plies_to_end(DISCOUNT) == 1
    assert plies_to_end(-(DISCOUNT**6)) == 6
    assert plies_to_end(0.97) is None
