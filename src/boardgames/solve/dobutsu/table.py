"""The table of Dobutsu Shogi: the value of every position, and its plies."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from boardgames.core.lookup.tablebase import NotInTablebase, Unsolved
from boardgames.core.model.game import OVER, Game, State
from boardgames.core.protocol.rated_actions import ActionChances
from boardgames.solve.dobutsu.cells_file import CellsFile
from boardgames.solve.dobutsu.moves import Moves
from boardgames.solve.dobutsu.numbering import Numbering
from boardgames.solve.dobutsu.places import (
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
from boardgames.solve.table_file import UnreadableTable
from boardgames.solve.viewer import end_value, viewer

LETTERS: Final = "GEC"
"""The kinds of men in the order of a key."""
LION: Final = "L"
FEWEST_PLIES: Final = 1000
"""Tables leave out the limit of plies.  With fewer plies it would change values."""
BLACK, SIDE, PROMOTED, KIND = 1, 16, 8, 7  # codes of men in a state


class DobutsuTable:
    """The exact values of the positions of Dobutsu Shogi in a file.

    They leave out draws by repetition: a position from which neither side can force a win is a draw.
    """

    def __init__(self, file: CellsFile) -> None:
        if file.head.stage != "whole":
            raise UnreadableTable(f"{file.path} is a part of an unfinished table: boardgames solve dobutsu goes on")
        self.path: Path = file.path
        self.numbering = Numbering(file.head.men)
        if len(file.cells) != self.numbering.size:
            raise UnreadableTable(f"{file.path} is damaged: it has {len(file.cells)} positions")
        self.counts = file.head.counts
        """How many positions have each value: 0 for draws, and 1 + n where the end is n plies away."""
        self._cells = file.cells
        self._moves = Moves()

    def value(self, state: State) -> float:
        """The chance that the side to act wins under best play; a draw counts half.

        Raises :class:`~boardgames.core.lookup.tablebase.NotInTablebase`.
        """
        _check(state.game)
        return end_value(state, viewer(state)) if state.turn == OVER else _chance(self.signed(state))

    def rate(self, state: State) -> dict[Any, float]:
        """The winning chance of the side to act after each legal action, the best first.

        Of equals the quicker win comes first, and the slower loss.
        """
        _check(state.game)
        signed = {}
        for action in state.actions():
            after = state.apply(action)
            signed[action] = _ended(after) if after.turn == OVER else self.signed(after)

        def order(action: Any) -> tuple[float, int]:
            value = signed[action]
            return _chance(value), -value  # a quick loss of the opponent is near zero, and so is a quick win

        best_first = sorted(signed, key=order)
        return ActionChances([(action, 1.0 - _chance(signed[action])) for action in best_first])

    def plies(self, state: State) -> int | None:
        """The plies to the end, if the winner hurries and the loser delays; ``None`` for draws."""
        _check(state.game)
        value = self.signed(state)
        return abs(value) - 1 if value else None

    def signed(self, state: Any) -> int:
        """0 for a draw, 1 + n for a win of the side to act in n plies, -1 - n for a loss; the game is not over."""
        return self.signed_key(key_of_state(state, self.numbering.men))

    def signed_key(self, key: int) -> int:
        """The same of a key.  Raises :class:`~boardgames.core.lookup.tablebase.NotInTablebase`."""
        if self._moves.wins_at_once(key):
            return 2
        number = self.numbering.number(key)
        if number < 0:
            raise NotInTablebase("the table of dobutsu does not have this position: its game is over")
        cell = self._cells[number]
        return -cell if cell % 2 else cell

    def __repr__(self) -> str:
        return f"<DobutsuTable {self.path}>"


def _chance(value: int) -> float:
    return 0.5 if not value else 1.0 if value > 0 else 0.0


def _ended(state: State) -> int:
    value = end_value(state, viewer(state))
    return 0 if value == 0.5 else 1 if value == 1.0 else -1


def _check(game: Game) -> None:
    why = why_not(game)
    if why:
        raise NotInTablebase(f"the table of dobutsu does not have this game: {why}")


def why_not(game: Game) -> str | None:
    """Why the solver cannot solve a game; ``None`` if it can."""
    if game.name != "dobutsu":
        return f"the game is {game.name}"
    limit = game.options.max_plies
    if limit and limit < FEWEST_PLIES:
        return f"the game ends after {limit} plies (tables leave the limit out, from {FEWEST_PLIES} on)"
    return None


def key_of_state(state: Any, men: tuple[int, ...]) -> int:
    """The key of a position with so many giraffes, elephants and chicks.

    Raises :class:`~boardgames.core.lookup.tablebase.Unsolved` for other men.
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
        own = code // SIDE == state.side
        cell = square if black else TURNED[square]
        letter = kinds[code & KIND]
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
