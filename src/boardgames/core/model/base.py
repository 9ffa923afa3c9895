"""The parts that are the same in every game: a State checks actions, a Game numbers them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Self, SupportsIndex

from mypy_extensions import i64, mypyc_attr

from boardgames.core.above import above
from boardgames.core.model.game import GAME_OVER, Action, IllegalAction
from boardgames.core.model.wrong_action import WrongAction, as_whole, wrong
from boardgames.core.text.said import Reason
from boardgames.foreign_names import answer

if TYPE_CHECKING:
    from fractions import Fraction

    from boardgames.core.model.symmetry import Symmetry

SHOWN = 8  # how many legal actions an error lists
NO_SUCH_ACTION: Final = Reason("no-such-action", "no such action in this position")


@mypyc_attr(allow_interpreted_subclasses=True)
class BaseState:
    """A State that reads the canonical texts of its own actions.

    The state of a game inherits from it and adds ``game``, ``turn``, ``key``, ``outcome``, ``actions``, ``apply`` and
    ``__str__``.  With dice it also adds ``chances``, and ``seat``: the seat that throws.
    """

    def actions(self) -> Sequence[Any]:
        """The legal actions; see :meth:`State.actions <boardgames.core.model.game.State.actions>`."""
        raise NotImplementedError

    def chances(self) -> Sequence[tuple[Any, Fraction]]:
        """The outcomes at a chance node with their probabilities; none in a game without dice."""
        return ()

    def apply(self, action: Any) -> Any:
        """The state after an action of :meth:`actions` or :meth:`chances`, unchecked."""
        raise NotImplementedError

    def count(self) -> int:
        """The number of actions, or of outcomes at a chance node.  A game may count without listing them."""
        return len(self.actions()) or len(self.chances())

    def sample(self, random: Callable[[], float]) -> Any:
        """One of ``actions()``, each with the same chance, by a number from ``random()`` in [0, 1).

        ``None`` if there are no actions; then ``random`` is not called.  A game may
        find the action without listing all of them.
        """
        actions = self.actions()
        if isinstance(actions, list):  # compiled code indexes a list faster than any other sequence
            return actions[i64(random() * len(actions))] if actions else None
        return actions[int(random() * len(actions))] if actions else None

    def why_not(self, text: str) -> str:
        """The reason why ``text`` is not a legal action here, in a few words.  A game may be more precise."""
        return NO_SUCH_ACTION if self.actions() or self.chances() else GAME_OVER

    def read(self, text: str | WrongAction) -> Any:
        """The legal action or dice outcome that a text names.  Raises :class:`IllegalAction`."""
        if not isinstance(text, str):
            raise wrong("the text of an action", text)
        edges = self.actions() or [outcome for outcome, _ in self.chances()]
        for action in edges:
            if str(action) == text:
                return action
        raise self._refused(text)

    def _refused(self, text: str) -> IllegalAction:
        edges = self.actions() or [outcome for outcome, _ in self.chances()]
        why = self.why_not(text)
        return IllegalAction(text, why, lambda: nearest(text, [str(action) for action in edges]), len(edges))

    def play(self, action: Action | str) -> Self:
        """The state after an action or its text, checked.  Raises :class:`IllegalAction`."""
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
        # Python's own.  The one that mypyc would generate omits the attributes of a subclass in Python.
        return object.__getstate__(self)

    def _repr_svg_(self) -> str | None:
        drawing: str | None = above("boardgames.view.displays:svg_of")(self)
        return drawing

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


class _SeatToAct:
    """``seat`` of a state that does not define it: the seat to act, or 0 at a chance node and at the end."""

    def __get__(self, state: Any, kind: Any = None) -> object:
        if state is None:  # a dataclass asks the class for the default of a field with this name
            raise AttributeError("seat")
        return max(int(state.turn), 0)


# A descriptor without __set__ and not a property, so that a subclass's own field ``seat`` wins.
setattr(BaseState, "seat", _SeatToAct())  # noqa: B010
answer(BaseState, "state.", "outcome", "turn")


@mypyc_attr(allow_interpreted_subclasses=True)
class NumberedGame:
    """The methods that are the same in every game that lists ``all_actions`` and ``all_chances``."""

    _spec: Any = None

    @property
    def spec(self) -> Any:
        """The GameSpec that made this game; for a game that was made without one, the installed one of its name.

        Raises :class:`~boardgames.core.model.game.UnknownGame`.
        """
        if self._spec is None:
            game: Any = self
            return above("boardgames.core.lookup:find")(game.name)
        return self._spec

    def action_at(self, index: Any) -> Any:
        game: Any = self  # its attributes may be those of a class in Python
        return numbered(game.all_actions, index, f"{game.name} has actions")

    def chance_at(self, index: Any) -> Any:
        game: Any = self
        return numbered(game.all_chances, index, f"the dice of {game.name} have outcomes")

    @property
    def symmetries(self) -> Sequence[Symmetry]:
        from boardgames.core.model.symmetry import symmetries_of

        return symmetries_of(self)

    def turned(self, index: int, seat: int) -> int:
        return int(above("boardgames.learning:observation_of")(self).turned(index, seat))

    def __repr__(self) -> str:
        game: Any = self
        return f"<{type(self).__name__} {game.options}>"

    def __reduce__(self) -> tuple[Any, ...]:
        reduced: tuple[Any, ...] = above("boardgames.core.lookup.installed_games:reduce_game")(self)
        return reduced


answer(NumberedGame, "game.")


class BaseGame(NumberedGame):
    """The part of a Game that is the same in all compiled games.

    ``all_actions`` and ``all_chances`` hold every action and every outcome of dice, each at its
    index.  For games in plain Python there is :class:`~boardgames.core.model.simple.SimpleGame`.
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


def numbered(things: Sequence[Any], number: SupportsIndex, what: str) -> Any:
    """The thing at an index, which may be a NumPy integer; ``what`` begins the message of the :class:`IndexError`."""
    index = as_whole(number, "a whole number")
    if not 0 <= index < len(things):
        raise IndexError(f"{what} 0 to {len(things) - 1}, not {index}" if things else f"{what} none, so not {index}")
    return things[index]


def nearest(text: str, legal: list[str]) -> list[str]:
    """The legal texts that look most like ``text``, best first; the first few legal ones if none is similar."""
    from difflib import get_close_matches

    if len(text) > 3 * max([len(action) for action in legal], default=0):
        return legal[:SHOWN]  # less than half of the text can be alike, and comparing a long one takes milliseconds
    return get_close_matches(text, legal, SHOWN, 0.5) or legal[:SHOWN]
