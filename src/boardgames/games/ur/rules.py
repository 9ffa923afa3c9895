"""The Royal Game of Ur, as Finkel read the Babylonian tablet and Code Colosseum plays it.

Each side runs its tokens along a track: tokens wait on cell 0, then come the
cells of the track from 1 on, and the one after the last is home.  Each side counts
its own cells; where the two tracks share a square, :mod:`boardgames.games.ur.tracks`
has the other side's numbers of it.  A set of
cells is an integer: bit n stands for cell n.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from boardgames.core.model.base import BaseGame, BaseState
from boardgames.core.model.game import CHANCE, GAME_OVER, OVER, Notation, Outcome
from boardgames.core.model.sealed import seal
from boardgames.core.model.wrong_action import WrongAction, apply_takes_actions, as_position_text
from boardgames.core.text.said import Reason
from boardgames.games.ur.options import UrOptions
from boardgames.games.ur.tracks import TRACKS

WAITING: Final = 0
LAST_HOME: Final = 28  # of the longest track
CELL: Final[tuple[int, ...]] = tuple([2**cell for cell in range(LAST_HOME + 1)])
MOST_THROWN: Final = 14
UNTHROWN: Final = -1  # in place of the dice, before they are thrown


@final
class Move:
    """Advance the token on ``cell`` by the number thrown; from cell 0 a new token enters."""

    def __init__(self, cell: i64) -> None:
        self.cell: Final = cell
        self.index: Final = cell

    def __str__(self) -> str:
        return str(self.cell)

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return move_from, (int(self.cell),)


@final
class Throw:
    """An outcome of the dice: ``number`` cells forward."""

    def __init__(self, number: i64) -> None:
        self.number: Final = number
        self.index: Final = number

    def __str__(self) -> str:
        return f"={self.number}"

    def __repr__(self) -> str:
        return f"<Throw {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return throw_of, (int(self.number),)


seal(Move, Throw)
MOVES: Final = tuple([Move(cell) for cell in range(LAST_HOME)])
THROWS: Final = tuple([Throw(number) for number in range(MOST_THROWN + 1)])
WON: Final = (Outcome((1.0, -1.0), "home"), Outcome((-1.0, 1.0), "home"))

_choices: Final[dict[int, tuple[Move, ...]]] = {}


def move_from(cell: int) -> Move:
    """The move of the token on a cell."""
    return MOVES[cell]


def throw_of(number: int) -> Throw:
    """The throw with this number."""
    return THROWS[number]


def choices(movable: int) -> tuple[Move, ...]:
    """The moves of a set of cells; each tuple is made once."""
    known = _choices.get(movable)
    if known is None:
        known = _choices[movable] = tuple([move for move in MOVES if movable & CELL[move.cell]])
    return known


@final
class Ur(BaseGame):
    """The game with its options chosen."""

    def __init__(self, options: UrOptions, notation: Notation) -> None:
        track = TRACKS[options.track]
        home = track.cells + 1
        super().__init__("ur", "Royal Game of Ur", options, MOVES[:home], THROWS[: len(options.dice)])
        self.notation: Final = notation
        self.tokens: Final[i64] = options.tokens
        self.track: Final = track
        opposite, twin = track.opposite, track.twin
        self.home: Final[i64] = home
        self.landings: Final[i64] = sum(CELL[1 : home + 1])
        self.meets: Final[tuple[int, ...]] = tuple([sum([CELL[cell] for cell in cells]) for cells in opposite])
        """For each cell the opponent's cells on the same square, as a set; empty where the two ways do not meet."""
        self.crossed: Final[i64] = sum([CELL[cell] for cell in range(home) if opposite[cell] not in ((), (cell,))])
        """The shared cells that the two sides count differently."""
        self.twins: Final[tuple[int, ...]] = tuple([CELL[cell] if cell else 0 for cell in twin])
        """For each cell the side's own other cell on the same square, as a set."""
        self.passed_twice: Final[i64] = sum([CELL[cell] for cell in range(home) if twin[cell]])
        """The cells on squares that the track passes twice."""
        squares = sorted(set(track.squares))
        again = [cell for cell in range(home) if 0 < twin[cell] < cell]
        self.places: Final[tuple[int, ...]] = (0, *[2 ** squares.index(square) for square in track.squares])
        """For each cell its square as a bit: 20 of them on the longest track."""
        self.second_cells: Final[tuple[int, ...]] = tuple(
            [2 ** again.index(cell) if cell in again else 0 for cell in range(home)]
        )
        """A bit for each cell on a square that the track has passed before: 7 of them."""
        # A token on a private cell cannot be captured, so only shared cells need to be safe.
        self.safe: Final[i64] = sum([CELL[cell] for cell in set(options.safe_rosettes) if opposite[cell]])
        self.rosettes: Final[i64] = sum([CELL[cell] for cell in set(options.rosettes)])
        self.rosette_turn: Final[bool] = options.rosette_turn
        self.capture_turn: Final[bool] = options.capture_turn
        lots = sum(options.dice)
        self.throws: Final = tuple(
            [(THROWS[number], Fraction(weight, lots)) for number, weight in enumerate(options.dice) if weight]
        )

    def facing(self, cells: i64) -> i64:
        """Shared cells of one side as the other side counts them."""
        if not cells & self.crossed:
            return cells
        facing = cells & ~self.crossed
        for cell in range(self.home):
            if cells & self.crossed & CELL[cell]:
                facing |= self.meets[cell]
        return facing

    def standing(self, cells: i64) -> i64:
        """All cells on the squares of some cells, as their own side counts them."""
        twice = cells & self.passed_twice
        for cell in range(self.home):
            if twice & CELL[cell]:
                cells |= self.twins[cell]
        return cells

    def start(self) -> State:
        return State(self, 0, 0, 0, self.tokens, self.tokens, UNTHROWN, 0)

    def parse(self, text: str | WrongAction) -> State:
        state: State = self.notation.parse(self, as_position_text(text))
        return state


seal(Ur)


@mypyc_attr(free_list_len=1)
@final
class State(BaseState):
    """A position, seen by the side that throws or moves.

    ``own`` and ``other`` are the cells on the track where the sides have
    tokens; ``movable`` are the cells from which a token may move, known as soon
    as the dice are thrown.
    """

    def __init__(
        self, game: Ur, seat: i64, own: i64, other: i64, own_waiting: i64, other_waiting: i64, thrown: i64, movable: i64
    ) -> None:
        self.game: Final = game
        self.seat: Final = seat
        self.own: Final = own
        self.other: Final = other
        self.own_waiting: Final = own_waiting
        self.other_waiting: Final = other_waiting
        self.thrown: Final = thrown
        self.movable: Final = movable

    # -- whose turn, and the end ---------------------------------------------

    @property
    def turn(self) -> int:
        if self.is_over():
            return OVER
        return CHANCE if self.thrown == UNTHROWN else int(self.seat)

    @property
    def outcome(self) -> Outcome | None:
        """The side that first has all tokens home wins."""
        return WON[1 - self.seat] if self.is_over() else None

    def is_over(self) -> bool:
        """True if the side that just moved has brought all its tokens home."""
        # Bringing the last token home passes the turn, so only the side that waits can have won.
        return not self.other and not self.other_waiting

    # -- dice ------------------------------------------------------------------

    def chances(self) -> Sequence[tuple[Throw, Fraction]]:
        return self.game.throws if self.thrown == UNTHROWN and not self.is_over() else ()

    def throw(self, number: i64) -> State:
        """The state after a throw of ``number``.  If no token can move so far, the turn passes at once."""
        movable = self.movable_by(number)
        if movable:
            return State(
                self.game, self.seat, self.own, self.other, self.own_waiting, self.other_waiting, number, movable
            )
        return self.next_turn(self.own, self.other, self.own_waiting, self.other_waiting)

    def movable_by(self, number: i64) -> i64:
        """The cells from which a token can move ``number`` cells.

        It may land on any free cell or leave the track exactly, and capture an
        opponent that does not stand safe.  After a 0 none can move: each would land
        on itself.
        """
        game = self.game
        own = game.standing(self.own) if game.passed_twice else self.own
        landing = game.landings & ~(own | game.facing(self.other & game.safe))
        tokens = self.own | CELL[WAITING] if self.own_waiting else self.own
        return tokens & landing >> number

    # -- moves -----------------------------------------------------------------

    def actions(self) -> tuple[Move, ...]:
        return choices(self.movable) if self.movable else ()

    def move(self, cell: i64) -> State:
        """The state after the token on ``cell`` has advanced by the number thrown."""
        game = self.game
        own, other, own_waiting, other_waiting = self.own, self.other, self.own_waiting, self.other_waiting
        if cell == WAITING:
            own_waiting -= 1
        else:
            own ^= CELL[cell]
        target = cell + self.thrown
        if target == game.home:
            return self.next_turn(own, other, own_waiting, other_waiting)
        landed: i64 = CELL[target]
        own |= landed
        captured = other & game.meets[target]
        if captured:
            other ^= captured
            other_waiting += 1
        if (landed & game.rosettes and game.rosette_turn) or (captured and game.capture_turn):
            return State(game, self.seat, own, other, own_waiting, other_waiting, UNTHROWN, 0)
        return self.next_turn(own, other, own_waiting, other_waiting)

    def next_turn(self, own: i64, other: i64, own_waiting: i64, other_waiting: i64) -> State:
        """The state with these tokens, the other side to throw; cells are bits, waiting tokens numbers."""
        return State(self.game, 1 - self.seat, other, own, other_waiting, own_waiting, UNTHROWN, 0)

    def apply(self, action: Move | Throw | WrongAction) -> State:
        if isinstance(action, Move):
            if not self.movable >> action.cell & 1:
                raise self._refused(str(action))
            return self.move(action.cell)
        if isinstance(action, Throw):
            if self.thrown != UNTHROWN:
                raise self._refused(str(action))
            return self.throw(action.number)
        raise apply_takes_actions(action)

    # -- as a value ------------------------------------------------------------

    def cells(self, seat: int) -> list[int]:
        """The cells of a side's tokens, ascending: 0 for each that waits, the cell after the last for each at home."""
        mine = seat == self.seat
        track, waiting = (self.own, self.own_waiting) if mine else (self.other, self.other_waiting)
        home = int(self.game.home)
        running = [cell for cell in range(1, home) if track & CELL[cell]]
        arrived = int(self.game.tokens) - int(waiting) - len(running)
        return [WAITING] * int(waiting) + running + [home] * arrived

    @property
    def key(self) -> int:
        if self.game.passed_twice:
            return self.long_key()
        cells = self.own + self.other * 2**17
        return cells + 2**34 * (self.own_waiting + 8 * (self.other_waiting + 8 * (self.thrown + 1 + 16 * self.seat)))

    def long_key(self) -> int:
        """The key on a track that turns back: squares instead of cells, and which of them are passed again."""
        places, second_cells = self.game.places, self.game.second_cells
        own: i64 = 0
        other: i64 = 0
        again: i64 = 0
        for cell in range(i64(1), self.game.home):
            if self.own & CELL[cell]:
                own |= places[cell]
                again |= second_cells[cell]
            if self.other & CELL[cell]:
                other |= places[cell]
                again |= second_cells[cell]
        squares = own + other * 2**20 + again * 2**40
        return squares + 2**47 * (self.own_waiting + 8 * (self.other_waiting + 8 * (self.thrown + 1 + 16 * self.seat)))

    def __hash__(self) -> int:
        return self.key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key == other.key and self.game.options == other.game.options

    def __str__(self) -> str:
        return self.game.notation.write(self)

    def __reduce__(self) -> tuple[Any, ...]:
        fields = (self.seat, self.own, self.other, self.own_waiting, self.other_waiting, self.thrown, self.movable)
        return State, (self.game, *fields)

    # -- errors ----------------------------------------------------------------

    def why_not(self, text: str) -> str:
        if self.is_over():
            return GAME_OVER
        if self.thrown == UNTHROWN:
            return Reason("dice-first", "the dice come first")
        last = self.game.track.cells
        if text not in [str(cell) for cell in range(last + 1)]:
            return Reason("no-such-cell", "expected the cell that a token leaves, 0 to {number}", number=int(last))
        cell = int(text)
        if cell not in self.cells(int(self.seat)):
            if cell:
                return Reason("no-token", "no token on cell {number}", number=cell)
            return Reason("none-waiting", "no token is waiting")
        target = cell + int(self.thrown)
        if target > self.game.home:
            return Reason(
                "overshoots",
                "{number} from cell {number2} overshoots: a token leaves the track exactly",
                number=int(self.thrown),
                number2=cell,
            )
        if self.own & CELL[target]:
            return Reason("own-token", "cell {number} holds a token of the same side", number=target)
        if target < self.game.home and self.own & self.game.twins[target]:
            return Reason(
                "own-token",
                "cell {number} is the square of cell {number2}, which holds a token of the same side",
                number=target,
                number2=int(self.game.track.twin[target]),
            )
        return Reason("safe", "the opponent stands safe on cell {number}", number=target)
