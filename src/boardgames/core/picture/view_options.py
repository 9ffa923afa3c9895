"""ViewOptions: how somebody sees a position drawn in text.

A game's plain ``picture`` takes a state alone.  One that can do more takes a
:class:`ViewOptions` too: it turns the board for a seat, marks the last action, keeps
to the width, and hands signs to ``paint``, which colours them or leaves them.
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
    """Who looks, at what else besides the position, and on what kind of paper."""

    seat: int = 0
    """Whose side of the board is nearest."""
    before: State | None = None
    """The position that the last action was played in; ``None``, if there was none."""
    action: Any = None
    """The last action that somebody chose, to be marked."""
    western: bool = False
    """Latin letters in place of a game's own writing."""
    width: int = 80
    """The columns of the paper."""
    paint: Callable[[str, str], str] = unpainted
    """Colours a text by its role, without changing how wide it is: ``first`` and ``second`` are the men of
    seats 0 and 1, ``mark`` is the last action, ``faint`` is what matters less."""

    def man(self, text: str, seat: int) -> str:
        """A man's sign in the colour of its seat."""
        return self.paint(text, "second" if seat else "first")


PLAIN = ViewOptions()
