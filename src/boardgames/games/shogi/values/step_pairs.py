"""Pairs of men, weighed by the step from one to the other, wherever they stand."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from boardgames.core.vectors import vec
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.moves.board import CODES
from boardgames.games.shogi.moves.position import Position
from boardgames.games.shogi.values.board_tables import FIRST_CODE


@final
class StepPairs:
    """The weights of pairs, in Black's favour, by man less 16, code of the other square, and number of the step.

    An empty square weighs nothing, nor does a man with itself.  ``numbers`` are those of the steps, below ``steps``,
    by square and other square.
    """

    def __init__(self, squares: i64, steps: i64, numbers: list[int], weights: list[int]) -> None:
        self.squares: Final[i64] = squares
        self.steps: Final[i64] = steps
        self.numbers: Final[vec[i16]] = vec[i16](numbers)
        self.weights: Final[vec[i16]] = vec[i16](weights)

    def total(self, position: Position) -> i64:
        """The sum of the weights of all pairs."""
        total: i64 = 0
        for square in range(self.squares):
            code: i64 = position.codes[square]
            if code:
                total += self.of_man(position, code, square)
        return total // 2  # each pair was counted from both sides

    def of_man(self, position: Position, code: i64, square: i64) -> i64:
        """The sum of the pairs of a man on a square and the men on all others."""
        codes, squares, steps, numbers, weights = position.codes, self.squares, self.steps, self.numbers, self.weights
        first = (code - FIRST_CODE) * CODES * steps
        row = square * squares
        total: i64 = 0
        for other in range(squares):
            total += i64(weights[first + i64(codes[other]) * steps + i64(numbers[row + other])])
        return total

    def change(self, before: Position, action: Action, after: Position) -> i64:
        """The change of the sum by a move."""
        target = i64(action.target)
        change = self.of_man(after, i64(after.codes[target]), target)
        if not action.drop:
            source, captured = i64(action.source), i64(before.codes[target])
            change -= self.of_man(before, i64(before.codes[source]), source)
            if captured:
                change -= self.of_man(after, captured, target)
        return change
