"""The parts that are the same in every game: of a State its checked door, of a Game its numbers and its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import index as whole
from typing import Any, Final, Self, SupportsIndex

from mypy_extensions import i64, mypyc_attr

from boardgames.core.model.game import Action, IllegalAction
from boardgames.core.model.hooks import hooks
from boardgames.core.model.symmetry import Symmetry, symmetries_of

SHOWN = 8  # how many legal actions an error lists


@mypyc_attr(allow_interpreted_subclasses=True)
class BaseState:
    """A State that reads the canonical texts of its own actions.

    A game's state inherits from it and adds ``game``, ``turn``, ``key``,
    ``outcome``, ``actions``, ``apply`` and ``__str__``; where there are dice also
    ``chances``, and ``seat``, which says whose throw it is.
    """

    def actions(self) -> Sequence[Any]:
        raise NotImplementedError

    def chances(self) -> Sequence[tuple[Any, Fraction]]:
        return ()

    def apply(self, action: Any) -> Any:
        raise NotImplementedError

    def count(self) -> int:
        """How many ways there are to go on.  A game that can count without listing them may."""
        return len(self.actions()) or len(self.chances())

    def sample(self, lot: Callable[[], float]) -> Any:
        """The action among ``actions()`` on which a lot, from 0 to below 1, falls.

        Where there are none it is ``None``, and no lot is drawn.  A game that can
        count to the action without listing them all may.
        """
        actions = self.actions()
        if isinstance(actions, list):  # of which compiled code knows how to take one
            return actions[i64(lot() * len(actions))] if actions else None
        return actions[int(lot() * len(actions))] if actions else None

    def why_not(self, text: str) -> str:
        """Why ``text`` names nothing that can be done here.  A game may know better."""
        return "no such action in this position" if self.actions() or self.chances() else "the game is over"

    def read(self, text: str) -> Any:
        edges = self.actions() or [outcome for outcome, _ in self.chances()]
        for action in edges:
            if str(action) == text:
                return action
        raise IllegalAction(text, self.why_not(text), nearest(text, [str(action) for action in edges]))

    def play(self, action: Action | str) -> Self:
        edges = self.actions() or [outcome for outcome, _ in self.chances()]
        if isinstance(action, str) or not any([edge is action for edge in edges]):
            action = self.read(str(action))
        after: Self = self.apply(action)
        return after

    def __copy__(self) -> Self:
        return self  # a state never changes, so it is its own copy

    def __deepcopy__(self, memo: Any) -> Self:
        return self

    def __getstate__(self) -> object:
        # As any object has it.  mypyc would put one here that forgets the attributes of a Python subclass.
        return object.__getstate__(self)

    def _repr_svg_(self) -> str | None:
        """The position as a notebook shows it."""
        return hooks.state_svg(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


class _SeatToAct:
    """``seat`` where a state has none of its own: the seat to act, and 0 where nobody is."""

    def __get__(self, state: Any, kind: Any = None) -> object:
        if state is None:  # a dataclass asks for it, as the default of a field of that name
            raise AttributeError("seat")
        return max(int(state.turn), 0)


# Not a property of the class: a state's own field of that name must go before it.
setattr(BaseState, "seat", _SeatToAct())  # noqa: B010


class BaseGame:
    """The part of a Game that is the same in all of ours, compiled with them;
    :class:`~boardgames.core.model.simple.SimpleGame` is for all others.

    ``all_actions`` and ``all_chances`` have every action and every outcome of dice, each at its index.
    """

    def __init__(
        self,
        name: str,
        title: str,
        options: Any,
        all_actions: Sequence[Any],
        all_chances: Sequence[Any] = (),
        seats: int = 2,
    ) -> None:
        self.name: Final = name
        self.title: Final = title
        self.options: Final = options
        self.seats: Final = seats
        self.all_actions: Final = all_actions
        self.all_chances: Final = all_chances
        self.action_count: Final = len(all_actions)
        self.chance_count: Final = len(all_chances)

    def action_at(self, index: SupportsIndex) -> Any:
        return numbered(self.all_actions, index, f"{self.name} has actions")

    def chance_at(self, index: SupportsIndex) -> Any:
        return numbered(self.all_chances, index, f"the dice of {self.name} have outcomes")

    @property
    def symmetries(self) -> Sequence[Symmetry]:
        return symmetries_of(self)

    def turned(self, index: int, seat: int) -> int:
        return int(hooks.observation_of(self).turned(index, seat))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.options}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return hooks.reduce_game(self)


def numbered(things: Sequence[Any], number: SupportsIndex, what: str) -> Any:
    """The thing at an index, which may be NumPy's; ``what`` begins the sentence of the error."""
    index = whole(number)
    if not 0 <= index < len(things):
        raise IndexError(f"{what} 0 to {len(things) - 1}, not {index}" if things else f"{what} none, so not {index}")
    return things[index]


def nearest(text: str, legal: list[str]) -> list[str]:
    """The legal texts most like ``text``, best first; the first few where none is."""
    from difflib import get_close_matches

    return get_close_matches(text, legal, SHOWN, 0.5) or legal[:SHOWN]
