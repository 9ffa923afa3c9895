"""The rating of a bot by its games against anchors: its level, how it lost, and whom to play next."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Final

import attrs

from boardgames.contest.anchors import AnchoredRating
from boardgames.contest.configuration import Configuration, player_text
from boardgames.contest.score import (
    ContestResult,
    PlayerTotals,
    add_game,
    finite,
    format_faults,
    only_forfeits,
)
from boardgames.contest.statistics import score_of
from boardgames.contest.store import KeptGame, by_pair
from boardgames.core.lookup.players import LEVELS
from boardgames.view import Rows

GENTLE: Final = 0.25  # the share of points up to which an opponent is gentle for the other
STRONGEST: Final = "alphabeta:level=10"  # thinks as long as it may, so nobody knows its Elo


@attrs.frozen(repr=False)
class BotRating(ContestResult):
    """Everything that is known of a bot after its games."""

    kind = "rating"
    configuration: Configuration
    rating: AnchoredRating
    totals: PlayerTotals
    met: Sequence[tuple[int, float]]
    """The number of games against each anchor, and the bot's points in them."""
    lost_by: Counter[str]
    """The reasons of the games that it lost."""
    reasons: Counter[str] = attrs.field(factory=Counter)
    """The number of games by the reason why they ended."""
    benched: dict[str, str] = attrs.field(factory=dict)
    """The reason why the bot cannot get going, by name, if it failed to start three times in a row."""
    numbers: Mapping[str, Mapping[str, float]] = attrs.field(factory=dict)
    """The mean of each number that programs printed, by player and name."""
    stopped: str = ""
    """The reason why it stopped before it was over, if it did."""
    forfeits: Sequence[str] = ()
    """A sentence on the bot, if it forfeited every game."""

    @classmethod
    def of(cls, configuration: Configuration, games: Sequence[KeptGame]) -> BotRating:
        """The rating that results from games."""
        assert configuration.anchors is not None
        totals = [PlayerTotals() for _ in configuration.entries]
        for game in games:
            add_game(totals, game)
        pairs = [(max(pair[0].players) - 1, [game.points(0) for game in pair]) for pair in by_pair(games).values()]
        return cls(
            configuration,
            AnchoredRating.of(configuration.anchors, pairs),
            totals[0],
            [(player.tally.games, player.tally.games - player.points) for player in totals[1:]],
            Counter(game.fault or game.reason for game in games if not game.points(0)),
            Counter(game.reason for game in games),
            forfeits=only_forfeits(configuration, totals),
        )

    @property
    def name(self) -> str:
        """The bot's name."""
        return self.configuration.names[0]

    @property
    def planned(self) -> int:
        """The number of games, at most."""
        return self.configuration.games

    @property
    def played(self) -> int:
        """The number of games that are over."""
        return self.totals.tally.games

    @property
    def so_far(self) -> str:
        """The games that are over, in words; how many more there will be is not known."""
        return f"{self.played} games"

    @property
    def over(self) -> bool:
        """True if enough is known, or all games were played."""
        until, games = self.configuration.until, self.totals.tally.games
        return games >= self.configuration.games or (until is not None and self.rating.settled(until))

    @property
    def next_opponent(self) -> str:
        """The weakest player that is stronger, as on the command line."""
        anchors, least = self.rating.anchors, self.rating.elo + 0.5  # half a point apart is equal
        return next((name for name, elo in zip(anchors.players, anchors.elo, strict=True) if elo > least), STRONGEST)

    @property
    def next_command(self) -> str:
        """The command that plays the next stronger opponent."""
        bot = self.configuration.entries[0]
        words = ["boardgames", "match", self.configuration.game, player_text(bot.player), self.next_opponent]
        return shlex.join([*words, *(word for setting in bot.settings for word in ("--p1-set", setting))])

    def fields(self) -> dict[str, Any]:
        """The rating in plain values: what ``boardgames rate --json`` prints.

        ``elo``, ``error`` and the ends of ``interval`` are ``None`` where they have no bound.
        """
        rating, tally = self.rating, self.totals.tally
        return {
            "game": self.configuration.game,
            "player": self.name,
            "seed": self.configuration.seed,
            "games": tally.games,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "elo": finite(rating.elo),
            "error": finite(rating.error),
            "interval": [finite(rating.low), finite(rating.high)],
            "anchor_error": finite(rating.anchor_error),
            "level": round(rating.level, 2),
            "level_interval": [round(end, 2) for end in rating.level_interval],
            "over": self.over,
            "faults": dict(self.totals.faults),
            "lost_by": dict(self.lost_by.most_common()),
            "seconds": round(self.totals.used, 6),
            "slowest": round(self.totals.slowest, 6),
            "opponents": {
                name: {"elo": round(elo, 1), "games": games, "points": points}
                for name, elo, (games, points) in zip(rating.anchors.players, rating.anchors.elo, self.met, strict=True)
            },
            "next": self.next_opponent,
            "command": self.next_command,
            **({"stopped": self.stopped} if self.stopped else {}),
            "benched": next(iter(self.benched.values()), None),
            **self.number_fields(),
        }

    def line(self) -> str:
        """The rating in a few words."""
        rating = self.rating
        if isfinite(rating.error):
            return f"about level {rating.level:.1f}, {rating.elo:.0f} ± {rating.error:.0f}"
        if isfinite(rating.low):
            return f"at least {rating.low:.0f}"
        return f"at most {rating.high:.0f}" if isfinite(rating.high) else "not rated yet"

    def sentence(self) -> str:
        """The rating in sentences."""
        rating, games = self.rating, self.totals.tally.games
        if not games:
            return "No game has been played."
        low, high = rating.level_interval
        levels = f"level {low:.1f} to {high:.1f}"
        if not isfinite(rating.error):
            won = isfinite(rating.low)
            bound = f"Elo at {'least' if won else 'most'} {rating.low if won else rating.high:.0f}"
            every = "its only game" if games == 1 else f"all of {games} games"
            return f"{self.name} {'won' if won else 'lost'} {every} ({levels}): {bound}."
        word = LEVELS[min(max(round(rating.level), 1), len(LEVELS)) - 1]
        text = f"{self.name} plays at about level {rating.level:.1f} ({levels}), {word}: "
        text += f"Elo {rating.elo:.0f} ± {rating.error:.0f} after {_games(games)}."
        gentle = [number for number, value in enumerate(rating.anchors.elo) if score_of(rating.elo - value) <= GENTLE]
        hard = [number for number, value in enumerate(rating.anchors.elo) if score_of(value - rating.elo) <= GENTLE]
        ways = []
        if gentle:
            above = " and above" if gentle[0] < len(self.met) - 1 else ""
            ways.append(f"gentle for {_strength(gentle[0])}{above}")
        if hard:
            below = " and below" if hard[-1] > 0 else ""
            ways.append(f"hard for {_strength(hard[-1])}{below}")
        return f"{text} As an opponent it is {' and '.join(ways)}." if ways else text

    def sentences(self) -> list[str]:
        """The sentences below the tables."""
        last = self.forfeits or [f"The next stronger opponent: {self.next_command}"]
        return [*filter(None, (self.sentence(), self.losses(), self.note(), *last))]

    def losses(self) -> str:
        """The reasons of its losses, its faults and its time, in a sentence."""
        reasons = ", ".join(f"{reason} {count}" for reason, count in self.lost_by.most_common())
        lost = f"It lost {_games(self.totals.tally.losses)}" + (f" by: {reasons}" if reasons else "")
        time = f"it used {self.totals.used:.1f} s, its slowest answer took {self.totals.slowest:.3f} s"
        return f"{lost}; {time}{format_faults(self.totals.faults)}."

    def note(self) -> str:
        """A sentence on why more games would not help, if the anchors' errors are the larger part; else empty."""
        rating, until = self.rating, self.configuration.until
        if until is None or not isfinite(rating.error) or rating.error <= until or not rating.settled(until):
            return ""
        return f"The levels' own Elo is known to ± {rating.anchor_error:.0f} only, so more games would tell little."

    def tables(self) -> list[Rows]:
        """The games against each anchor."""
        rows = [["against", "Elo", "±", "games", "score"]]
        anchors = self.rating.anchors
        for name, elo, error, (games, points) in zip(
            anchors.players, anchors.elo, anchors.errors, self.met, strict=True
        ):
            if games:
                rows.append([name, f"{elo:.0f}", f"{error:.0f}", str(games), f"{points / games:.0%}"])
        return [rows, *self.number_tables()]


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"


def _strength(number: int) -> str:
    return f"level {number}" if number else "random play"
