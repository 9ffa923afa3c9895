# rows.py
from boardgames.testkit import checks, expect

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
class Men:
    """A set of squares that knows only the operations on whole sets, and how often a single square was asked for."""

    def __init__(self, squares, single=None):
        self.squares, self.single = squares, [] if single is None else single

    def __and__(self, other):
        mask = getattr(other, "squares", other)
        self.single += [mask] if mask.bit_count() == 1 else []
        return Men(self.squares & mask, self.single)

    def __or__(self, other):
        return Men(self.squares | getattr(other, "squares", other), self.single)

    def __xor__(self, other):
        return Men(self.squares ^ getattr(other, "squares", other), self.single)

    def __invert__(self):
        return Men(~self.squares, self.single)

    def __rshift__(self, places):
        return Men(self.squares >> places, self.single)

    def __lshift__(self, places):
        return Men(self.squares << places, self.single)

    def __eq__(self, other):
        return self.squares == getattr(other, "squares", other)

    def __hash__(self):
        return hash(self.squares)

    def __bool__(self):
        return self.squares != 0

    def __repr__(self):
        return f"0b{self.squares:09b}"

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__


with checks():
    expect([men for men in range(512) if bool(fast(men)) != slow(men)], [])
    for squares in range(512):
        men = Men(squares)
        expect(bool(fast(men)), slow(squares))
        assert len(men.single) <= 4, f"fast asks for {len(men.single)} single squares of {men}: ask for sets"
