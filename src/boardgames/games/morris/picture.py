"""The board of nine men's morris in text: three squares, ``●`` Black and ``○`` White at their points."""

from __future__ import annotations

from typing import Final

from boardgames.games.morris.board import BIT, POINT
from boardgames.games.morris.rules import SEATS, State

MEN: Final = "●○"
COLOURS: Final = ("Black", "White")
ROWS: Final = (
    "┌───────────┬───────────┐",
    "│           │           │",
    "│   ┌───────┼───────┐   │",
    "│   │       │       │   │",
    "│   │   ┌───┴───┐   │   │",
    "│   │   │       │   │   │",
    "├───┼───┤       ├───┼───┤",
    "│   │   │       │   │   │",
    "│   │   └───┬───┘   │   │",
    "│   │       │       │   │",
    "│   └───────┼───────┘   │",
    "│           │           │",
    "└───────────┴───────────┘",
)
"""The lines; a point lies every four columns and two rows."""


def draw(state: State) -> str:
    """The position with the men in stock, and who is to act.

    >>> import boardgames as bg
    >>> print(draw(bg.load("morris").parse("B.WB..B..W..............  b 6 7 5")))
      7 ●───────────┬───────────○
        │           │           │
      6 │   ●───────┼───────┐   │
        │   │       │       │   │
      5 │   │   ●───┴───┐   │   │
        │   │   │       │   │   │
      4 ○───┼───┤       ├───┼───┤
        │   │   │       │   │   │
      3 │   │   └───┬───┘   │   │
        │   │       │       │   │
      2 │   └───────┼───────┘   │
        │           │           │
      1 └───────────┴───────────┘
        a   b   c   d   e   f   g
      in stock: ●●●●●● ○○○○○○○
      ● Black is to place a man
    """
    lines = []
    for row, line in enumerate(ROWS):
        rank = str(7 - row // 2) if row % 2 == 0 else " "
        lines.append(f"  {rank} " + "".join(_mark(state, row, column, line) for column in range(len(line))))
    lines.append("    " + "   ".join("abcdefg"))
    stocks = [MEN[seat] * state.stock(seat) for seat in range(SEATS)]
    if any(stocks):
        lines.append(f"  in stock: {' '.join(filter(None, stocks))}")
    return "\n".join([*lines, _turn(state)])


def _mark(state: State, row: int, column: int, line: str) -> str:
    if row % 2 == 0 and column % 4 == 0:
        name = "abcdefg"[column // 4] + str(7 - row // 2)
        for seat in range(SEATS):
            if name in POINT and state.men(seat) & BIT[POINT[name]]:
                return MEN[seat]
    return line[column]


def _turn(state: State) -> str:
    outcome = state.outcome
    if outcome is not None:
        winner = outcome.winner
        return "  a draw" if winner is None else f"  {MEN[winner]} {COLOURS[winner]} has won"
    task = "jump" if state.game.flies(state.own) else "move"
    return f"  {MEN[state.seat]} {COLOURS[state.seat]} is to {'place a man' if state.own_stock else task}"
