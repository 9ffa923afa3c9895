"""A survey of a game between players of different strength: length, choices, fairness, luck and skill."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import fsum, isfinite
from random import Random
from statistics import quantiles
from typing import Any, Final

import attrs

from boardgames.analysis import Analysis, JudgeSettings, NoJudge, analyse_games
from boardgames.contest import (
    CONFIDENCE,
    SET_ASIDE,
    Configuration,
    Estimate,
    KeptGame,
    Standings,
    Store,
    Tally,
    by_pair,
    unseen_share,
)
from boardgames.core.lookup import GameSpec, load, spec_of
from boardgames.core.model import CHANCE, Game
from boardgames.records import GameRecord

PARTS: Final = 10
"""Parts of equal length into which a game is divided."""
RESAMPLES: Final = 200
"""The number of bootstrap samples for the intervals of the shares."""
USUAL_JUDGE: Final = "alphabeta:nodes=200"
NAMED: Final = 12
"""The number of actions never chosen that are named."""
JUDGED: Final = 20
"""The number of games that a judge looks at."""


@attrs.frozen(kw_only=True)
class Shares:
    """The parts of the variance of results that the seat, the players and all else explain; they sum to 1.

    The variance is that around one half.  The part of the seat is how far the mean of the first seat's score is from
    one half, that of skill how much the score depends on who meets whom, and the rest is luck: dice, and choices that
    are made at random.  Skill is that of the players that took part: equal players show none.

    The intervals are those of a bootstrap of the pairs of games, within each meeting: they tell how far the parts in
    such samples are from those in all games.  They also cover what this number of pairs may not have shown.
    """

    seat: Estimate
    skill: Estimate
    luck: Estimate


@attrs.frozen(kw_only=True)
class Survey:
    """The findings of a survey.  Each estimate has a 95 % interval."""

    game: str
    players: tuple[str, ...]
    """The players, from the strongest to the weakest."""
    games: int
    length: Estimate
    """The mean number of plies; a throw of dice is a ply."""
    lengths: tuple[float, float, float]
    """The number of plies that 5 %, 50 % and 95 % of the games do not exceed."""
    lengths_counted: dict[int, int]
    """The number of games by their length."""
    choices: Estimate
    """The mean number of legal actions where a player is to act; an estimate by games."""
    choices_by_part: tuple[float | None, ...]
    """The mean number of legal actions in each tenth of a game."""
    forced: Estimate
    """The share of turns with one legal action."""
    draws: Estimate
    """The share of games without a winner."""
    first: Estimate
    """The score of the player that moves first: 1 for a win, one half for a draw."""
    first_of_best: Estimate
    """The score of the first player in the games of the two strongest players."""
    spread: Estimate
    """The difference in Elo between the strongest and the weakest player; infinite where one won all its games."""
    shares: Shares | None
    """``None`` if all games were drawn, or no two players have met twice in the same seats."""
    endings: dict[str, int]
    """The number of games by the reason of their end; 0 for a rule that was never applied."""
    kinds: dict[str, int]
    """The number of actions by their kind, where the game tells kinds."""
    possible: int
    """The number of actions that the game knows."""
    legal: int
    """The number of actions that were legal in some position."""
    chosen: int
    """The number of actions that a player chose."""
    refused: tuple[str, ...]
    """Some actions that were legal and that no player chose, those that were legal most often first."""
    decided: tuple[Estimate, ...] = ()
    """The decidedness at the start and after each tenth: from 0 (equal chances) to 1 (one side has won)."""
    turns: Estimate | None = None
    """The number of times in a game that the side with the better chances changes."""
    judge: str = ""
    """The judge of the last two; empty if none could judge the game."""

    def fields(self) -> dict[str, Any]:
        """The survey as JSON has it: the same names; an infinite end of an interval is ``None``."""
        fields: dict[str, Any] = _finite(attrs.asdict(self))
        return fields


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(name): _finite(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def survey(
    db: str | os.PathLike[str],
    judge: str | None = None,
    *,
    judged: int = JUDGED,
    jobs: int = 1,
    report: Callable[[int, int], None] | None = None,
) -> Survey:
    """Survey the games of a contest, which are in the file ``db``.

    ``judge`` is a player that tells chances, as in :func:`~boardgames.analysis.analyse`; it judges the first ``judged``
    games of the two strongest players, in as many processes as ``jobs`` says.  ``report`` is called with the number of
    games that were read, and of all.

    >>> from tempfile import TemporaryDirectory
    >>> from boardgames.contest import play_tournament
    >>> with TemporaryDirectory() as folder:
    ...     players = {"good": "greedy", "bad": "random"}
    ...     table = play_tournament("ur:tokens=1", players, games=20, seed=1, db=f"{folder}/ur.db")
    ...     findings = survey(f"{folder}/ur.db", judged=2)
    >>> findings.players, findings.games, findings.endings
    (('good', 'bad'), 20, {'home': 20})

    Raises :class:`~boardgames.analysis.NoJudge` for a judge that cannot judge them,
    :class:`~boardgames.contest.BadStore`, and :class:`ValueError` for a file without games.
    """
    with Store.reading(db) as store:
        configuration = store.configuration
        played = store.games()
        games = [game for game in played if game.fault is None and game.reason != SET_ASIDE]
        if not games:
            why = next((f": game {game.number}: {game.detail}" for game in played if game.detail), "")
            raise ValueError(f"there is nothing to survey, as no game ended without a fault{why}")
        places = sorted(Standings.of(configuration, games).places, key=lambda place: -place.elo)
        best = {place.player for place in places[:2]}
        counts = GameCounts.of(configuration)
        judged_games: list[tuple[int, GameRecord]] = []
        for number, game in enumerate(games, 1):
            record = store.record(game.number)
            counts.add(record, game.pair)
            if best >= {game.first, game.second} and len(judged_games) < judged:
                judged_games.append((game.pair, record))
            if report is not None:
                report(number, len(games))
    settings = JudgeSettings(by=judge or USUAL_JUDGE)
    results = [*analyse_games(judged_games, settings, jobs)]
    analyses = [(pair, game.analysis) for pair, game in results if game.analysis is not None]
    if judged_games and not analyses and judge is not None:
        raise NoJudge(results[0][1].problem)
    last, first = places[-1], places[0]
    return Survey(
        game=configuration.game,
        players=tuple(place.name for place in places),
        games=len(games),
        draws=_mean_score(games, lambda game: float(game.score == 0.5)),
        first=_first_seat(games),
        first_of_best=_first_seat([game for game in games if best >= {game.first, game.second}]),
        spread=Estimate(first.elo - last.elo, first.low - last.high, first.high - last.low),
        shares=shares_of(games),
        **counts.fields(),
        **_decided(analyses),
    )


# -- results ----------------------------------------------------------------------


def _first_seat(games: Sequence[KeptGame]) -> Estimate:
    return _mean_score(games, lambda game: game.score)


def _mean_score(games: Sequence[KeptGame], score: Callable[[KeptGame], float]) -> Estimate:
    """The mean of a number from 0 to 1 for each game, by pairs where two games share their dice."""
    pairs = by_pair(games).values()
    whole = [fsum(map(score, pair)) for pair in pairs if len(pair) == 2]
    return Tally.of(map(score, games), whole if len(whole) == len(pairs) else ()).trials.score


def shares_of(games: Sequence[KeptGame]) -> Shares | None:
    """The shares of seat, skill and luck in the results of games."""
    meetings: dict[frozenset[int], list[list[KeptGame]]] = defaultdict(list)
    for pair in by_pair(games).values():
        meetings[frozenset(pair[0].players)].append(pair)
    pairs, number = [*meetings.values()], len({(game.first, game.second) for game in games})
    variance = fsum((game.score - 0.5) ** 2 for game in games)
    if not variance or len(games) == number:
        return None
    rng = Random(0)
    samples = [_variances([rng.choices(met, k=len(met)) for met in pairs]) for _ in range(RESAMPLES)]
    parts, unseen = _variances(pairs), unseen_share(sum(map(len, pairs)))
    total, cut = fsum(max(0.0, part) for part in parts), round((1 - CONFIDENCE) / 2 * RESAMPLES)
    estimates = []
    for part, whole, sample in zip(parts, _variances(pairs, by_chance=True), zip(*samples, strict=True), strict=True):
        errors = sorted(drawn - whole for drawn in sample)
        value = max(0.0, part) / total
        low, high = part - errors[-1 - cut], part - errors[cut]
        estimates.append(
            Estimate(
                value,
                max(0.0, min(value * (1 - unseen), low / total)),
                min(1.0, max(value + (1 - value) * unseen, high / total)),
            )
        )
    return Shares(seat=estimates[0], skill=estimates[1], luck=estimates[2])


def _variances(meetings: Sequence[Sequence[Sequence[KeptGame]]], by_chance: bool = False) -> tuple[float, float, float]:
    """The variance of seat, players and the rest, from pairs of games by who met.

    Each is free of what chance alone adds to it, unless it is to be left there (``by_chance``).
    """
    cells: dict[tuple[int, int], list[float]] = defaultdict(list)
    for game in (game for pairs in meetings for pair in pairs for game in pair):
        cells[game.first, game.second].append(game.score)
    means = {players: fsum(cell) / len(cell) for players, cell in cells.items()}
    number = sum(map(len, cells.values()))
    mean = fsum(map(fsum, cells.values())) / number
    variance = fsum((score - 0.5) ** 2 for cell in cells.values() for score in cell) / number
    skill = fsum(len(cell) * (means[players] - mean) ** 2 for players, cell in cells.items()) / number
    seat = (mean - 0.5) ** 2
    if not by_chance:
        free = max(1, number - len(cells))  # of a sample; nothing is inside where it is 0
        inside = fsum((score - means[players]) ** 2 for players, cell in cells.items() for score in cell)
        skill -= (len(cells) - 1) * inside / free / number
        sums = (
            fsum(game.score - means[game.first, game.second] for game in pair) for pairs in meetings for pair in pairs
        )
        seat -= fsum(part**2 for part in sums) / free / number
    return seat, skill, variance - seat - skill


# -- games ------------------------------------------------------------------------


@attrs.define
class GameCounts:
    """Counts the positions and actions of games; takes in one record after the other."""

    spec: GameSpec
    game: Game
    lengths: list[int] = attrs.field(factory=list)
    pairs: list[int] = attrs.field(factory=list)
    """The pair of each game."""
    means: list[float] = attrs.field(factory=list)
    forced: list[float] = attrs.field(factory=list)
    acted: list[int] = attrs.field(factory=list)
    """The pair of each game in which a player was to act, as in ``means`` and ``forced``."""
    parts: list[list[int]] = attrs.field(factory=lambda: [[0, 0] for _ in range(PARTS)])
    legal: Counter[int] = attrs.field(factory=Counter)
    chosen: set[int] = attrs.field(factory=set)
    endings: Counter[str] = attrs.field(factory=Counter)
    kinds: Counter[str] = attrs.field(factory=Counter)

    @classmethod
    def of(cls, configuration: Configuration) -> GameCounts:
        """The counts of a contest's game, all 0."""
        game = load(configuration.game)
        return cls(spec_of(game), game)

    def add(self, record: GameRecord, pair: int) -> None:
        """Count the turns, actions and endings of a game of a pair."""
        playthrough = record.playthrough()
        counts = []
        for ply, (state, action) in enumerate(zip(playthrough.states, playthrough.actions, strict=False)):
            if state.turn == CHANCE:
                continue
            actions = state.actions()
            counts.append(len(actions))
            self.legal.update(legal.index for legal in actions)
            self.chosen.add(action.index)
            part = self.parts[PARTS * ply // playthrough.plies]
            part[0] += len(actions)
            part[1] += 1
            if self.spec.action_group is not None:
                self.kinds[str(self.spec.action_group(state, action))] += 1
        self.lengths.append(playthrough.plies)
        self.pairs.append(pair)
        if counts:
            self.acted.append(pair)
            self.means.append(fsum(counts) / len(counts))
            self.forced.append(counts.count(1) / len(counts))
        if record.verdict is not None:
            self.endings[record.verdict.outcome.reason] += 1

    def fields(self) -> dict[str, Any]:
        """The fields of a survey that come from games alone."""
        unused = sorted(self.legal.keys() - self.chosen, key=lambda index: (-self.legal[index], index))
        return {
            "length": Estimate.of_mean(self.lengths, self.pairs),
            "lengths": _quantiles(self.lengths),
            "lengths_counted": dict(sorted(Counter(self.lengths).items())),
            "choices": Estimate.of_mean(self.means, self.acted),
            "choices_by_part": tuple(total / turns if turns else None for total, turns in self.parts),
            "forced": Estimate.of_mean(self.forced, self.acted),
            "endings": {**dict.fromkeys(self.spec.reasons, 0), **self.endings},
            "kinds": dict(self.kinds.most_common()),
            "possible": self.game.action_count,
            "legal": len(self.legal),
            "chosen": len(self.chosen),
            "refused": tuple(str(self.game.action_at(index)) for index in unused[:NAMED]),
        }


def _quantiles(lengths: Sequence[int]) -> tuple[float, float, float]:
    if len(lengths) < 2:
        return (float(lengths[0]),) * 3
    cuts = quantiles(lengths, n=20, method="inclusive")
    return cuts[0], cuts[9], cuts[18]


# -- how decided -------------------------------------------------------------------


def _decided(analyses: Sequence[tuple[int, Analysis]]) -> dict[str, Any]:
    """The fields of a survey that come from judged games, each given with its pair."""
    by_part: list[list[float]] = [[] for _ in range(PARTS + 1)]
    turns: list[float] = []
    for _, analysis in analyses:
        last, chances = 0.5, []
        for chance in [analysis.start, *(ply.chance for ply in analysis.plies)]:
            last = last if chance is None else chance
            chances.append(last)
        if analysis.result is not None:
            chances[-1] = analysis.result
        for part, degrees in enumerate(by_part):
            degrees.append(abs(2 * chances[part * (len(chances) - 1) // PARTS] - 1))
        sides = [chance > 0.5 for chance in chances if chance != 0.5]
        turns.append(sum(one != other for one, other in pairwise(sides)))
    if not analyses:
        return {}
    pairs = [pair for pair, _ in analyses]
    return {
        "decided": tuple(Estimate.of_mean(degrees, pairs) for degrees in by_part),
        "turns": Estimate.of_mean(turns, pairs),
        "judge": analyses[0][1].by,
    }
