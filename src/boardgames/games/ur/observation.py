"""Ur for learning: both sides' cells and the throw, as numbers in a row.

The side to move sees its own tokens first, so a position looks the same to both sides.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i32, i64

from boardgames.core.vectors import vec
from boardgames.games.ur.rules import State, Ur
from boardgames.learning.observation import ONE, Observation, Plane, bits_of
from boardgames.learning.state_writer import StateWriter


@final
class UrWriter(StateWriter):
    """Writes the states of one game as numbers."""

    def __init__(self, game: Ur) -> None:
        self.home: Final[i64] = game.home
        self.tokens: Final[i64] = game.tokens
        self.throws: Final[i64] = len(game.options.dice)
        # By a number of tokens: its share of all of them.
        self.shares: Final[vec[i32]] = vec[i32]([bits_of(count / game.tokens) for count in range(int(game.tokens) + 1)])

    def fill(self, state: Any, floats: vec[i32], at: i64) -> None:
        position: State = state
        self.fill_side(position.own, position.own_waiting, floats, at)
        at += self.home + 1
        self.fill_side(position.other, position.other_waiting, floats, at)
        at += self.home + 1
        for number in range(self.throws):
            floats[at + number] = i32(ONE) if position.thrown == number else i32(0)

    def fill_side(self, cells: i64, waiting: i64, floats: vec[i32], at: i64) -> None:
        """Write a side's tokens: waiting, on each cell, and home."""
        arrived = self.tokens - waiting
        floats[at] = self.shares[waiting]
        for cell in range(i64(1), self.home):
            stands = cells >> cell & 1
            arrived -= stands
            floats[at + cell] = i32(ONE) if stands else i32(0)
        floats[at + self.home] = self.shares[arrived]

    def number(self, state: Any, numbers: vec[i32], at: i64) -> i64:
        """Each action has the number of the cell that its token leaves."""
        count: i64 = 0
        position: State = state
        movable, room = position.movable, i64(len(numbers)) - at
        cell: i64 = 0
        while movable:
            if movable & 1:
                if count < room:
                    numbers[at + count] = i32(cell)
                count += 1
            movable >>= 1
            cell += 1
        return count


def observation(game: Ur) -> Observation:
    """37 numbers by Finkel's rules: 16 cells of each side, and the throws 0 to 4."""
    home = int(game.home)

    def cells(side: str, whose: str) -> list[Plane]:
        return [
            Plane(f"{side} waiting", f"the share of {whose} tokens that wait"),
            *(Plane(f"{side} {cell}", f"1 where one of {whose} tokens is on cell {cell}") for cell in range(1, home)),
            Plane(f"{side} home", f"the share of {whose} tokens that are home"),
        ]

    throws = range(len(game.options.dice))
    planes = [
        *cells("own", "the own"),
        *cells("other", "the opponent's"),
        *(
            Plane(f"thrown {number}", f"1 where the dice show {number}; before the throw none is 1")
            for number in throws
        ),
    ]
    return Observation(shape=(len(planes),), planes=tuple(planes), markov=True, writer=UrWriter(game))
