#!/usr/bin/env python3
"""Ur bot: moves the lowest-numbered token that can move.  Speaks colosseum; needs nothing but Python.

A game with another number of tokens than seven, which the protocol does not tell: python ur_first.py 3
"""

import sys

HOME, SAFE, SHARED = 15, 8, range(5, 13)
TOKENS = int(sys.argv[1]) if len(sys.argv) > 1 else 7


def say(line):
    print(line, flush=True)


def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit()  # the streams close when the game is over
    return line.strip()


def movable(mine, theirs, number):
    """The tokens that can move ``number`` cells."""
    tokens = []
    for token, cell in enumerate(mine):
        target = cell + number
        blocked = (target in mine and target < HOME) or (target == SAFE and SAFE in theirs)
        if number and cell < HOME and target <= HOME and not blocked:
            tokens.append(token)
    return tokens


names = [hear(), hear()]
seat = int(hear())
cells = [[0] * TOKENS, [0] * TOKENS]  # where each token of each side stands: 0 waits, 15 is home
turn = 0
while True:
    coins = hear()
    if coins == "RETIRE":
        break
    number = coins.split().count("1")
    tokens = movable(cells[turn], cells[1 - turn], number)
    if not tokens:
        turn = 1 - turn
        continue
    if turn == seat:
        token = tokens[0]
        say(token)
    else:
        answer = hear()
        if answer == "RETIRE":
            break
        token = int(answer)
    target = cells[turn][token] + number
    cells[turn][token] = target
    if target in SHARED and target in cells[1 - turn]:
        cells[1 - turn][cells[1 - turn].index(target)] = 0
    if target not in (4, 8, 14):
        turn = 1 - turn
