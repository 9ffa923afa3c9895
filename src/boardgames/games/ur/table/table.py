"""The table of Ur: the winning chance of the side that throws, in every position before a throw.

Positions are in the order of :class:`~boardgames.games.ur.table.numbering.Numbering`.
"""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import Any, Final, Literal

import attrs

from boardgames.core.model.game import CHANCE, OVER, Game, State
from boardgames.core.model.options import options_of, values_of
from boardgames.games.ur.table.numbering import Numbering
from boardgames.solve.generic.solver import rated
from boardgames.solve.table_file import NumberCells, Section, TableFile, write_table
from boardgames.solve.tablebase import NotInTablebase

ALL: Final = "all"
"""The section of a finished table."""
CODES: Final[dict[int, Literal["d", "f"]]] = {8: "d", 4: "f"}
"""The codes of numbers, by their bytes."""


class UrTable:
    """The winning chance of every position of Ur under Finkel's rules, for one number of tokens.

    The file is mapped into memory: opening it reads almost nothing, and processes share what they read.
    Raises :class:`~boardgames.solve.UnreadableTable` for a file of something else.
    """

    def __init__(self, file: TableFile) -> None:
        self.file = file
        self.path: Path = file.path
        with file.making_sense():
            self.tokens = int(file.head.rules["tokens"])
            if not 1 <= self.tokens <= 7:
                raise ValueError(self.tokens)
            self.numbering = Numbering(self.tokens)
            self._cells = file.cells[ALL]
            self.start_value = float(self._cells.section.details["start"])
            """The winning chance of the side that throws first."""
            self._values = NumberCells(self._cells, CODES[self._cells.section.details["width"]])
            if len(self._values) != self.numbering.count:
                raise ValueError(len(self._cells))
        self._index = self.numbering.index
        self._game: Game | None = None

    def value(self, state: State) -> float:
        """The chance that the side to act, or to throw, wins under best play.

        At the end of a game it is 0: the side whose turn it would be has lost.
        Raises :class:`~boardgames.solve.tablebase.NotInTablebase` for another game, or
        Ur with other options or another number of tokens.
        """
        if state.game is not self._game:
            self._check(state.game)
        if state.turn != CHANCE:
            return 0.0 if state.turn == OVER else max(self.rate(state).values())
        before: Any = state
        value: float = self._values[self._index(before.own, before.other, before.own_waiting, before.other_waiting)]
        return value

    def rate(self, state: State) -> dict[Any, float]:
        """The value of each legal action for the side to act, as a winning chance; the best first."""
        return rated(state, self.value)

    def _check(self, game: Game) -> None:
        why = why_not(game)
        if why is None and game.options.tokens != self.tokens:
            why = f"it has {game.options.tokens} tokens a side"
        if why:
            raise NotInTablebase(f"this table is of ur with {self.tokens} tokens a side, Finkel's rules: {why}")
        self._game = game

    def rounded(self, path: Path) -> UrTable:
        """Write a table of half the size, with numbers of 4 bytes: exact to 7 digits, enough to choose actions."""
        section = section_of(self.numbering, self.start_value, 4)
        singles = (array("f", block.cast("d")).tobytes() for block in self._cells.blocks())
        write_table(path, attrs.evolve(self.file.head, sections=(section,)), [singles], packed=False)
        return UrTable(TableFile(path))

    def __repr__(self) -> str:
        return f"<UrTable {self.path}: {self.tokens} tokens, start {self.start_value:.12f}>"


def section_of(numbering: Numbering, start_value: float, width: int = 8) -> Section:
    """The section of a finished table with numbers of ``width`` bytes."""
    details = {"width": width, "start": start_value}
    return Section(ALL, width * numbering.count, numbering.count, details=details)


def why_not(game: Game) -> str | None:
    """Why the solver cannot solve a game; ``None`` if it can."""
    if game.name != "ur":
        return f"the game is {game.name}"
    options = options_of(type(game.options))
    changed = [name for name, value in values_of(game.options).items() if value != options[name].default]
    others = " and ".join(name for name in changed if name != "tokens")
    return f"it plays with another {others}" if others else None
