"""Checks of what environments are given, by callers and by games: what is wrong is told in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any, Final

from boardgames.core.model.game import Game, Outcome, State
from boardgames.core.text.kinds import PLIES, Whole

MOST_GAMES: Final = 1_000_000
MOST_THROWS: Final = 10_000
"""Throws of dice in a row, without any decision, after which a game counts as stuck."""


def whole_number(value: Any, name: str, kind: Whole) -> int:
    """The value as an ``int``.  Raises :class:`ValueError` for all else, and outside the bounds.

    >>> whole_number(0, "n, the number of games,", Whole(1, 1000))
    Traceback (most recent call last):
        ...
    ValueError: n, the number of games, is a whole number from 1 to 1000, not 0
    """
    try:
        return kind.check(value)
    except ValueError:
        raise ValueError(f"{name} is {kind.expected}, not {value!r}") from None


def check_actions(game: Game) -> None:
    """Raises :class:`ValueError` for a game without any action."""
    if game.action_count < 1:
        raise ValueError(f"{game.name} has no actions, so there is nothing to learn")


def outcome_of(state: State, seats: int) -> Outcome:
    """The outcome of a game in which no seat can act and no dice can be thrown.

    Raises :class:`ValueError` where there is none, or where it has another number of returns than seats.
    """
    outcome = state.outcome
    if outcome is None:
        raise ValueError(f"{state!r} has no action and no throw, and is not over")
    if len(outcome.returns) != seats:
        raise ValueError(f"the outcome {outcome} must have a return for each of the {seats} seats")
    return outcome


def stuck(state: State) -> ValueError:
    """The error for a game that throws dice again and again."""
    return ValueError(f"dice were thrown {MOST_THROWS} times in a row, up to {state!r}, and nobody could act")


def number_of_games(n: Any) -> int:
    """``n`` as an ``int``.  Raises as :func:`whole_number` does."""
    return whole_number(n, "n, the number of games,", Whole(1, MOST_GAMES))


def plies_of(max_plies: Any) -> int | None:
    """``max_plies`` as an ``int`` or ``None``.  Raises as :func:`whole_number` does."""
    return None if max_plies is None else whole_number(max_plies, "max_plies", PLIES)


def seed_of(seed: Any) -> int:
    """A seed as an ``int``; any whole number is one.  Raises :class:`TypeError` for anything else."""
    try:
        return int(index(seed))
    except TypeError:
        raise TypeError(f"a seed is a whole number, not {seed!r}") from None


def position_of(options: Any) -> str | None:
    """The text of the position in the options of a ``reset``, if there is one.

    Raises :class:`TypeError` for options that are no mapping, and for a position that is no text.
    """
    if options is None:
        return None
    if not isinstance(options, Mapping):
        raise TypeError(f"options are a dict, as in {{'position': '...'}}, not {options!r}")
    position = options.get("position")
    if position is not None and not isinstance(position, str):
        raise TypeError(f"a position is a text, as str(state) gives it, not {position!r}")
    return position
