"""What a game is: Game, State and Action, in the field's words.

A game is a tree.  A *state* is a node of it, an immutable value; an *action* is
an edge.  At a player's node the edges are the legal actions; at a chance node
(:data:`CHANCE`) they are the outcomes of the dice with their probabilities; at
the end (:data:`OVER`) there are none and the state has an :class:`Outcome`.

These are protocols: any class of the right shape is a game, whoever wrote it.
:mod:`boardgames.core.model.base` has the parts that are the same in every game.

For type checkers they are generic: ``Game[ur.State]`` starts with a ``ur.State``,
``State[Action]`` lists such actions.  Who leaves the parameter out is told nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

import attrs
from typing_extensions import TypeVar

if TYPE_CHECKING:
    from boardgames.core.model.symmetry import Symmetry

ActionT = TypeVar("ActionT", default=Any)
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


class IllegalAction(ValueError):
    """An action was asked for that the rules do not allow here.

    ``asked`` is the text or action as given, ``why`` the reason in a few words,
    ``nearest`` the texts of the legal actions that look most like it.
    """

    def __init__(self, asked: str, why: str, nearest: Sequence[str] = ()) -> None:
        super().__init__(asked, why, tuple(nearest))
        self.asked = asked
        self.why = why
        self.nearest = tuple(nearest)

    def __str__(self) -> str:
        hint = f"; legal here: {', '.join(self.nearest)}" if self.nearest else ""
        return f"{self.asked!r} is not legal: {self.why}{hint}"


class UnreadablePosition(ValueError):
    """A position text that cannot be read; the message names the field and what it should be."""


@attrs.frozen
class Outcome:
    """How a game ended.

    ``returns`` has a number for each seat: 1.0 for a win, -1.0 for a loss, 0.0
    for a draw.  ``reason`` is one word or two of a set that each game closes
    (``GameSpec.reasons``).

    >>> Outcome((1.0, -1.0), "checkmate").winner
    0
    """

    returns: tuple[float, ...]
    reason: str

    @classmethod
    def lost_by(cls, seat: int, reason: str, seats: int = 2) -> Outcome:
        """The outcome of a game that ``seat`` loses; the others share what it loses.

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
    """One move, placement or throw.  Each exists once in a game, so ``is`` compares.

    ``str(action)`` is the canonical text; ``index`` is the same in every state
    and dense in ``range(game.action_count)``.  Outcomes of dice are numbered
    apart, from 0.
    """

    @property
    def index(self) -> int: ...


class State(Protocol[ActionT]):
    """A position with all that can change its future.  Immutable: undo is keeping the old one."""

    @property
    def game(self) -> Game: ...

    @property
    def turn(self) -> int:
        """The seat to act, :data:`CHANCE` or :data:`OVER`."""

    @property
    def seat(self) -> int:
        """Whose action it is, and at a chance node whose throw.  At the end it says nothing."""

    @property
    def key(self) -> Hashable:
        """What repetition and tables compare: the position without ply counters and history."""

    @property
    def outcome(self) -> Outcome | None:
        """``None`` while the game goes on."""

    def actions(self) -> Sequence[ActionT]:
        """Exactly the legal actions, each once, in a stable order; empty but at a player's node."""

    def chances(self) -> Sequence[tuple[ActionT, Fraction]]:
        """At a chance node each outcome with its probability, summing to exactly 1; else empty."""

    def apply(self, action: ActionT) -> Self:
        """The state after an action that came from :meth:`actions` or :meth:`chances`."""

    def play(self, action: ActionT | str) -> Self:
        """The state after an action or its text, checked.

        Raises :class:`IllegalAction`.
        """

    def read(self, text: str) -> ActionT:
        """The legal action or dice outcome that a text names.

        Raises :class:`IllegalAction`.
        """

    def why_not(self, text: str) -> str:
        """Why a text names nothing that can be done here, in a few words."""


class Notation(Protocol):
    """How the positions of one game are written.  Rules are handed one and know no text themselves."""

    def write(self, state: Any) -> str:
        """The canonical text of a position."""

    def parse(self, game: Any, text: str) -> Any:
        """The position of a text; raises :class:`UnreadablePosition`."""


class Game(Protocol[StateT_co, ActionT_co, ThrowT_co]):
    """The rules of one game with its options chosen."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def options(self) -> Any:
        """An attrs frozen class; each field is a rule option."""

    @property
    def seats(self) -> int: ...

    @property
    def action_count(self) -> int: ...

    def action_at(self, index: int) -> ActionT_co:
        """The action numbered ``index``.

        Raises :class:`IndexError` outside ``range(action_count)``.
        """

    @property
    def chance_count(self) -> int:
        """How many outcomes the dice have; 0 where there are none."""

    def chance_at(self, index: int) -> ThrowT_co:
        """The outcome of the dice numbered ``index``.

        Raises :class:`IndexError` outside ``range(chance_count)``.
        """

    @property
    def symmetries(self) -> Sequence[Symmetry]:
        """Ways to turn or mirror the game that change nothing; the first is to leave it as it is."""

    def turned(self, index: int, seat: int) -> int:
        """The index of the action that looks to seat 0 as this one looks to ``seat``, and back.

        Where boards are not turned for those who learn, it is the same.
        """

    def start(self) -> StateT_co:
        """The position in which a game begins."""

    def parse(self, text: str) -> StateT_co:
        """The position that a canonical text describes.

        Raises :class:`UnreadablePosition`.
        """


class UnknownGame(LookupError):
    """No game of that name; the message lists those found and those that failed to import."""

    def __str__(self) -> str:
        return str(self.args[0])
