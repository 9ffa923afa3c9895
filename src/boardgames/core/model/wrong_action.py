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


def wrong(wanted: str, thing: object) -> TypeError:
    """The error for a thing in place of what is wanted."""
    text = repr(thing)
    return TypeError(f"expected {wanted}, not {text if len(text) <= LONGEST else text[: LONGEST - 3] + '...'}")


def apply_takes_actions(given: object) -> TypeError:
    """The error for a text or another object that is given to ``apply``."""
    if isinstance(given, str):
        return TypeError(f"apply takes an action, not a text: use play({given!r}), which reads the text and checks it")
    return TypeError(f"apply takes an action of this game, as actions() and chances() list them, not {given!r}")


def _having(method: str, wanted: str, thing: Any) -> Any:
    """The thing itself if it has this method, as only what is wanted has; else it raises :class:`TypeError`."""
    if isinstance(thing, type) or not callable(getattr(thing, method, None)):
        raise wrong(wanted, thing)
    return thing


as_state: Final = partial(_having, "actions", "a state, as load('ur').start() makes one")
as_generator: Final = partial(_having, "random", "a generator of random numbers, as random.Random(1)")
as_position_text: Final = partial(_having, "casefold", "the text of a position, as str(state) writes it")


def as_plies(thing: Any, least: int = 0) -> int:
    """A number of plies.  Raises :class:`ValueError` for fewer than ``least``, and :class:`TypeError` for no number."""
    plies = as_whole(thing, "a whole number of plies")
    if plies < least:
        raise ValueError(f"expected at least {least} plies, not {plies}")
    return min(plies, sys.maxsize)


def as_whole(thing: Any, wanted: str) -> int:
    """A whole number, of Python or NumPy.  Raises :class:`TypeError`."""
    if not hasattr(thing, "__index__"):
        raise wrong(wanted, thing)
    return index(thing)
