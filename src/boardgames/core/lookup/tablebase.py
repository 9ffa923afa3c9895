"""Exact values: the door through which players and commands ask for what a solver knows.

A distribution registers a :class:`Solver` in the entry point group
``boardgames.solvers``, under the name of its game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Protocol

import attrs

from boardgames.core.lookup.registry import Registry
from boardgames.core.model.game import Game, State
from boardgames.core.model.options import BadOption
from boardgames.core.model.playthrough import Playthrough


class Tablebase(Protocol):
    """The exact worth of every position of a game."""

    def value(self, state: State) -> float:
        """The chance that the side to act, or to throw, wins if both play their best; a draw counts half.

        Raises :class:`NotInTablebase`.
        """

    def rate(self, state: State) -> Mapping[Any, float]:
        """What each legal action is worth to the side to act, as a winning chance, the best first.

        Empty where nobody acts.  Raises :class:`NotInTablebase`.
        """


class TablebaseFile(Tablebase, Protocol):
    """A table that is kept in a file."""

    @property
    def path(self) -> Path: ...


class NotInTablebase(ValueError):
    """A position of another game, or of other options, than those that were solved."""


class NoTablebase(BadOption):
    """There is no table for a game; the message says why, and what to do about it."""


@attrs.frozen
class Progress:
    """How far a solver has come."""

    done: int
    """Positions, of ``total``."""
    total: int


@attrs.frozen(kw_only=True, eq=False)
class Solver:
    """What can solve one game."""

    name: str
    """The game's name."""
    summary: str
    why_not: Callable[[Game], str | None]
    """Why it does not know a game with these options; ``None`` if it does."""
    table: Callable[[Game], Tablebase]
    """The table of a game with its options; solved on the spot where that takes no time.

    Raises :class:`NoTablebase`."""
    solve: Callable[..., TablebaseFile]
    """``solve(game, out=None, workers=1, report=None)`` solves a game into a file, by default where ``table`` looks
    for it, and calls ``report`` with a :class:`Progress` now and then.

    Raises :class:`NoTablebase` where that cannot be, and :class:`OSError`."""


class UnknownSolver(LookupError):
    """No solver for that game; the message lists the games that have one."""

    def __str__(self) -> str:
        return str(self.args[0])


SOLVERS: Final = Registry("boardgames.solvers", Solver, "solver for", UnknownSolver)
"""The solvers that are installed, ours and anyone's, by their games' names."""


def solver_of(game: Game) -> Solver | None:
    """The solver of a game, if it has one."""
    return SOLVERS.find(game.name) if game.name in SOLVERS.names() else None


def table(game: Game) -> Tablebase:
    """The table of a game.

    Raises :class:`NoTablebase`.
    """
    try:
        solver = solver_of(game)
    except UnknownSolver as error:
        raise NoTablebase(str(error)) from None
    if solver is None:
        solved = ", ".join(SOLVERS.names()) or "none"
        raise NoTablebase(f"{game.name} has not been solved; the games that are: {solved}")
    return solver.table(game)


def action_losses(playthrough: Playthrough, table: Tablebase) -> list[float | None]:
    """For each action of a playthrough how much of the winning chance it gave away; ``None`` for throws of dice.

    0 is a best action; 0.1 is one that makes ten games in a hundred lost which the best would have won.

    >>> import boardgames as bg
    >>> from boardgames import solve
    >>> game = bg.load("ur", tokens=1)
    >>> playthrough = bg.Playthrough.replay(game.start(), ["=4", "0", "=1", "4"])
    >>> action_losses(playthrough, solve.table(game))
    [None, 0.0, None, 0.0]
    """
    given: list[float | None] = []
    for before, action in zip(playthrough.states, playthrough.actions, strict=False):
        if before.turn < 0:
            given.append(None)
        else:
            rated = table.rate(before)
            given.append(max(rated.values()) - rated[action])
    return given
