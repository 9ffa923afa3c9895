# symmetry.py
from boardgames.games.morris.board import NINE

LINES, SYMMETRIES = NINE.lines, NINE.symmetries


def is_symmetric(lines):
    """Whether each symmetry maps the lines, as sets of points, to the same lines."""
    expected = {frozenset(line) for line in lines}
    return all({frozenset(symmetry[point] for point in line) for line in lines} == expected for symmetry in SYMMETRIES)


# -- check ---------------------------------------------------------------------
assert is_symmetric(LINES)
assert is_symmetric(LINES[12:])  # the four between the squares
assert not is_symmetric(LINES[3:])  # three overlooked
assert not is_symmetric([*LINES[:-1], (0, 8, 16)])  # a diagonal for a straight one
print("well done")
