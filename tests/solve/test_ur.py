"""Ur, solved: the published values, and the game's own rules as a witness for every number."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames import build
from boardgames.core.model.dice import throw
from boardgames.games.ur.table import solver
from boardgames.games.ur.table.layers import exits, in_order, parts
from boardgames.games.ur.table.numbering import Numbering, field
from boardgames.games.ur.table.table import UrTable
from boardgames.solve import load
from boardgames.solve.tablebase import NotInTablebase

STARTS = {
    1: 0.5300498395248594,
    2: 0.518572907495656,
    3: 0.51620110223825,
    4: 0.51615923355695,
    5: 0.51602611556975,
    6: 0.51573168403218,
    7: 0.51540473250852,
}
"""The chance of the side that throws first, by tokens; for 7 as RoyalUr publishes it, 51.5404732509 %."""
COUNTS = {1: 217, 2: 12_869, 7: 137_870_097}
needs_compiled = pytest.mark.skipif(build.kind() == "pure", reason="takes minutes uncompiled")
TOKENS = [
    1,
    2,
    pytest.param(3, marks=needs_compiled),
    pytest.param(4, marks=[needs_compiled, pytest.mark.thorough]),
    pytest.param(5, marks=[needs_compiled, pytest.mark.slow]),
    pytest.param(6, marks=[needs_compiled, pytest.mark.slow]),
    pytest.param(7, marks=[needs_compiled, pytest.mark.slow]),
]


def positions(table: UrTable, number: int, rng: Random) -> list[Any]:
    """Positions before a throw, from games of random play and others of good play."""
    game = bg.load("ur", tokens=table.tokens)
    found: list[Any] = []
    while len(found) < number:
        state: Any = game.start()
        carefree = rng.random() < 0.7
        while state.outcome is None and len(found) < number:
            if state.turn == bg.CHANCE:
                found.append(state)
                state = state.apply(throw(state.chances(), rng))
            elif carefree:
                state = state.apply(rng.choice(state.actions()))
            else:
                state = state.apply(next(iter(table.rate(state))))
    return found


def expected(table: UrTable, state: Any) -> float:
    """What a position is worth by the game's own rules, from the table's values of what follows."""
    mean = 0.0
    for outcome, chance in state.chances():
        after = state.apply(outcome)
        if after.turn == bg.CHANCE:  # nothing could move
            mean += float(chance) * (1 - table.value(after))
            continue
        worths = []
        for action in after.actions():
            last = after.apply(action)
            if last.outcome is not None:
                worths.append((last.outcome.returns[state.seat] + 1) / 2)
            else:
                value = table.value(last)
                worths.append(value if last.seat == state.seat else 1 - value)
        mean += float(chance) * max(worths)
    return mean


@pytest.mark.parametrize("tokens", TOKENS)
def test_the_start_has_its_known_value_and_all_positions_keep_the_rules(tokens: int, tmp_path: Path) -> None:
    table = solver.solve(bg.load("ur", tokens=tokens), tmp_path / "table", jobs=2 if tokens > 4 else 1)
    start = bg.load("ur", tokens=tokens).start()
    assert table.value(start) == pytest.approx(STARTS[tokens], abs=2e-14 if tokens < 3 else 1e-12)
    assert table.start_value == table.value(start)
    number = {1: 300, 2: 300, 3: 300}.get(tokens, 10_000)
    assert (
        max(abs(table.value(state) - expected(table, state)) for state in positions(table, number, Random(1))) < 3e-13
    )


@pytest.mark.parametrize("tokens", COUNTS)
def test_the_numbering_has_as_many_places_as_there_are_positions(tokens: int) -> None:
    if tokens == 7 and build.kind() == "pure":
        pytest.skip("takes a while uncompiled")
    assert Numbering(tokens).count == COUNTS[tokens]


@pytest.mark.thorough
def test_every_position_has_a_number_of_its_own() -> None:
    """Two tokens: all positions by the game's own rules, against all numbers."""
    numbering = Numbering(2)
    start: Any = bg.load("ur", tokens=2).start()
    found, frontier = {start.key}, [start]
    numbers: Counter[tuple[int, int]] = Counter()
    while frontier:
        state = frontier.pop()
        if state.turn == bg.CHANCE:
            number = numbering.index(state.own, state.other, state.own_waiting, state.other_waiting)
            numbers[int(state.seat), int(number)] += 1
        for edge in state.actions() or [outcome for outcome, _ in state.chances()]:
            after = state.apply(edge)
            if after.key not in found and after.outcome is None:
                found.add(after.key)
                frontier.append(after)
    assert set(numbers.values()) == {1}
    unseen = numbering.count - len({number for _, number in numbers})
    assert max(number for _, number in numbers) < numbering.count
    assert unseen == 0


def test_layers_only_lead_to_earlier_ones() -> None:
    numbering = Numbering(3)
    before: set[tuple[int, int]] = set()
    filled: list[int] = []
    for layer in in_order(numbering):
        for exit in exits(numbering, layer):
            assert -1 in exit.stages or exit.stages in before or exit.stages[::-1] in before
        before.add(layer)
        filled += parts(numbering, layer)
    assert sorted(filled) == list(range(len(numbering.stages) ** 2))


def test_moves_but_captures_lead_to_higher_numbers() -> None:
    rng = Random(2)
    game = bg.load("ur", tokens=4)
    shape = field(4, 4)
    tried = 0
    for _ in range(3):
        state: Any = game.start()
        while state.outcome is None:
            edges = state.actions() or [outcome for outcome, _ in state.chances()]
            after: Any = state.apply(rng.choice(edges))
            if state.turn >= 0 and after.outcome is None:
                sides = (after.own, after.other) if after.seat == state.seat else (after.other, after.own)
                inside = not any(cells >> 13 for cells in (*sides, state.own, state.other))
                loose = state.own_waiting + int(state.own).bit_count()
                if (
                    inside
                    and loose
                    == after.own_waiting + after.own.bit_count()
                    == 4
                    == (after.other_waiting + after.other.bit_count())
                    and sides[1] == state.other
                ):
                    assert shape.index(*sides) > shape.index(state.own, state.other)
                    tried += 1
            state = after
    assert tried > 20


def test_a_position_is_worth_its_best_action(two: UrTable) -> None:
    state = bg.load("ur", tokens=2).start().play("=1")
    rated = two.rate(state)
    assert list(rated) == list(state.actions())
    assert two.value(state) == max(rated.values())
    assert two.rate(bg.load("ur", tokens=2).start()) == {}


def test_bringing_the_last_token_home_wins(two: UrTable) -> None:
    game = bg.load("ur", tokens=2)
    state = game.parse("14,15 0,0 0 1")
    assert {str(action): value for action, value in two.rate(state).items()} == {"14": 1.0}
    assert two.value(state.play("14")) == 0.0


def test_both_on_their_last_step(two: UrTable) -> None:
    """Who needs a 1, thrown with chance 1/4, against another who does: p = 1/4 + 3/4 (1 - p), so 4/7."""
    assert two.value(bg.load("ur", tokens=2).parse("14,15 14,15 1 -")) == pytest.approx(4 / 7, abs=1e-13)


def test_other_games_are_not_in_the_table(two: UrTable) -> None:
    for name in ("ur", "ur:tokens=2,capture_turn=on", "morris"):
        with pytest.raises(NotInTablebase, match="2 tokens a side"):
            two.value(bg.load(name).start())


@pytest.mark.thorough
def test_workers_make_the_same_file(tmp_path: Path, two: UrTable) -> None:
    many = solver.solve(bg.load("ur", tokens=2), tmp_path / "table", jobs=3)
    assert many.path.read_bytes() == two.path.read_bytes()


def test_single_numbers_choose_like_double_ones(two: UrTable, tmp_path: Path) -> None:
    single = two.rounded(tmp_path / "single")
    assert single.path.stat().st_size < 0.6 * two.path.stat().st_size
    again = load(single.path)
    assert isinstance(again, UrTable) and again.start_value == two.start_value
    tried = 0
    for state in positions(two, 2_000, Random(3)):
        for outcome, _ in state.chances():
            after = state.apply(outcome)
            if len(after.actions()) > 1:
                rated = two.rate(after)
                first, second, *_ = rated.values()
                if first - second > 1e-9:  # the two are not worth the same
                    assert next(iter(single.rate(after))) is next(iter(rated))
                    tried += 1
    assert tried > 1_000
