"""Connect Four: all that belongs to the game, in one SPEC."""

from __future__ import annotations

import boardgames as bg
from connect_four.rules import DISCS, MOST, ConnectFour, Options, draw

RULES = """\
# Connect Four

The board stands upright. The sides in turn drop a disc of their colour into a
column; it falls to the lowest free cell. Who first has four discs in a row,
across, upright or aslant, wins. A full board without such a row is a draw.

A position is written row by row from the top, joined by `/`: `X` and `O` are
the discs of the first and the second side, `.` is a free cell. Who is to act
follows from their number. An action is written as the column, from `1` at the left.
"""

SPEC = bg.GameSpec(
    name="connect-four",
    title="Connect Four",
    game=ConnectFour,
    options=Options,
    presets={"five-in-a-row": {"columns": 9, "row": 5}},
    reasons={"row": "a side has enough discs in a row and wins", "full": "the board is full: a draw"},
    picture=draw,
    seat_names=tuple(DISCS),
    max_plies=MOST * MOST,
    rules=RULES,
    sources=(
        "Howard Wexler and Ned Strongin, Connect Four, Milton Bradley 1974",
        "James D. Allen, The Complete Book of Connect 4 (2010)",
    ),
)
