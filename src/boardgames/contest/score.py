"""The score of a match, from the first-named player's point of view, updated game by game."""

from __future__ import annotations

import shlex
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from html import escape
from math import inf, isfinite
from typing import Any, ClassVar, Protocol

import attrs

from boardgames.contest.configuration import Configuration
from boardgames.contest.sprt import Sprt
from boardgames.contest.statistics import Estimate, Tally, Trials
from boardgames.contest.store import KeptGame
from boardgames.contest.unplayed import GIVEN_UP, SET_ASIDE
from boardgames.core.lookup.players import PLAYERS
from boardgames.core.model.options import as_words
from boardgames.core.protocol.verdict import ADJUDICATIONS
from boardgames.core.text.printable import printable
from boardgames.core.text.result import CommandResult, Rows
from boardgames.view import html_table


@attrs.define
class SprtState:
    """A sequential test during a match.

    Pairs count in the order of their numbers, each once all before it are over, so
    that the decision does not depend on which game ends first.
    """

    sprt: Sprt
    pair_size: int = 2
    """The games of a pair: 1 if seats are not swapped."""
    waiting: dict[int, list[float]] = attrs.field(factory=dict)
    next: int = 1
    counts: list[int] = attrs.field(init=False)
    accepted: str | None = None
    """``"H0"`` or ``"H1"`` once the test has decided; later games do not change it."""
    llr: float = 0.0

    def __attrs_post_init__(self) -> None:
        self.counts = [0] * (2 * self.pair_size + 1)

    @classmethod
    def of(cls, configuration: Configuration) -> SprtState | None:
        """The test of a match, if it has one."""
        return None if configuration.sprt is None else cls(configuration.sprt, 2 if configuration.swap else 1)

    def add(self, game: KeptGame) -> None:
        """Count a game; the test goes on once all games of the next pair are there, in the order of pairs."""
        self.waiting.setdefault(game.pair, []).append(game.points(0))
        while self.accepted is None and len(self.waiting.get(self.next, ())) == self.pair_size:
            self.counts[round(sum(self.waiting.pop(self.next)) * 2)] += 1
            self.next += 1
            trials = Trials(tuple(self.counts))
            self.llr = self.sprt.llr(trials)
            self.accepted = self.sprt.accepted_at(self.llr)

    @property
    def last_pair(self) -> float:
        """The last pair that counts: the one that decided, infinity if none did."""
        return inf if self.accepted is None else self.next - 1

    def fields(self) -> dict[str, Any]:
        """The test in plain values."""
        low, high = self.sprt.bounds
        return {
            **attrs.asdict(self.sprt),
            "llr": round(self.llr, 4),
            "lower": round(low, 4),
            "upper": round(high, 4),
            "accepted": self.accepted,
        }


@attrs.define
class PlayerTotals:
    """The games of one player in a contest, counted one after another by :func:`add_game`."""

    by_seat: defaultdict[int, Counter[float]] = attrs.field(factory=lambda: defaultdict(Counter), repr=False)
    """The number of games that it won (1), drew (½) and lost (0), by seat."""
    points: float = 0.0
    pairs: list[int] = attrs.field(factory=lambda: [0] * 5)
    """The number of pairs in which it scored 0, ½, 1, 1½ and 2."""
    half_pairs: dict[int, float] = attrs.field(factory=dict)
    """Its points in pairs of which one game is over, by pair."""
    faults: Counter[str] = attrs.field(factory=Counter)
    first_fault: str = ""
    used: float = 0.0
    """The seconds that it used."""
    slowest: float = 0.0
    """The seconds of its slowest answer."""

    @property
    def tally(self) -> Tally:
        """Wins, draws and losses, and the pairs of games by their points."""
        games = sum(self.by_seat.values(), Counter[float]())
        return Tally(games[1.0], games[0.5], games[0.0], tuple(self.pairs))


def add_game(totals: Sequence[PlayerTotals], game: KeptGame) -> None:
    """Count a game for each of its players."""
    for seat, (number, points) in enumerate(zip(game.players, game.scores, strict=True)):
        player = totals[number]
        player.by_seat[seat][abs(seat - game.outcome)] += 1
        player.points += points
        player.used += game.times[seat]
        player.slowest = max(player.slowest, game.slowest[seat])
        if game.pair in player.half_pairs:
            player.pairs[round((player.half_pairs.pop(game.pair) + points) * 2)] += 1
        else:
            player.half_pairs[game.pair] = points
    if game.fault is not None:
        player = totals[game.players[game.fault_seat or 0]]
        player.faults[game.fault] += 1
        player.first_fault = player.first_fault or f"({game.fault}): {game.detail}"


def only_forfeits(configuration: Configuration, players: Sequence[PlayerTotals]) -> list[str]:
    """A sentence on each player that forfeited every game; on all that forfeited any, if no game ended otherwise."""
    sentences = []
    forfeits = sum(player.faults.total() for player in players)
    nothing_else = forfeits * 2 == sum(player.tally.games for player in players)
    for entry, player in zip(configuration.entries, players, strict=True):
        games, lost = player.tally.games, player.faults.total()
        if lost and (lost == games or nothing_else):
            share = "every game" if lost == games else f"{lost} of {games} games"
            text = f"{entry.name} forfeited {share}, which is no measure of strength. The first {player.first_fault}"
            if isinstance(entry.player, str) and entry.player.partition(":")[0] not in PLAYERS.names():
                words = ["check", configuration.game, entry.player, *as_words(configuration.limits)]
                text += f". See what is wrong: {shlex.join(['boardgames', *words])}"
            sentences.append(printable(text))
    return sentences


class ContestResult(CommandResult, Protocol):
    """The result of a contest so far, shown in a line and printed as the commands do: a score, standings, a rating or a
    tuning's course."""

    __slots__ = ()
    kind: ClassVar[str]
    """The contest in a word."""
    benched: dict[str, str]
    """The reasons why players failed to start three times in a row, by name."""
    numbers: Mapping[str, Mapping[str, float]]
    """The mean of each number that programs printed, by player and name."""
    stopped: str
    """The reason why games are left for another time; empty if none is."""
    reasons: Mapping[str, int]
    """The number of games by the reason why they ended."""

    @property
    def planned(self) -> int:
        """The number of games to play."""

    @property
    def played(self) -> int:
        """The number of games that are over and count."""

    @property
    def so_far(self) -> str:
        """The games that are over, in words."""
        return f"{self.played} of {self.planned} games"

    def line(self) -> str:
        """The result in a line."""

    @property
    def gave_up(self) -> bool:
        """True if games are left since a service has failed that a player needs."""
        return GIVEN_UP in self.stopped

    def set_aside(self) -> str:
        """A sentence on the games that could not be finished; empty if all could."""
        games = self.reasons.get(SET_ASIDE, 0)
        if not games:
            return ""
        lost = "1 game was" if games == 1 else f"{games} games were"
        return f"{lost} set aside and count as draws, since none of them could be finished in three tries"

    def number_tables(self) -> list[Rows]:
        """A table of the numbers that programs printed, with their means, if there are any."""
        names = list(dict.fromkeys(name for numbers in self.numbers.values() for name in numbers))
        rows = [
            [player, *(f"{numbers[name]:.6g}" if name in numbers else "" for name in names)]
            for player, numbers in self.numbers.items()
        ]
        return [[["mean of a game", *names], *rows]] if rows else []

    def number_fields(self) -> dict[str, Any]:
        """The numbers that programs printed, in plain values, if there are any."""
        return {"numbers": {name: dict(numbers) for name, numbers in self.numbers.items()}} if self.numbers else {}

    def bench_sentences(self) -> list[str]:
        """A sentence on each player that cannot get going."""
        return [
            f"{name} could not get going three times in a row, so the {self.kind} ends here: {why}\n"
            "'boardgames check' tells more about a program."
            for name, why in [*self.benched.items()][:1]
        ]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.line()}>"

    def _repr_html_(self) -> str:
        words = "".join(f"<p>{escape(text)}</p>" for text in self.sentences())
        return words + "".join(map(html_table, self.tables()))


@attrs.define(repr=False)
class MatchScore(ContestResult):
    """The state of a match: everything that its table shows."""

    kind = "match"
    names: Sequence[str]
    planned: int
    """The number of games if nothing ends the match early."""
    sprt: SprtState | None = None
    players: Sequence[PlayerTotals] = attrs.field(factory=lambda: [PlayerTotals(), PlayerTotals()])
    reasons: Counter[str] = attrs.field(factory=Counter)
    plies: int = 0
    benched: dict[str, str] = attrs.field(factory=dict)
    """The reasons why players failed to start three times in a row, by name."""
    numbers: Mapping[str, Mapping[str, float]] = attrs.field(factory=dict)
    """The mean of each number that programs printed, by player and name."""
    stopped: str = ""
    """The reason why games are left for another time; empty if none is."""
    configuration: Configuration | None = None

    @classmethod
    def of(cls, configuration: Configuration, games: Sequence[KeptGame] = ()) -> MatchScore:
        """The score of games in the order of their numbers, without those that the test's decision came before."""
        score = cls(configuration.names, configuration.games, SprtState.of(configuration), configuration=configuration)
        if score.sprt is not None:
            for game in games:
                score.sprt.add(game)
            games = [game for game in games if game.pair <= score.sprt.last_pair]
        for game in games:
            score.count(game)
        return score

    def add(self, game: KeptGame) -> None:
        """Add a game."""
        if self.sprt is not None:
            self.sprt.add(game)
        self.count(game)

    def count(self, game: KeptGame) -> None:
        """Add a finished game."""
        add_game(self.players, game)
        self.reasons[game.reason] += 1
        self.plies += game.plies

    @property
    def tally(self) -> Tally:
        """Wins, draws and losses of the first player."""
        return self.players[0].tally

    @property
    def wins(self) -> int:
        """The games that the first player won."""
        return self.tally.wins

    @property
    def draws(self) -> int:
        """The games that were drawn."""
        return self.tally.draws

    @property
    def losses(self) -> int:
        """The games that the first player lost."""
        return self.tally.losses

    @property
    def score(self) -> float:
        """The first player's points a game."""
        return self.tally.score

    @property
    def elo(self) -> float:
        """The difference in Elo, which is infinite after wins or losses alone; ``tally.elo`` has its interval."""
        return self.tally.elo.value

    @property
    def played(self) -> int:
        """The number of games that count."""
        return self.tally.games

    @property
    def over(self) -> bool:
        """True if the test has decided, or all games are played."""
        return self.played >= self.planned or (self.sprt is not None and self.sprt.accepted is not None)

    @property
    def faults(self) -> list[Counter[str]]:
        """The faults of each player, by their kinds."""
        return [player.faults for player in self.players]

    def fields(self) -> dict[str, Any]:
        """The score in plain values: what ``boardgames match --json`` prints.

        ``elo`` and ``error`` are ``None`` where they have no bound.
        """
        tally = self.tally
        elo = tally.elo
        return {
            "players": list(self.names),
            "games": tally.games,
            "planned": self.planned,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "score": tally.score,
            "pairs": list(tally.pairs),
            "elo": finite(elo.value),
            "error": finite(elo.error),
            "interval": [finite(elo.low), finite(elo.high)],
            "normalized_elo": finite(tally.trials.normalized_elo),
            "superiority": finite(tally.trials.superiority),
            "first": by_result(self.players[0].by_seat[0]),
            "second": by_result(self.players[0].by_seat[1]),
            "faults": {
                name: dict(player.faults)
                for name, player in zip(self.names, self.players, strict=True)
                if player.faults
            },
            "reasons": dict(self.reasons.most_common()),
            "adjudicated": adjudicated(self.reasons),
            "plies": self.plies,
            "seconds": [round(player.used, 6) for player in self.players],
            "slowest": [round(player.slowest, 6) for player in self.players],
            "sprt": None if self.sprt is None else self.sprt.fields(),
            "benched": dict(self.benched),
            **self.number_fields(),
            **({"stopped": self.stopped} if self.stopped else {}),
        }

    def line(self) -> str:
        """The match in a line, the first-named player's wins, draws and losses first."""
        tally = self.tally
        games = f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost"
        llr = "" if self.sprt is None else f"; LLR {self.sprt.llr:.2f}"
        return f"{self.names[0]} {games}; Elo {format_elo(tally.elo)}{llr}"

    def sentence(self) -> str:
        """The result of the match in a sentence or two."""
        return " ".join(self.sentences())

    def sentences(self) -> list[str]:
        """The sentences below the tables; who forfeited every game is not to be told apart by more games."""
        forfeits = [] if self.configuration is None else only_forfeits(self.configuration, self.players)
        undecided = self.sprt is None or self.sprt.accepted is None
        return forfeits if forfeits and undecided else [sentence(self.names, self.tally, self.sprt), *forfeits]

    def tables(self) -> list[Rows]:
        """The match in tables: by seats, and in sum."""
        tally = self.tally
        rows = [[self.names[0], "won", "drawn", "lost", "score"]]
        for seat, label in enumerate(("  moving first", "  moving second")):
            if counts := self.players[0].by_seat[seat]:
                games = sum(counts.values())
                share = f"{sum(points * count for points, count in counts.items()) / games:.1%}"
                rows.append([label, *(str(counts[points]) for points in (1.0, 0.5, 0.0)), share])
        rows.append(["  together", str(tally.wins), str(tally.draws), str(tally.losses), f"{tally.score:.1%}"])
        facts = [["Elo", format_elo(tally.elo)], ["likelihood of superiority", format_chance(tally.trials.superiority)]]
        if any(tally.pairs):
            facts.append(["pairs scoring 0 ½ 1 1½ 2", " ".join(map(str, tally.pairs))])
        if self.sprt is not None:
            low, high = self.sprt.sprt.bounds
            state = f"{self.sprt.accepted} accepted" if self.sprt.accepted else "undecided"
            facts.append(
                [
                    f"SPRT {self.sprt.sprt.elo0:g} to {self.sprt.sprt.elo1:g} Elo",
                    f"LLR {self.sprt.llr:.2f} ({low:.2f} to {high:.2f}): {state}",
                ]
            )
        for name, player in zip(self.names, self.players, strict=True):
            times = f"{player.used:.1f} s used, slowest answer {player.slowest:.3f} s"
            facts.append([name, times + format_faults(player.faults)])
        return [rows, [["", ""], *facts], *self.number_tables()]


def adjudicated(reasons: Mapping[str, int]) -> dict[str, int]:
    """The number of adjudicated games by what ended them; ``reasons`` has the number of games by their reasons."""
    return {by: reasons[reason] for by, reason in ADJUDICATIONS.items() if reasons.get(reason)}


def by_result(counts: Counter[float]) -> dict[str, int]:
    """Counts of points as counts of wins, draws and losses."""
    return {"wins": counts[1.0], "draws": counts[0.5], "losses": counts[0.0]}


def finite(value: float) -> float | None:
    """A number for JSON: ``None`` if it is infinite."""
    return round(value, 4) if isfinite(value) else None


def format_elo(elo: Estimate) -> str:
    """An estimate in Elo, with its error; in words where it has only one bound.

    >>> format_elo(Estimate(20.07, -11.31, 51.77)), format_elo(Estimate(382.0, 12.0, inf))
    ('+20 ± 32', '+382, at least +12')
    >>> format_elo(Estimate(inf, 190.2, inf)), format_elo(Estimate(-inf, -inf, 291.0))
    ('won everything: at least +190', 'lost everything, in too few games to say more')
    """
    if isfinite(elo.error):
        return f"{elo:+.0f}"
    if not isfinite(elo.low) and not isfinite(elo.high):
        return "unknown"
    won = isfinite(elo.low)
    bound = elo.low if won else elo.high
    if isfinite(elo.value):
        return f"{elo.value:+.0f}, at {'least' if won else 'most'} {bound:+.0f}"
    all_points = f"{'won' if won else 'lost'} everything"
    if (bound > 0) != won:
        return f"{all_points}, in too few games to say more"
    return f"{all_points}: at {'least' if won else 'most'} {bound:+.0f}"


def sentence(names: Sequence[str], tally: Tally, sprt: SprtState | None = None) -> str:
    """The meaning of a tally in a sentence: which player is better, as far as is known.

    >>> print(sentence(["mine", "greedy"], Tally.of([1] * 60 + [0] * 20, [1] * 20 + [2] * 20)))
    mine is better than greedy: it scores 75 % ± 8 % in 40 pairs of games.
    >>> print(sentence(["mine", "greedy"], Tally.of([1, 0, 1, 0, 1, 0], [1, 2, 0])))
    mine and greedy are not told apart yet: mine scores 50 % ± 46 % in 3 pairs of games. Play more games.
    """
    one, other = names
    trials = tally.trials
    if not trials.number:
        return "No game has been played."
    score = trials.score
    if trials.number == 1:
        of = "the only pair of games" if any(tally.pairs) else "the only game"
    else:
        of = f"{trials.number} {'pairs of games' if any(tally.pairs) else 'games'}"
    margin = max(score.high - score.value, score.value - score.low)
    digits = 0 if margin >= 0.02 else 1
    scores = f"scores {score.value:.{digits}%} ± {margin:.{digits}%} in {of}".replace("%", " %")
    if sprt is not None and sprt.accepted is not None:
        likelier, other_elo = sprt.sprt.elo1, sprt.sprt.elo0
        if sprt.accepted == "H0":
            likelier, other_elo = other_elo, likelier
        return (
            f"The test is over: that {one} is {likelier:+g} Elo from {other} is far likelier than {other_elo:+g}. "
            f"It {scores}."
        )
    if score.low > 0.5:
        return f"{one} is better than {other}: it {scores}."
    if score.high < 0.5:
        return f"{other} is better than {one}: {one} {scores}."
    return f"{one} and {other} are not told apart yet: {one} {scores}. Play more games."


# -- as tables --------------------------------------------------------------------


def format_chance(chance: float) -> str:
    """A probability in percent, never rounded to certainty.

    >>> format_chance(0.5), format_chance(0.99999), format_chance(1e-9)
    ('50.0%', 'more than 99.9%', 'less than 0.1%')
    """
    if chance > 0.9995:
        return "more than 99.9%"
    return "less than 0.1%" if chance < 0.0005 else f"{chance:.1%}"


def format_faults(counts: Mapping[str, int]) -> str:
    """Faults by their kinds, after a semicolon; empty if there are none."""
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items()))
    return f"; faults: {kinds}" if kinds else ""
