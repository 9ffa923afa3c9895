"""One planned game, played by whoever is handed it: a process here, a machine elsewhere, or the caller.

A program whose protocol can begin anew stays for the games to come, so that its
start is paid once.  The others are given their time to end while the next game
begins already.  :func:`dismiss` lets all of them go.
"""

from __future__ import annotations

import atexit
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache, lru_cache
from typing import Any, Final

from boardgames.contest.configuration import BadContest, Configuration
from boardgames.contest.entrants import Conditions, Entrant, entrant
from boardgames.contest.game import RefereedGame, set_up
from boardgames.contest.openings import opening
from boardgames.contest.plan import PlannedGame
from boardgames.contest.store import FinishedGame
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import find, split_name
from boardgames.core.lookup.players import PlayerSpec
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import Game
from boardgames.core.protocol.player import Player
from boardgames.core.record.verdict import Verdict
from boardgames.core.seeds import pair_seed
from boardgames.referee import NoSandbox, ProgramSeat, Seat, require_sandbox

MOST_STAYING: Final = 4
"""How many programs stay at most; who has been idle for longest goes."""

_staying: deque[tuple[tuple[str, int], ProgramSeat]] = deque()
"""The programs that wait for a game, by the contest and the player's number, who has waited longest first."""

MOST_DEPARTING: Final = 2
"""How many programs may be about to end at a time, of games that are over."""

_departing: deque[Future[None]] = deque()

NEVER_CAME: Final = ("not started", "crash", "timeout", "memory")  # faults of a program that does not get going


def play(configuration: Configuration, planned: PlannedGame) -> FinishedGame:
    """Play a game.  What the players do ends in a verdict; an exception is a mistake of the configuration."""
    spec, game, entrants = _field(
        configuration.game, tuple((who.player, who.settings) for who in configuration.entries)
    )
    luck = planned.seed(configuration)
    sides = [configuration.entries[player] for player in (planned.first, planned.second)]
    seats = [(configuration.digest, planned.first), (configuration.digest, planned.second)]
    refereed = set_up(
        opening(configuration, game, planned.pair, luck),
        [entrants[player] for player in (planned.first, planned.second)],
        spec=spec,
        seed=luck,
        names=[who.name for who in sides],
        conditions=Conditions(limits=configuration.limits, sandbox=configuration.sandbox, keep_alive=True),
        max_plies=configuration.max_plies,
        staying=[_taken(seat) for seat in seats],
        reap=_reap,
    )
    try:
        verdict = refereed.referee.run()
    finally:
        _kept(seats, refereed)
    return finished(refereed, verdict)


@lru_cache(maxsize=8)
def _field(
    game: str, players: tuple[tuple[str | Player | PlayerSpec, tuple[str, ...]], ...]
) -> tuple[GameSpec, Game[Any], list[Entrant]]:
    """A game and its players, found by their names once: looking for plug-ins takes longer than a quick game."""
    name, options = split_name(game)
    spec = find(name)
    return spec, make(spec, options), [entrant(player, spec, settings) for player, settings in players]


def _taken(seat: tuple[str, int]) -> ProgramSeat | None:
    """The program that waits for this player's next game, if any does."""
    for waiting in list(_staying):
        if waiting[0] == seat:
            try:
                _staying.remove(waiting)
            except ValueError:  # another thread was faster
                continue
            return waiting[1]
    return None


def _kept(seats: Sequence[tuple[str, int]], refereed: RefereedGame) -> None:
    """Have the programs wait that stay after a game."""
    for seat, program in zip(seats, refereed.staying(), strict=True):
        if isinstance(program, ProgramSeat):
            _staying.append((seat, program))
    while len(_staying) > MOST_STAYING:
        _staying.popleft()[1].quit()


def _reap(seat: Seat) -> None:
    """Let a program end in its own time, and no more than a few of them at a time."""
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
    """Let all programs go that stay in this process, and wait until those have ended that are about to."""
    while _staying:
        _staying.popleft()[1].quit()
    while _departing:
        wait([_departing.popleft()])


def finished(refereed: RefereedGame, verdict: Verdict) -> FinishedGame:
    """The result of a game in columns."""
    seconds: list[list[float]] = [[0.0], [0.0]]
    for state, taken in zip(refereed.referee.playthrough.states, refereed.referee.times, strict=False):
        if state.turn >= 0:
            seconds[state.turn].append(taken)
    fault = verdict.fault
    came = None if fault is None else len(seconds[fault.seat]) > 1
    return FinishedGame(
        score=(verdict.outcome.returns[0] + 1) / 2,
        reason=verdict.outcome.reason,
        fault=None if fault is None else fault.kind,
        fault_seat=None if fault is None else fault.seat,
        detail=None if fault is None else fault.detail,
        plies=refereed.referee.playthrough.plies,
        times=(sum(seconds[0]), sum(seconds[1])),
        slowest=(max(seconds[0]), max(seconds[1])),
        record=refereed.record().json(),
        failed_start=None if fault is None or came or fault.kind not in NEVER_CAME else fault.seat,
    )


def check(configuration: Configuration) -> None:
    """See, before anything is played, that every game can be set up.  Raises
    :class:`~boardgames.contest.configuration.BadContest`, and others."""
    try:
        require_sandbox(configuration.sandbox)
    except NoSandbox as error:
        raise BadContest(f"sandbox {configuration.sandbox}: {error}") from None
    name, options = split_name(configuration.game)
    spec = find(name)
    game = make(spec, options)
    if game.seats != 2:
        raise BadContest(f"a contest is of games between two players, and {game.title} has {game.seats}")
    for who in configuration.entries:
        entered = entrant(who.player, spec, who.settings)
        if entered.at_terminal:
            raise BadContest(f"{who.name} needs somebody at this terminal: play that with 'boardgames play {name}'")
        protocol = getattr(entered, "protocol", None)
        if (configuration.openings or configuration.random_plies) and protocol and not protocol.tells_position:
            raise BadContest(
                f"the protocol {protocol.name} cannot tell {who.name} that a game does not begin at its start: "
                "leave the openings out, or use another protocol, as in plain:COMMAND"
            )
    opening(configuration, game, 1, pair_seed(configuration.seed, 0, 1, 1))
