"""Arguments of a wrong type, and the errors for them.

For type checkers ``apply`` takes actions only, and ``parse`` texts, so they mark the mistake.  mypyc would check the
argument itself, with a message of its own; so where the rules are compiled
(``--always-true=COMPILED``), anything is let in and refused as it is uncompiled.
"""

from __future__ import annotations

import sys
from functools import partial
from operator import index
from typing import Any, Final, Never, TypeAlias

from boardgames.core.text.printable import LONGEST

COMPILED: Final = False

if not COMPILED:
    WrongAction: TypeAlias = Never
else:
    WrongAction: TypeAlias = object  # type: ignore[misc,no-redef]


def wrong(expected: str, thing: object) -> TypeError:
    """The error for a thing of the wrong type; ``expected`` describes the right ones."""
    text = repr(thing)
    return TypeError(f"expected {expected}, not {text if len(text) <= LONGEST else text[: LONGEST - 3] + '...'}")


def apply_takes_actions(thing: object) -> TypeError:
    """The error for a call of ``apply`` with a text or another object that is not an action."""
    if isinstance(thing, str):
        return TypeError(f"apply takes an action, not a text: use play({thing!r}), which reads the text and checks it")
    return TypeError(f"apply takes an action of this game, such as those of actions() and chances(), not {thing!r}")


def _having(method: str, expected: str, thing: Any) -> Any:
    """The thing itself, if it has a method that only the expected ones have.  Raises :class:`TypeError`."""
    if isinstance(thing, type) or not callable(getattr(thing, method, None)):
        raise wrong(expected, thing)
    return thing


as_state: Final = partial(_having, "actions", "a state, such as load('ur').start()")
as_generator: Final = partial(_having, "random", "a generator of random numbers, such as random.Random(1)")
as_position_text: Final = partial(_having, "casefold", "the text of a position, such as str(state)")


def as_plies(thing: Any, least: int = 0) -> int:
    """A number of plies.  Raises :class:`ValueError` below ``least``, and :class:`TypeError` for no whole number."""
    plies = as_whole(thing, "a whole number of plies")
    if plies < least:
        raise ValueError(f"expected at least {least} plies, not {plies}")
    return min(plies, sys.maxsize)


def as_whole(thing: Any, expected: str) -> int:
    """A whole number, of Python or NumPy.  Raises :class:`TypeError`."""
    if not hasattr(thing, "__index__"):
        raise wrong(expected, thing)
    return index(thing)
