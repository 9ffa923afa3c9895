"""Matches, tournaments and ratings as functions: what the commands ``match``, ``tournament run`` and ``rate`` do."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Unpack

import attrs

from boardgames.contest.anchors import anchors_of
from boardgames.contest.bot_rating import BotRating
from boardgames.contest.configuration import Configuration, Entry
from boardgames.contest.entrants import PlayerEntrant, entrant, names_of
from boardgames.contest.game import new_seed
from boardgames.contest.game_task import check, dismiss
from boardgames.contest.openings import read_openings
from boardgames.contest.run_settings import (
    RUN_SETTINGS,
    MatchArguments,
    RatingArguments,
    RunSettings,
    TournamentArguments,
)
from boardgames.contest.runner import Runner
from boardgames.contest.score import MatchScore
from boardgames.contest.settings import CONTEST_SETTINGS, BadContest, checked_setting, for_two
from boardgames.contest.standings import Standings
from boardgames.contest.store import BadStore, KeptGame, Store
from boardgames.core.lookup.installed_games import spec_of, text_of
from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.model.game import Game
from boardgames.core.protocol.player import PlayerLike
from boardgames.processes.executors import BadExecutor, open_executor
from boardgames.referee import Limits

Playing = str | PlayerLike | PlayerSpec | Entry
"""A player as an argument; an :class:`Entry` brings a name, and options of the program's own."""

MATCH_GAMES: Final = 100
MEETING_GAMES: Final = 2
RATING_GAMES: Final = 1000
RATING_ERROR: Final = 50.0  # Elo


def play_match(game: str | Game, one: Playing, other: Playing, **settings: Unpack[MatchArguments]) -> MatchScore:
    """Play a match of many games between ``one`` and ``other``, in pairs with seats swapped and the same seed.

    A player is a text as on the command line, or a player in Python.  The settings
    are those of :class:`~boardgames.contest.settings.ContestSettings` (which games:
    ``games=100``, ``seed``, ``limits``, ``sprt``, …), of
    :class:`~boardgames.contest.run_settings.RunSettings` (how they are run: ``jobs``,
    ``db``, ``on_game``, …), and ``names`` for the players.

    With ``db`` each game is kept in that file.  A match whose file exists is only
    continued with ``resume=True``, and keeps its seed.

    Raises :class:`~boardgames.contest.BadContest`, :class:`~boardgames.contest.BadEntrant`,
    :class:`~boardgames.contest.BadStore`, and what
    :func:`boardgames.core.lookup.installed_games.load` raises.

    >>> match = play_match("ur:tokens=2", "greedy", "random", games=20, seed=1)
    >>> match.tally.games, match.tally.wins > match.tally.losses
    (20, True)
    """
    given: dict[str, Any] = {"games": MATCH_GAMES, **settings}
    players = entries(game, [one, other], given.pop("names", ()), given.get("db"))
    runner, games = play_contest(game, players, "match", given)
    score = MatchScore.of(runner.configuration, games)
    score.benched, score.stopped = runner.benched, runner.stopped
    return score


def play_tournament(
    game: str | Game, players: Mapping[str, Playing] | Sequence[Entry], **settings: Unpack[TournamentArguments]
) -> Standings:
    """Play a tournament between players, each under its name, the best seeded first.

    ``game`` is a game, its name or a text with options.

    ``format`` is one of :data:`~boardgames.contest.settings.TOURNAMENTS`, ``games``
    the number of games of each meeting (2), ``rounds`` that of rounds; all else is as
    in :func:`play_match`.

    >>> table = play_tournament("ur:tokens=2", {"g": "greedy", "r": "random", "q": "random"}, games=10, seed=1)
    >>> table.places[0].name, table.played
    ('g', 30)
    """
    given: dict[str, object] = {"games": MEETING_GAMES, **settings}
    if isinstance(players, Mapping):
        players = [_named(name, player) for name, player in players.items()]
    format = checked_setting(CONTEST_SETTINGS["format"], given.pop("format", CONTEST_SETTINGS["format"].default))
    return _standings(*play_contest(game, players, format, given))


def play_rating(game: str | Game, bot: Playing, **settings: Unpack[RatingArguments]) -> BotRating:
    """Rate a bot by games against the levels of the game, whose Elo is known.

    Opponents are chosen, as the games go, where they tell most.  It ends when half the width of the 95 % interval is
    ``until`` Elo (50), the errors of the levels' Elo included, or after ``games`` (1000).  ``anchors`` is a file with
    the Elo of other players, or of a game that the library has none for; ``name`` is one for the bot.  All other
    ``settings`` are as in :func:`play_match`.

    Raises what :func:`play_match` raises.

    >>> rating = play_rating("ur", "greedy", games=12, seed=1)
    >>> rating.totals.tally.games, rating.fields()["level_interval"][1] > 3
    (12, True)
    """
    given: dict[str, Any] = {"games": RATING_GAMES, "until": RATING_ERROR, **settings}
    anchors = anchors_of(game, given.pop("anchors", None))
    players = entries(game, [bot, *anchors.players], [given.pop("name", None)], given.get("db"))
    runner, games = play_contest(game, players, "rating", {**given, "anchors": anchors})
    return attrs.evolve(BotRating.of(runner.configuration, games), benched=runner.benched, stopped=runner.stopped)


def _standings(runner: Runner, games: Sequence[KeptGame]) -> Standings:
    return attrs.evolve(Standings.of(runner.configuration, games), benched=runner.benched, stopped=runner.stopped)


def _named(name: str, player: Playing) -> Entry:
    return attrs.evolve(player, name=name) if isinstance(player, Entry) else Entry(name, player)


def play_contest(
    game: str | Game, players: Sequence[Entry], format: str, given: Mapping[str, Any], runs: type[Runner] = Runner
) -> tuple[Runner, list[KeptGame]]:
    """Play what is missing of a contest.  ``runs`` is the runner's class.

    ``players`` play ``game`` in a contest of that ``format``; ``given`` are the other settings, by name.

    Returns the runner that did, and all games.  Raises :class:`~boardgames.contest.BadContest` for an impossible number
    of jobs and an executor that fails, too.
    """
    run_names = [field.name for field in attrs.fields(RunSettings)]
    run = RunSettings(**{name: given[name] for name in run_names if name in given})
    chosen = {name: value for name, value in given.items() if name not in run_names}
    if chosen.get("seed") is None and (kept := kept_configuration(run.db)) is not None:
        chosen["seed"] = kept.seed
    configuration = configured(game, players, format=format, **chosen)
    masked = tuple(str(Path(path).resolve()) for path in (*run.masked, run.db) if path is not None)
    jobs = checked_setting(RUN_SETTINGS["jobs"], run.jobs)
    try:
        with open_store(configuration, run) as store, open_executor(run.executor, jobs, dismiss) as (pool, size, look):
            if run.on_start is not None:
                run.on_start(configuration, store.games())
            stops = stops_of(configuration, store)
            runner = runs(
                configuration=configuration,
                store=store,
                executor=pool,
                prefetch=size if stops or pool is None else 2 * size,  # what waits for a worker cannot be called back
                check=look,
                on_game=run.on_game,
                masked=masked,
                stop=lambda: next(filter(None, (stop() for stop in stops)), ""),
            )
            runner.run()
            if not runner.stopped:
                store.disclose_seed(configuration.known_seed)
            return runner, store.games()
    except BadExecutor as error:
        raise BadContest(str(error)) from None


def stops_of(configuration: Configuration, store: Store) -> list[Callable[[], str]]:
    """The functions by which players say why a contest begins no more games (``PlayerSpec.stop``)."""

    def stop_of(number: int, spec: PlayerSpec, options: Any) -> Callable[[], str]:
        assert spec.stop is not None
        ask = spec.stop
        return lambda: ask(options, (note.text for note in store.notes(over=None) if note.player == number))

    entrants = [entrant(entry.player, configuration.game, entry.settings) for entry in configuration.entries]
    return [
        stop_of(number, who.player, who.options)
        for number, who in enumerate(entrants)
        if isinstance(who, PlayerEntrant) and who.player is not None and who.player.stop is not None
    ]


# -- the parts of both ------------------------------------------------------------


def entries(
    game: str | Game,
    players: Sequence[Playing],
    names: Sequence[str | None] = (),
    db: str | os.PathLike[str] | None = None,
) -> list[Entry]:
    """Players under the names given, else under those that the contest's file has for them, else under short ones.

    ``players`` of ``game`` are texts, players or entries; ``db`` is that file.  Raises :class:`BadContest`.
    """
    if len(names) > len(players):
        raise BadContest(f"{len(names)} names are too many for {len(players)} players")
    spec = spec_of(for_two(game))
    given = [player if isinstance(player, Entry) else Entry("", player) for player in players]
    chosen = [*names, *[None] * (len(players) - len(names))]
    kept = kept_configuration(db)
    kept_names = {
        place: before.name
        for place, (before, entry) in enumerate(zip(kept.entries if kept else (), given, strict=False))
        if before.plays_as(entry)
    }
    called = names_of(
        [entrant(entry.player, spec, entry.settings) for entry in given],
        [
            entry.name or name or kept_names.get(place)
            for place, (entry, name) in enumerate(zip(given, chosen, strict=True))
        ],
    )
    return [attrs.evolve(entry, name=name) for entry, name in zip(given, called, strict=True)]


def configured(
    game: str | Game,
    players: Sequence[Entry],
    *,
    seed: int | None = None,
    openings: str | None = None,
    limits: Limits | None = None,
    **others: Any,
) -> Configuration:
    """A configuration that has been checked as far as is possible without playing."""
    rules = for_two(game)
    begun = {} if openings is None else read_openings(openings, rules)
    configuration = Configuration(
        game=text_of(game),
        entries=tuple(players),
        seed=new_seed() if seed is None else seed,
        **begun,
        limits=Limits() if limits is None else limits,
        **others,
    )
    check(configuration)
    return configuration


def kept_configuration(db: str | os.PathLike[str] | None) -> Configuration | None:
    """The configuration of the contest in a file, if there is one.  A contest that goes on keeps its seed and names."""
    if db is None or not Path(db).exists():
        return None
    try:
        with Store.reading(db) as store:
            return store.configuration
    except BadStore:
        return None  # opening it for writing says what is wrong with it


def open_store(configuration: Configuration, run: RunSettings) -> Store:
    """The store of a contest: its file, or memory alone."""
    if run.db is None:
        if run.resume:
            raise BadContest("to resume a contest, say in which file it is (db)")
        return Store.in_memory(configuration)
    return Store.create_or_open(run.db, configuration, resume=run.resume)
