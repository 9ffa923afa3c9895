"""Which players meet, round by round.  Players are numbered from 0, the best seeded first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, log2

import attrs

Meetings = Sequence[tuple[int, int]]


class NoPairing(ValueError):
    """A round that cannot be paired; the message says why."""


@attrs.frozen
class Played:
    """A meeting in the past: the two players, and the first one's points of 1.  ``second`` is ``None`` for a bye."""

    round: int
    first: int
    second: int | None
    points: float


def round_robin(players: int) -> Iterator[Meetings]:
    """The rounds in which everybody meets everybody once, by the circle method; with an odd number one has a bye.

    Colours are balanced: a player has the first seat at most once more often than the
    second, or the other way round.

    >>> [list(meetings) for meetings in round_robin(3)]
    [[(1, 2)], [(2, 0)], [(0, 1)]]
    """
    seats = players + players % 2
    for turn in range(seats - 1):
        meetings = [(seats - 1, turn) if turn % 2 else (turn, seats - 1)]
        meetings += [((turn + k) % (seats - 1), (turn - k) % (seats - 1)) for k in range(1, seats // 2)]
        yield [(one, other) for one, other in meetings if max(one, other) < players]


def gauntlet(players: int) -> Iterator[Meetings]:
    """The first player meets each of the others."""
    for other in range(1, players):
        yield [(0, other)]


def swiss_rounds(players: int) -> int:
    """The number of rounds after which at most one player can have won every game.

    >>> swiss_rounds(2), swiss_rounds(8), swiss_rounds(9)
    (1, 3, 4)
    """
    return max(1, ceil(log2(players)))


def swiss(players: int, past: Sequence[Played], number: int, rounds: int) -> Meetings:
    """The next round of a Swiss tournament, by FIDE's Dutch system: equals meet, and no two players twice.

    A player that meets nobody has a bye.  Needs the extra ``tournament``.
    Raises :class:`NoPairing` where nobody is left to meet.
    """
    try:
        from caissify_pairings import generate_pairings
    except ImportError:
        raise NoPairing("Swiss pairings need one more package: pip install 'abstract-boardgames[tournament]'") from None
    standing = [_standing(player, past) for player in range(players)]
    met = {(one.first + 1, one.second + 1) for one in past if one.second is not None}
    try:
        made = generate_pairings(
            system="dutch", players=standing, previous_pairings=met, round_number=number, total_rounds=rounds
        )
    except Exception as error:
        raise NoPairing(f"round {number} cannot be paired: {error}") from None
    meetings = [(pair["white_id"] - 1, pair["black_id"] - 1) for pair in made if pair["black_id"] is not None]
    if len(meetings) != players // 2 or any({(a + 1, b + 1), (b + 1, a + 1)} & met for a, b in meetings):
        raise NoPairing(f"round {number} cannot be paired without somebody meeting twice: play fewer rounds")
    return meetings


def _standing(player: int, past: Sequence[Played]) -> dict[str, object]:
    """A player in the form that the pairing library takes: score, colours and floats, round by round.

    A float is a meeting with a player of another score: "down" for the one with more
    points before the round, "up" for the one with fewer.  A bye counts as "down".
    """
    score, colours, floats, byes = 0.0, [], [], 0
    scores: dict[int, float] = {}
    for number in sorted({one.round for one in past}):
        games = [one for one in past if one.round == number]
        mine = next((one for one in games if player in (one.first, one.second)), None)
        if mine is None or mine.second is None:
            colours.append("none")
            floats.append("none" if mine is None else "down")
        else:
            other = mine.second if mine.first == player else mine.first
            lead = scores.get(player, 0.0) - scores.get(other, 0.0)
            colours.append("white" if mine.first == player else "black")
            floats.append("down" if lead > 0 else "up" if lead < 0 else "none")
        for one in games:
            scores[one.first] = scores.get(one.first, 0.0) + one.points
            if one.second is not None:
                scores[one.second] = scores.get(one.second, 0.0) + 1 - one.points
        byes += mine is not None and mine.second is None
        score = scores.get(player, 0.0)
    return {
        "id": player + 1,
        "name": str(player + 1),
        "score": score,
        "rating": 3000 - player,
        "starting_number": player + 1,
        "color_hist": colours,
        "float_history": floats,
        "bye_count": byes,
    }


def knockout(survivors: Sequence[int]) -> tuple[Meetings, Sequence[int]]:
    """A round of a knockout among players in the order of their seeding: the meetings, and the players with a bye.

    The first meets the last and so on.  In the first round the best seeded have a
    bye, as many as it takes for the later rounds to have none.

    >>> knockout([0, 1, 2, 3, 4, 5])
    ([(2, 5), (3, 4)], [0, 1])
    """
    full = 2 ** ceil(log2(len(survivors)))
    rest = full - len(survivors)
    playing = list(survivors[rest:])
    half = len(playing) // 2
    return [(playing[k], playing[-1 - k]) for k in range(half)], list(survivors[:rest])
