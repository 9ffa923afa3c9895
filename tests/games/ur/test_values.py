"""Exact values of small games of Ur, found by value iteration over the public protocol alone.

The published values are the chance of the side to throw.  The published numbers
of positions count them before the throw and from the side of who is to throw,
so that positions which differ only in which seat is which are one.  A finished
game counts too, seen by the side that lost and would be next: 217 + 15 = 232
with one token, 12,869 + 121 = 12,990 with two.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import pytest

import boardgames as bg
from tests.samples import cases

PRECISE = 1e-12


class Position(NamedTuple):
    """What can happen before a throw: for each throw its probability and where each action leads.

    A place is (number of a position, whether the other side is then to throw),
    or a number for a game that is over.
    """

    chances: list[tuple[float, list[tuple[int, bool] | float]]]


def mirrored(state: Any) -> str:
    """The text with the side to throw first, so that it is the same whichever seat that is."""
    first, second, seat, thrown = str(state).split()
    return f"{first} {second} {thrown}" if seat == "0" else f"{second} {first} {thrown}"


def explore(start: Any) -> tuple[list[Position], int]:
    """All positions before a throw that can come from ``start``, which is number 0; then how many are finished."""
    numbers = {mirrored(start): 0}
    found = [start]
    finished = set()

    def place(state: Any, mover: str) -> tuple[int, bool] | float:
        if state.outcome is not None:
            finished.add(mirrored(state))
            return 1.0 if state.outcome.winner == int(mover) else 0.0
        text = mirrored(state)
        if text not in numbers:
            numbers[text] = len(found)
            found.append(state)
        return numbers[text], str(state).split()[2] != mover

    positions = []
    for state in found:  # it grows as we go
        mover = str(state).split()[2]
        chances = []
        for throw, chance in state.chances():
            thrown = state.apply(throw)
            actions = thrown.actions()
            places = [place(thrown.apply(action), mover) for action in actions] or [place(thrown, mover)]
            chances.append((float(chance), places))
        positions.append(Position(chances))
    return positions, len(finished)


def solve(positions: list[Position]) -> list[float]:
    """The chance of the side to throw to win from each position, with best play on both sides."""
    values = [0.5] * len(positions)
    change = 1.0
    while change > PRECISE:
        change = 0.0
        for number in reversed(range(len(positions))):  # the later found, the nearer to the end
            value = 0.0
            for chance, places in positions[number].chances:
                best = 0.0
                for place in places:
                    if isinstance(place, float):
                        worth = place
                    else:
                        worth = 1.0 - values[place[0]] if place[1] else values[place[0]]
                    best = max(best, worth)
                value += chance * best
            change = max(change, abs(value - values[number]))
            values[number] = value
    return values


def test_the_value_of_the_start_and_the_number_of_positions() -> None:
    positions, finished = explore(bg.load("ur", tokens=1).start())
    assert len(positions) + finished == 232
    assert solve(positions)[0] == pytest.approx(0.5300498395248598, abs=1e-9)


@cases(
    ("position", "value"),
    [
        ("14 14 0 -", Fraction(4, 7)),
        ("13 14 0 -", Fraction(116, 161)),
        ("14 13 0 -", Fraction(74, 161)),
    ],
)
def test_endings_with_one_token_each(position: str, value: Fraction) -> None:
    game = bg.load("ur:tokens=1")
    assert solve(explore(game.parse(position))[0])[0] == pytest.approx(float(value), abs=1e-9)
    first, second, _, _ = position.split()
    assert solve(explore(game.parse(f"{second} {first} 1 -"))[0])[0] == pytest.approx(float(value), abs=1e-9)


def test_keys_tell_positions_apart_as_texts_do() -> None:
    """Over every state of the game with one token, thrown or not: as many keys as texts."""
    start = bg.load("ur:tokens=1").start()
    keys: dict[str, object] = {str(start): start.key}
    frontier = [start]
    for state in frontier:  # it grows as we go
        for edge in state.actions() or [throw for throw, _ in state.chances()]:
            after = state.apply(edge)
            if str(after) not in keys:
                frontier.append(after)
            assert keys.setdefault(str(after), after.key) == after.key
    assert len(keys) > 2 * 217
    assert len(set(keys.values())) == len(keys)
