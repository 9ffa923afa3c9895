"""The rules of Connect Four.  A board is a tuple of columns, each a string of its discs from the bottom up."""

from __future__ import annotations

from typing import Any, Final

import attrs

import boardgames as bg
from boardgames.core.model import option

DISCS: Final = "XO"
MOST: Final = 9
DIRECTIONS: Final = (1, 0), (0, 1), (1, 1), (1, -1)  # across, up, and the two aslant
DROPS: Final = [bg.SimpleAction(column, str(column + 1)) for column in range(MOST)]


@attrs.frozen
class Options:
    """The size of the board, and how many discs make a row."""

    columns: int = option(7, "columns of the board", "Milton Bradley 1974", least=1, most=MOST)
    height: int = option(6, "cells of a column", "Milton Bradley 1974", least=1, most=MOST)
    row: int = option(4, "discs in a row that win", "Milton Bradley 1974; Five-in-a-Row: 5", least=2, most=MOST)


@attrs.frozen
class State(bg.BaseState):
    game: Any
    board: tuple[str, ...]
    outcome: bg.Outcome | None = None

    @property
    def turn(self) -> int:
        return bg.OVER if self.outcome else len("".join(self.board)) % 2

    @property
    def key(self) -> tuple[str, ...]:
        return self.board  # the number of discs says whose turn it is

    def actions(self) -> list[bg.SimpleAction]:
        free = [len(column) < self.game.options.height for column in self.board]
        return [] if self.outcome else [drop for drop, is_free in zip(DROPS, free, strict=False) if is_free]

    def apply(self, drop: bg.SimpleAction) -> State:
        board = list(self.board)
        board[drop.index] += DISCS[self.turn]
        return State(self.game, tuple(board), self.game.ending(board, [drop.index]))

    def __str__(self) -> str:
        height = self.game.options.height
        return "/".join("".join((c + "." * height)[up] for c in self.board) for up in reversed(range(height)))


class ConnectFour(bg.SimpleGame):
    name = "connect-four"
    title = "Connect Four"

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.all_actions = DROPS[: options.columns]

    def start(self) -> State:
        return State(self, ("",) * self.options.columns)

    def ending(self, board: Any, columns: Any) -> bg.Outcome | None:
        """How the game is over by a row through the topmost disc of one of these columns, or by a full board."""
        for x in columns:
            if board[x] and any(self.run(board, x, *way) >= self.options.row for way in DIRECTIONS):
                return bg.Outcome((1.0, -1.0) if board[x][-1] == DISCS[0] else (-1.0, 1.0), "row")
        full = all(len(column) == self.options.height for column in board)
        return bg.Outcome((0.0, 0.0), "full") if full else None

    def run(self, board: Any, x: int, across: int, up: int) -> int:
        """How many discs of its colour stand in a row with the topmost disc of column x."""
        count, disc = 1, board[x][-1]
        for sign in (1, -1):
            column, y = x + sign * across, len(board[x]) - 1 + sign * up
            while 0 <= column < len(board) and 0 <= y < len(board[column]) and board[column][y] == disc:
                count, column, y = count + 1, column + sign * across, y + sign * up
        return count

    def parse(self, text: str) -> State:
        columns, height = self.options.columns, self.options.height
        rows = text.split("/")
        if [len(row) for row in rows] != [columns] * height or not set(text) <= set(DISCS + "./"):
            raise bg.UnreadablePosition(f"expected {height} rows of {columns} X, O or . joined by /, not {text!r}")
        board = tuple("".join(row[x] for row in reversed(rows)).rstrip(".") for x in range(columns))
        counts = [sum(column.count(disc) for column in board) for disc in DISCS]
        if any("." in column for column in board) or counts[0] - counts[1] not in (0, 1):
            raise bg.UnreadablePosition(f"discs rest on discs, and X has as many as O or one more, not so {text!r}")
        return State(self, board, self.ending(board, range(columns)))


def draw(state: Any) -> str:
    rows = [*str(state).split("/"), "".join(map(str, state.game.all_actions))]
    return "\n".join(" ".join(row) for row in rows)
