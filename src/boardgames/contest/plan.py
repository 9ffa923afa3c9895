"""The games of a contest: a pure function of the configuration and of the results so far.

The whole plan of a match, a round robin or a gauntlet is known from the start; a
Swiss tournament and a knockout are planned as far as the results allow.  A planned
game keeps its number and its players, however the games are shared out among
workers and however often the contest is interrupted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import attrs

from boardgames.contest.anchors import AnchoredRating, Pair
from boardgames.contest.configuration import Configuration
from boardgames.contest.pairings import Meetings, NoPairing, Played, knockout, round_robin, swiss, swiss_rounds
from boardgames.core.seeds import pair_seed

EXTRA_PAIRS: Final = 3
"""Pairs of games that a drawn meeting of a knockout adds at most; then the better seeded player goes on."""
FIRST_PAIRS: Final = 3
"""Pairs of games in the first rounds of a rating; later rounds have a quarter of the pairs before them."""

Results = Mapping[int, float]
"""The points of the player that moved first, by the game's number."""

Seated = Mapping[int, tuple[int, int]]
"""The players by seat, by the game's number."""


class PlannedGame(NamedTuple):
    """A game to be played.  Numbers count from 1, players from 0."""

    number: int
    round: int
    pair: int
    """Two games of one pair share their seed and their opening, with seats swapped."""
    first: int
    """The player in the first seat."""
    second: int
    meeting: int
    """The number of this pair among those of the same players, from 1."""

    @property
    def players(self) -> tuple[int, int]:
        """The players by seat."""
        return self.first, self.second

    def seed(self, configuration: Configuration) -> int:
        """The seed of its dice, its opening and its players: the same for both games of a pair."""
        return pair_seed(configuration.known_seed, sorted(self.players), self.meeting)


@attrs.define
class Plan:
    """The games planned so far, and how far each player came."""

    games: list[PlannedGame] = attrs.field(factory=list)
    byes: list[tuple[int, int]] = attrs.field(factory=list)
    """Each bye: the round and the player."""
    complete: bool = True
    """No result can add a game."""
    cut_short: str = ""
    """The reason why there are fewer rounds than were asked for; empty if there are as many."""
    reached: dict[int, int] = attrs.field(factory=dict)
    """In a knockout: the last round that each player came to; the winner's is one more than there are."""


def plan(configuration: Configuration, results: Results, seated: Seated | None = None) -> Plan:
    """The games of a contest, as far as these results let them be known.

    ``seated`` are the players of games that were played: a Swiss round that stands there is not paired again.

    >>> from boardgames.contest.configuration import Entry
    >>> two = Configuration(game="ur", entries=[Entry("a", "greedy"), Entry("b", "random")])
    >>> [(game.pair, game.first, game.second) for game in plan(two, {}).games]
    [(1, 0, 1), (1, 1, 0)]
    """
    return _Planner(configuration, results, seated or {}).plan()


class _Planner:
    def __init__(self, configuration: Configuration, results: Results, seated: Seated) -> None:
        self.configuration = configuration
        self.results = results
        self.seated = seated
        self.made = Plan()
        self.pairs = 0
        self.meetings: dict[frozenset[int], int] = {}

    def plan(self) -> Plan:
        players = len(self.configuration.entries)
        cycles = self.configuration.rounds or 1
        match self.configuration.format:
            case "swiss":
                self._swiss(players)
            case "knockout":
                self._knockout(players)
            case "rating":
                self._rating()
            case "roundrobin":
                self._cycles([*round_robin(players)], cycles)
            case _:  # a match is a gauntlet of one meeting
                self._cycles([[(0, other)] for other in range(1, players)], cycles)
        return self.made

    # -- games ------------------------------------------------------------------

    def _meet(self, number: int, meetings: Meetings, games: int) -> list[list[PlannedGame]]:
        """Games for each meeting, planned a pair at a time, so that all meetings advance together."""
        planned: list[list[PlannedGame]] = [[] for _ in meetings]
        step = 2 if self.configuration.swap else 1
        for done in range(0, games, step):
            for players, mine in zip(meetings, planned, strict=True):
                mine += self._pair(number, players, min(step, games - done))
        return planned

    def _pair(self, number: int, players: tuple[int, int], games: int) -> list[PlannedGame]:
        """The games of one seed: two, with seats swapped, or one."""
        self.pairs += 1
        key = frozenset(players)
        meeting = self.meetings[key] = self.meetings.get(key, 0) + 1
        made = []
        for first, second in (players, players[::-1])[:games]:
            made.append(PlannedGame(len(self.made.games) + 1, number, self.pairs, first, second, meeting))
            self.made.games.append(made[-1])
        return made

    def _cycles(self, rounds: Sequence[Meetings], cycles: int) -> None:
        """The rounds, again and again; every other time with seats swapped."""
        for cycle in range(cycles):
            for number, meetings in enumerate(rounds, cycle * len(rounds) + 1):
                turned = [(other, one) for one, other in meetings] if cycle % 2 else meetings
                self._meet(number, turned, self.configuration.games)

    # -- formats that depend on results -----------------------------------------

    def _points(self, games: Sequence[PlannedGame], player: int) -> float | None:
        """A player's points in a meeting; ``None`` until all its games are over."""
        points = 0.0
        for game in games:
            result = self.results.get(game.number)
            if result is None:
                return None
            points += result if game.first == player else 1 - result
        return points

    def _swiss(self, players: int) -> None:
        rounds = self.configuration.rounds or swiss_rounds(players)
        past: list[Played] = []
        for number in range(1, rounds + 1):
            try:
                meetings = self._seated_round(players // 2, self.configuration.games) or swiss(
                    players, past, number, rounds
                )
            except NoPairing as error:
                if number == 1:
                    raise
                self.made.cut_short = str(error)
                return
            planned = self._meet(number, meetings, self.configuration.games)
            playing = {player for pair in meetings for player in pair}
            for player in range(players):
                if player not in playing:
                    self.made.byes.append((number, player))
                    past.append(Played(number, player, None, 1.0))
            for (first, second), games in zip(meetings, planned, strict=True):
                points = self._points(games, first)
                if points is None:
                    self.made.complete = False
                    continue
                half = len(games) / 2
                past.append(Played(number, first, second, 1.0 if points > half else 0.0 if points < half else 0.5))
            if not self.made.complete:
                return

    def _seated_round(self, meetings: int, games: int) -> Meetings:
        """The meetings of the next round, if the first game of each was played; else none.

        ``games`` are those of each meeting.
        """
        step = min(2 if self.configuration.swap else 1, games)
        begin = len(self.made.games) + 1
        numbers = range(begin, begin + meetings * step, step)
        if any(game not in self.seated for game in numbers):
            return []
        return [self.seated[game] for game in numbers]

    def _rating(self) -> None:
        """Rounds of pairs against the anchors that tell most, longer and longer, until enough is known."""
        anchors, until, past, round = self.configuration.anchors, self.configuration.until, list[Pair](), 0
        assert anchors is not None and until is not None
        while (left := self.configuration.games - len(self.made.games)) > 0:
            if AnchoredRating.of(anchors, past).settled(until):
                return
            round += 1
            number = min(max(FIRST_PAIRS, len(past) // 4), (left + 1) // 2)
            seated = self._seated_round(number, 2)
            others = [other for _, other in seated] or [anchor + 1 for anchor in anchors.wanted(past, number)]
            for other in others:
                games = self._pair(round, (0, other), min(2, self.configuration.games - len(self.made.games)))
                scores = [self._points([game], 0) for game in games]
                if None in scores:
                    self.made.complete = False
                past.append((other - 1, [score for score in scores if score is not None]))
            if not self.made.complete:
                return

    def _knockout(self, players: int) -> None:
        survivors: Sequence[int] = range(players)
        number = 0
        while len(survivors) > 1:
            number += 1
            self.made.reached.update(dict.fromkeys(survivors, number))
            meetings, resting = knockout(survivors)
            self.made.byes += [(number, player) for player in resting]
            winners = self._winners(number, meetings)
            if winners is None:
                self.made.complete = False
                return
            survivors = sorted([*resting, *winners])
        self.made.reached[survivors[0]] = number + 1

    def _winners(self, number: int, meetings: Meetings) -> list[int] | None:
        """The winner of each meeting of a knockout's round; ``None`` until all are decided."""
        planned = self._meet(number, meetings, self.configuration.games)
        for extra in range(EXTRA_PAIRS + 1):
            drawn = []
            for index, ((first, _), games) in enumerate(zip(meetings, planned, strict=True)):
                points = self._points(games, first)
                if points is None:
                    return None
                if points == len(games) / 2:
                    drawn.append(index)
            if not drawn or extra == EXTRA_PAIRS:
                break
            added = self._meet(number, [meetings[index] for index in drawn], 2 if self.configuration.swap else 1)
            for index, games in zip(drawn, added, strict=True):
                planned[index] += games
        won = []
        for (first, second), games in zip(meetings, planned, strict=True):
            points = self._points(games, first)
            assert points is not None
            won.append(second if points < len(games) / 2 else first)
        return won
