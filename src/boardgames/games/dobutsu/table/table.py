"""The table of Dobutsu Shogi: the value of every position, and its plies."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from typing_extensions import override

from boardgames.core.model.game import Game
from boardgames.games.dobutsu.table.moves import Moves
from boardgames.games.dobutsu.table.numbering import Numbering
from boardgames.games.dobutsu.table.places import (
    ABSENT,
    CELLS,
    MEN,
    OTHER_HAND,
    OWN_HAND,
    OWN_PROMOTED,
    TURNED,
    key_of,
    moved,
)
from boardgames.games.shogi.moves.board import BLACK, PROMOTED, kind_of, side_of
from boardgames.solve.signed_table import SignedTable
from boardgames.solve.table_file import TableFile
from boardgames.solve.tablebase import NotInTablebase, Unsolved

ALL: Final = "all"
"""The section of a finished table."""
LETTERS: Final = "GEC"
"""The kinds of men in the order of a key."""
LION: Final = "L"
FEWEST_PLIES: Final = 1000
"""Tables leave out the limit of plies.  With fewer plies it would change values."""


class DobutsuTable(SignedTable):
    """The exact values of the positions of Dobutsu Shogi in a file.

    Raises :class:`~boardgames.solve.UnreadableTable` for a file of something else.
    """

    def __init__(self, file: TableFile) -> None:
        self.path: Path = file.path
        with file.making_sense():
            self.numbering = Numbering(file.head.rules["men"])
            self._cells = file.cells[ALL]
            self.section = self._cells.section
            if len(self._cells) != self.numbering.size or not self.section.counts:
                raise ValueError(len(self._cells))
        self._moves = Moves()

    @override
    def signed(self, state: Any) -> int:
        return self.signed_key(key_of_state(state, self.numbering.men))

    def signed_key(self, key: int) -> int:
        """The signed value of a key.  Raises :class:`~boardgames.solve.tablebase.NotInTablebase`."""
        if self._moves.wins_at_once(key):
            return 2
        number = self.numbering.number(key)
        if number < 0:
            raise NotInTablebase("the table of dobutsu does not have this position: its game is over")
        return signed_value(self._cells[number])

    @override
    def check_game(self, game: Game) -> None:
        why = why_not(game)
        if why:
            raise NotInTablebase(f"the table of dobutsu does not have this game: {why}")

    def __repr__(self) -> str:
        return f"<DobutsuTable {self.path}>"


def signed_value(cell: int) -> int:
    """The signed value of a cell: 0 is a draw, 1 + n an end that is n plies away; the side to act wins if n is odd."""
    return -cell if cell % 2 else cell


def why_not(game: Game) -> str | None:
    """Why the solver cannot solve a game; ``None`` if it can."""
    if game.name != "dobutsu":
        return f"the game is {game.name}"
    limit = game.options.max_plies
    if limit and limit < FEWEST_PLIES:
        return f"the game ends after {limit} plies (tables leave the limit out, from {FEWEST_PLIES} on)"
    return None


def key_of_state(state: Any, men: tuple[int, ...]) -> int:
    """The key of a position; ``men`` are the numbers of giraffes, elephants and chicks that it must have.

    Raises :class:`~boardgames.solve.tablebase.Unsolved` for other men.
    """
    kinds = [piece.letter for piece in state.game.variant.pieces]
    places: dict[str, list[int]] = {letter: [] for letter in LETTERS}
    lions: dict[bool, int] = {}
    black = state.side == BLACK
    codes = state.codes
    for square in range(CELLS):
        code = codes[square]
        if not code:
            continue
        own = side_of(code) == state.side
        cell = square if black else TURNED[square]
        letter = kinds[kind_of(code)]
        if letter == LION:
            lions[own] = cell
        else:
            place = cell + (OWN_PROMOTED if code & PROMOTED else 0)
            places[letter].append(place if own else moved(place, list(range(CELLS)), True))
    for kind, letter in enumerate(kinds):
        if letter != LION:
            for own in (True, False):
                side = state.side if own else 3 - state.side
                held = codes[int(state.game.tables.hand[side]) + kind]
                places[letter] += [OWN_HAND if own else OTHER_HAND] * held
    counts = tuple(len(places[letter]) for letter in LETTERS)
    if counts != tuple(men) or len(lions) != 2:
        words = "giraffes, elephants and chicks"
        raise Unsolved(
            f"the table of dobutsu has positions with two lions and {men[0]}, {men[1]} and {men[2]} {words}; "
            f"this one has {len(lions)} and {counts[0]}, {counts[1]} and {counts[2]}"
        )
    filled = [place for letter in LETTERS for place in (places[letter] + [ABSENT, ABSENT])[: MEN // 3]]
    return key_of(filled, lions[True], lions[False])
