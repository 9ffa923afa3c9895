"""The rules of the morris family, with CodinGame's memory of mills and its double mills.

A state is a :class:`.position.Position` and how it came about.  Which actions are
legal is in :mod:`.movegen`, which mills are new in :mod:`.mill_memory`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from boardgames.core.model.game import GAME_OVER, OVER, Notation, Outcome
from boardgames.core.model.sealed import seal
from boardgames.core.model.wrong_action import WrongAction, apply_takes_actions, as_position_text
from boardgames.games.morris.actions import STOCK, Action
from boardgames.games.morris.board import POINTS, count
from boardgames.games.morris.mill_memory import LINE, NONE_FILLED, mills_now, new_mills, remembered
from boardgames.games.morris.movegen import is_legal, legal_actions
from boardgames.games.morris.options import MorrisOptions
from boardgames.games.morris.position import HALF, WIDTH, Position
from boardgames.games.morris.variant import FEWEST, Variant

SQUARES: Final[i64] = 0xFFFFFF
"""The points without a centre of three squares."""

TWO_MEN: Final = (Outcome((1.0, -1.0), "two men"), Outcome((-1.0, 1.0), "two men"))
BLOCKED: Final = (Outcome((1.0, -1.0), "blocked"), Outcome((-1.0, 1.0), "blocked"))
MILL: Final = (Outcome((1.0, -1.0), "mill"), Outcome((-1.0, 1.0), "mill"))
MORE_MEN: Final = (Outcome((1.0, -1.0), "turn limit"), Outcome((-1.0, 1.0), "turn limit"))
TIE: Final = Outcome((0.0, 0.0), "turn limit")
FEW_EACH: Final = Outcome((0.0, 0.0), "two men")
REPETITION: Final = Outcome((0.0, 0.0), "repetition")
FULL_BOARD: Final = Outcome((0.0, 0.0), "full board")


@final
class Morris(Variant):
    """The game with its options chosen."""

    def __init__(self, options: MorrisOptions, notation: Notation) -> None:
        super().__init__(options)
        self.notation: Final = notation

    def start(self) -> State:
        return self.position(0, 0, 0, int(self.men), int(self.men))

    def position(
        self,
        seat: int,
        own: int,
        other: int,
        own_stock: int,
        other_stock: int,
        ply: int = 0,
        numbers: tuple[int, int] = (0, 0),
        filled: tuple[int, ...] = NONE_FILLED,
        uncounted: tuple[int, int] = (0, 0),
    ) -> State:
        """A position without history, its outcome judged; the arguments are as in :class:`State`."""
        outcome = self.judge(seat, own, other, own_stock, other_stock, ply, uncounted)
        stocks = (own_stock, other_stock)
        return State(self, seat, (own, other), stocks, ply, numbers, filled, outcome, uncounted, None)

    def judge(
        self,
        seat: i64,
        own: i64,
        other: i64,
        own_stock: i64,
        other_stock: i64,
        ply: i64,
        uncounted: tuple[i64, i64],
    ) -> Outcome | None:
        """The outcome of a position with ``seat`` to act, or ``None``; earlier positions play no part."""
        if self.mill_wins and self.board.in_mills(other):
            return MILL[1 - seat]
        own_count, other_count = count(own) - uncounted[0], count(other) - uncounted[1]
        ahead = own_count + own_stock - other_count - other_stock
        if not other_stock and other_count < FEWEST:
            if self.late_loss and ahead <= 0:
                return TWO_MEN[1 - seat] if ahead else FEW_EACH
            return TWO_MEN[seat]
        if not own_stock and own_count < FEWEST and not self.late_loss:
            return TWO_MEN[1 - seat]
        if ply >= self.plies:
            return TIE if not ahead else MORE_MEN[seat] if ahead > 0 else MORE_MEN[1 - seat]
        men = own | other
        if not own_stock and not self.board.beside(own) & ~men and not self.flies(own):
            return FULL_BOARD if self.full_board_draws and men == self.board.points else BLOCKED[1 - seat]
        return None

    def parse(self, text: str | WrongAction) -> State:
        state: State = self.notation.parse(self, as_position_text(text))
        return state


seal(Morris)


@mypyc_attr(free_list_len=1)
@final
class State(Position):
    """A position, and how it came about.

    ``ply`` is how many turns both sides have played.  ``uncounted`` are the own and
    the other men on the board that no longer count, with ``double_count``.  ``before`` is the state one
    ply earlier, if positions may repeat and the last action can be undone by
    others.  The other arguments are those of :class:`.position.Position`.
    """

    def __init__(
        self,
        game: Morris,
        seat: i64,
        men: tuple[i64, i64],
        stocks: tuple[i64, i64],
        ply: i64,
        numbers: tuple[i64, i64],
        filled: tuple[int, ...],
        outcome: Outcome | None,
        uncounted: tuple[i64, i64],
        before: State | None,
    ) -> None:
        super().__init__(game, seat, men, stocks, numbers, filled)
        self.game: Final = game
        self.ply: Final = ply
        self.outcome: Final = outcome
        self.uncounted: Final = uncounted
        self.before: Final = before

    @property
    def turn(self) -> int:
        return int(self.seat) if self.outcome is None else OVER

    # -- what can be done ------------------------------------------------------

    def actions(self) -> list[Action]:
        return legal_actions(self) if self.outcome is None else []

    # -- the next state ----------------------------------------------------------

    def apply(self, action: Action | WrongAction) -> State:
        game = self.game
        if not isinstance(action, Action) or action.board is not game.board:
            raise apply_takes_actions(action)
        move: Action = action  # compiled code would check the type at each use of the argument
        mills = new_mills(self, move)
        if self.outcome is not None or not is_legal(self, move, mills):
            raise self._refused(str(move))
        own = self.own & ~move.leaves | move.enters
        other = self.other & ~move.removed
        stock = self.own_stock
        if move.source == STOCK:
            stock -= 1
        low, high = self.numbers_after(move)
        filled = self.filled
        if game.mill_memory and (mills or move.removed):
            filled = remembered(self, own, move)
        seat = 1 - self.seat
        ply = self.ply + 1
        less, other_less = self.uncounted
        if move.twice:
            other_less += 1
        outcome = game.judge(seat, other, own, self.other_stock, stock, ply, (other_less, less))
        before: State | None = None
        if game.repetition and move.leaves and not move.removed:
            before = self
            if outcome is None and self.repeats(other, own, mills_now(filled, own | other, low, high)):
                outcome = REPETITION
        stocks, numbers, uncounted = (self.other_stock, stock), (low, high), (other_less, less)
        return State(game, seat, (other, own), stocks, ply, numbers, filled, outcome, uncounted, before)

    def numbers_after(self, action: Action) -> tuple[i64, i64]:
        """The men's numbers, ``low`` and ``high``, with that of the man that acts on its target."""
        target = action.target
        change = self.number(target) ^ self.number_of(action)
        if target < HALF:
            return self.low ^ change << WIDTH * target, self.high
        if target == POINTS:
            return self.low, self.high
        return self.low, self.high ^ change << WIDTH * (target - HALF)

    # -- repetition ------------------------------------------------------------

    def repeats(self, own: i64, other: i64, mills: tuple[int, ...]) -> bool:
        """True if the position after this one, seen by its side to act, has occurred often enough for a draw."""
        occurrences: i64 = 1
        earlier = self.before
        while earlier is not None:
            if earlier.own == own and earlier.other == other and earlier.mills_now() == mills:
                occurrences += 1
            link = earlier.before
            earlier = link.before if link is not None else None
        return occurrences >= self.game.repetition

    def mills_now(self) -> tuple[int, ...]:
        """The mills that stand, by their numbers."""
        return mills_now(self.filled, self.own | self.other, self.low, self.high)

    # -- as a value ------------------------------------------------------------

    @property
    def key(self) -> int | tuple[int, ...]:
        """The men, stocks and side to act as one number; with mill memory a tuple of it and the mills filled.

        The mills are written by where their men stand now; the men's numbers change nothing else.
        """
        men = (self.own & SQUARES) + (self.other & SQUARES) * LINE
        men += 2**57 * (self.own >> POINTS) + 2**58 * (self.other >> POINTS)
        # in 64 bits: a product of larger numbers would end the process at Ctrl-C
        position = int(men + 2**48 * (self.own_stock + 16 * (self.other_stock + 16 * self.seat)))
        if self.game.double_count:
            position += 2**60 * int(self.uncounted[0] + LINE * self.uncounted[1])
        return (position, *self.mills_now()) if self.game.mill_memory else position

    def __hash__(self) -> int:
        return hash((self.key, int(self.ply)))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.ply == other.ply
            and self.key == other.key
            and self.game.options == other.game.options
            and self.recurrences() == other.recurrences()
        )

    def recurrences(self) -> Counter[Any]:
        """The number of times that each position that may come again has occurred."""
        return Counter([state.key for state in self.line()]) if self.before is not None else Counter()

    def line(self) -> list[State]:
        """The states that led here since the last placing or removal, if positions may repeat, and this one."""
        states = [self]
        earlier = self.before
        while earlier is not None:
            states.append(earlier)
            earlier = earlier.before
        states.reverse()
        return states

    def __str__(self) -> str:
        return self.game.notation.write(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return resumed, (self.game, [state.fields() for state in self.line()])

    def fields(self) -> tuple[Any, ...]:
        """The arguments of :class:`State` between its game and ``before``."""
        men, stocks, numbers = (self.own, self.other), (self.own_stock, self.other_stock), (self.low, self.high)
        return self.seat, men, stocks, self.ply, numbers, self.filled, self.outcome, self.uncounted

    # -- errors ----------------------------------------------------------------

    def read(self, text: str | WrongAction) -> Action:
        """The legal action that a text names, whichever of two removed men it names first."""
        if isinstance(text, str) and text.count("x") == 2:
            way, *removed = text.split("x")
            canonical = "x".join([way, *sorted(removed)])
            if canonical in [str(action) for action in self.actions()]:
                text = canonical
        action: Action = super().read(text)
        return action

    def why_not(self, text: str) -> str:
        from boardgames.games.morris.explanation import why_not

        return why_not(self, text) if self.outcome is None else GAME_OVER


def resumed(game: Morris, line: Sequence[tuple[Any, ...]]) -> State:
    """The last state of a line, given by the fields of each."""
    state: State | None = None
    for fields in line:
        state = State(*(game, *fields, state))
    assert state is not None
    return state
