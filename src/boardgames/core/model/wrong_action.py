"""Something given to ``apply`` that is not an action of the game.

For type checkers ``apply`` takes actions only, so they mark the mistake.  mypyc would check the
argument itself, with a message of its own; so where the rules are compiled
(``--always-true=COMPILED``), anything is let in and ``apply`` refuses it, as it does uncompiled.
"""

from __future__ import annotations

from typing import Final, Never, TypeAlias

COMPILED: Final = False

if not COMPILED:
    WrongAction: TypeAlias = Never
else:
    WrongAction: TypeAlias = object  # type: ignore[misc,no-redef]


def apply_takes_actions(given: object) -> TypeError:
    """The error for a text or another object that is given to ``apply``."""
    if isinstance(given, str):
        return TypeError(f"apply takes an action, not a text: use play({given!r}), which reads the text and checks it")
    return TypeError(f"apply takes an action of this game, as actions() and chances() list them, not {given!r}")
