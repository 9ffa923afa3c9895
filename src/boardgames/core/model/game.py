"""The model of a game: Game, State, Action and Outcome.

A game is a tree.  A *state* is a node, an immutable value; an *action* is an edge.  At a player's node the edges are
the legal actions; at a chance node (:data:`CHANCE`) they are the outcomes of the dice with their probabilities; at the
end (:data:`OVER`) there are none and the state has an :class:`Outcome`.

These are protocols: any class of the right shape is a game.
:mod:`boardgames.core.model.base` has the parts that are the same in every game.

For type checkers they are generic.  ``Game[ur.State, ur.Move, ur.Throw]`` starts with a ``ur.State`` and numbers
actions and throws of these types; ``State[Action]`` lists such actions.  A parameter that is left out is ``Any``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

import attrs
from typing_extensions import TypeVar

from boardgames.core.text.printable import quoted
from boardgames.core.text.said import Reason, code_of

if TYPE_CHECKING:
    from fractions import Fraction

    from boardgames.core.model.symmetry import Symmetry

ActionT = TypeVar("ActionT", default=Any)
ThrowT = TypeVar("ThrowT", default=Any)
StateT = TypeVar("StateT", default=Any)
StateT_co = TypeVar("StateT_co", default=Any, covariant=True)
ActionT_co = TypeVar("ActionT_co", default=Any, covariant=True)
ThrowT_co = TypeVar("ThrowT_co", default=Any, covariant=True)
StateT_contra = TypeVar("StateT_contra", default=Any, contravariant=True)

CHANCE: Final = -1
"""``State.turn`` where dice are thrown."""

OVER: Final = -2
"""``State.turn`` when the game has ended."""


PLY_LIMIT: Final = "ply limit"
"""The reason of a game that ends because as many plies as agreed have been played."""

GAME_OVER: Final = Reason("game-over", "the game is over")
"""The reason why no action is legal after the end."""


class IllegalAction(ValueError):
    """An action that the rules do not allow in this position.

    ``asked`` is the text or action as given, ``why`` the reason in a few words, and ``code`` its stable short name,
    such as ``two-pawns``: that of a :class:`~boardgames.core.text.said.Reason`, and ``illegal`` for a plain text.
    ``nearest`` are the texts of the legal actions that look most like it, or a
    function that finds them: it is called when they are first read.  ``legal`` is the number of all legal actions.
    """

    def __init__(
        self, asked: str, why: str, nearest: Sequence[str] | Callable[[], Sequence[str]] = (), legal: int = 0
    ) -> None:
        super().__init__(asked, why)
        self.asked = asked
        self.why = why
        self._nearest = nearest
        self.legal = legal

    @property
    def code(self) -> str:
        """The code of ``why``, for programs."""
        return code_of(self.why, "illegal")

    @property
    def nearest(self) -> tuple[str, ...]:
        """The texts of the legal actions that look most like the one asked for, best first."""
        self._nearest = tuple(self._nearest() if callable(self._nearest) else self._nearest)
        return self._nearest

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = (self.asked, self.why, self.nearest, self.legal) if type(self) is IllegalAction else self.args
        return type(self), arguments

    def __str__(self) -> str:
        hint = f"; legal here: {shortened(self.nearest, self.legal)}" if self.nearest else ""
        return f"{quoted(self.asked)} is not legal: {self.why}{hint}"


def shortened(texts: Sequence[str], number: int) -> str:
    """The texts, joined; if ``number`` is larger than theirs, it stands behind them.

    >>> shortened(["a", "b"], 14), shortened(["a", "b"], 2)
    ('a, b (2 of 14)', 'a, b')
    """
    return ", ".join(texts) + (f" ({len(texts)} of {number})" if len(texts) < number else "")


class UnreadablePosition(ValueError):
    """A text that is not a position; the message names the field and what was expected."""


@attrs.frozen
class Outcome:
    """The end of a game.

    ``returns`` has a number for each seat: 1.0 for a win, -1.0 for a loss, 0.0
    for a draw.  ``reason`` is one of the game's closed set (``GameSpec.reasons``).

    >>> Outcome((1.0, -1.0), "checkmate").winner
    0
    """

    returns: tuple[float, ...]
    reason: str

    @classmethod
    def lost_by(cls, seat: int, reason: str, seats: int = 2) -> Outcome:
        """The outcome of a game that ``seat`` loses: it gets -1.0, and the others share 1.0.

        >>> Outcome.lost_by(1, "checkmate")
        Outcome(returns=(1.0, -1.0), reason='checkmate')
        >>> Outcome.lost_by(1, "timeout", seats=3).returns
        (0.5, -1.0, 0.5)
        """
        shares = [1.0 / max(1, seats - 1)] * seats
        shares[seat] = -1.0
        return cls(tuple(shares), reason)

    @property
    def winner(self) -> int | None:
        """The seat that won alone, or ``None``.

        >>> Outcome((0.0, 0.0), "ply limit").winner, Outcome((-1.0,), "stuck").winner
        (None, None)
        """
        best = max(self.returns)
        alone = best > 0 if len(self.returns) == 1 else self.returns.count(best) == 1
        return self.returns.index(best) if alone else None

    @property
    def loser(self) -> int | None:
        """The seat that lost alone, or ``None``."""
        worst = min(self.returns)
        alone = worst < 0 if len(self.returns) == 1 else self.returns.count(worst) == 1
        return self.returns.index(worst) if alone else None


class Action(Protocol):
    """One move, placement or throw.  Each exists once in a game, so actions can be compared with ``is``.

    ``str(action)`` is the canonical text; ``index`` is the same in every state and dense in
    ``range(game.action_count)``.  Outcomes of dice are numbered apart, from 0.
    """

    @property
    def index(self) -> int:
        """Its number in ``range(game.action_count)``; an outcome of dice is numbered apart."""


class State(Protocol[ActionT]):
    """A position with all that can change its future.  It is immutable: to undo, keep the old one.

    Games, actions and compiled states refuse assignment.  States in plain Python, which are made a million times,
    do not check it: an attribute that a program assigns to breaks the promise.
    """

    @property
    def game(self) -> Game:
        """The game with its options, which made the state."""

    @property
    def turn(self) -> int:
        """The seat to act, :data:`CHANCE` or :data:`OVER`."""

    @property
    def seat(self) -> int:
        """The seat that acts, or at a chance node the seat that throws.  At the end it has no meaning."""

    @property
    def key(self) -> Hashable:
        """The value that repetition rules and tables compare: the position without ply counters and history."""

    @property
    def outcome(self) -> Outcome | None:
        """``None`` while the game goes on."""

    def actions(self) -> Sequence[ActionT]:
        """Exactly the legal actions, each once, in a stable order; empty at a chance node and at the end."""

    def chances(self) -> Sequence[tuple[ActionT, Fraction]]:
        """Each outcome of a chance node with its probability, exactly 1 in sum; elsewhere empty."""

    def apply(self, action: ActionT) -> Self:
        """The state after an action that came from :meth:`actions` or :meth:`chances`.

        It trusts the caller, so another action may lead to a position that no game reaches; :meth:`play` checks.
        Raises :class:`IllegalAction` where the rules notice, and :class:`TypeError` for what is not one of its actions.
        """

    def play(self, action: ActionT | str) -> Self:
        """The state after an action or its text, checked.  Raises :class:`IllegalAction`."""

    def read(self, text: str) -> ActionT:
        """The legal action or dice outcome that a text names.  Raises :class:`IllegalAction`."""

    def why_not(self, text: str) -> str:
        """The reason why a text is not a legal action here, in a few words.

        A :class:`~boardgames.core.text.said.Reason` adds a code.
        """


class Notation(Protocol):
    """The text format of a game's positions.  Rules are given one and contain no format themselves."""

    def write(self, state: Any) -> str:
        """The canonical text of a position."""

    def parse(self, game: Any, text: str) -> Any:
        """The position of a text; raises :class:`UnreadablePosition`."""


class Game(Protocol[StateT_co, ActionT_co, ThrowT_co]):
    """The rules of one game with its options chosen."""

    @property
    def name(self) -> str:
        """The name on the command line."""

    @property
    def title(self) -> str:
        """The name for people."""

    @property
    def spec(self) -> Any:
        """The :class:`~boardgames.core.lookup.spec.GameSpec` that made the game."""

    @property
    def options(self) -> Any:
        """A frozen class, of attrs or a dataclass; each field is a rule option."""

    @property
    def seats(self) -> int:
        """The number of players."""

    @property
    def action_count(self) -> int:
        """The number of actions, legal in some position or not."""

    def action_at(self, index: int) -> ActionT_co:
        """The action numbered ``index``.  Raises :class:`IndexError` outside ``range(action_count)``."""

    @property
    def chance_count(self) -> int:
        """The number of outcomes that the dice have; 0 in a game without dice."""

    def chance_at(self, index: int) -> ThrowT_co:
        """The outcome of the dice numbered ``index``.  Raises :class:`IndexError` outside ``range(chance_count)``."""

    @property
    def symmetries(self) -> Sequence[Symmetry]:
        """The ways to turn or mirror the game that change nothing; the first is the identity."""

    def turned(self, index: int, seat: int) -> int:
        """The index of the action that looks to seat 0 as this one looks to ``seat``, and back.

        The same index, if observations of the game do not turn the board.
        """

    def start(self) -> StateT_co:
        """The position in which a game begins."""

    def parse(self, text: str) -> StateT_co:
        """The position that a canonical text describes.  Raises :class:`UnreadablePosition`."""


class UnknownGame(LookupError):
    """There is no game of that name; the message lists the games found and those that failed to import."""

    def __str__(self) -> str:
        return str(self.args[0])
