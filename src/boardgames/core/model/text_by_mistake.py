"""A text that is given to ``apply``, which takes actions only: the error says that ``play`` reads texts.

For type checkers there is no such thing, so they mark the mistake.  mypyc would check the
argument itself, with a message of its own; so where the rules are compiled
(``--always-true=COMPILED``), texts are let in and ``apply`` refuses them.
"""

from __future__ import annotations

from typing import Final, Never, TypeAlias

COMPILED: Final = False

if not COMPILED:
    TextByMistake: TypeAlias = Never
else:
    TextByMistake: TypeAlias = str  # type: ignore[misc,no-redef]


def apply_takes_actions(text: str) -> TypeError:
    """The error for a text that is given to ``apply``."""
    return TypeError(f"apply takes an action, not a text: use play({text!r}), which reads the text and checks it")
