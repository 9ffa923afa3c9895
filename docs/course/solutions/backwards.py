# backwards.py
from collections import deque

from boardgames.testkit import checks, expect


def settle(moves):
    """'won', 'lost' or 'drawn' for each position, for the side to move there."""
    worth = ["drawn"] * len(moves)
    leading = [[] for _ in moves]
    for position, targets in enumerate(moves):
        for target in targets:
            leading[target].append(position)
    hopes = [len(targets) for targets in moves]
    settled = deque(position for position, hope in enumerate(hopes) if not hope)
    for position in settled:
        worth[position] = "lost"
    while settled:
        here = settled.popleft()
        for source in leading[here]:
            if worth[source] != "drawn":
                continue
            hopes[source] -= 1
            if worth[here] == "lost":
                worth[source] = "won"
            elif not hopes[source]:
                worth[source] = "lost"
            else:
                continue
            settled.append(source)
    return worth


# -- check ---------------------------------------------------------------------
with checks():
    expect(settle([]), [])
    expect(settle([[]]), ["lost"])
    expect(settle([[0]]), ["drawn"])
    expect(settle([[1], [0]]), ["drawn", "drawn"])  # round in circles
    expect(settle([[1, 2], [0], []]), ["won", "lost", "lost"])
    expect(settle([[1], [2], [3], [4], []]), ["lost", "won", "lost", "won", "lost"])
    expect(settle([[], [0], [1], [2], [3]]), ["lost", "won", "lost", "won", "lost"])
    expect(settle([[1, 1], [2, 2], []]), ["lost", "won", "lost"])  # two ways to the same place
    matches = [[left - taken for taken in (1, 2, 3) if taken <= left] for left in range(41)]
    expect([left for left, worth in enumerate(settle(matches)) if worth == "lost"], list(range(0, 41, 4)))
    # from 2 it is better to go round again
    expect(settle([[1], [2], [0, 3], [4], []]), ["drawn", "drawn", "drawn", "won", "lost"])
    long = [[], *([left] for left in range(3000))]  # too long for functions that call themselves
    expect(settle(long).count("won"), 1500)
