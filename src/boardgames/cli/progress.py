"""How far a command is: a bar at a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, ParamSpec

import click

REPORT_EVERY: Final = 10.0
"""Seconds between two lines."""
Arguments = ParamSpec("Arguments")


def now_and_then(say: Callable[Arguments, str], every: float = REPORT_EVERY) -> Callable[Arguments, None]:
    """A function that prints on stderr what ``say`` makes of its arguments, at most once in ``every`` seconds."""
    last = time.monotonic()

    def tell(*values: Arguments.args, **others: Arguments.kwargs) -> None:
        nonlocal last
        if time.monotonic() - last >= every:
            last = time.monotonic()
            click.echo(say(*values, **others), err=True)

    return tell


def status(line: str = "") -> None:
    """At a terminal, replace the last line by this one; without words, erase it."""
    if sys.stderr.isatty():
        click.echo(f"\r\033[K{line}", err=True, nl=False)


@contextmanager
def progress_bar(
    say: Callable[[int, int], str],
    title: Callable[[], str] = lambda: "positions",
    left: Callable[[], str] | None = None,
) -> Iterator[Callable[[int, int], None]]:
    """A function that shows how many positions are done, of how many: in a bar with a title, else in a sentence.

    ``say`` makes the sentence.

    ``left`` is the time that is left, in words; without it the bar guesses.
    """
    if not sys.stderr.isatty():
        yield now_and_then(say)
        return
    from rich import progress
    from rich.console import Console

    text = progress.TextColumn("{task.description}")
    columns = (text, progress.BarColumn(), progress.MofNCompleteColumn(), progress.TimeElapsedColumn())
    remaining = progress.TimeRemainingColumn() if left is None else progress.TextColumn("{task.fields[left]}")
    with progress.Progress(*columns, remaining, console=Console(stderr=True), transient=True) as bar:
        words = left or str
        task = bar.add_task(title(), total=None, left=words())
        yield lambda done, total: bar.update(task, completed=done, total=total, description=title(), left=words())
