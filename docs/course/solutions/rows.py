# rows.py
from boardgames.testkit import expect

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def slow(men):
    """Whether a set of squares contains a line."""
    return any(all(men >> square & 1 for square in line) for line in LINES)


LEFT, TOP = 0b001001001, 0b000000111
FALLING, RISING = 0b100010001, 0b001010100


def fast(men):
    """The same, with sets of bits."""
    across = men & men >> 1 & men >> 2 & LEFT
    down = men & men >> 3 & men >> 6 & TOP
    return across or down or men & FALLING == FALLING or men & RISING == RISING


# -- check ---------------------------------------------------------------------
expect([men for men in range(512) if bool(fast(men)) != slow(men)], [])
expect("square" not in fast.__code__.co_varnames, True)
print("well done")
