"""The symmetries of a game: the ways to turn or mirror it that change nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, Protocol

import attrs


class Numbered(Protocol):
    """The part of a game that numbers its actions."""

    @property
    def action_count(self) -> int: ...

    def action_at(self, index: int) -> Any: ...


def _itself(thing: Any) -> Any:
    return thing


@attrs.frozen(eq=False)
class Symmetry:
    """A map of states and actions: an action is legal in a state if its image is legal in the state's image.

    The same seat acts in the image of a state, and it has the same outcome.  The image
    may lack the history of the game (``GameSpec.by_history``), like a position read from a text.

    >>> from boardgames.core.lookup.installed_games import load
    >>> turned = load("morris").symmetries[1]
    >>> start = load("morris").start()
    >>> turned.name, str(turned.action(start.read("a7")))
    ('turned by 90 degrees', 'g7')
    """

    name: str
    state: Callable[[Any], Any] = _itself
    """The image of a state."""
    action: Callable[[Any], Any] = _itself
    """The image of an action, or of a throw."""

    def permutation(self, game: Numbered) -> list[int]:
        """The index of each action's image, in the order of the actions, for instance to map a policy.

        >>> from boardgames.core.lookup.installed_games import load
        >>> load("morris").symmetries[0].permutation(load("morris"))[:3]
        [0, 1, 2]
        """
        return [int(self.action(game.action_at(index)).index) for index in range(game.action_count)]


IDENTITY: Final = Symmetry("as it is")


@cache
def symmetries_of(game: Any) -> Sequence[Symmetry]:
    """The symmetries of a game, the first of which changes nothing.

    Raises :class:`~boardgames.core.model.game.UnknownGame`.
    """
    own = game.spec.symmetries
    return (IDENTITY, *(own(game) if own is not None else ()))
