"""The standings of a tournament: a table, ratings, and the points of each player against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Final

import attrs

from boardgames.contest.configuration import Configuration
from boardgames.contest.plan import plan
from boardgames.contest.ratings import Rating, rated
from boardgames.contest.score import (
    ContestResult,
    PlayerTotals,
    add_game,
    adjudicated,
    finite,
    only_forfeits,
)
from boardgames.contest.statistics import Tally
from boardgames.contest.store import KeptGame
from boardgames.contest.unplayed import LOST_GAMES
from boardgames.core.text.said import listed
from boardgames.view import Rows

MOST_CROSSED: Final = 12
"""The most players whose points against each other are shown."""


@attrs.frozen(kw_only=True)
class Place(Rating):
    """A player's line in the table, with its rating."""

    rank: int
    """Players that nothing tells apart share a rank; see :meth:`Standings.tie_break`."""
    player: int
    name: str
    points: float
    """From games; and in a Swiss tournament, for each bye as many points as a meeting has games."""
    tally: Tally
    opponents: float
    """The points of its opponents, once for each meeting (Buchholz)."""
    byes: int
    faults: dict[str, int]
    used: float
    """The seconds that it used in all games."""
    slowest: float
    """The seconds of its slowest answer."""
    reached: int | None
    """In a knockout: the last round that it came to; the winner's is one more than there are."""


@attrs.frozen(kw_only=True, repr=False)
class Standings(ContestResult):
    """The table of a tournament."""

    kind = "tournament"
    configuration: Configuration
    places: Sequence[Place]
    crosstable: Sequence[Sequence[tuple[float, int]]]
    """For each player and each opponent, in the players' order: points, and games."""
    played: int
    planned: int
    """The games planned so far; if ``complete`` is false, results will add more."""
    complete: bool
    cut_short: str
    regularised: bool
    """Each player is counted one drawn game more (:class:`~boardgames.contest.ratings.Ratings`)."""
    reasons: Mapping[str, int] = attrs.field(factory=dict)
    """The number of games by the reason why they ended."""
    byes: Sequence[tuple[int, int]] = ()
    """Each bye: the round and the player."""
    benched: dict[str, str] = attrs.field(factory=dict)
    """The reasons why players failed to start three times in a row, by their names."""
    numbers: Mapping[str, Mapping[str, float]] = attrs.field(factory=dict)
    """The mean of each number that programs printed, by player and name."""
    stopped: str = ""
    """The reason why games are left for another time; empty if none is."""
    forfeits: Sequence[str] = ()
    """A sentence on each player that forfeited every game."""

    @classmethod
    def of(cls, configuration: Configuration, games: Sequence[KeptGame]) -> Standings:
        """The table that results from games."""
        scores = {game.number: game.score for game in games}
        seated = {game.number: (game.first, game.second) for game in games}
        made = plan(configuration, scores, seated)
        names = configuration.names
        everyone = range(len(names))
        scored = [[0.0 for _ in everyone] for _ in everyone]
        met = [Counter[int]() for _ in everyone]
        results = Counter((game.first, game.second, game.outcome) for game in games)
        for (first, second, score), times in results.items():
            for one, other, points in ((first, second, score), (second, first, 1 - score)):
                scored[one][other] += points * times
                met[one][other] += times
        players = [PlayerTotals() for _ in everyone]
        for game in games:
            add_game(players, game)
        byes = Counter(player for _, player in made.byes)
        totals = [players[player].points + byes[player] * configuration.bye_points for player in everyone]
        ratings = rated(len(names), results)
        opponents = [sum(totals[other] for other in met[player]) for player in everyone]

        def merit(player: int) -> tuple[float, ...]:
            if configuration.format == "knockout":
                return (-made.reached.get(player, 0),)
            return (-totals[player], -opponents[player] if configuration.format == "swiss" else 0.0)

        def order(player: int) -> tuple[tuple[float, ...], float, float, int]:
            return merit(player), -totals[player], -ratings.ratings[player].elo, player

        return cls(
            configuration=configuration,
            places=[
                Place(
                    rank=1 + sum(merit(other) < merit(player) for other in everyone),
                    player=player,
                    name=names[player],
                    points=totals[player],
                    tally=players[player].tally,
                    **attrs.asdict(ratings.ratings[player]),
                    opponents=opponents[player],
                    byes=byes[player],
                    faults=dict(players[player].faults),
                    used=players[player].used,
                    slowest=players[player].slowest,
                    reached=made.reached.get(player),
                )
                for player in sorted(everyone, key=order)
            ],
            crosstable=[[(scored[one][other], met[one][other]) for other in everyone] for one in everyone],
            played=len(games),
            planned=len(made.games),
            complete=made.complete,
            cut_short=made.cut_short,
            regularised=ratings.regularised,
            reasons=Counter(game.reason for game in games),
            byes=tuple(made.byes),
            forfeits=only_forfeits(configuration, players),
        )

    def tie_break(self) -> str:
        """A sentence on how players with equal points are ranked; empty if there are none."""
        if self.configuration.format == "knockout":
            return "Players that go out in the same round share a rank."
        points = [place.points for place in self.places]
        if len(set(points)) == len(points):
            return ""
        if self.configuration.format == "swiss":
            return (
                "Equal points are ranked by Buchholz, the points of all opponents; players equal in both share a rank."
            )
        return "Players with equal points share a rank."

    def notes(self) -> list[str]:
        """The sentences that the table needs: on ties, byes and ratings without a bound."""
        notes = [self.cut_short, self.tie_break()]
        if any(place.byes for place in self.places) and (points := self.configuration.bye_points):
            notes.append(f"A bye counts {points:g} points, as many as there are games in a meeting.")
        if self.regularised and self.played:
            notes.append(
                "Players won or lost every point against others: ratings are held by one drawn game more of each."
            )
        apart = [place for place in self.places if not isfinite(place.high - place.low)]
        if apart:
            notes.append(
                "Where Elo has only one bound, the player won or lost every point against the others; "
                "they are rated without it, and their mean is 0."
            )
        return [note for note in notes if note]

    def tables(self) -> list[Rows]:
        """The table, and for few players their points against each other."""
        crossed = [self.cross_table()] if len(self.places) <= MOST_CROSSED else []
        return [self.table(), *crossed, *self.number_tables()]

    def table(self) -> Rows:
        """The table, the best player first."""
        swiss = self.configuration.format == "swiss"
        head = ["rank", "player", "points", "games", "won", "drawn", "lost", "Elo", "±"]
        head += ["Buchholz"] if swiss else []
        byes = any(place.byes for place in self.places)
        head += ["byes"] if byes else []
        faulty = any(place.faults for place in self.places)
        rows: list[list[str]] = [[*head, *(["faults"] if faulty else [])]]
        for place in self.places:
            tally = place.tally
            row = [format_rank(self, place), place.name, f"{place.points:g}"]
            row += [*map(str, (tally.games, tally.wins, tally.draws, tally.losses)), *format_rating(place)]
            row += [f"{place.opponents:g}"] if swiss else []
            row += [str(place.byes or "")] if byes else []
            row += [" ".join(f"{kind} {count}" for kind, count in sorted(place.faults.items()))] if faulty else []
            rows.append(row)
        return rows

    def cross_table(self) -> Rows:
        """The points of each player against each other, in the order of the table; and those of byes."""
        order = [place.player for place in self.places]
        bye = self.configuration.bye_points if any(place.byes for place in self.places) else 0.0
        head = ["points against", *map(str, range(1, len(order) + 1)), *(["bye"] if bye else [])]
        grid = [head]
        for line, place in enumerate(self.places, 1):
            cells = []
            for other in order:
                points, games = self.crosstable[place.player][other]
                cells.append("·" if other == place.player else f"{points:g}/{games}" if games else "")
            if bye:
                cells.append(f"{place.byes * bye:g}" if place.byes else "")
            grid.append([f"{line} {place.name}", *cells])
        return grid

    def bench_sentences(self) -> list[str]:
        """A sentence on each player that was benched."""
        never = " as it could not get going three times in a row:"
        return [
            f"{name} was benched{':' if why.startswith(LOST_GAMES) else f',{never}'} {why}"
            for name, why in self.benched.items()
        ]

    @property
    def over(self) -> bool:
        """True if all games have been played."""
        return self.complete and self.played >= self.planned

    def fields(self) -> dict[str, Any]:
        """The table in plain values: what ``boardgames tournament table --json`` prints."""
        return {
            "game": self.configuration.game,
            "format": self.configuration.format,
            "seed": self.configuration.seed,
            "games": self.played,
            "planned": self.planned,
            "over": self.over,
            "note": self.cut_short or None,
            "table": [place_fields(place) for place in self.places],
            "crosstable": {
                place.name: {
                    other.name: {"points": points, "games": games}
                    for other in self.places
                    for points, games in [self.crosstable[place.player][other.player]]
                    if games
                }
                for place in self.places
            },
            "ratings_held": self.regularised,
            "adjudicated": adjudicated(self.reasons),
            "benched": dict(self.benched),
            **self.number_fields(),
            **({"stopped": self.stopped} if self.stopped else {}),
        }

    def line(self) -> str:
        """The tournament in a line: who leads."""
        return ", ".join(f"{place.name} {place.points:g}" for place in self.places[:5])

    def sentences(self) -> list[str]:
        """The sentences below the tables."""
        return [*self.notes(), self.sentence(), *self.forfeits]

    def sentence(self) -> str:
        """The result of the tournament in a sentence."""
        if not self.played:
            return "No game has been played."
        best = self.places[0]
        level = [place.name for place in self.places if place.rank == 1]
        if not self.over:
            names = best.name if len(level) == 1 else f"{len(level)} players" if len(level) > 4 else listed(level)
            games = "the first game" if self.played == 1 else f"{self.played} games"
            if best.reached is not None:
                return f"{names} {'is' if len(level) == 1 else 'are'} in round {best.reached} after {games}."
            return f"{names} {'leads' if len(level) == 1 else 'lead'} after {games}."
        if best.reached is not None:
            return f"{best.name} wins the knockout."
        if len(level) > 1:
            first = level if len(level) <= 6 else [*level[:4], f"{len(level) - 4} others"]
            return f"{listed(first)} are level at the top, with {best.points:g} points each."
        second = self.places[1]
        near = best.low < second.high
        doubt = f" So few games do not tell it from {second.name} for certain." if near else ""
        return f"{best.name} wins with {best.points:g} points.{doubt}"


def place_fields(place: Place) -> dict[str, Any]:
    """A line of the table in plain values."""
    tally = place.tally
    return {
        "rank": place.rank,
        "name": place.name,
        "points": place.points,
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": tally.score,
        "pairs": list(tally.pairs),
        "elo": finite(place.elo),
        "error": finite(place.error),
        "interval": [finite(place.low), finite(place.high)],
        "opponents": place.opponents,
        "byes": place.byes,
        "faults": place.faults,
        "seconds": round(place.used, 6),
        "slowest": place.slowest,
        "reached": place.reached,
    }


def format_rank(standings: Standings, place: Place) -> str:
    """A rank; with ``=`` behind it if others share it."""
    shared = sum(other.rank == place.rank for other in standings.places) > 1
    return f"{place.rank}{'=' * shared}"


def format_rating(place: Place) -> tuple[str, str]:
    """A rating and its error; in words where it has one bound or none, and nothing without a game.

    ``place`` is the player's in the table.
    """
    if not place.tally.games:
        return "", ""
    if isfinite(place.low) and isfinite(place.high):
        return f"{place.elo:+.0f}", f"{place.error:.0f}"
    if isfinite(place.low):
        return f"above {place.low:+.0f}", ""
    return f"below {place.high:+.0f}" if isfinite(place.high) else "unknown", ""
