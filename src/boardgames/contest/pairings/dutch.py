"""Swiss pairings by FIDE's Dutch system, whose rules a library knows; but for those of colours.

Players are numbered from 0, the best seeded first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence, Set
from itertools import combinations, groupby
from logging import ERROR, getLogger
from math import ceil, log2
from typing import Any, Final

import attrs

from boardgames.contest.pairings.schedules import Meetings

MOST_AT_ONCE: Final = 60
"""The most players that are paired at once: of twice as many the library takes ten seconds a round."""
AGAIN: Final = 10**9  # the price of a second bye, more than any sum of points between players
Standing = dict[str, Any]  # a player in the form that the library takes


class NoPairing(ValueError):
    """A round that cannot be paired; the message says why."""


@attrs.frozen
class Played:
    """A meeting in the past: the two players, and the first one's points of 1.  ``second`` is ``None`` for a bye."""

    round: int
    first: int
    second: int | None
    points: float


def swiss_rounds(players: int) -> int:
    """The number of rounds after which at most one player can have won every game.

    ``players`` is the number of players.

    >>> swiss_rounds(2), swiss_rounds(8), swiss_rounds(9)
    (1, 3, 4)
    """
    return max(1, ceil(log2(players)))


def swiss(players: int, past: Sequence[Played], number: int, rounds: int) -> Meetings:
    """The next round of a Swiss tournament: equals meet, and no two players twice.

    ``past`` are the games played, round by round, ``number`` is that of the next round, from 1, and ``rounds`` how many
    there are in all.

    A player without an opponent has a bye, a second one only if no other pairing is left.  In a meeting both sit
    first, so sides rule out none: who sat first less often begins.  A field of more than :data:`MOST_AT_ONCE` is
    paired in parts, in the order of its points.  Needs the extra ``tournament``.
    Raises :class:`NoPairing` where no opponent is left.
    """
    field = [_standing(player, past) for player in range(players)]
    size = 2 * ceil(players / ceil(players / MOST_AT_ONCE) / 2)
    ranked = sorted(field, key=lambda who: (-who["score"], who["id"]))
    try:
        parts = [sorted(ranked[k : k + size], key=lambda who: who["id"]) for k in range(0, players, size)]
        meetings: Meetings = [pair for part in parts for pair in _paired(part, past, number, rounds)]
        resting = set(range(players)).difference(*meetings)
        made = {*map(frozenset, meetings), *(frozenset((player, None)) for player in resting)}
        met = {frozenset((one.first, one.second)) for one in past}
        if len(resting) != players % 2 or made & met:
            meetings = _matched(field, met)
    except ImportError:
        package = "abstract-boardgames[tournament]"
        raise NoPairing(f"Swiss pairings need one more package: pip install '{package}'") from None
    if len(meetings) != players // 2:
        raise NoPairing(f"round {number} cannot be paired without somebody meeting twice: play fewer rounds")
    lead = Counter(one.first for one in past if one.second is not None)
    lead.subtract(one.second for one in past if one.second is not None)
    return [(one, other) if lead[one] <= lead[other] else (other, one) for one, other in meetings]


def _paired(part: Sequence[Standing], past: Sequence[Played], number: int, rounds: int) -> Meetings:
    """The pairing of some players by the Dutch system, as the library makes it; perhaps none."""
    from caissify_pairings import generate_pairings

    getLogger("caissify_pairings").setLevel(ERROR)  # it warns of what is found out here
    try:
        made = generate_pairings(
            system="dutch",
            players=part,
            previous_pairings={(one.first + 1, one.second + 1) for one in past if one.second is not None},
            round_number=number,
            total_rounds=rounds,
        )
    except Exception:  # whatever it stumbles over, another pairing may be left
        return []
    return [(pair["white_id"] - 1, pair["black_id"] - 1) for pair in made if pair["black_id"] is not None]


def _matched(field: Sequence[Standing], met: Set[frozenset[int | None]]) -> Meetings:
    """The pairing of all players with the fewest points between those that meet; fewer pairs if there is none."""
    from networkx import Graph, max_weight_matching

    nobody, graph = len(field), Graph()
    for one, other in combinations(range(nobody), 2):
        if frozenset((one, other)) not in met:
            apart = field[one]["score"] - field[other]["score"]
            graph.add_edge(one, other, weight=-4 * apart * apart)
    for one, who in enumerate(field) if nobody % 2 else ():
        graph.add_edge(one, nobody, weight=-2 * who["score"] - AGAIN * who["bye_count"])
    pairs = max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in pairs if nobody not in pair)


def _standing(player: int, past: Sequence[Played]) -> Standing:
    """A player in the form that the library takes: score, and floats round by round; no colours, which rule nothing.

    A float is a meeting with a player of another score: "down" for the one with more
    points before the round, "up" for the one with fewer.  A bye counts as "down".
    """
    scores, floats, byes = defaultdict[int, float](float), list[str](), 0
    for _, games in groupby(past, lambda one: one.round):
        before = scores.copy()
        for one in games:
            if player in (one.first, one.second):
                rival = one.second if one.first == player else one.first
                lead = 1.0 if rival is None else before[player] - before[rival]
                floats.append("down" if lead > 0 else "up" if lead < 0 else "none")
                byes += rival is None
            scores[one.first] += one.points
            if one.second is not None:
                scores[one.second] += 1 - one.points
    return {
        "id": player + 1,
        "name": str(player + 1),
        "score": scores[player],
        "rating": 3000 - player,
        "starting_number": player + 1,
        "color_hist": ["none"] * len(floats),
        "float_history": floats,
        "bye_count": byes,
    }
