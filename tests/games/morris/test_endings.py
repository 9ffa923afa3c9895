"""All endings of three men against three, solved backwards over the public protocol.

Known of the classic game: 2,691,920 positions with the side to move, of which 2,232,160 are
won, 455,648 lost and 4,112 drawn; the longest way to the end takes 26 plies.  That
is a loss, for a win takes an odd number of plies.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import boardgames as bg
from boardgames.games.morris.board import NINE

WIN, LOSS = 1, -1


def orbits() -> tuple[dict[tuple[int, int], int], list[tuple[int, int]], list[int]]:
    """Positions that a symmetry makes alike: the class of each, one of each class, and how many there are."""
    three = list(combinations(range(24), 3))
    bits = [sum(2**point for point in men) for men in three]
    images = [
        {men: sum(2 ** image[point] for point in points) for men, points in zip(bits, three, strict=True)}
        for image in NINE.symmetries
    ]
    number: dict[tuple[int, int], int] = {}
    one_of: list[tuple[int, int]] = []
    sizes: list[int] = []
    for own in bits:
        for other in bits:
            if not own & other and (own, other) not in number:
                alike = {(image[own], image[other]) for image in images}
                number.update(dict.fromkeys(alike, len(one_of)))
                one_of.append((own, other))
                sizes.append(len(alike))
    return number, one_of, sizes


def solve() -> tuple[Counter[str], list[int]]:
    """How many positions are won, lost and drawn, and the plies of the longest win and of the longest loss."""
    number, one_of, sizes = orbits()
    game: Any = bg.load("morris:preset=classic")
    value = [0] * len(one_of)
    depth = [0] * len(one_of)
    before: list[list[int]] = [[] for _ in one_of]
    undecided = [0] * len(one_of)
    decided = []
    for here, (own, other) in enumerate(one_of):
        state = game.position(0, own, other, 0, 0)
        following = set()
        for action in state.actions():
            after = state.apply(action)
            if after.outcome is not None:
                assert after.outcome.winner == 0
                value[here], depth[here] = WIN, 1
                decided.append(here)
                break
            following.add(number[after.own, after.other])
        else:
            undecided[here] = len(following)
            for there in following:
                before[there].append(here)
    for there in decided:  # grows while it is walked, in the order of depth
        for here in before[there]:
            if value[here]:
                continue
            undecided[here] -= 1
            if value[there] == LOSS or not undecided[here]:
                value[here], depth[here] = -value[there], depth[there] + 1
                decided.append(here)
    counts: Counter[str] = Counter()
    for result, size in zip(value, sizes, strict=True):
        counts[{WIN: "won", LOSS: "lost", 0: "drawn"}[result]] += size
    longest = [max(depth[here] for here in decided if value[here] == result) for result in (WIN, LOSS)]
    return counts, longest


@pytest.mark.slow
def test_three_men_against_three() -> None:
    counts, longest = solve()
    assert counts.total() == 2_691_920
    assert counts == {"won": 2_232_160, "lost": 455_648, "drawn": 4_112}
    assert longest == [25, 26]
