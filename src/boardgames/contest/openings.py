"""Openings: the positions in which games begin, from a file or after random plies; if asked for, even ones alone."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, cast

from boardgames.contest.configuration import Configuration
from boardgames.contest.plan import PlannedGame
from boardgames.contest.settings import BadContest
from boardgames.core.model.game import CHANCE, OVER, Game, State, UnreadablePosition
from boardgames.core.protocol import Clock
from boardgames.core.seeds import opening_random, pair_seed
from boardgames.core.text.printable import printable
from boardgames.solve import NoTablebase, NotInTablebase, table

RANDOM, EVEN = "random:", "even:"
LARGEST = 64 * 1024 * 1024  # bytes of a file of openings
MOST_TRIES = 100  # to find random plies that do not end the game
MOST_EVEN_TRIES = 1000
EVEN_WITHIN = 0.05  # from one half
EVEN_NODES = 3000  # of the search where there is no table


def read_openings(text: str, game: Game) -> dict[str, Any]:
    """Read openings: ``random:PLIES``, ``even:PLIES``, or a file with a position on each line.

    Empty lines and those that begin with ``#`` are skipped.  Returns the fields of a configuration that say so,
    positions as canonical texts.  Raises :class:`~boardgames.contest.BadContest`.
    """
    if text.startswith((RANDOM, EVEN)):
        way, _, plies = text.partition(":")
        if not plies.isdecimal() or not 1 <= int(plies) <= 10_000:
            raise BadContest(f"{way} openings are {way}:PLIES, as in {way}:4, not {text!r}")
        return {"random_plies": int(plies), "even": text.startswith(EVEN)}
    try:
        with Path(text).open("rb") as file:
            data = file.read(LARGEST + 1)
        lines = data.decode("utf-8").splitlines()
    except (OSError, ValueError) as error:
        reason = "it is not a text file" if isinstance(error, UnicodeDecodeError) else "no file has such a name"
        if isinstance(error, OSError) and error.strerror:
            reason = error.strerror
        raise BadContest(
            f"cannot read openings from {printable(text)} ({reason}); or write random:PLIES or even:PLIES"
        ) from None
    if len(data) > LARGEST:
        raise BadContest(f"{text} is larger than a file of openings may be ({LARGEST // 1024**2} MiB)")
    positions = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                state = game.parse(line.strip())
            except UnreadablePosition as error:
                raise BadContest(f"{text}, line {number}: {error}") from None
            if state.turn == OVER:
                raise BadContest(f"{text}, line {number}: the game is over in this position")
            positions.append(str(state))
    if not positions:
        raise BadContest(f"{text} has no position; write one on each line, as 'boardgames show' prints it")
    return {"openings": tuple(positions)}


def opening(configuration: Configuration, game: Game, planned: PlannedGame) -> State:
    """The position in which a planned game begins, the same for its pair; each opponent in a gauntlet meets the same.

    Raises :class:`~boardgames.contest.BadContest`.
    """
    pair, seed = planned.pair, planned.seed(configuration)
    if configuration.format == "gauntlet":
        pair, seed = planned.meeting, pair_seed(configuration.known_seed, (), planned.meeting)
    if configuration.openings:
        listed: State = game.parse(configuration.openings[(pair - 1) % len(configuration.openings)])
        return listed
    if not configuration.random_plies:
        start: State = game.start()
        return start
    is_over = True
    for attempt in range(MOST_EVEN_TRIES if configuration.even else MOST_TRIES):
        state: Any = _after_random_plies(game.start(), configuration.random_plies, opening_random(seed, attempt))
        if state is not None and (not configuration.even or _is_even(state)):
            return cast(State, state)
        is_over = is_over and state is None
        if is_over and attempt >= MOST_TRIES:
            break
    plies = configuration.random_plies
    if is_over:
        raise BadContest(f"{game.title} is over before {plies} random plies: take fewer")
    raise BadContest(
        f"none of {MOST_EVEN_TRIES} positions of {game.title} after {plies} random plies is even: take fewer"
    )


@lru_cache(maxsize=1024)  # both games of a pair ask
def _is_even(state: Any) -> bool:
    """True if a table, or where there is none a search, gives each side nearly the same chance.

    Each position has a player of its own: one that remembers others would judge by the order of the games.
    """
    try:
        return abs(table(state.game).value(state) - 0.5) <= EVEN_WITHIN
    except (NoTablebase, NotInTablebase):
        pass
    from boardgames.players import Alphabeta, Effort

    player = Alphabeta(state.game.spec, Effort(nodes=EVEN_NODES), Random(0))
    player.prepare(state)
    return abs(player.value(state, Clock())) / 2 <= EVEN_WITHIN


def _after_random_plies(state: State, plies: int, rng: Random) -> State | None:
    """The state after random plies, throws of dice included; ``None`` if the game is over by then."""
    for _ in range(plies):
        if state.turn == OVER:
            return None
        if state.turn == CHANCE:
            outcomes, weights = zip(*state.chances(), strict=True)
            state = state.apply(rng.choices(outcomes, [float(weight) for weight in weights])[0])
        else:
            state = state.apply(rng.choice(state.actions()))
    return None if state.turn == OVER else state
