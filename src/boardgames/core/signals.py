"""Signals, as Ctrl-C sends one, in compiled code.

Python hears a signal between two of its own instructions.  Compiled code has none,
so a loop of it that calls nothing else would run to its end first.
"""

from __future__ import annotations


def check_signals() -> None:
    """Nothing; but this stays interpreted, so a signal that waits is handled here, and may raise."""
