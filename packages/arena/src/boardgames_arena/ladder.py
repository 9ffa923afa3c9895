"""The ladder: each bot's rating with its error, the cross table, a rating over time; all from the finished games."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import attrs

from boardgames.contest import rated
from boardgames.core.lookup import text_of
from boardgames.core.model import Game
from boardgames.core.text import printable
from boardgames_arena.store import ArenaStore, RatedGame

QUICK: Final = 0.1
"""Seconds in which a ladder may be rated while somebody waits for it."""
FEW_OPPONENTS: Final = 3
"""A bot that met fewer others says little about its strength, and one person may have both."""
POINTS: Final = 24
"""Points of a rating over time, at most."""
Result = tuple[int, int, float, int | None, int]
"""First account, second, score of the first, seat at fault, number of such games."""


@attrs.frozen(kw_only=True)
class Standing:
    """One bot on a ladder."""

    name: str
    account: int
    rating: float
    """In Elo; the mean of all is 0."""
    error: float
    """Half the width of the rating's 95 % interval."""
    games: int
    wins: int
    draws: int
    losses: int
    faults: int
    """Games lost by a fault."""
    opponents: int
    """Different bots that it has met."""
    doubtful: bool
    """It has met few others, though there are more."""

    @property
    def certain(self) -> float:
        """The rating that it has at least, by its 95 % interval."""
        return self.rating - self.error


@attrs.frozen(kw_only=True)
class Ladder:
    """The bots of one game, the greatest rating less its error first; those with few opponents after all others."""

    game: str
    standings: Sequence[Standing]
    cross: Mapping[tuple[int, int], tuple[float, int]]
    """For two accounts, the points of the first against the second, and their games."""
    provisional: bool
    """Some bots have won or lost all their games against the rest, so ratings lean towards 0."""

    def has(self, account: int) -> bool:
        """True if the account has a game."""
        return any(bot.account == account for bot in self.standings)

    def rating(self, account: int) -> float:
        """The rating of an account; 0 for a new one."""
        return next((bot.rating for bot in self.standings if bot.account == account), 0.0)


def read_ladder(store: ArenaStore, game: str | Game, since: float | None = None, until: float | None = None) -> Ladder:
    """The ladder of a game, of all its results in a file or of those of a span of time (seconds since 1970).

    ``store`` is the arena's file; ``since`` and ``until`` bound the span.

    ``game`` is a game, or the text by which the arena offers it.
    """
    game = game if isinstance(game, str) else text_of(game)
    names = {account.number: account.name for account in store.accounts()}
    return make_ladder(game, names, store.results(game, since, until))


def make_ladder(game: str, names: Mapping[int, str], results: Iterable[Result]) -> Ladder:
    """The ladder of some results.

    >>> ladder = make_ladder("ur", {1: "ann", 2: "bob"}, [(1, 2, 1.0, None, 3), (2, 1, 1.0, 0, 1)])
    >>> [(bot.name, round(bot.rating), bot.games, bot.faults) for bot in ladder.standings]
    [('ann', 95, 4, 0), ('bob', -95, 4, 1)]
    """
    results = list(results)
    accounts = sorted({account for first, second, *_ in results for account in (first, second)})
    place = {account: number for number, account in enumerate(accounts)}
    counts: Counter[tuple[int, int, float]] = Counter()
    faults: Counter[int] = Counter()
    points: dict[tuple[int, int], list[float]] = defaultdict(lambda: [0.0, 0])
    outcomes: dict[int, Counter[float]] = defaultdict(Counter)
    for first, second, score, fault_seat, games in results:
        counts[place[first], place[second], score] += games
        if fault_seat is not None:
            faults[(first, second)[fault_seat]] += games
        for one, other, share in ((first, second, score), (second, first, 1 - score)):
            points[one, other][0] += share * games
            points[one, other][1] += games
            outcomes[one][share] += games
    ratings = rated(len(accounts), counts)
    met = Counter(one for one, _ in points)
    enough = min(FEW_OPPONENTS, len(accounts) - 1)
    standings = [
        Standing(
            name=names.get(account, f"#{account}"),
            account=account,
            rating=rating.elo,
            error=rating.error,
            games=outcomes[account].total(),
            wins=outcomes[account][1.0],
            draws=outcomes[account][0.5],
            losses=outcomes[account][0.0],
            faults=faults[account],
            opponents=met[account],
            doubtful=met[account] < enough,
        )
        for account, rating in zip(accounts, ratings.ratings, strict=True)
    ]
    return Ladder(
        game=game,
        standings=sorted(standings, key=lambda bot: (bot.doubtful, -bot.certain, bot.name)),
        cross={pair: (total, int(games)) for pair, (total, games) in points.items()},
        provisional=ratings.regularised,
    )


@attrs.frozen
class RatingThen:
    """A bot's rating at a time."""

    time: float
    rating: float
    error: float


def rating_over_time(games: Sequence[RatedGame], account: int) -> list[RatingThen]:
    """The rating of an account after some of the ``games``, which are all of one kind, the oldest first."""
    own = [number for number, game in enumerate(games) if account in (game.first, game.second)]
    if not own:
        return []
    wanted = {own[len(own) * point // POINTS] for point in range(POINTS)} | {own[-1]}
    history = []
    for number in sorted(wanted):
        results = Counter((game.first, game.second, game.score, game.fault_seat) for game in games[: number + 1])
        ladder = make_ladder("", {}, [(*result, times) for result, times in results.items()])
        standing = next(bot for bot in ladder.standings if bot.account == account)
        history.append(RatingThen(games[number].finished, standing.rating, standing.error))
    return history


class Ladders:
    """The ladder of each game, by the game's text, rated anew in the background when games have ended.

    Only the event loop's thread uses it.  ``on_rated`` is called after each rating, with the game and what went wrong,
    or ``""``; what went wrong is tried again.
    """

    def __init__(self, store: ArenaStore, games: Iterable[str], on_rated: Callable[[str, str], None]) -> None:
        self._store = store
        self._on_rated = on_rated
        self._ladders: dict[str, Ladder] = {game: read_ladder(store, game) for game in games}
        self._stale: set[str] = set()
        self._rating: asyncio.Task[None] | None = None
        self._rating_time = 0.0

    def __getitem__(self, game: str) -> Ladder:
        """The ladder as it was rated last."""
        return self._ladders[game]

    async def latest(self, game: str) -> Ladder:
        """The ladder with the results of this moment, if it is rated quickly; else that of a moment ago."""
        if game in self._stale and self._rating_time < QUICK:
            await self._rate(game)
        return self._ladders[game]

    def game_over(self, game: str) -> None:
        """There is a new result."""
        self._stale.add(game)

    def keep_up(self) -> None:
        """Have what has new results rated, unless that is being done."""
        if self._stale and (self._rating is None or self._rating.done()):
            self._rating = asyncio.create_task(self._rate_all())

    def stop(self) -> None:
        """End the task that rates the bots anew."""
        if self._rating is not None:
            self._rating.cancel()

    async def _rate(self, game: str) -> None:
        begun = time.monotonic()
        self._stale.discard(game)
        problem = ""
        try:
            self._ladders[game] = await asyncio.to_thread(read_ladder, self._store, game)
        except ValueError as error:
            problem = printable(str(error))
            self._stale.add(game)
        self._rating_time = time.monotonic() - begun
        self._on_rated(game, problem)

    async def _rate_all(self) -> None:
        """Rate anew what has new results; then leave the processor to others for a while."""
        begun = time.monotonic()
        for game in sorted(self._stale):
            await self._rate(game)
        await asyncio.sleep(1.0 + 20 * (time.monotonic() - begun))
