# symmetry.py
from boardgames.games.morris import NINE
from boardgames.testkit import checks, expect

LINES, SYMMETRIES = NINE.lines, NINE.symmetries


def is_symmetric(lines):
    """Whether each symmetry maps the lines, as sets of points, to the same lines."""
    expected = {frozenset(line) for line in lines}
    return all({frozenset(symmetry[point] for point in line) for line in lines} == expected for symmetry in SYMMETRIES)


# -- check ---------------------------------------------------------------------
def closed(line, symmetries):
    """A line, and all that these symmetries make of it."""
    lines = {frozenset(line)}
    while True:
        more = lines | {frozenset(symmetry[point] for point in line) for line in lines for symmetry in symmetries}
        if more == lines:
            return [tuple(sorted(line)) for line in lines]
        lines = more


with checks():
    expect(is_symmetric(LINES), True)
    expect(is_symmetric(LINES[12:]), True)  # the four between the squares
    expect(is_symmetric([line[::-1] for line in reversed(LINES)]), True)  # sets of points: no order counts
    expect(is_symmetric(LINES[3:]), False)  # three overlooked
    expect(is_symmetric([*LINES[:-1], (0, 8, 16)]), False)  # a diagonal for a straight one
    # Seven ways to keep only half of the symmetries: by number they are 8 * inside out + 4 * mirrored + quarter turns.
    for parts in range(1, 8):
        half = [symmetry for number, symmetry in enumerate(SYMMETRIES)
                if (parts & 1) * (number & 1) ^ (parts >> 1 & 1) * (number >> 2 & 1) ^ (parts >> 2 & 1) * (number >> 3)
                == 0]  # fmt: skip
        expect(is_symmetric(closed((0, 1, 11), half)), False)
    expect(is_symmetric(closed((0, 1, 11), SYMMETRIES)), True)
