"""Signals, such as that of Ctrl-C, in compiled code.

Python runs signal handlers between two instructions of its bytecode.  Compiled code
has no bytecode, so a compiled loop would run to its end first.
"""

from __future__ import annotations


def check_signals() -> None:
    """Do nothing.  This is interpreted, so CPython runs pending signal handlers here, which may raise."""
