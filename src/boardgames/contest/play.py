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
from boardgames.contest.run_settings import RUN_SETTINGS, ContestArguments, RunSettings
from boardgames.contest.runner import Runner
from boardgames.contest.score import MatchScore
from boardgames.contest.settings import CONTEST_SETTINGS, BadContest, checked_setting, for_two
from boardgames.contest.standings import Standings
from boardgames.contest.store import BadStore, KeptGame, Store
from boardgames.core.lookup.installed_games import ChosenGame
from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import Game
from boardgames.core.protocol.player import PlayerLike
from boardgames.processes.executors import BadExecutor, open_executor
from boardgames.referee import Limits

AnyGame = str | Game | ChosenGame
"""A game as an argument."""

Playing = str | PlayerLike | PlayerSpec | Entry
"""A player as an argument; an :class:`Entry` brings a name, and options of the program's own."""

MATCH_GAMES: Final = 100
MEETING_GAMES: Final = 2
RATING_GAMES: Final = 1000
RATING_ERROR: Final = 50.0  # Elo


def play_match(game: AnyGame, one: Playing, other: Playing, **settings: Unpack[ContestArguments]) -> MatchScore:
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
    arguments: dict[str, Any] = {"games": MATCH_GAMES, **settings}
    chosen = for_two(game)
    players = entries(chosen, [one, other], arguments.pop("names", ()), arguments.get("db"))
    runner, games = play_contest(chosen, players, "match", arguments)
    return attrs.evolve(MatchScore.of(runner.configuration, games), **runner.ending)


def play_tournament(
    game: AnyGame, players: Mapping[str, Playing] | Sequence[Entry], **settings: Unpack[ContestArguments]
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
    arguments: dict[str, object] = {"games": MEETING_GAMES, **settings}
    if isinstance(players, Mapping):
        unnamed = {name: player if isinstance(player, Entry) else Entry("", player) for name, player in players.items()}
        players = [attrs.evolve(entry, name=name) for name, entry in unnamed.items()]
    format = checked_setting(CONTEST_SETTINGS["format"], arguments.pop("format", CONTEST_SETTINGS["format"].default))
    runner, games = play_contest(game, players, format, arguments)
    return attrs.evolve(Standings.of(runner.configuration, games), **runner.ending)


def play_rating(game: AnyGame, bot: Playing, **settings: Unpack[ContestArguments]) -> BotRating:
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
    arguments: dict[str, Any] = {"games": RATING_GAMES, "until": RATING_ERROR, **settings}
    chosen = for_two(game)
    anchors = anchors_of(chosen, arguments.pop("anchors", None))
    players = entries(chosen, [bot, *anchors.players], [arguments.pop("name", None)], arguments.get("db"))
    runner, games = play_contest(chosen, players, "rating", {**arguments, "anchors": anchors})
    return attrs.evolve(BotRating.of(runner.configuration, games), **runner.ending)


def play_contest(
    game: AnyGame, players: Sequence[Entry], format: str, given: Mapping[str, Any], runs: type[Runner] = Runner
) -> tuple[Runner, list[KeptGame]]:
    """Play what is missing of a contest.  ``runs`` is the runner's class.

    ``players`` play ``game`` in a contest of that ``format``; ``given`` are the other settings, by name.

    Returns the runner that did, and all games.  Raises :class:`~boardgames.contest.BadContest` for an impossible number
    of jobs and an executor that fails, too.
    """
    foreign = {"names", "name", "anchors", "format"}.intersection(given) - (
        {"anchors"} if format == "rating" else set()
    )
    if foreign:
        raise BadContest(f"a {format} has no {' and no '.join(sorted(foreign))} to choose: leave that out")
    run_names = [field.name for field in attrs.fields(RunSettings)]
    run = RunSettings(**{name: given[name] for name in run_names if name in given})
    settings = {name: value for name, value in given.items() if name not in run_names}
    if settings.get("seed") is None and (earlier := kept_configuration(run.db)) is not None:
        settings["seed"] = earlier.seed
    chosen = for_two(game)
    configuration = configured(chosen, players, format=format, **settings)
    masked = tuple(str(Path(path).resolve()) for path in (*run.masked, run.db) if path is not None)
    jobs = checked_setting(RUN_SETTINGS["jobs"], run.jobs)
    try:
        with open_store(configuration, run) as store, open_executor(run.executor, jobs, dismiss) as (pool, size, look):
            if run.on_start is not None:
                run.on_start(configuration, store.games())
            stops = stops_of(configuration, store, chosen.spec)
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
            runner.numbers = store.numbers()
            if not runner.stopped:
                store.disclose_seed(configuration.known_seed)
            return runner, store.games()
    except BadExecutor as error:
        raise BadContest(str(error)) from None


def stops_of(configuration: Configuration, store: Store, game: GameSpec) -> list[Callable[[], str]]:
    """The functions by which players say why a contest begins no more games (``PlayerSpec.stop``)."""

    def stop_of(number: int, spec: PlayerSpec, options: Any) -> Callable[[], str]:
        assert spec.stop is not None
        ask = spec.stop
        return lambda: ask(options, (note.text for note in store.notes(over=None) if note.player == number))

    entrants = [entrant(entry.player, game, entry.settings) for entry in configuration.entries]
    return [
        stop_of(number, who.player, who.options)
        for number, who in enumerate(entrants)
        if isinstance(who, PlayerEntrant) and who.player is not None and who.player.stop is not None
    ]


# -- the parts of both ------------------------------------------------------------


def entries(
    game: AnyGame,
    players: Sequence[Playing],
    names: Sequence[str | None] = (),
    db: str | os.PathLike[str] | None = None,
) -> list[Entry]:
    """Players under the names given, else under those that the contest's file has for them, else under short ones.

    ``players`` of ``game`` are texts, players or entries; ``db`` is that file.  Raises :class:`BadContest`.
    """
    if len(names) > len(players):
        raise BadContest(f"{len(names)} names are too many for {len(players)} players")
    spec = for_two(game).spec
    unnamed = [player if isinstance(player, Entry) else Entry("", player) for player in players]
    chosen = [*names, *[None] * (len(players) - len(names))]
    earlier = kept_configuration(db)
    kept_names = {
        place: before.name
        for place, (before, entry) in enumerate(zip(earlier.entries if earlier else (), unnamed, strict=False))
        if before.plays_as(entry)
    }
    called = names_of(
        [entrant(entry.player, spec, entry.settings) for entry in unnamed],
        [
            entry.name or name or kept_names.get(place)
            for place, (entry, name) in enumerate(zip(unnamed, chosen, strict=True))
        ],
    )
    return [attrs.evolve(entry, name=name) for entry, name in zip(unnamed, called, strict=True)]


def configured(
    game: AnyGame,
    players: Sequence[Entry],
    *,
    seed: int | None = None,
    openings: str | None = None,
    limits: Limits | None = None,
    **others: Any,
) -> Configuration:
    """A configuration that has been checked as far as is possible without playing."""
    chosen = for_two(game)
    begun = {} if openings is None else read_openings(openings, chosen.game)
    configuration = Configuration(
        game=chosen.text,
        entries=tuple(players),
        seed=new_seed() if seed is None else seed,
        **begun,
        limits=Limits() if limits is None else limits,
        **others,
    )
    check(configuration, chosen)
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
