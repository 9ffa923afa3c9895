"""The results of solving: a table that was made, a position that was solved in memory."""

from __future__ import annotations

from pathlib import Path

import attrs

from boardgames.core.model.game import Game, State
from boardgames.core.text.result import CommandResult
from boardgames.solve.generic.solver import MOST_POSITIONS, solve
from boardgames.solve.tablebase import NotInTablebase, Solver, TablebaseFile


@attrs.frozen
class SolvedGame(CommandResult):
    """A table that a solver has made."""

    path: Path
    size: int
    """Its bytes."""
    details: tuple[str, ...]
    """Lines of the solver about it."""
    start: float | None
    """The value of the game's start; ``None`` in a table of endings."""

    @classmethod
    def of(cls, table: TablebaseFile, game: Game, solver: Solver) -> SolvedGame:
        """The result of a solver: its ``table`` of a game."""
        try:
            start = table.value(game.start())
        except NotInTablebase:
            start = None
        return cls(table.path, table.path.stat().st_size, tuple(solver.details(table)), start)

    def sentences(self) -> list[str]:
        """The table in lines."""
        start = [] if self.start is None else [f"start {self.start:.14f}"]
        return [f"table {self.path} ({self.size / 1e6:.1f} MB)", *self.details, *start]

    def fields(self) -> dict[str, object]:
        """The table in plain values."""
        return {"table": str(self.path), "bytes": self.size, "details": list(self.details), "start": self.start}


@attrs.frozen
class SolvedPosition(CommandResult):
    """A position of which all that can follow was solved."""

    positions: int
    """The number of all these positions."""
    value: float
    plies: int | None
    """The plies to the end, as :class:`~boardgames.solve.tablebase.CountsPlies` counts them."""

    @classmethod
    def of(cls, state: State, most: int = MOST_POSITIONS) -> SolvedPosition:
        """The exact value of a state.

        ``most`` bounds the positions.  Raises :class:`~boardgames.solve.tablebase.NoTablebase`.
        """
        solution = solve(state, most=most)
        return cls(len(solution), solution.value(state), solution.plies(state))

    def sentences(self) -> list[str]:
        """The value in lines."""
        plies = [] if self.plies is None else [f"plies {self.plies}"]
        return [f"positions {self.positions}", f"start {self.value:.14f}", *plies]

    def fields(self) -> dict[str, object]:
        """The value in plain values."""
        return attrs.asdict(self)
