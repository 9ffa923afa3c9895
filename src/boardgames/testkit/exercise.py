"""The checks of the exercises: they tell the result of a solution, the right one, and the input."""

from __future__ import annotations

import ast
import os
import sys
import traceback
from types import FrameType, FunctionType, ModuleType, TracebackType
from typing import Any

from boardgames.core.text.said import Said

SHORT = 200  # characters of a value that are shown


class NotYet(SystemExit):
    """An exercise is not solved yet: the program ends with a message about the difference, without a traceback."""


class checks:  # noqa: N801 - used as a function is, like contextlib.suppress
    """The part of an exercise that checks: prints ``well done`` if everything in it holds.

    What a solution raises becomes a message too: the call, the error and the line of the solution. Raises
    :class:`NotYet`.

    >>> with checks():
    ...     expect(1 + 1, 2)
    well done
    >>> with checks():
    ...     assert 1 + 1 == 3, "one and one is two"
    Traceback (most recent call last):
        ...
    boardgames.testkit.exercise.NotYet: not yet: one and one is two
    """

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            print("well done")
        elif isinstance(error, AssertionError) and error.args and trace is not None and trace.tb_next is None:
            raise NotYet(Said("not yet: {name}", name=str(error))) from None
        elif not isinstance(error, (NotYet, GeneratorExit)):
            raise NotYet(_format_error(error)) from None


def expect(got: Any, expected: Any) -> None:
    """Compare the result of a solution with the right one.

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
        raise NotYet(_format_difference(sys._getframe(1), got, expected))


def _format_difference(frame: FrameType, got: Any, expected: Any) -> Said:
    lines = _format_call(frame, frame.f_lineno)
    if not lines:
        return Said("not yet: got {name} and expected {name2}", name=_shortened(got), name2=_shortened(expected))
    lines.append(Said("  gave     {name}", name=_shortened(got)))
    return Said.joined("\n", [*lines, Said("  expected {name}", name=_shortened(expected))])


def _format_error(error: BaseException) -> Said:
    """The check that was running, the error, and the last line of the reader's own files on the way to it."""
    steps = list(traceback.walk_tb(error.__traceback__))
    frame, line = steps[0]
    lines = _format_call(frame, line) or [Said("not yet:")]
    if isinstance(error, KeyboardInterrupt):
        lines.append(Said("  was stopped before it ended: does it go on for ever?"))
    elif isinstance(error, SystemExit):
        lines.append(Said("  ended the program"))
    else:
        name = f"{type(error).__name__}: {_shortened(error, str)}".rstrip(": ")
        lines.append(Said("  raised   {error}", error=name))
    own = [step for step in steps[1:] if _folder(step[0]) == _folder(frame)]
    if own:
        frame, line = own[-1]
        file = frame.f_code.co_filename
        name, text = os.path.basename(file), _line(file, line)
        if text:
            lines.append(Said("  at line {number} of {name}: {line}", number=line, name=name, line=text))
        else:
            lines.append(Said("  at line {number} of {name}", number=line, name=name))
    return Said.joined("\n", lines)


def _format_call(frame: FrameType, line: int) -> list[str]:
    """The call of :func:`expect` that runs at a line, and the values in it; nothing if the source cannot be read."""
    call = _call(frame.f_code.co_filename, line)
    if call is None:
        return []
    names = dict.fromkeys(node.id for node in ast.walk(call) if isinstance(node, ast.Name))
    values = {name: frame.f_locals.get(name, frame.f_globals.get(name)) for name in names}
    return [
        Said("not yet, at line {number}:", number=line),
        f"  {ast.unparse(call)}",
        *(
            Said("  where {name} is {name2}", name=name, name2=_shortened(value))
            for name, value in values.items()
            if value is not None and not isinstance(value, (ModuleType, FunctionType, type)) and not callable(value)
        ),
    ]


def _call(file: str, line: int) -> ast.AST | None:
    """The first argument of the call of :func:`expect` at that line, or else the statement there."""
    try:
        with open(file, encoding="utf-8") as source:
            tree = ast.parse(source.read())
    except (OSError, SyntaxError, ValueError):
        return None
    here = [
        node
        for node in ast.walk(tree)
        if isinstance(node, (ast.stmt, ast.Call)) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    for node in here:
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == expect.__name__
            and node.args
        ):
            return node.args[0]
    simple = [node for node in here if isinstance(node, ast.stmt) and not hasattr(node, "body")]
    return simple[-1] if simple else None


def _folder(frame: FrameType) -> str:
    return os.path.dirname(os.path.abspath(frame.f_code.co_filename))


def _line(file: str, number: int) -> str:
    try:
        with open(file, encoding="utf-8") as source:
            return source.read().splitlines()[number - 1].strip()
    except (OSError, IndexError, ValueError):
        return ""


def _shortened(value: object, as_text: Any = repr) -> str:
    try:
        text = str(as_text(value))
    except Exception as error:  # the class of a reader's own value may be wrong as well
        text = f"<{type(value).__name__}, which cannot be shown: {type(error).__name__}: {error}>"
    return text if len(text) <= SHORT else text[:SHORT] + "…"
