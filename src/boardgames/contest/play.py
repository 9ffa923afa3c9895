"""Matches and tournaments as functions: what the commands do, in a line of Python."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import attrs

from boardgames.contest.configuration import BadContest, Configuration, Entry, tournament_format
from boardgames.contest.entrants import entrant, names_of
from boardgames.contest.game import new_seed
from boardgames.contest.openings import read_openings
from boardgames.contest.runner import OnGame, Runner
from boardgames.contest.score import MatchScore
from boardgames.contest.sprt import BadSprt, Sprt
from boardgames.contest.standings import Standings
from boardgames.contest.store import BadStore, KeptGame, Store
from boardgames.contest.workers.game_task import check
from boardgames.contest.workers.pool import Workers
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import find, split_name
from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.protocol.player import Player
from boardgames.referee import Limits

Who = str | Player | PlayerSpec

MOST_WORKERS: Final = 1000


def play_match(
    game: str,
    first: Who,
    second: Who,
    *,
    games: int = 100,
    names: Sequence[str | None] = (),
    seed: int | None = None,
    workers: int = 0,
    executor: Executor | None = None,
    sprt: Sprt | str | None = None,
    openings: str | None = None,
    swap: bool = True,
    max_plies: int | None = None,
    limits: Limits | None = None,
    sandbox: str = "none",
    db: str | Path | None = None,
    resume: bool = False,
    on_game: OnGame | None = None,
) -> MatchScore:
    """Play a match of many games, in pairs with sides swapped and the same luck.

    A player is a text as on the command line, or a player in Python.  ``workers``
    are processes that play; with 0 the games are played in this one.  Any
    ``concurrent.futures.Executor`` will do instead.  With ``db`` each game is kept
    in that file; a match whose file is there already is only gone on with if
    ``resume`` says so, and keeps its seed.  ``on_game`` is called after each game
    with its :class:`~boardgames.contest.store.KeptGame`.

    Raises :class:`~boardgames.contest.configuration.BadContest`,
    :class:`~boardgames.contest.entrants.BadEntrant`,
    :class:`~boardgames.contest.store.BadStore`, and what
    :func:`boardgames.core.lookup.installed_games.load` raises.

    >>> match = play_match("ur:tokens=2", "greedy", "random", games=20, seed=1)
    >>> match.tally.games, match.tally.wins > match.tally.losses
    (20, True)
    """
    configuration, kept, benched = _played(
        game,
        entries(game, [first, second], names),
        games=games,
        sprt=_test(sprt),
        seed=seed,
        workers=workers,
        executor=executor,
        openings=openings,
        swap=swap,
        max_plies=max_plies,
        limits=limits,
        sandbox=sandbox,
        db=db,
        resume=resume,
        on_game=on_game,
    )
    score = MatchScore.of(configuration, kept)
    score.benched = benched
    return score


def play_tournament(
    game: str,
    players: Mapping[str, Who],
    *,
    format: str = "roundrobin",
    games: int = 2,
    rounds: int | None = None,
    seed: int | None = None,
    workers: int = 0,
    executor: Executor | None = None,
    openings: str | None = None,
    swap: bool = True,
    max_plies: int | None = None,
    limits: Limits | None = None,
    sandbox: str = "none",
    db: str | Path | None = None,
    resume: bool = False,
    on_game: OnGame | None = None,
) -> Standings:
    """Play a tournament between players, each under its name, the best seeded first.

    ``format`` is one of :data:`~boardgames.contest.configuration.FORMATS`, ``games``
    the number of games of each meeting; all else is as in :func:`play_match`.

    >>> table = play_tournament("ur:tokens=2", {"g": "greedy", "r": "random", "q": "random"}, games=10, seed=1)
    >>> table.places[0].name, table.played
    ('g', 30)
    """
    configuration, kept, benched = _played(
        game,
        [Entry(name, player) for name, player in players.items()],
        format=tournament_format(format),
        games=games,
        rounds=rounds,
        seed=seed,
        workers=workers,
        executor=executor,
        openings=openings,
        swap=swap,
        max_plies=max_plies,
        limits=limits,
        sandbox=sandbox,
        db=db,
        resume=resume,
        on_game=on_game,
    )
    standings = Standings.of(configuration, kept)
    return attrs.evolve(standings, benched={configuration.names[who]: why for who, why in benched.items()})


def _test(sprt: Sprt | str | None) -> Sprt | None:
    if not isinstance(sprt, Sprt | str | None):
        raise BadSprt(f"an SPRT is a text, as in 'elo0=0,elo1=10', or an Sprt, not {sprt!r}")
    return Sprt.parse(sprt) if isinstance(sprt, str) else sprt


def _played(
    game: str,
    players: Sequence[Entry],
    *,
    seed: int | None,
    workers: int,
    executor: Executor | None,
    db: str | Path | None,
    resume: bool,
    on_game: OnGame | None,
    **others: Any,
) -> tuple[Configuration, list[KeptGame], dict[int, str]]:
    """Play what is missing of a contest: its configuration, all its games, and the players benched with the reason."""
    seed = known_seed(db) if seed is None else seed
    configuration = configured(game, players, seed=seed, **others)
    with opened(configuration, db, resume) as store, crew(workers, executor) as (hands, ahead):
        runner = Runner(configuration=configuration, store=store, executor=hands, ahead=ahead, on_game=on_game)
        runner.run()
        return configuration, store.games(), runner.benched


# -- what both are made of --------------------------------------------------------


def entries(
    game: str, players: Sequence[Who], names: Sequence[str | None] = (), settings: Sequence[Sequence[str]] = ()
) -> list[Entry]:
    """Players under the names given, else under short and different ones."""
    spec = find(split_name(game)[0])
    chosen = [*settings, *[()] * (len(players) - len(settings))]
    entrants = [entrant(player, spec, own) for player, own in zip(players, chosen, strict=True)]
    if len(names) > len(players):
        raise BadContest(f"{len(names)} names are too many for {len(players)} players")
    called = names_of(entrants, names)
    return [Entry(name, player, tuple(own)) for name, player, own in zip(called, players, chosen, strict=True)]


def configured(
    game: str,
    players: Sequence[Entry],
    *,
    seed: int | None = None,
    openings: str | None = None,
    limits: Limits | None = None,
    **others: Any,
) -> Configuration:
    """A configuration that has been checked as far as can be without playing."""
    name, options = split_name(game)
    rules = make(find(name), options)
    listed, plies = ((), 0) if openings is None else read_openings(openings, rules)
    configuration = Configuration(
        game=game,
        entries=tuple(players),
        seed=new_seed() if seed is None else seed,
        openings=listed,
        random_plies=plies,
        limits=Limits() if limits is None else limits,
        **others,
    )
    check(configuration)
    return configuration


def known_seed(db: str | Path | None) -> int | None:
    """The seed of the contest in a file, since whoever chooses none means that one; ``None`` if there is no file."""
    if db is None or not Path(db).exists():
        return None
    try:
        with Store.reading(Path(db)) as store:
            return store.configuration.seed
    except BadStore:
        return None  # whoever opens it to write says what is wrong with it


def opened(configuration: Configuration, db: str | Path | None, resume: bool) -> Store:
    """The store of a contest: its file, or memory alone."""
    if db is None:
        if resume:
            raise BadContest("to resume a contest, say in which file it is (db)")
        return Store.in_memory(configuration)
    return Store.create_or_open(Path(db), configuration, resume=resume)


@contextmanager
def crew(workers: int, executor: Executor | None = None) -> Iterator[tuple[Executor | None, int]]:
    """Who plays the games, and how many they should have at hand.  Our own workers are dismissed at the end.

    Raises :class:`~boardgames.contest.configuration.BadContest` for a number of workers that cannot be.
    """
    if not (isinstance(workers, int) and 0 <= workers <= MOST_WORKERS):
        raise BadContest(f"workers are a whole number from 0 to {MOST_WORKERS}, not {workers!r}")
    if executor is not None:
        size = workers or getattr(executor, "_max_workers", None) or 8
        yield executor, 2 * size
    elif workers:
        with ExitStack() as leaving:
            hands = Workers(workers)
            leaving.callback(hands.shutdown, cancel_futures=True)
            yield hands, 2 * workers
    else:
        yield None, 1
