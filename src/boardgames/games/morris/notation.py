"""Positions of the morris family as text.

Five fields: the points in reading order, from a7 to g1 on the board of nine men's morris (``.`` free, ``B`` Black,
``W`` White), the side to act (``b`` or ``w``), the stock of Black, that of
White, and the ply, from 1.  With mill memory there are two more, which may be left
out in a text to be read: the numbers of the men in the same order, ``1,4,3``, or ``-``
where each side's are the first it placed, ascending; and the mills paid, each
as the numbers of its men and the ends of its line, ``1.3.5@a7-g7``, or ``-``.  With ``double_count`` there is one
more: how many men of Black and of White on the board do not count, ``0,1``.

A game begins at ``........................ b 9 9 1 - -``.
"""

from __future__ import annotations

from typing import Final

from boardgames.core.model.game import UnreadablePosition
from boardgames.core.text.printable import quoted
from boardgames.games.morris.board import BIT, POINTS, Board, points_of
from boardgames.games.morris.mill_memory import LINE
from boardgames.games.morris.position import HALF, WIDTH
from boardgames.games.morris.rules import Morris, State
from boardgames.games.morris.variant import FEWEST, SEATS

SIDES: Final = "bw"
MEN: Final = "BW"
FREE: Final = "."
NONE: Final = "-"
LONGEST_NUMBER: Final = 6  # digits


# -- writing --------------------------------------------------------------------


def write(state: State) -> str:
    """A position as text, field by field."""
    board = "".join(_man(state, point) for point in state.game.board.reading_order)
    fields = [board, SIDES[state.seat], str(state.stock(0)), str(state.stock(1)), str(state.ply + 1)]
    if state.game.mill_memory:
        fields += [_numbers(state), _paid(state)]
    if state.game.double_count:
        fields.append(",".join(map(str, state.uncounted[:: -1 if state.seat else 1])))
    return " ".join(fields)


def _man(state: State, point: int) -> str:
    for seat in range(SEATS):
        if state.men(seat) & BIT[point]:
            return MEN[seat]
    return FREE


def _numbers(state: State) -> str:
    order = state.game.board.reading_order
    board = [_man(state, point) for point in order]
    numbers = [state.number(point) for point, man in zip(order, board, strict=True) if man != FREE]
    return NONE if numbers == _first_placed(board) else ",".join(map(str, numbers))


def _first_placed(board: list[str]) -> list[int]:
    """The men's numbers if they are the first that each side placed, ascending."""
    placed = [0] * SEATS
    numbers = []
    for man in board:
        if man != FREE:
            seat = MEN.index(man)
            numbers.append(SEATS * placed[seat] + seat + 1)
            placed[seat] += 1
    return numbers


def _paid(state: State) -> str:
    names = state.game.board.line_names
    mills = sorted(([man + 1 for man in points_of(mill % LINE)], names[mill // LINE]) for mill in state.filled)
    return ",".join(".".join(map(str, numbers)) + "@" + line for numbers, line in mills) or NONE


# -- reading --------------------------------------------------------------------


def parse(game: Morris, text: str) -> State:
    """The position that a text describes.

    Raises :class:`UnreadablePosition`.
    """
    fields = text.split()
    expected = ["the points", "side to act", "Black's stock", "White's stock", "ply"]
    if game.mill_memory:
        expected += ["the men's numbers", "mills paid"]
    if game.double_count:
        expected += ["men that do not count"]
    if not 5 <= len(fields) <= len(expected):
        fewest = f"5 to {len(expected)}" if game.mill_memory else "5"
        raise UnreadablePosition(
            f"expected {fewest} fields ({', '.join(expected)}) but {quoted(text)} has {len(fields)}"
        )
    board = _board(game.board, fields[0])
    if fields[1] not in tuple(SIDES):
        raise UnreadablePosition(f"field 2, the side to act, must be b or w, not {quoted(fields[1])}")
    seat = SIDES.index(fields[1])
    stocks = [_stock(game, side, board, fields[2 + side]) for side in range(SEATS)]
    last = int(game.plies) + 1
    ply = _whole(f"field 5, the ply, must be a number from 1 to {last}", fields[4], 1, last) - 1
    men = [sum(BIT[point] for point in board if board[point] == MEN[side]) for side in range(SEATS)]
    if all(not stocks[side] and men[side].bit_count() < FEWEST for side in range(SEATS)):
        raise UnreadablePosition(
            "field 1, the points: both sides have fewer than three men and none in stock, but only one can have lost"
        )
    if game.mill_wins and game.board.in_mills(men[seat]):
        raise UnreadablePosition("field 1, the points: the side to act has a mill, with which it would have won before")
    numbers = _read_numbers(game, board, stocks, fields[5] if len(fields) > 5 else NONE)
    filled: tuple[int, ...] = ()
    if game.mill_memory:
        # Without this field, the mills that stand on the board are those that were filled.
        filled = _read_paid(game.board, numbers, fields[6]) if len(fields) > 6 else _standing(game.board, numbers, men)
    low = sum(numbers[point] << WIDTH * point for point in numbers if point < HALF)
    high = sum(numbers[point] << WIDTH * (point - HALF) for point in numbers if HALF <= point < POINTS)
    less = _uncounted(game, fields[7]) if len(fields) > 7 else [0, 0]
    own, uncounted = men[seat], (less[seat], less[1 - seat])
    stock, other_stock = stocks[seat], stocks[1 - seat]
    return game.position(seat, own, men[1 - seat], stock, other_stock, ply, (low, high), filled, uncounted)


def _uncounted(game: Morris, field: str) -> list[int]:
    expected = f"field 8, the men that do not count, must be two numbers from 0 to {game.men}, as in 0,1"
    parts = field.split(",")
    if len(parts) != SEATS:
        raise UnreadablePosition(f"{expected}, not {quoted(field)}")
    return [_whole(expected, part, 0, int(game.men)) for part in parts]


def _whole(expected: str, field: str, least: int, most: int) -> int:
    if field.isascii() and field.isdecimal() and len(field) <= LONGEST_NUMBER and least <= int(field) <= most:
        return int(field)
    raise UnreadablePosition(f"{expected}, not {quoted(field)}")


def _board(board: Board, field: str) -> dict[int, str]:
    """The colour of the man on each point that is not free, in reading order."""
    if len(field) != board.size:
        raise UnreadablePosition(f"field 1, the points, must have {board.size} characters, not {len(field)}")
    for place, man in enumerate(field):
        if man not in MEN + FREE:
            name = board.names[board.reading_order[place]]
            raise UnreadablePosition(f"field 1, the points: {name} must be B, W or '.', not {quoted(man)}")
    return {point: man for point, man in zip(board.reading_order, field, strict=True) if man != FREE}


def _stock(game: Morris, side: int, board: dict[int, str], field: str) -> int:
    colour = ("Black", "White")[side]
    men = sum(man == MEN[side] for man in board.values())
    most = int(game.men) - men
    if most < 0:
        raise UnreadablePosition(f"field 1, the points: {colour} has {men} men on the board, of {game.men}")
    expected = f"field {3 + side}, the stock of {colour}, must be a number from 0 to {most}"
    return _whole(f"{expected} with {men} men on the board", field, 0, most)


def _read_numbers(game: Morris, board: dict[int, str], stocks: list[int], field: str) -> dict[int, int]:
    """The number of the man on each point."""
    if field == NONE:
        return dict(zip(board, _first_placed(list(board.values())), strict=True))
    parts = field.split(",")
    name = "field 6, the men's numbers,"
    if len(parts) != len(board):
        raise UnreadablePosition(f"{name} must be - or name {len(board)} men, not {len(parts)}: {quoted(field)}")
    numbers: dict[int, int] = {}
    for (point, man), part in zip(board.items(), parts, strict=True):
        seat = MEN.index(man)
        last = SEATS * (int(game.men) - stocks[seat] - 1) + seat + 1
        odd = ("odd", "even")[seat]
        expected = f"{name}: that of the man on {game.board.names[point]} must be {odd} and from {seat + 1} to {last}"
        number = _whole(expected, part, seat + 1, last)
        if number % SEATS != (seat + 1) % SEATS:
            raise UnreadablePosition(f"{expected}, not {quoted(part)}")
        if number in numbers.values():
            raise UnreadablePosition(f"{name} must differ, but {number} stands on two points")
        numbers[point] = number
    return numbers


def _read_paid(board: Board, numbers: dict[int, int], field: str) -> tuple[int, ...]:
    if field == NONE:
        return ()
    paid: set[int] = set()
    for part in field.split(","):
        mill = _read_mill(board, set(numbers.values()), part)
        if mill is not None:
            paid.add(mill)
    return tuple(sorted(paid))


def _read_mill(board: Board, present: set[int], part: str) -> int | None:
    """A mill paid; ``None`` if one of its men has left the board and it cannot be filled again."""
    name = f"field 7, the mills paid: {quoted(part)}"
    men, _, line = part.partition("@")
    if line not in board.line_names:
        raise UnreadablePosition(f"{name} must end in @ and a line, one of {', '.join(board.line_names)}")
    most = SEATS * board.size
    expected = f"{name} must name three men of one side, as in 1.3.5@{line}"
    three = {_whole(expected, man, 1, most) for man in men.split(".")}
    if len(three) != 3 or men.count(".") != 2 or len({man % SEATS for man in three}) != 1:
        raise UnreadablePosition(expected)
    return _mill(board.line_names.index(line), three) if three <= present else None


def _mill(line: int, men: set[int]) -> int:
    return line * LINE + sum(BIT[man - 1] for man in men)


def _standing(board: Board, numbers: dict[int, int], men: list[int]) -> tuple[int, ...]:
    return tuple(
        _mill(line, {numbers[point] for point in points})
        for line, points in enumerate(board.lines)
        if any(board.line_sets[line] & side == board.line_sets[line] for side in men)
    )
