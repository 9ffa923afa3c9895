#!/usr/bin/env python3
"""Nine Men's Morris bot: closes a mill if it can, else stops one.  Speaks codingame; needs nothing but Python."""

import sys

# The sixteen mills, as (direction, radius): the sides of three squares, and four spokes.
MILLS = [[(corner, r), (corner + 1, r), ((corner + 2) % 8, r)] for r in range(3) for corner in (0, 2, 4, 6)]
MILLS += [[(middle, r) for r in range(3)] for middle in (1, 3, 5, 7)]


def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit()  # the game is over
    return line.split()


def closes(slot, men):
    return any(slot in mill and all(other in men for other in mill if other != slot) for mill in MILLS)


def worth(option, mine, theirs):
    """2 for an option that closes a mill, 1 for one that stops one."""
    target = int(option[-4]), int(option[-3])
    others = [slot for slot, number in mine.items() if option[0] == "PUT" or number != int(option[1])]
    return 2 * closes(target, others) + closes(target, theirs)


while True:
    hear()  # colour, turns left and counts
    mine, theirs = {}, {}
    for _ in range(int(hear()[0])):
        number, owner, direction, radius = map(int, hear())
        (theirs if owner else mine)[direction, radius] = number
    options = [hear() for _ in range(int(hear()[0]))]
    best = max(options, key=lambda option: worth(option, mine, theirs))
    print(*best[:-2], *list(theirs.values())[-2:], flush=True)
