"""A contest: the game, the entrants, the plan and the limits; as an object and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

import attrs

from boardgames.contest.adjudication import Adjudication
from boardgames.contest.anchors import Anchors
from boardgames.contest.entrants import LONGEST, BadEntrant, check_name
from boardgames.contest.pairings import swiss_rounds
from boardgames.contest.settings import FORMATS, MOST_GAMES, TOURNAMENTS, BadContest, as_texts, checked_field
from boardgames.contest.sprt import Sprt
from boardgames.core.lookup.players import PLAYERS, PlayerSpec
from boardgames.core.protocol.player import PlayerLike
from boardgames.core.text.finite_json import read_json
from boardgames.referee import Limits

MOST_PLAYERS: Final = 1000


@attrs.frozen
class Entry:
    """A line in the list of a contest's players: a name, and the player as in ``boardgames play``."""

    name: str
    player: str | PlayerLike | PlayerSpec
    settings: tuple[str, ...] = attrs.field(default=(), converter=as_texts)
    """Options of a program's own, each ``NAME=VALUE``."""

    def plays_as(self, other: Entry) -> bool:
        """The same player, under any name."""
        return (player_text(self.player), self.settings) == (player_text(other.player), other.settings)


def _entries(items: Iterable[Entry]) -> tuple[Entry, ...]:
    return tuple(items)


@attrs.frozen(kw_only=True)
class Configuration:
    """Everything that decides which games are played, and how.  Raises :class:`BadContest`."""

    game: str
    """The game, with its options: ``ur:tokens=3``."""
    entries: tuple[Entry, ...] = attrs.field(converter=_entries)
    format: str = "match"
    games: int = checked_field("games", 2)
    """Games of a meeting."""
    rounds: int | None = checked_field("rounds", None)
    """Rounds of a Swiss tournament; how often everybody meets everybody, or the gauntlet is run."""
    seed: int | None = checked_field("seed", 0)
    """``None`` if it is not told, as that of a contest that is not over."""
    swap: bool = checked_field("swap", True)
    """True if games go in pairs with seats swapped and the same seed."""
    openings: tuple[str, ...] = attrs.field(default=(), converter=as_texts)
    """Positions to start from, in turn, one for each pair of games."""
    random_plies: int = 0
    """Instead: the number of random plies from the game's start, others for each pair."""
    even: bool = False
    """True if those positions are drawn until one gives both sides nearly the same chance."""
    max_plies: int | None = checked_field("max_plies", None)
    limits: Limits = attrs.field(factory=Limits)
    sandbox: str = checked_field("sandbox", "none")
    adjudicate: Adjudication | None = checked_field("adjudicate", None)
    """A game may end early by the players' scores, or a table."""
    sprt: Sprt | None = checked_field("sprt", None)
    """A match ends as soon as this test has decided."""
    tuning: Mapping[str, Any] | None = None
    """If it is a tuning of the first player: what is tuned, and how, in plain values for the package of tunings."""
    anchors: Anchors | None = None
    """In a rating: what is known of the players after the first."""
    until: float | None = checked_field("until", None)
    """A rating ends as soon as half the width of its interval is at most this, in Elo."""

    def __attrs_post_init__(self) -> None:
        self._check_players()
        if self.format not in FORMATS:
            raise BadContest(f"there is no format {self.format!r}: choose one of {', '.join(FORMATS)}")
        if not isinstance(self.limits, Limits):
            raise BadContest(f"limits are boardgames.referee.Limits, as in Limits(move_time=0.5), not {self.limits!r}")
        if self.format in ("match", "knockout", "rating") and self.rounds is not None:
            raise BadContest(f"a {self.format} has no number of rounds to choose: leave rounds out")
        if [self.anchors is None, self.until is None] != [self.format != "rating"] * 2:
            raise BadContest("a rating has anchors and an error to reach (until), and no other contest has them")
        if self.format == "rating" and not self.swap:
            raise BadContest("in a rating the players swap sides: leave swap as it is")
        if self.sprt is not None and (self.format != "match" or (self.games % 2 and self.swap)):
            raise BadContest("an SPRT decides a match, of an even number of games")
        if self.openings and self.random_plies:
            raise BadContest("openings are listed or random, not both")
        most = len(self.entries) - 1 + len(self.entries) % 2
        if self.format == "swiss" and self.rounds is not None and self.rounds > most:
            raise BadContest(
                f"{len(self.entries)} players that meet nobody twice have {most} rounds at most, not {self.rounds}"
            )

        if (most_games := self._most_games()) > MOST_GAMES:
            raise BadContest(f"{most_games} games are more than the {MOST_GAMES} that a contest may have")

    def _most_games(self) -> int:
        """The number of games that are planned, without those that a drawn knockout adds."""
        players = len(self.entries)
        meetings = {
            "match": 1,
            "rating": 1,
            "roundrobin": players * (players - 1) // 2 * (self.rounds or 1),
            "gauntlet": (players - 1) * (self.rounds or 1),
            "swiss": players // 2 * (self.rounds or swiss_rounds(players)),
        }
        return meetings.get(self.format, players - 1) * self.games

    def _check_players(self) -> None:
        names = [who.name for who in self.entries]
        if len(names) < 2:
            raise BadContest(f"a contest needs at least two players, and here {_are(names)}")
        if self.format == "match" and len(names) != 2:
            raise BadContest(f"a match is between two players, and here {_are(names)}")
        if len(names) > MOST_PLAYERS:
            raise BadContest(f"{len(names)} players are more than the {MOST_PLAYERS} that a contest may have")
        for name in names:
            try:
                check_name(name, LONGEST)
            except BadEntrant as error:
                raise BadContest(str(error)) from None
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise BadContest(f"two players are called {twice!r}: give each a name of its own")

    @property
    def names(self) -> list[str]:
        """The names of the entries, in their order."""
        return [who.name for who in self.entries]

    @property
    def is_tournament(self) -> bool:
        """True if the contest goes on without a player that cannot play."""
        return self.format in TOURNAMENTS

    @property
    def bye_points(self) -> float:
        """The points of a bye: in a Swiss tournament as many as a meeting has games, else none."""
        return float(self.games) if self.format == "swiss" else 0.0

    @property
    def known_seed(self) -> int:
        """The seed, which games cannot be played without."""
        assert self.seed is not None
        return self.seed

    def fields(self) -> dict[str, Any]:
        """The configuration in plain values, as JSON has them."""
        return {
            "game": self.game,
            "players": [
                {"name": who.name, "player": player_text(who.player), "settings": list(who.settings)}
                for who in self.entries
            ],
            "format": self.format,
            "games": self.games,
            "rounds": self.rounds,
            "seed": self.seed,
            "swap": self.swap,
            "openings": list(self.openings),
            "random_plies": self.random_plies,
            **({"even": True} if self.even else {}),
            "max_plies": self.max_plies,
            "limits": json.loads(json.dumps(attrs.asdict(self.limits))),
            "sandbox": self.sandbox,
            "sprt": None if self.sprt is None else str(self.sprt),
            **({} if self.adjudicate is None else {"adjudicate": str(self.adjudicate)}),
            **({} if self.tuning is None else {"tuning": {**self.tuning}}),
            **({} if self.anchors is None else {"anchors": self.anchors.fields(), "until": self.until}),
        }

    def json(self) -> str:
        """The configuration as a JSON object, which :meth:`from_json` reads."""
        return json.dumps(self.fields(), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Configuration:
        """The configuration that :meth:`json` wrote."""
        fields = read_json(text)
        players, limits = fields.pop("players"), fields.pop("limits")
        anchors = fields.pop("anchors", None)
        clock = limits.pop("clock")
        return cls(
            entries=[Entry(who["name"], who["player"], who["settings"]) for who in players],
            limits=Limits(clock=None if clock is None else tuple(clock), **limits),
            anchors=None if anchors is None else Anchors(**anchors),
            **fields,
        )

    @property
    def digest(self) -> str:
        """A short name for exactly this configuration."""
        return blake2b(self.json().encode(), digest_size=8).hexdigest()

    def differences(self, other: Configuration) -> list[str]:
        """The differences from another configuration, each in a few words.

        >>> one = Configuration(game="ur", entries=[Entry("a", "greedy"), Entry("b", "random")])
        >>> one.differences(attrs.evolve(one, seed=5))
        ['seed: 0, not 5']
        """
        return _differences("", self._by_name(), other._by_name())

    def _by_name(self) -> dict[str, object]:
        fields = self.fields()
        return {**fields, "players": {who.pop("name"): who for who in fields["players"]}}


def player_text(player: str | PlayerLike | PlayerSpec) -> str:
    """A player as text, for people and comparisons, without its options that change no game."""
    name, _, rest = player.partition(":") if isinstance(player, str) else ("", "", "")
    if name in PLAYERS.names():
        bookkeeping = PLAYERS.find(name).bookkeeping
        settings = [part for part in rest.split(",") if part and part.partition("=")[0].strip() not in bookkeeping]
        return f"{name}:{','.join(settings)}" if settings else name
    return player if isinstance(player, str) else player.name if isinstance(player, PlayerSpec) else repr(player)


def _are(names: Sequence[str]) -> str:
    return "are none" if not names else f"is one, {names[0]}" if len(names) == 1 else f"are {len(names)}"


def _differences(where: str, one: Mapping[str, object], other: Mapping[str, object]) -> list[str]:
    differences = []
    for name in [*one, *(name for name in other if name not in one)]:
        mine, theirs = one.get(name), other.get(name)
        if isinstance(mine, dict) and isinstance(theirs, dict):
            if list(mine) != list(theirs) and sorted(mine) == sorted(theirs):
                differences.append(f"{where}{name}: in another order")
            differences += _differences(f"{where}{name} ", mine, theirs)
        elif mine != theirs:
            differences.append(f"{where}{name}: {_shown(mine)}, not {_shown(theirs)}")
    return differences


def _shown(value: object) -> str:
    if isinstance(value, dict):
        value = value.get("player", "some")
    if isinstance(value, list | tuple):
        return f"{len(value)} of them" if len(value) > 3 else " ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)
