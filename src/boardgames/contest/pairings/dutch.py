"""Swiss pairings by FIDE's Dutch system, for which two libraries know the rules.

Players are numbered from 0, the best seeded first.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log2
from typing import Final

import attrs

from boardgames.contest.pairings.schedules import Meetings

MIDDLE_FIELD: Final = 40
"""The most players that ``caissify-pairings`` pairs: beyond, a round takes it many seconds, and ``py4swiss`` one."""


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

    ``past`` are the games played, ``number`` is that of the next round, from 1, and ``rounds`` how many there are in
    all.

    A player that meets nobody has a bye.  Needs the extra ``tournament``.
    Raises :class:`NoPairing` where nobody is left to meet.
    """
    paired = _of_a_middle_field if players <= MIDDLE_FIELD else _of_a_large_field
    try:
        meetings = paired(players, past, number, rounds)
    except ImportError:
        package = "abstract-boardgames[tournament]"
        raise NoPairing(f"Swiss pairings need one more package: pip install '{package}'") from None
    except Exception as error:
        raise NoPairing(f"round {number} cannot be paired: {error}") from None
    met = {frozenset((one.first, one.second)) for one in past}
    if len(meetings) != players // 2 or any(frozenset(pair) in met for pair in meetings):
        raise NoPairing(f"round {number} cannot be paired without somebody meeting twice: play fewer rounds")
    return meetings


def _of_a_middle_field(players: int, past: Sequence[Played], number: int, rounds: int) -> Meetings:
    from caissify_pairings import generate_pairings

    made = generate_pairings(
        system="dutch",
        players=[_standing(player, past) for player in range(players)],
        previous_pairings={(one.first + 1, one.second + 1) for one in past if one.second is not None},
        round_number=number,
        total_rounds=rounds,
    )
    return [(pair["white_id"] - 1, pair["black_id"] - 1) for pair in made if pair["black_id"] is not None]


def _of_a_large_field(players: int, past: Sequence[Played], number: int, rounds: int) -> Meetings:
    from py4swiss.engines import DutchEngine
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
    from py4swiss.trf.sections import PlayerSection, XSection

    points = {0.0: ResultToken.LOSS, 0.5: ResultToken.DRAW, 1.0: ResultToken.WIN}
    bye = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE)
    results: list[list[RoundResult]] = [[] for _ in range(players)]
    for one in sorted(past, key=lambda one: one.round):
        if one.second is None:
            results[one.first].append(bye)
            continue
        white, black = (points[earned] for earned in (one.points, 1 - one.points))
        results[one.first].append(RoundResult(id=one.second + 1, color=ColorToken.WHITE, result=white))
        results[one.second].append(RoundResult(id=one.first + 1, color=ColorToken.BLACK, result=black))
    x_section = XSection(number_of_rounds=rounds)
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=player + 1,
            rank=player + 1,
            points_times_ten=sum(map(x_section.scoring_point_system.get_points_times_ten, mine)),
            results=mine,
        )
        for player, mine in enumerate(results)
    ]
    made = DutchEngine.generate_pairings(ParsedTrf(player_sections=sections, x_section=x_section))
    return [(pair.white - 1, pair.black - 1) for pair in made if pair.black]


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
