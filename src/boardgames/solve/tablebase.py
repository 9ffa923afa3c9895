"""Tablebases: exact values of positions, and the solvers that compute them.

A distribution offers a :class:`Solver` in the entry point group ``boardgames.solvers``, under the name of its game.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol, runtime_checkable

import attrs

from boardgames.core.lookup.installed_games import load
from boardgames.core.lookup.registry import Registry
from boardgames.core.model.game import Game, State
from boardgames.core.model.options import BadOption
from boardgames.core.text.result import format_duration
from boardgames.core.text.said import Said


class Tablebase(Protocol):
    """The exact value of every position of a game."""

    def value(self, state: State) -> float:
        """The chance from 0 to 1 that the side to act, or to throw, wins if both play their best; a draw counts half.

        Raises :class:`NotInTablebase`.
        """

    def rate(self, state: State) -> Mapping[Any, float]:
        """The winning chance of the side to act after each legal action, the best first.

        Empty at a chance node and at the end.  Raises :class:`NotInTablebase`.
        """


@runtime_checkable
class CountsPlies(Protocol):
    """A tablebase that may know how far the end is."""

    def plies(self, state: State) -> int | None:
        """The plies to the end, if the winner hurries and the loser delays; ``None`` for draws, and where not known.

        Raises :class:`NotInTablebase`.
        """


class TablebaseFile(Tablebase, Protocol):
    """A tablebase in a file."""

    @property
    def path(self) -> Path:
        """The file of the table."""


class NotInTablebase(ValueError):
    """A position of a game, or with options, that the tablebase does not have."""


class Unsolved(NotInTablebase):
    """A position that the tablebase does not have yet: it is not complete."""


class NoTablebase(BadOption):
    """There is no tablebase of a game; the message says why, and how to make one."""


@attrs.frozen
class Progress:
    """The progress of a solver."""

    done: int
    """Positions solved, of ``total``."""
    total: int
    at_work: tuple[str, ...] = ()
    """The layers at work."""
    seconds: float | None = None
    """An estimate of the time that is left; ``None`` before anything is done."""

    @property
    def title(self) -> str:
        """The layers at work, in words."""
        return ", ".join(self.at_work) or "positions"

    @property
    def left(self) -> str:
        """The time that is left, in words; empty where it is not known."""
        return "" if self.seconds is None else f"{format_duration(self.seconds)} left"

    def sentence(self) -> str:
        """The progress in a sentence."""
        left = f", {self.left}" if self.left else ""
        return f"{self.title}: solved {self.done} of {self.total}, {self.total - self.done} to go{left}"


def no_details(table: Any) -> Sequence[str]:
    """The lines about a table that has nothing but values: none."""
    return ()


@attrs.frozen(kw_only=True, eq=False)
class Solver:
    """A solver of one game."""

    name: str
    """The game's name."""
    summary: str
    why_not: Callable[[Game], str | None]
    """The reason why it cannot solve a game with these options; ``None`` if it can."""
    table: Callable[[Game], Tablebase]
    """The tablebase of a game with its options; a small one is computed at once.

    Raises :class:`NoTablebase`."""
    solve: Callable[..., TablebaseFile]
    """``solve(game, out=None, jobs=1, report=None)`` solves a game into a file, by default the one that
    ``table`` reads, and calls ``report`` with a :class:`Progress` now and then.

    Raises :class:`NoTablebase` if it cannot be solved, and :class:`OSError`."""
    options: frozenset[str] = frozenset()
    """Arguments of ``solve``: ``men``, the most men of a side on the board; ``executor``, a cluster's; ``plain``, to
    compress nothing; ``positions``, the most of them."""
    estimate: Callable[..., Any] | None = None
    """``estimate(game, men=None)`` says, as text, what ``solve`` will take."""
    details: Callable[[Any], Sequence[str]] = no_details
    """Lines about a tablebase that ``solve`` has made."""
    open: Callable[[Path], TablebaseFile] | None = None
    """The tablebase in a file that ``solve`` has made; the head of the file names this solver.

    Raises ``UnreadableTable`` of :mod:`boardgames.solve` for a file that does not make sense, and :class:`OSError`."""


class UnknownSolver(LookupError):
    """There is no solver of that game; the message lists the games that have one."""


SOLVERS: Final = Registry("boardgames.solvers", Solver, "solver for", UnknownSolver)
"""All installed solvers, by the names of their games."""


ANY_GAME: Final = "any"
"""The name of the solver for games that have none of their own."""


def solver_of(game: Game) -> Solver | None:
    """The solver of a game's own; ``None`` if it has none."""
    return SOLVERS.find(game.name) if game.name in SOLVERS.names() else None


def solver_for(game: Game) -> Solver | None:
    """The solver that solves a game with its options: its own, else that for any game; ``None`` without either."""
    own = solver_of(game)
    if own is not None and own.why_not(game) is None:
        return own
    return SOLVERS.find(ANY_GAME) if ANY_GAME in SOLVERS.names() else None


def why_no_option(solver: Solver, game: Game, name: str) -> str | None:
    """Say why the solver of a game has no option of that name; ``None`` if it has."""
    if name in solver.options:
        return None
    own = solver_of(game)
    if own is solver:
        return f"the solver of {game.name} has no such option"
    why = "it has no solver of its own" if own is None else own.why_not(game)
    return f"{game.name} is solved in memory here ({why})"


def table(game: str | Game, path: str | os.PathLike[str] | None = None) -> Tablebase:
    """The tablebase of a game: the one in the file ``path``, or that where its solver keeps it.

    ``game`` is a game or its name.  Raises :class:`NoTablebase`, and what :func:`~boardgames.core.lookup.load` raises.
    """
    game = load(game)
    try:
        own, solver = solver_of(game), solver_for(game)
    except UnknownSolver as error:
        raise NoTablebase(str(error)) from None
    if path is not None and solver is not None and solver.open is not None:
        try:
            return solver.open(Path(path))
        except (OSError, ValueError) as error:
            raise NoTablebase(str(error)) from None
    if solver is not None:
        try:
            return solver.table(game)
        except NoTablebase:
            if own in (None, solver):
                raise
    if own is not None:
        return own.table(game)  # which says why it cannot solve the game
    raise NoTablebase(unsolved(game))


def unsolved(game: Game) -> str:
    """The sentence that a game has not been solved."""
    names = ", ".join(name for name in SOLVERS.names() if name != ANY_GAME) or "none"
    return Said("{game} has not been solved; the games that are: {names}", game=game.name, names=names)
