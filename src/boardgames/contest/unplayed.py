"""Games that a contest counts though they were not played to the end, and players that are benched.

A benched player cannot play: it loses the rest of its games without being started.  A game that no worker survives,
or in which a program is stopped, is set aside.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import attrs

from boardgames.contest.configuration import Configuration
from boardgames.contest.plan import PlannedGame
from boardgames.contest.store import BENCHED, FinishedGame, KeptGame
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import find, split_name
from boardgames.core.model.options import values_of
from boardgames.core.protocol.verdict import Fault, Verdict
from boardgames.records.game_record import GameRecord, RecordedPlayer

SET_ASIDE: Final = "set aside"
"""The reason of a game that could not be finished; the game counts as a draw."""
LOST_GAMES: Final = "its games against"
"""The beginning of the reason why a player is benched whose games could not be finished."""
GIVEN_UP: Final = "given up: "
"""Stands before the reason why games of a contest are left for another time."""
MOST_FAILED_STARTS: Final = 3  # in a row; then a player is benched


class GivenUp(Exception):
    """A planned game was broken off, since a service that a player needs has failed: it is played another time.

    ``why`` is a sentence, ``notes`` are those of its players until then, as in :class:`FinishedGame`.
    """

    def __init__(self, why: str, notes: tuple[str, ...] = ()) -> None:
        super().__init__(why, notes)
        self.why = why
        self.notes = notes

    def __str__(self) -> str:
        return self.why


def forfeited(
    configuration: Configuration, planned: PlannedGame, seat: int, kind: str = "not started", detail: str = BENCHED
) -> FinishedGame:
    """The game that a player loses without being started, as it is benched, or brings down every worker."""
    verdict = Verdict.forfeit(Fault(seat, kind, detail))
    return FinishedGame.of(verdict, record=_record(configuration, planned, verdict).json())


def set_aside(configuration: Configuration, planned: PlannedGame, detail: str) -> FinishedGame:
    """A game that cannot be finished, with the reason in a sentence.  Its record has neither actions nor a verdict."""
    return FinishedGame(
        score=0.5,
        reason=SET_ASIDE,
        detail=detail,
        record=_record(configuration, planned, None).json(),
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


@attrs.define
class Benching:
    """Decides from the finished games who is benched.

    A player is benched when it fails to start three times in a row.  In a tournament also one that has finished no
    game, if its games against at least two rivals were set aside.
    """

    tournament: bool
    reasons: dict[int, str] = attrs.field(factory=dict)
    """The benched players, each with the reason."""
    _failed_starts: Counter[int] = attrs.field(factory=Counter)
    _lost_against: dict[int, set[int]] = attrs.field(factory=dict)
    """The rivals of each player in its games that were set aside."""
    _finished: set[int] = attrs.field(factory=set)
    """The players that have finished a game."""

    def add(self, game: KeptGame) -> None:
        """Take a finished game into account."""
        if game.reason == SET_ASIDE:
            self._count_lost_workers(game.players)
        elif game.detail != BENCHED:
            self._finished.update(game.players)
        failed = game.failed_start
        for seat, player in enumerate(game.players):
            if player in self.reasons:
                continue
            if failed == seat:
                self._failed_starts[player] += 1
            elif failed is None and game.detail != BENCHED and game.reason != SET_ASIDE:
                self._failed_starts[player] = 0  # forfeits and lost games say nothing of a player's start
            if self._failed_starts[player] == MOST_FAILED_STARTS:
                self.reasons[player] = game.detail or game.reason

    def _count_lost_workers(self, players: tuple[int, ...]) -> None:
        for player in players:
            rivals = self._lost_against.setdefault(player, set())
            rivals.update(set(players) - {player})
            if self.tournament and len(rivals) > 1 and player not in self._finished:
                self.reasons[player] = f"{LOST_GAMES} {len(rivals)} players could not be finished"
