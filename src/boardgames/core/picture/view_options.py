"""ViewOptions: the ways to draw a position in text.

A game's plain ``picture`` takes only a state.  Its ``table`` takes :class:`ViewOptions` too: it turns the board for a
seat, marks the last action, keeps to a width, and colours signs with ``paint``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from boardgames.core.model.game import State


def unpainted(text: str, role: str) -> str:
    """The text without colour."""
    return text


@attrs.frozen(kw_only=True)
class ViewOptions:
    """The seat that looks, the last action to mark, and the width and colours of the output."""

    seat: int = 0
    """The seat whose side of the board is at the bottom."""
    before: State | None = None
    """The position before the last action; ``None`` if there was no action."""
    action: Any = None
    """The last action that a player chose, to be marked."""
    western: bool = False
    """True to use Latin letters instead of the game's own script."""
    width: int = 80
    """The width of the output in columns."""
    paint: Callable[[str, str], str] = unpainted
    """``paint(text, role)`` colours a text and does not change its width.  The roles are ``first`` and ``second``
    for the men of seats 0 and 1, ``mark`` for the last action, ``faint`` for what matters less."""

    def man(self, text: str, seat: int) -> str:
        """A man's sign in the colour of its seat."""
        return self.paint(text, "second" if seat else "first")


PLAIN = ViewOptions()
