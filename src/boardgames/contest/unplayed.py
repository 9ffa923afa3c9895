"""Games that a contest counts without their being played to the end: forfeits, and games that no worker survives."""

from __future__ import annotations

from typing import Final

from boardgames.contest.configuration import Configuration
from boardgames.contest.plan import PlannedGame
from boardgames.contest.store import BENCHED, FinishedGame
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import find, split_name
from boardgames.core.model.options import values_of
from boardgames.core.record.game_record import GameRecord, RecordedPlayer
from boardgames.core.record.verdict import Fault, Verdict

SET_ASIDE: Final = "set aside"
"""The reason of a game that brings down its workers; the game counts as a draw."""
LOST_GAMES: Final = "its games against"
"""The beginning of the reason why a player is benched whose games bring down their workers."""


def forfeited(configuration: Configuration, planned: PlannedGame, seat: int) -> FinishedGame:
    """The game that a benched player loses without being started."""
    verdict = Verdict.forfeit(Fault(seat, "not started", BENCHED), len(planned.players))
    points = tuple((each + 1) / 2 for each in verdict.outcome.returns)
    return FinishedGame(
        score=points[0],
        points=points,
        reason=verdict.outcome.reason,
        fault="not started",
        fault_seat=seat,
        detail=BENCHED,
        record=_record(configuration, planned, verdict).json(),
        times=(0.0,) * len(points),
        slowest=(0.0,) * len(points),
    )


def set_aside(configuration: Configuration, planned: PlannedGame, detail: str) -> FinishedGame:
    """A game that cannot be finished, with the reason in a sentence.  Its record has neither actions nor a verdict."""
    points = (0.5,) * len(planned.players)
    return FinishedGame(
        score=0.5,
        points=points,
        reason=SET_ASIDE,
        detail=detail,
        record=_record(configuration, planned, None).json(),
        times=(0.0,) * len(points),
        slowest=(0.0,) * len(points),
    )


def _record(configuration: Configuration, planned: PlannedGame, verdict: Verdict | None) -> GameRecord:
    name, options = split_name(configuration.game)
    game = make(find(name), options)
    return GameRecord(
        game=game.name,
        options=values_of(game.options),
        start=str(game.start()),
        players=[RecordedPlayer(configuration.names[player]) for player in planned.players],
        verdict=verdict,
    )
