"""Openings: the positions in which games begin, from a file or after random plies."""

from __future__ import annotations

from pathlib import Path
from random import Random

from boardgames.contest.configuration import Configuration
from boardgames.contest.plan import PlannedGame
from boardgames.contest.settings import BadContest
from boardgames.core.model.game import CHANCE, OVER, Game, State, UnreadablePosition
from boardgames.core.seeds import opening_random, pair_seed
from boardgames.core.text.printable import printable

RANDOM = "random:"
LARGEST = 64 * 1024 * 1024  # bytes of a file of openings
MOST_TRIES = 100  # to find random plies that do not end the game


def read_openings(text: str, game: Game) -> tuple[tuple[str, ...], int]:
    """Read openings: ``random:PLIES``, or a file with a position on each line.

    Empty lines and those that begin with ``#`` are skipped.  Returns the positions,
    as canonical texts, and the number of random plies; one of the two is empty.
    Raises :class:`~boardgames.contest.BadContest`.
    """
    if text.startswith(RANDOM):
        plies = text.removeprefix(RANDOM)
        if not plies.isdecimal() or not 1 <= int(plies) <= 10_000:
            raise BadContest(f"random openings are random:PLIES, as in random:4, not {text!r}")
        return (), int(plies)
    try:
        with Path(text).open("rb") as file:
            data = file.read(LARGEST + 1)
        lines = data.decode("utf-8").splitlines()
    except (OSError, ValueError) as error:
        reason = "it is not a text file" if isinstance(error, UnicodeDecodeError) else "no file has such a name"
        if isinstance(error, OSError) and error.strerror:
            reason = error.strerror
        raise BadContest(f"cannot read openings from {printable(text)} ({reason}); or write random:PLIES") from None
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
    return tuple(positions), 0


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
    for attempt in range(MOST_TRIES):
        state = _after_random_plies(game.start(), configuration.random_plies, opening_random(seed, attempt))
        if state is not None:
            return state
    raise BadContest(f"{game.title} is over before {configuration.random_plies} random plies: take fewer")


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
