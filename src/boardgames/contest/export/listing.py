"""A contest's file in words and plain values: how far it is, its games, one a line, and all with its table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

import attrs

from boardgames.contest.configuration import Configuration
from boardgames.contest.score import MatchScore
from boardgames.contest.settings import BadContest
from boardgames.contest.standings import Standings
from boardgames.contest.store import KeptGame, Store
from boardgames.contest.unplayed import SET_ASIDE
from boardgames.core.model.game import Game
from boardgames.core.text.result import CommandResult, Rows
from boardgames.view import csv_table

ORDINALS: Final = ("first", "second")


def games_csv(store: Store) -> str:
    """The games of a contest's file as CSV, one a line below a head: ``boardgames tournament export --csv``.

    ``store`` is the contest's file, opened.
    """
    rows = [game_fields(game, store.configuration.names) for game in store.games()]
    return csv_table([rows[0] if rows else ["game"], *(row.values() for row in rows)])


def contest_json(store: Store, game: Game | None = None) -> str:
    """A contest's table and all its games with their records: ``boardgames tournament export --json``.

    ``store`` is the contest's file, opened.

    ``game`` is the game if only the caller can load its rules.
    """
    configuration, games = store.configuration, store.games()
    played = [
        {**game_fields(kept, configuration.names), "record": json.loads(store.record(kept.number, game).json())}
        for kept in games
    ]
    standings = attrs.evolve(Standings.of(configuration, games), numbers=store.numbers())
    whole = {"configuration": configuration.fields(), **standings.fields(), "played": played}
    return json.dumps(whole, ensure_ascii=False) + "\n"


@attrs.frozen
class ContestStatus(CommandResult):
    """The state of a contest, also while it is being played."""

    configuration: Configuration
    result: MatchScore | Standings
    faults: int
    """Games that ended by a fault."""
    seconds: float
    """The time that it took so far."""
    being_played: bool

    @classmethod
    def of(cls, store: Store) -> ContestStatus:
        """The state of the contest in a file, ``store``."""
        configuration, games = store.configuration, store.games()
        result = (MatchScore if configuration.format == "match" else Standings).of(configuration, games)
        faults = sum(game.fault is not None for game in games)
        return cls(configuration, result, faults, store.spent(), store.being_played)

    def sentences(self) -> list[str]:
        """The state in sentences."""
        names, format, over = self.configuration.names, self.configuration.format, self.result.over
        state = "is over" if over else "is being played" if self.being_played else "waits for --resume"
        so_far = "" if over or format not in ("swiss", "knockout", "rating") else " (so far)"
        return [
            f"{format} of {self.configuration.game}, {len(names)} players: it {state}.",
            f"{self.result.so_far}{so_far}, {self.faults} ended by a fault.",
            self.result.sentence(),
        ]

    def fields(self) -> dict[str, Any]:
        """The state in plain values."""
        return {
            "game": self.configuration.game,
            "format": self.configuration.format,
            "players": self.configuration.names,
            "games": self.result.played,
            "planned": self.result.planned,
            "over": self.result.over,
            "faults": self.faults,
            "seconds": round(self.seconds, 3),
            "being_played": self.being_played,
        }


@attrs.frozen
class GameList(CommandResult):
    """Games of a contest, one a line; those that ended by a fault in sentences too, if ``faults`` asks for them."""

    names: Sequence[str]
    games: Sequence[KeptGame]
    faults: bool = False

    @classmethod
    def of(cls, store: Store, name: str | None = None, faults: bool = False) -> GameList:
        """All games in a file, or those of the player of a name, or those that ended by a fault.

        ``store`` is the file.  Raises :class:`BadContest` for a name that no player has.
        """
        names = store.configuration.names
        if name is not None and name not in names:
            raise BadContest(f"nobody here is called {name!r}; the players are: {', '.join(names)}")
        games = [
            game
            for game in store.games()
            if (name is None or names.index(name) in game.players)
            and (game.fault or game.reason == SET_ASIDE or not faults)
        ]
        return cls(names, games, faults)

    def tables(self) -> list[Rows]:
        """The games in a table."""
        head = ["game", "round", *ORDINALS, "result", "plies", "reason"]
        return [[head, *map(self._row, self.games)]]

    def _row(self, game: KeptGame) -> list[str]:
        players = [self.names[player] for player in game.players]
        return [str(game.number), str(game.round), *players, game.result, str(game.plies), game.reason]

    def sentences(self) -> list[str]:
        """The faults in sentences, if they are asked for."""
        return [f"{game.number}: {self._fault(game)}: {game.detail}" for game in self.games if self.faults]

    def _fault(self, game: KeptGame) -> str:
        if game.fault_seat is None:
            return game.reason
        return f"{self.names[game.players[game.fault_seat]]} forfeits ({game.reason})"

    def fields(self) -> list[dict[str, object]]:
        """The games in plain values."""
        return [game_fields(game, self.names) for game in self.games]


def match_csv(score: MatchScore) -> str:
    """The ``score`` of a match in two lines of CSV; what JSON nests is written with spaces."""
    fields = score.fields()
    row = {name: fields[name] for name in ("games", "wins", "draws", "losses", "score", "elo", "error")}
    row["pairs"] = " ".join(map(str, fields["pairs"]))
    row["faults"] = "; ".join(
        f"{who} {kind} {n}" for who, kinds in fields["faults"].items() for kind, n in kinds.items()
    )
    row["sprt"] = None if score.sprt is None else score.sprt.accepted or "undecided"
    return csv_table([row, row.values()])


def game_fields(game: KeptGame, names: Sequence[str]) -> dict[str, object]:
    """A game in plain values."""
    return {
        "game": game.number,
        "round": game.round,
        "pair": game.pair,
        "first": names[game.first],
        "second": names[game.second],
        "result": game.result,
        "score": game.score,
        "reason": game.reason,
        "fault_of": None if game.fault_seat is None else ORDINALS[game.fault_seat],
        "detail": game.detail,
        "plies": game.plies,
        "first_time": game.first_time,
        "second_time": game.second_time,
        "first_slowest": game.first_slowest,
        "second_slowest": game.second_slowest,
    }
