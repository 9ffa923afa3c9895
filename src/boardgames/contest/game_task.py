"""One planned game, played in the calling process: a worker here or on another machine, or the runner itself.

A program whose protocol can begin anew is kept for the next games, so that it is
started once.  The others have time to end while the next game begins.
:func:`dismiss` ends all of them.
"""

from __future__ import annotations

import atexit
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache, lru_cache, partial
from typing import Final

import attrs

from boardgames.contest.configuration import Configuration
from boardgames.contest.entrants import Conditions, Entrant, PlayerEntrant, entrant
from boardgames.contest.game import RefereedGame, set_up
from boardgames.contest.openings import opening
from boardgames.contest.plan import PlannedGame
from boardgames.contest.settings import BadContest
from boardgames.contest.store import FinishedGame
from boardgames.contest.unplayed import GivenUp
from boardgames.core.lookup.installed_games import ChosenGame, name_of
from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import Game
from boardgames.core.protocol.player import PlayerLike, Unavailable
from boardgames.core.protocol.verdict import Verdict
from boardgames.core.text.foreign_code import foreign_line
from boardgames.referee import Adjudicate, NoSandbox, ProgramSeat, Seat, require_sandbox
from boardgames.solve.tablebase import NoTablebase, Tablebase, table

MOST_STAYING: Final = 4
"""The number of programs that are kept; the one that has been idle for longest is ended first."""

_staying: deque[tuple[tuple[str, int], ProgramSeat]] = deque()
"""The programs that wait for a game, with the contest and the player's number, the longest idle first."""

MOST_DEPARTING: Final = 2
"""The number of programs that may be ending at a time, of games that are over."""

_departing: deque[Future[None]] = deque()


def play(
    configuration: Configuration, planned: PlannedGame, masked: tuple[str, ...] = (), alone: bool = True
) -> FinishedGame:
    """Play a game.  A player's fault is a verdict; an exception is a mistake of the configuration.

    ``masked`` are files that no program in a sandbox can read.  Played ``alone``, no program outside the game can have
    disturbed it.  Raises :class:`~boardgames.contest.unplayed.GivenUp`.
    """
    spec, game, entrants = _resolved(
        configuration.game, tuple((entry.player, entry.settings) for entry in configuration.entries)
    )
    seed = planned.seed(configuration)
    playing = [configuration.entries[player] for player in planned.players]
    seats = [(configuration.digest, player) for player in planned.players]
    refereed = set_up(
        opening(configuration, game, planned),
        [entrants[player] for player in planned.players],
        spec=spec,
        seed=seed,
        names=[entry.name for entry in playing],
        conditions=Conditions(
            limits=configuration.limits,
            sandbox=configuration.sandbox,
            keep_alive=True,
            masked=masked,
        ),
        number=planned.number,
        max_plies=configuration.max_plies,
        adjudicate=_adjudicate(configuration),
        staying=[_taken(seat) for seat in seats],
        reap=_reap,
    )
    for seat in refereed.seats:
        if isinstance(seat, ProgramSeat):
            seat.alone = alone
    try:
        verdict = refereed.referee.run()
    except Unavailable as error:
        raise GivenUp(str(error), refereed.notes) from None
    except Exception as error:
        if (line := foreign_line(error)) is not None:
            error.add_note(line)
        raise
    finally:
        _kept(seats, refereed)
    return finished(refereed, verdict)


@lru_cache(maxsize=8)
def _resolved(
    game: str, players: tuple[tuple[str | PlayerLike | PlayerSpec, tuple[str, ...]], ...]
) -> tuple[GameSpec, Game, list[Entrant]]:
    """A game and its players, by their names.  Cached, as looking for plug-ins takes longer than a quick game."""
    chosen = ChosenGame.of(game)
    return chosen.spec, chosen.game, [entrant(player, chosen.spec, settings) for player, settings in players]


def suspect(configuration: Configuration, planned: PlannedGame) -> int | None:
    """The seat whose player has brought down the workers of a game of ours: the only one of others' code in Python."""
    players = tuple((entry.player, entry.settings) for entry in configuration.entries)
    spec, _, entrants = _resolved(configuration.game, players)
    seats = [seat for seat, player in enumerate(planned.players) if _is_foreign(entrants[player])]
    return seats[0] if len(seats) == 1 and spec.game.__module__.startswith("boardgames.") else None


def _is_foreign(entrant: Entrant) -> bool:
    """True for a player that runs in a worker and that somebody else wrote."""
    if not isinstance(entrant, PlayerEntrant):
        return False
    return entrant.player is None or not entrant.player.player.__module__.startswith("boardgames.")


@lru_cache(maxsize=4)
def _table(game: str) -> Tablebase:
    return table(game)


def _adjudicate(configuration: Configuration) -> Adjudicate | None:
    """The function that may end the games of a contest early; ``None`` if nothing does."""
    adjudication = configuration.adjudicate
    if adjudication is None:
        return None
    return partial(adjudication.result, table=_table(configuration.game) if adjudication.table else None)


def _taken(seat: tuple[str, int]) -> ProgramSeat | None:
    """The program that waits for this player's next game, or ``None``."""
    for waiting in list(_staying):
        if waiting[0] == seat:
            try:
                _staying.remove(waiting)
            except ValueError:  # another thread took it first
                continue
            return waiting[1]
    return None


def _kept(seats: Sequence[tuple[str, int]], refereed: RefereedGame) -> None:
    """Keep the programs that live on after a game."""
    for seat, program in zip(seats, refereed.staying(), strict=True):
        if isinstance(program, ProgramSeat):
            _staying.append((seat, program))
    while len(_staying) > MOST_STAYING:
        _staying.popleft()[1].quit()


def _reap(seat: Seat) -> None:
    """Let a program end in its own time, a few of them at a time."""
    if not isinstance(seat, ProgramSeat) or seat.kept_alive:
        seat.close()
        return
    while len(_departing) >= MOST_DEPARTING:
        wait([_departing.popleft()])
    _departing.append(_departures().submit(seat.close))


@cache
def _departures() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(MOST_DEPARTING, thread_name_prefix="departures")


@atexit.register
def dismiss() -> None:
    """End all programs kept by this process, and wait for those that are ending."""
    while _staying:
        _staying.popleft()[1].quit()
    while _departing:
        wait([_departing.popleft()])


def finished(refereed: RefereedGame, verdict: Verdict) -> FinishedGame:
    """The result of a game in columns, with a record that does not tell the seed."""
    seconds: list[list[float]] = [[0.0] for _ in verdict.outcome.returns]
    for state, taken in zip(refereed.referee.playthrough.states, refereed.referee.times, strict=False):
        if state.turn >= 0:
            seconds[state.turn].append(taken)
    return FinishedGame.of(
        verdict,
        plies=refereed.referee.playthrough.plies,
        times=tuple(map(sum, seconds)),
        slowest=tuple(map(max, seconds)),
        notes=refereed.notes if any(refereed.notes) else (),
        numbers=refereed.numbers,
        record=attrs.evolve(refereed.record(), seed=None).json(),
    )


def check(configuration: Configuration, chosen: ChosenGame) -> None:
    """Check, before any game of a ``configuration`` is played, that every one can be set up.  ``chosen`` is the game.

    Raises :class:`~boardgames.contest.BadContest`, and others.
    """
    try:
        require_sandbox(configuration.sandbox)
    except NoSandbox as error:
        raise BadContest(f"sandbox {configuration.sandbox}: {error}") from None
    spec, game = chosen.spec, chosen.game
    if configuration.adjudicate is not None and configuration.adjudicate.table:
        try:
            table(game)
        except NoTablebase as error:
            raise BadContest(f"adjudicate by the table: {error}") from None
    for entry in configuration.entries:
        who = entrant(entry.player, spec, entry.settings)
        if who.at_terminal:
            raise BadContest(
                f"{entry.name} needs somebody at this terminal: play that with 'boardgames play {name_of(game)}'"
            )
        protocol = getattr(who, "protocol", None)
        if (configuration.openings or configuration.random_plies) and protocol and not protocol.tells_position:
            raise BadContest(
                f"the protocol {protocol.name} cannot tell {entry.name} that a game does not begin at its start: "
                "leave the openings out, or use another protocol, as in plain:COMMAND"
            )
    opening(configuration, game, PlannedGame(1, 1, 1, 0, 1, 1))
