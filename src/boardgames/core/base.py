"""The part of a State that is the same in every game: its checked door, and its text."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Self

from mypy_extensions import mypyc_attr

from boardgames.core.model import IllegalAction

SHOWN = 8  # how many legal actions an error lists


@mypyc_attr(allow_interpreted_subclasses=True)
class BaseState:
    """A State that reads the canonical texts of its own actions.

    A game's state inherits from it and adds ``game``, ``turn``, ``key``,
    ``outcome``, ``actions``, ``apply`` and ``__str__``; ``chances`` where there
    are dice.
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

    def why_not(self, text: str) -> str:
        """Why ``text`` names nothing that can be done here.  A game may know better."""
        return "no such action in this position" if self.actions() or self.chances() else "the game is over"

    def read(self, text: str) -> Any:
        edges = self.actions() or [outcome for outcome, _ in self.chances()]
        for action in edges:
            if str(action) == text:
                return action
        raise IllegalAction(text, self.why_not(text), nearest(text, [str(action) for action in edges]))

    def play(self, action: Any) -> Self:
        edges = self.actions() or [outcome for outcome, _ in self.chances()]
        if isinstance(action, str) or not any([edge is action for edge in edges]):
            action = self.read(str(action))
        after: Self = self.apply(action)
        return after

    def __getstate__(self) -> object:
        # As any object has it.  mypyc would put one here that forgets the attributes of a Python subclass.
        return object.__getstate__(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


def nearest(text: str, legal: list[str]) -> list[str]:
    """The legal texts most like ``text``, best first; the first few where none is."""
    from difflib import get_close_matches

    return get_close_matches(text, legal, SHOWN, 0.5) or legal[:SHOWN]
