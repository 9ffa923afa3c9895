"""Positions of Ur as text.

Four fields: the cells of seat 0's tokens, those of seat 1's, the seat to act,
and the throw.  Cells are ascending and joined by commas; 0 is waiting, the cell
after the track's last, 15 on Finkel's, is home.
The throw is ``-`` before the dice fall.  A game begins at
``0,0,0,0,0,0,0 0,0,0,0,0,0,0 0 -``.
"""

from __future__ import annotations

from boardgames.core.model.game import UnreadablePosition
from boardgames.core.text.printable import quoted
from boardgames.games.ur.actions import CELL, WAITING
from boardgames.games.ur.rules import UNTHROWN, State, Ur


def write(state: State) -> str:
    """A position as text: the cells of both sides, the side to act, the throw."""
    sides = [",".join(map(str, state.cells(seat))) for seat in range(2)]
    thrown = "-" if state.thrown == UNTHROWN else str(state.thrown)
    return f"{sides[0]} {sides[1]} {state.seat} {thrown}"


def parse(game: Ur, text: str) -> State:
    """The position that a text describes.

    Raises :class:`UnreadablePosition`.
    """
    fields = text.split()
    if len(fields) != 4:
        raise UnreadablePosition(
            "expected 4 fields (cells of seat 0, cells of seat 1, seat to act, throw) "
            f"but {quoted(text)} has {len(fields)}"
        )
    cells = [_cells(game, seat, fields[seat]) for seat in range(2)]
    for cell in cells[0]:
        _refuse_two_on_a_square(game, cell, cells[1])
    home = int(game.home)
    tracks = [sum(CELL[cell] for cell in set(side) if WAITING < cell < home) for side in cells]
    if fields[2] not in ("0", "1"):
        raise UnreadablePosition(f"field 3, the seat to act, must be 0 or 1, not {quoted(fields[2])}")
    seat = int(fields[2])
    if cells[seat].count(home) == game.tokens:
        raise UnreadablePosition(
            f"seat {seat} is to act with all tokens home: the turn passes with the last token, so write {1 - seat}"
        )
    waiting = [side.count(WAITING) for side in cells]
    state = State(game, seat, tracks[seat], tracks[1 - seat], waiting[seat], waiting[1 - seat], UNTHROWN, 0)
    return state if fields[3] == "-" else _thrown(state, fields[3])


def _cells(game: Ur, seat: int, field: str) -> list[int]:
    name = f"field {seat + 1}, the cells of seat {seat},"
    parts = field.split(",")
    home = int(game.home)
    if not all(part in [str(cell) for cell in range(home + 1)] for part in parts):
        raise UnreadablePosition(f"{name} must be numbers from 0 to {home} joined by commas, not {quoted(field)}")
    if len(parts) != game.tokens:
        raise UnreadablePosition(f"{name} must list {game.tokens} tokens, not {len(parts)}")
    cells = sorted(map(int, parts))
    for cell in range(1, home):
        if cells.count(cell) > 1:
            raise UnreadablePosition(f"{name} has {cells.count(cell)} tokens on cell {cell}, where only one can stand")
        twin = game.track.twin[cell]
        if cell < twin and cell in cells and twin in cells:
            raise UnreadablePosition(
                f"{name} has tokens on cells {cell} and {twin}, which are one square, where only one can stand"
            )
    return cells


def _refuse_two_on_a_square(game: Ur, cell: int, theirs: list[int]) -> None:
    for other in game.track.opposite[cell]:
        if other in theirs:
            also = "" if other == cell else f", as {other} of seat 1,"
            raise UnreadablePosition(f"cell {cell}{also} is common to both and cannot hold a token of each side")


def _thrown(state: State, field: str) -> State:
    possible = [str(throw.number) for throw, _ in state.game.throws]
    if field not in possible:
        raise UnreadablePosition(f"field 4, the throw, must be - or one of {', '.join(possible)}, not {quoted(field)}")
    if state.is_over():
        raise UnreadablePosition("field 4, the throw, must be - when the game is over")
    if not state.movable_by(int(field)):
        raise UnreadablePosition(
            f"field 4, the throw: after {field} no token can move and the turn passes, so write {1 - state.seat} -"
        )
    return state.throw(int(field))


def read_throw(text: str) -> str:
    """The canonical text of a throw written as a number or as coins.

    >>> read_throw("3"), read_throw("0 1 1 0"), read_throw("=4")
    ('=3', '=2', '=4')
    """
    text = text.strip()
    coins = text.split()
    if len(coins) > 1 and set(coins) <= {"0", "1"}:
        return f"={coins.count('1')}"
    return text if text.startswith("=") else f"={text}"
