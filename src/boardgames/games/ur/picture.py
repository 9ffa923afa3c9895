"""The board of Ur in text, as it lies on the table.

Seat 0 (``●``) enters at the lower right of the left block and runs along the
bottom row, both share the middle, seat 1 (``○``) runs along the top.  ``✿`` is
a free rosette.
"""

from __future__ import annotations

from boardgames.games.ur.rules import CELL, HOME, UNTHROWN, WAITING, State

TOKENS = "●○"
ROSETTE = "✿"
PRIVATE = (4, 3, 2, 1, 0, 0, 14, 13)  # the cells of the outer rows from left to right; 0 is a gap
COMMON = (5, 6, 7, 8, 9, 10, 11, 12)

EDGES = (
    "  ┌───┬───┬───┬───┐       ┌───┬───┐",
    "  ├───┼───┼───┼───┼───┬───┼───┼───┤",
    "  ├───┼───┼───┼───┼───┴───┼───┼───┤",
    "  └───┴───┴───┴───┘       └───┴───┘",
)


def draw(state: State) -> str:
    """The position with the tokens that wait and those at home, and what was thrown.

    >>> import boardgames as bg
    >>> print(draw(bg.load("ur").parse("0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2")))
      ○ waiting ○○○○○
      ┌───┬───┬───┬───┐       ┌───┬───┐
      │ ✿ │ ○ │   │   │       │ ✿ │   │
      ├───┼───┼───┼───┼───┬───┼───┼───┤
      │   │ ● │   │ ● │   │   │   │ ○ │
      ├───┼───┼───┼───┼───┴───┼───┼───┤
      │ ● │   │   │   │       │ ✿ │   │
      └───┴───┴───┴───┘       └───┴───┘
      ● waiting ●●●   home ●
      ● has thrown 2
    """
    rows = [_row(state, 1, PRIVATE), _row(state, None, COMMON), _row(state, 0, PRIVATE)]
    lines = [_aside(state, 1)]
    for edge, row in zip(EDGES, rows, strict=False):
        lines += [edge, row]
    return "\n".join([*lines, EDGES[-1], _aside(state, 0), _turn(state)])


def _row(state: State, seat: int | None, cells: tuple[int, ...]) -> str:
    text = "  │"
    for place, cell in enumerate(cells):
        gap = not cell
        after_gap = gap and place + 1 < len(cells) and not cells[place + 1]
        text += "   " + (" " if after_gap else "│") if gap else f" {_mark(state, seat, cell)} │"
    return text


def _mark(state: State, seat: int | None, cell: int) -> str:
    for side in (0, 1) if seat is None else (seat,):
        if cell in state.cells(side):
            return TOKENS[side]
    return ROSETTE if CELL[cell] & state.game.rosettes else " "


def _aside(state: State, seat: int) -> str:
    cells = state.cells(seat)
    parts = [
        f"{word} {TOKENS[seat] * cells.count(cell)}"
        for word, cell in (("waiting", WAITING), ("home", HOME))
        if cell in cells
    ]
    return f"  {TOKENS[seat]} " + "   ".join(parts)


def _turn(state: State) -> str:
    if state.outcome is not None:
        return f"  {TOKENS[1 - state.seat]} has won"
    side = TOKENS[state.seat]
    return f"  {side} is to throw" if state.thrown == UNTHROWN else f"  {side} has thrown {state.thrown}"
