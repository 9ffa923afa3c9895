"""The parts that a small game in plain Python inherits: actions that are a text, and the numbering of actions.

The games of this library do not use them, because they are compiled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NoReturn, Self

from boardgames.core.model.base import NumberedGame
from boardgames.core.model.options import NoOptions


class SimpleAction:
    """An action or a throw of dice that is only a number and a text.

    It exists once: made again, copied or unpickled, it is the same object.

    >>> SimpleAction(0, "take1") is SimpleAction(0, "take1")
    True
    >>> print(SimpleAction(0, "take1"))
    take1
    """

    __slots__ = ("index", "text")
    _actions: ClassVar[dict[tuple[type, int, str], Any]] = {}

    index: int
    text: str

    def __new__(cls, index: int, text: str) -> Self:
        action: Self | None = cls._actions.get((cls, index, text))
        if action is None:
            action = object.__new__(cls)
            object.__setattr__(action, "index", index)
            object.__setattr__(action, "text", text)
            cls._actions[cls, index, text] = action
        return action

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"an action never changes, so {name} cannot be set")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.index, self.text)


class SimpleGame(NumberedGame):
    """The part of a Game that is the same in most games: numbered actions, symmetries, pickling.

    The class of a game inherits from it, sets ``name``, ``title`` and ``all_actions``, and adds ``start`` and
    ``parse``.  A game with dice also sets ``all_chances``, one that is not for two players sets ``seats``.
    """

    name: str
    title: str
    seats: int = 2
    all_actions: Sequence[Any]
    """Every action of the game, each at its index."""
    all_chances: Sequence[Any] = ()
    """Every outcome of its dice, each at its index."""

    def __init__(self, options: Any = None) -> None:
        self.options: Any = NoOptions() if options is None else options

    @property
    def action_count(self) -> int:
        return len(self.all_actions)

    @property
    def chance_count(self) -> int:
        """The number of outcomes of dice."""
        return len(self.all_chances)
