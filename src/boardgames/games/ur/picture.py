"""The board of Ur in text.

Seat 0 (``●``) enters at the fourth square of the bottom row and runs to the
left, both share the middle, seat 1 (``○``) does the same in the top row.  ``✿``
is a free rosette.  On tracks that turn back, tokens on squares that they pass
for the second time are ``◆`` and ``◇``.

For a player the cells show the numbers by which actions name them, the player's own
side is at the bottom, and the last move is in brackets.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from boardgames.core.picture.view_options import PLAIN, ViewOptions
from boardgames.core.text.said import Said
from boardgames.games.ur.actions import CELL, WAITING, Move, Throw
from boardgames.games.ur.rules import UNTHROWN, State
from boardgames.games.ur.tracks import Track, mirrored

TOKENS = "●○"
RETURNING: Final = "◆◇"
SIDES: Final = (Said("Dark"), Said("Light"))
ROSETTE = "✿"
ROWS: Final = "cba"  # from above, as seat 0 calls them
JOINTS: Final = " ??└?│┌├?┘─┴┐┤┬┼"
"""The characters in which lines meet, by their directions: 1 up, 2 right, 4 down, 8 left."""


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
    return "\n".join([_aside(state, 1, PLAIN), *_board(state, PLAIN, False), _aside(state, 0, PLAIN), _turn(state)])


def table(state: State, view: ViewOptions) -> str:
    """The position with the cells' numbers, as the side of ``view.seat`` sees it.

    >>> import boardgames as bg
    >>> before = bg.load("ur").parse("0,0,0,4,6,8,15 0,0,0,0,0,3,12 0 2")
    >>> move = before.read("8")
    >>> print(table(before.apply(move), ViewOptions(before=before, action=move)))
      ○ waiting ○○○○○
      ┌───┬───┬───┬───┐       ┌───┬───┐
      │ 4✿│ 3○│ 2 │ 1 │       │14✿│13 │
      ├───┼───┼───┼───┼───┬───┼───┼───┤
      │ 5 │ 6●│ 7 │ 8✿│ 9 [10●]11 │12○│
      ├───┼───┼───┼───┼───┴───┼───┼───┤
      │ 4●│ 3 │ 2 │ 1 │       │14✿│13 │
      └───┴───┴───┴───┘       └───┴───┘
      ● waiting ●●●   home ●
      ○ Light is to throw
    """
    far, near = _aside(state, 1 - view.seat, view), _aside(state, view.seat, view)
    return "\n".join([far, *_board(state, view, True), near, _turn(state, SIDES)])


def _board(state: State, view: ViewOptions, numbered: bool) -> list[str]:
    track = state.game.track
    squares = {*track.squares, *map(mirrored, track.squares)}
    columns = list(range(1, max(int(square[1:]) for square in squares) + 1))
    rows = ROWS
    if view.seat:
        rows, columns = rows[::-1], columns[::-1]
    grid = [["", *(f"{row}{column}" if f"{row}{column}" in squares else "" for column in columns), ""] for row in rows]
    nothing = [""] * len(grid[0])
    lines = []
    for place, row in enumerate(grid):
        lines += [_edge(grid[place - 1] if place else nothing, row), _squares(state, row, view, numbered)]
    return [f"  {line}".rstrip() for line in [*lines, _edge(grid[-1], nothing)]]


def _edge(above: list[str], below: list[str]) -> str:
    """The line between two rows of squares; ``""`` where there is none."""
    text = ""
    for place in range(len(above) - 1):
        up, down = any(above[place : place + 2]), any(below[place : place + 2])
        left, right = [bool(above[number] or below[number]) for number in (place, place + 1)]
        text += JOINTS[up + 2 * right + 4 * down + 8 * left] + ("───" if right else "   ")
    return text


def _squares(state: State, row: list[str], view: ViewOptions, numbered: bool) -> str:
    text, reached = "", _reached(view)
    for before, square in pairwise(row):
        if reached and reached in (before, square):
            text += view.paint("[" if square == reached else "]", "mark")
        else:
            text += "│" if before or square else " "
        text += _content(state, square, view, numbered) if square else "   "
    return text


def _content(state: State, square: str, view: ViewOptions, numbered: bool) -> str:
    """The content of a square, three columns wide."""
    track = state.game.track
    cells = [track.cells_on(square), track.cells_on(mirrored(square))]
    numbers = cells[view.seat] or cells[1 - view.seat]
    number, sign = numbers[0], " "
    if any(CELL[cell] & state.game.rosettes for side in cells for cell in side):
        sign = view.paint(ROSETTE, "mark")
    for seat in range(2):
        for cell in set(cells[seat]).intersection(state.cells(seat)):
            sign = view.man(mark(track, seat, cell), seat)
            if seat == view.seat:
                number = cell
    return view.paint(f"{number:>2}", "faint") + sign if numbered else f" {sign} "


def mark(track: Track, seat: int, cell: int) -> str:
    """The token of a side on a cell."""
    return (RETURNING if returns(track, cell) else TOKENS)[seat]


def returns(track: Track, cell: int) -> bool:
    """True if the track has passed the square of this cell before."""
    return 0 < track.twin[cell] < cell


def _reached(view: ViewOptions) -> str:
    """The square that the last move reached, as seat 0 calls it; ``""`` if it came home or there was none."""
    before, move = view.before, view.action
    if not isinstance(before, State) or not isinstance(move, Move) or move.cell + before.thrown >= before.game.home:
        return ""
    square = before.game.track.squares[move.cell + before.thrown - 1]
    return mirrored(square) if before.seat else square


def _aside(state: State, seat: int, view: ViewOptions) -> str:
    cells = state.cells(seat)
    parts = [
        f"{word} {view.man(TOKENS[seat] * cells.count(cell), seat)}"
        for word, cell in (("waiting", WAITING), ("home", int(state.game.home)))
        if cell in cells
    ]
    return f"  {view.man(TOKENS[seat], seat)} " + "   ".join(parts)


def _turn(state: State, names: tuple[str, str] | None = None) -> str:
    seat = 1 - state.seat if state.outcome is not None else state.seat
    side = TOKENS[seat] + (f" {names[seat]}" if names else "")
    if state.outcome is not None:
        return f"  {side} has won"
    return f"  {side} is to throw" if state.thrown == UNTHROWN else f"  {side} has thrown {state.thrown}"


LEGEND: Final = """\
`●` is Dark, who begins, `○` Light, `✿` a rosette. Tokens wait beside the board,
run along the numbered cells from 1 up, and are home beyond the last one; each side
has its own row, and the middle is shared. Where a track turns back, `◆` and `◇` are tokens
on squares that they have passed before; while free, such a square shows its smaller number.

A token is moved by typing the number of the cell that it stands on; `0` enters a new one.
"""


def describe(before: State, action: Move | Throw, after: State) -> str:
    """The event, and whose turn it is where that may surprise.

    >>> import boardgames as bg
    >>> state = bg.load("ur").start().play("=4")
    >>> describe(state, state.read("0"), state.play("0"))
    'enters a token on 4: a rosette, so the same side throws again'
    """
    if isinstance(action, Throw):
        number = int(action.number)
        if after.thrown == UNTHROWN:
            return Said("{deed}: the turn passes", deed=Said("throws {number} and cannot move", number=number))
        return Said("throws {number}", number=number)
    target, home = int(action.cell + before.thrown), int(before.game.home)
    if target == home:
        words = Said("brings {number} home", number=int(action.cell))
    elif action.cell == WAITING:
        words = Said("enters a token on {number}", number=target)
    else:
        words = Said("moves {number} to {number2}", number=int(action.cell), number2=target)
    other = 1 - before.seat
    if after.cells(other).count(WAITING) > before.cells(other).count(WAITING):
        words = Said("{words} and captures", words=words)
    if after.outcome is None and after.seat == before.seat:
        if target < home and CELL[target] & before.game.rosettes and before.game.rosette_turn:
            return Said("{deed}: a rosette, so the same side throws again", deed=words)
        return Said("{words}, so the same side throws again", words=words)
    return words
