"""Arguments of a wrong type, and the errors for them.

For type checkers ``apply`` takes actions only, and ``parse`` texts, so they mark the mistake.  mypyc would check the
argument itself, with a message of its own; so where the rules are compiled
(``--always-true=COMPILED``), anything is let in and refused as it is uncompiled.
"""

from __future__ import annotations

import sys
from typing import Any, Final, Never, SupportsIndex, TypeAlias

from boardgames.core.text.kinds import Whole, refusal
from boardgames.core.text.printable import LONGEST

COMPILED: Final = False

if not COMPILED:
    WrongAction: TypeAlias = Never
else:
    WrongAction: TypeAlias = object  # type: ignore[misc,no-redef]


def wrong(wanted: str, thing: object) -> TypeError:
    """The error for a thing in place of what is wanted.

    >>> wrong("a state", "ur")
    TypeError("expected a state, not 'ur'")
    """
    text = repr(thing)
    return TypeError(f"expected {wanted}, not {text if len(text) <= LONGEST else text[: LONGEST - 3] + '...'}")


def apply_takes_actions(given: object) -> TypeError:
    """The error for a text or another object that is given to ``apply``."""
    if isinstance(given, str):
        return TypeError(f"apply takes an action, not a text: use play({given!r}), which reads the text and checks it")
    return TypeError(f"apply takes an action of this game, as actions() and chances() list them, not {given!r}")


def as_state(thing: Any) -> Any:
    """The thing itself, which is a state.  Raises :class:`TypeError` for any other."""
    if isinstance(thing, type) or not callable(getattr(thing, "actions", None)):
        raise wrong("a state, as load('ur').start() makes one", thing)
    return thing


def position_text(thing: object) -> str:
    """The thing itself, which is a text.  Raises :class:`TypeError` for any other."""
    if not isinstance(thing, str):
        raise wrong("the text of a position, as str(state) writes it", thing)
    return thing


def as_generator(thing: Any) -> Any:
    """The thing itself, which makes random numbers.  Raises :class:`TypeError` for any other."""
    if isinstance(thing, type) or not callable(getattr(thing, "random", None)):
        raise wrong("a generator of random numbers, as random.Random(1)", thing)
    return thing


def as_plies(thing: SupportsIndex, least: int = 0) -> int:
    """A number of plies.

    Raises :class:`ValueError` for fewer than ``least``, and :class:`TypeError` for what is no whole number.
    """
    kind = Whole(least)
    try:
        return min(kind.check(thing), sys.maxsize)
    except ValueError:
        error = ValueError if isinstance(thing, int) else TypeError
        raise error(f"the number of plies: {refusal(kind, thing)}") from None
