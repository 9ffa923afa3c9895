"""The origin of an exception: our code, or foreign code, such as that of a user's own game or player."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Final

from boardgames.core.text.printable import printable

OURS: Final = {"boardgames", "__main__"}
"""The packages whose code is not a game's or a player's; that of a command of another distribution joins them."""
NO_TEXT: Final = "an error whose text cannot be read"


def foreign_place(error: BaseException) -> tuple[str, int, str] | None:
    """The file, line and function of the foreign code that raised an exception; ``None`` for our code or Python's.

    Installed libraries do not count as foreign, except those that import ``boardgames``.
    """
    place = None
    foreign: dict[str, bool] = {}  # an endless recursion has a thousand frames of one file
    trace: TracebackType | None = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename not in foreign:
            foreign[code.co_filename] = _is_foreign(trace.tb_frame)
        if foreign[code.co_filename]:
            place = code.co_filename, trace.tb_lineno, code.co_name
        trace = trace.tb_next
    return place


def foreign_line(error: BaseException) -> str | None:
    """The place that :func:`foreign_place` gives, in words."""
    place = foreign_place(error)
    return None if place is None else f"{printable(place[0])}, line {place[1]}, in {place[2]}"


class Raised(RuntimeError):
    """Foreign code has raised an error that would end the process, or one without a text; made of a sentence."""


@contextmanager
def confined() -> Iterator[None]:
    """Let foreign code raise nothing but an :class:`Exception` that has a text."""
    try:
        yield
    except BaseException as error:
        words = words_of(error)
        if is_stop(error) or (isinstance(error, Exception) and not words.endswith(NO_TEXT)):
            raise
        raise Raised(words).with_traceback(error.__traceback__) from error


def is_stop(error: BaseException) -> bool:
    """True for a signal, or another end that we asked for; not for errors of foreign code."""
    if not isinstance(error, SystemExit | KeyboardInterrupt):
        return not isinstance(error, Exception)
    from traceback import walk_tb  # which errors alone need

    packages = [str(frame.f_globals.get("__package__")) for frame, _ in walk_tb(error.__traceback__)]
    ours = not packages or packages[-1].partition(".")[0] in OURS
    hears = signal.getsignal(signal.SIGINT)  # a handler of ours would stand in the traceback
    unclear = callable(hears) and not str(getattr(hears, "__module__", "")).startswith("boardgames")
    return ours or (isinstance(error, KeyboardInterrupt) and unclear)


def words_of(error: BaseException) -> str:
    """The kind of an exception and its text, if that can be read."""
    try:
        text = str(error)
    except BaseException:
        text = NO_TEXT
    return text if isinstance(error, Raised) else f"{type(error).__name__}: {text}"


def described(error: BaseException) -> str:
    """The exception ``error`` in a few words, with the line of foreign code that raised it, if there is one."""
    line = foreign_line(error)
    return f"{words_of(error)}{'' if line is None else f' ({line})'}"


def _is_foreign(frame: FrameType) -> bool:
    package = str(frame.f_globals.get("__name__", "")).partition(".")[0]
    file = frame.f_code.co_filename
    if package in OURS or package in sys.stdlib_module_names or not os.path.isfile(file):
        return False
    import sysconfig  # which takes a while, and is needed for errors alone

    installed = any(  # packages may be links to elsewhere
        as_seen(file).startswith(as_seen(sysconfig.get_path(name)) + os.sep)
        for name in ("stdlib", "platstdlib", "purelib", "platlib")
        for as_seen in (os.path.abspath, os.path.realpath)
    )
    return not installed or _imports_boardgames(frame.f_globals)


def _imports_boardgames(names: Mapping[str, Any]) -> bool:
    """True if a module has imported ``boardgames``, or anything in it."""
    origins = (getattr(value, "__module__", None) or getattr(value, "__name__", None) for value in list(names.values()))
    return any(isinstance(origin, str) and origin.partition(".")[0] == "boardgames" for origin in origins)
