# symmetry.py
from boardgames.games.morris import NINE
from boardgames.testkit import expect

LINES, SYMMETRIES = NINE.lines, NINE.symmetries


def is_symmetric(lines):
    """Whether each symmetry maps the lines, as sets of points, to the same lines."""
    expected = {frozenset(line) for line in lines}
    return all({frozenset(symmetry[point] for point in line) for line in lines} == expected for symmetry in SYMMETRIES)


# -- check ---------------------------------------------------------------------
expect(bool(is_symmetric(LINES)), True)
expect(bool(is_symmetric(LINES[12:])), True)  # the four between the squares
expect(bool(is_symmetric(LINES[3:])), False)  # three overlooked
expect(bool(is_symmetric([*LINES[:-1], (0, 8, 16)])), False)  # a diagonal for a straight one
print("well done")
