"""Benching: players that cannot play lose the rest of their games without being started."""

from __future__ import annotations

from collections import Counter
from typing import Final

import attrs

from boardgames.contest.store import BENCHED, KeptGame
from boardgames.contest.unplayed import LOST_GAMES, SET_ASIDE

MOST_FAILED_STARTS: Final = 3  # in a row; then a player is benched


@attrs.define
class Benching:
    """Decides from the finished games who is benched.

    A player is benched when it fails to start three times in a row.  In a tournament also one that has finished no
    game, if its games against at least two rivals brought down their workers.
    """

    tournament: bool
    reasons: dict[int, str] = attrs.field(factory=dict)
    """The benched players, each with the reason."""
    _failed_starts: Counter[int] = attrs.field(factory=Counter)
    _lost_against: dict[int, set[int]] = attrs.field(factory=dict)
    """By player: the rivals in its games that were set aside."""
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
                self.reasons[player] = f"{LOST_GAMES} {len(rivals)} players brought down their workers"
