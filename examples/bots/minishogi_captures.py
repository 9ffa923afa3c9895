#!/usr/bin/env python3
"""Minishogi and Dice Shogi bot: captures the best piece it can.  Speaks codingame; needs nothing but Python."""

import sys

WORTH = {"P": 1, "S": 5, "G": 5, "B": 8, "R": 9, "K": 99}


def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit()  # the game is over
    return line.strip()


def squares(row):
    """The pieces of a row from left to right; a promoted one takes two characters."""
    return row.replace("+", "").replace(" ", "")


def gain(action, rows):
    """What an action such as 5544, 1425+ or G*33 captures, in points, and a little for promoting."""
    if "*" in action:
        return 0
    column, row = 5 - int(action[2]), int(action[3]) - 1
    return 2 * WORTH.get(rows[row][column].upper(), 0) + action.endswith("+")


seat, size = int(hear()), int(hear())
while True:
    rows = [squares(hear()) for _ in range(size)]
    hands = [hear(), hear()]
    line = hear()
    die = None
    if len(line) == 1:  # Dice Shogi: the die comes before the last action
        die, line = int(line), hear()
    last = line
    actions = [hear() for _ in range(int(hear()))]
    print(max(actions, key=lambda action: gain(action, rows)), flush=True)
