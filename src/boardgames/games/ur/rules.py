"""The Royal Game of Ur, as Finkel read the Babylonian tablet and Code Colosseum plays it.

Each side runs its tokens along a track: they wait on cell 0, then come the cells of the track from 1 on, and the one
after the last is home.  Each side counts its own cells; :mod:`.squares` says which of them are one square.  A set of
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
from boardgames.games.ur.actions import CELL, MOVES, THROWS, WAITING, Move, Throw, chances_of, choices
from boardgames.games.ur.options import UrOptions
from boardgames.games.ur.squares import Squares
from boardgames.games.ur.tracks import TRACKS

UNTHROWN: Final = -1  # in place of the dice, before they are thrown
WON: Final = (Outcome((1.0, -1.0), "home"), Outcome((-1.0, 1.0), "home"))


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
        self.squares: Final = Squares(track)
        self.home: Final[i64] = home
        self.landings: Final[i64] = sum(CELL[1 : home + 1])
        self.meets: Final[tuple[int, ...]] = self.squares.meets
        # A token on a private cell cannot be captured, so only shared cells need to be safe.
        self.safe: Final[i64] = sum([CELL[cell] for cell in set(options.safe_rosettes) if track.opposite[cell]])
        self.rosettes: Final[i64] = sum([CELL[cell] for cell in set(options.rosettes)])
        self.rosette_turn: Final[bool] = options.rosette_turn
        self.capture_turn: Final[bool] = options.capture_turn
        self.throws: Final = chances_of(options.dice)

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

    ``own`` and ``other`` are the cells on the track where the sides have tokens; ``movable`` are those from which a
    token may move, once the dice are thrown.
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

    @property
    def turn(self) -> int:
        acting = CHANCE if self.thrown == UNTHROWN else int(self.seat)
        return OVER if self.is_over() else acting

    @property
    def outcome(self) -> Outcome | None:
        """The side that first has all tokens home wins."""
        return WON[1 - self.seat] if self.is_over() else None

    def is_over(self) -> bool:
        """True if the side that just moved has brought all its tokens home: its last token passes the turn."""
        return not self.other and not self.other_waiting

    # -- a turn: the dice, then a move -----------------------------------------

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

        It may land on any free cell or leave the track exactly, and capture an opponent that does not stand safe.
        After a 0 none can move: each would land on itself.
        """
        game = self.game
        taken = game.squares.standing(self.own) | game.squares.facing(self.other & game.safe)
        tokens = self.own | CELL[WAITING] if self.own_waiting else self.own
        return tokens & (game.landings & ~taken) >> number

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
        if isinstance(action, Move) and self.movable >> action.cell & 1:
            return self.move(action.cell)
        if isinstance(action, Throw) and self.thrown == UNTHROWN:
            return self.throw(action.number)
        raise self._refused(str(action)) if isinstance(action, (Move, Throw)) else apply_takes_actions(action)

    # -- as a value ------------------------------------------------------------

    def cells(self, seat: int) -> list[int]:
        """The cells of a side's tokens, ascending: 0 for each that waits, the cell after the last for each at home."""
        track, waiting = (self.own, self.own_waiting) if seat == self.seat else (self.other, self.other_waiting)
        home = int(self.game.home)
        cells = [WAITING] * int(waiting) + [cell for cell in range(1, home) if track & CELL[cell]]
        return cells + [home] * (int(self.game.tokens) - len(cells))

    @property
    def key(self) -> int:
        squares = self.game.squares
        rest = self.own_waiting + 8 * (self.other_waiting + 8 * (self.thrown + 1 + 16 * self.seat))
        if squares.passed_twice:
            return squares.number(self.own, self.other) + 2**47 * rest
        return self.own + self.other * 2**17 + 2**34 * rest

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
        last = int(self.game.track.cells)
        if text not in [str(cell) for cell in range(last + 1)]:
            return Reason("no-such-cell", "expected the cell that a token leaves, 0 to {number}", number=last)
        cell = int(text)
        target = cell + int(self.thrown)
        if cell not in self.cells(int(self.seat)):
            if cell:
                return Reason("no-token", "no token on cell {number}", number=cell)
            return Reason("none-waiting", "no token is waiting")
        if target > last + 1:
            return Reason(
                "overshoots",
                "{number} from cell {number2} overshoots: a token leaves the track exactly",
                number=int(self.thrown),
                number2=cell,
            )
        if self.own & CELL[target]:
            return Reason("own-token", "cell {number} holds a token of the same side", number=target)
        if target <= last and self.own & self.game.squares.twins[target]:
            return Reason(
                "own-token",
                "cell {number} is the square of cell {number2}, which holds a token of the same side",
                number=target,
                number2=int(self.game.track.twin[target]),
            )
        return Reason("safe", "the opponent stands safe on cell {number}", number=target)
