"""The interface between a game and a search: moves are numbers, scores are whole numbers.

A game for two in which the seats take turns may offer :class:`SearchRules` beside its states, so that a compiled
search makes no object that it does not need, and judges what to leave out.  :class:`ThrowRules` are for a game with a
die.  Any other game is searched through :class:`~boardgames.players.plain_rules.PlainRules`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Generic, cast

from mypy_extensions import i64, mypyc_attr

from boardgames.core.model.game import Action, State, StateT
from boardgames.core.vectors import vec

CHECK: Final[i64] = 1
"""The flag of a move that gives check, or threatens to win at once in another way."""
NEAR_KING: Final[i64] = 2
"""The flag of a move that ends beside the other king, or is sharp in another way."""
GAIN: Final[i64] = 4
"""A move's weight is ``GAIN`` times what it wins at once, in hundredths, plus its flags."""
WINS: Final[i64] = 2**40
"""The score after a move that wins the game at once; larger than any judgement."""


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchRules(Generic[StateT]):
    """The rules and the judgement of a game, for a search.

    A score is for the seat to move, and at a throw of dice for the seat that throws.  With a ``scale``, which is the
    score that means a value of 0.76, scores are hundredths of a pawn, and the search leaves out what the margins of
    its judgement say.  Without one a score is ``WINS`` times a value from -1 to 1.

    Each move has a number below ``numbers``.  ``narrow`` asks for a search that leaves out
    more: only a match says whether that suits a game and its judgement.  Where each move passes the turn, and no dice
    are thrown, ``alternates`` is true.
    """

    def __init__(self, numbers: i64, scale: float, narrow: bool = False, alternates: bool = True) -> None:
        self.numbers: Final[i64] = numbers
        self.scale: Final[float] = scale
        self.narrow: Final[bool] = narrow
        self.alternates: Final[bool] = alternates

    def position(self, state: State) -> StateT:
        """A state of the game as the one that the search passes around."""
        return cast(StateT, state)

    def seat(self, state: StateT) -> i64:
        """The seat to move or to throw.  Asked only where the seats do not alternate."""
        raise NotImplementedError

    def chances(self, state: StateT) -> Sequence[tuple[Action, Fraction]]:
        """The outcomes of a throw with their chances.  Asked only where the seats do not alternate."""
        return ()

    def is_over(self, state: StateT) -> bool:
        """True if the game is over, as far as it can be seen without a list of moves."""
        raise NotImplementedError

    def result(self, state: StateT) -> float:
        """The result of a game that is over, for the seat to move, from -1 to 1."""
        raise NotImplementedError

    def key(self, state: StateT) -> i64:
        """A hash of the position."""
        raise NotImplementedError

    def in_check(self, state: StateT) -> bool:
        """True if the seat to move must parry a threat.  Then its position is not judged, and it may not pass."""
        raise NotImplementedError

    def score(self, state: StateT) -> i64:
        """The worth of the position to the seat to move."""
        raise NotImplementedError

    def moves(self, state: StateT) -> vec[i64]:
        """The legal moves, in the order of the state's actions; none when the game is over.

        Actions that end the game at once without a move, such as a declaration, come after all others and have no
        number: searches try them at the root, and trees in their nodes.
        """
        raise NotImplementedError

    def noisy_moves(self, state: StateT) -> vec[i64]:
        """The legal moves that may win something at once.  Not called in check."""
        raise NotImplementedError

    def weights(self, state: StateT, moves: vec[i64]) -> vec[i64]:
        """The weight of each move: what it wins at once, never less than 0, and its flags."""
        raise NotImplementedError

    def play(self, state: StateT, move: i64) -> StateT:
        """The state after a move."""
        raise NotImplementedError

    def passed(self, state: StateT) -> StateT | None:
        """The state in which the other seat is to move; ``None`` where passing tells nothing."""
        raise NotImplementedError

    def action(self, state: StateT, move: i64) -> Action | None:
        """The action of a move of which the lowest 16 bits are known; ``None`` if the state has none."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class ThrowRules(SearchRules[StateT]):
    """Rules for a game in which a die is thrown before each turn, and says which moves are allowed.

    Its positions are those before a throw, of the game without its die.  ``throw_of`` is, by the number of a move, the
    throw that asks for it, from 0.  The ``throws`` are equally likely.  The last one asks for no move: then all legal
    moves are allowed, as after any throw that asks for none of them.  Scores are hundredths of a pawn; ``pawns`` is the
    one that means a value of 0.76.
    """

    def __init__(self, numbers: i64, pawns: float, throws: i64, throw_of: vec[i64]) -> None:
        super().__init__(numbers, 0.0)
        self.pawns: Final[float] = pawns
        self.throws: Final[i64] = throws
        self.throw_of: Final[vec[i64]] = throw_of

    def scores_after(self, state: StateT, moves: vec[i64]) -> vec[i64]:
        """The worth of the position after each of these legal moves to the seat that moves; ``WINS`` for a win."""
        raise NotImplementedError
