"""The board of Ur in text, as it lies on the table.

Seat 0 (``●``) enters at the fourth square of the bottom row and runs to the
left, both share the middle, seat 1 (``○``) does the same in the top row.  ``✿``
is a free rosette.
"""

from __future__ import annotations

from typing import Final

from boardgames.games.ur.rules import CELL, UNTHROWN, WAITING, State
from boardgames.games.ur.tracks import Track, mirrored

TOKENS = "●○"
ROSETTE = "✿"
ROWS: Final = "cba"  # from above, as seat 0 calls them
JOINTS: Final = " ??└?│┌├?┘─┴┐┤┬┼"
"""How lines meet, by where they go: 1 up, 2 right, 4 down, 8 left."""


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
    return "\n".join([_aside(state, 1), *_board(state), _aside(state, 0), _turn(state)])


def _board(state: State) -> list[str]:
    track = state.game.track
    squares = {*track.squares, *map(mirrored, track.squares)}
    width = max(int(square[1:]) for square in squares)
    nothing = [False] * (width + 2)
    there = [[f"{row}{number}" in squares for number in range(width + 2)] for row in ROWS]
    lines = []
    for row, name in enumerate(ROWS):
        lines += [_edge(there[row - 1] if row else nothing, there[row]), _squares(state, name, there[row])]
    return [f"  {line}".rstrip() for line in [*lines, _edge(there[-1], nothing)]]


def _edge(above: list[bool], below: list[bool]) -> str:
    """The line between two rows of squares, given by whether there is a square at each number."""
    text = ""
    for place in range(len(above) - 1):
        up, down = any(above[place : place + 2]), any(below[place : place + 2])
        left, right = [above[number] or below[number] for number in (place, place + 1)]
        text += JOINTS[up + 2 * right + 4 * down + 8 * left] + ("───" if right else "   ")
    return text


def _squares(state: State, row: str, there: list[bool]) -> str:
    text = ""
    for place in range(len(there) - 1):
        text += "│" if any(there[place : place + 2]) else " "
        text += f" {_mark(state, f'{row}{place + 1}')} " if there[place + 1] else "   "
    return text


def _mark(state: State, square: str) -> str:
    cells = [_cell(state.game.track, square), _cell(state.game.track, mirrored(square))]
    for seat, cell in enumerate(cells):
        if cell and cell in state.cells(seat):
            return TOKENS[seat]
    return ROSETTE if any(cell and CELL[cell] & state.game.rosettes for cell in cells) else " "


def _cell(track: Track, square: str) -> int:
    """The cell of a side's track on a square; 0 where it never comes."""
    return track.squares.index(square) + 1 if square in track.squares else 0


def _aside(state: State, seat: int) -> str:
    cells = state.cells(seat)
    parts = [
        f"{word} {TOKENS[seat] * cells.count(cell)}"
        for word, cell in (("waiting", WAITING), ("home", int(state.game.home)))
        if cell in cells
    ]
    return f"  {TOKENS[seat]} " + "   ".join(parts)


def _turn(state: State) -> str:
    if state.outcome is not None:
        return f"  {TOKENS[1 - state.seat]} has won"
    side = TOKENS[state.seat]
    return f"  {side} is to throw" if state.thrown == UNTHROWN else f"  {side} has thrown {state.thrown}"
