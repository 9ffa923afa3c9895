"""The checks of the exercises: they say what a solution gave, what is right, and for which input."""

from __future__ import annotations

import ast
import sys
from types import FrameType, FunctionType, ModuleType
from typing import Any

SHORT = 200  # characters of a value that are shown


class NotYet(SystemExit):
    """An exercise is not solved yet: the program ends with a message about the difference, without a traceback."""


def expect(got: Any, expected: Any) -> None:
    """Compare what a solution gave with what is right.

    Raises :class:`NotYet`, which shows the expression and the values of the names in it.

    >>> def double(number):
    ...     return number + 2
    >>> expect(double(2), 4)
    >>> expect(double(3), 6)
    Traceback (most recent call last):
        ...
    boardgames.testkit.exercise.NotYet: not yet: got 5 and expected 6
    """
    if got != expected:
        frame = sys._getframe(1)
        raise NotYet(_message(frame, got, expected))


def _message(frame: FrameType, got: Any, expected: Any) -> str:
    call = _call(frame)
    if call is None:
        return f"not yet: got {_short(got)} and expected {_short(expected)}"
    names = dict.fromkeys(node.id for node in ast.walk(call) if isinstance(node, ast.Name))
    given = {name: frame.f_locals.get(name, frame.f_globals.get(name)) for name in names}
    lines = [f"not yet, at line {frame.f_lineno}:", f"  {ast.unparse(call)}"]
    lines += [
        f"  where {name} is {_short(value)}"
        for name, value in given.items()
        if value is not None and not isinstance(value, (ModuleType, FunctionType, type)) and not callable(value)
    ]
    return "\n".join([*lines, f"  gave     {_short(got)}", f"  expected {_short(expected)}"])


def _call(frame: FrameType) -> ast.expr | None:
    """The first argument of the running call of :func:`expect`; ``None`` where the source cannot be read."""
    try:
        with open(frame.f_code.co_filename, encoding="utf-8") as file:
            tree = ast.parse(file.read())
    except (OSError, SyntaxError, ValueError):
        return None
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == expect.__name__
            and node.args
            and node.lineno <= frame.f_lineno <= (node.end_lineno or node.lineno)
        ):
            return node.args[0]
    return None


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= SHORT else text[:SHORT] + "…"
