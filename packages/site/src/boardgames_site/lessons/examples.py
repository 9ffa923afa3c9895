"""The examples of a page: pieces of code that share their names, as at Python's prompt.

What an expression is worth is printed below it. An error is printed too, and the next statement goes on.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from boardgames_site.lessons.mistake import mistake_in
from boardgames_site.lessons.program import captured
from boardgames_site.lessons.workspace import workspace


def run_examples(pieces: Sequence[str], files: Mapping[str, str]) -> str:
    """Run pieces of code one after the other; what the last one prints.

    >>> run_examples(["x = 2", "x + 1\\nx * y\\nx * 3"], {})
    "3\\nline 2: NameError: name 'y' is not defined\\n6\\n"
    """
    printed = ""
    with workspace(files) as folder:
        names: dict[str, object] = {"__name__": "__example__"}
        for piece in pieces:
            with captured() as output:
                _run(piece, folder, names)
            printed = str(output)
    return printed


def _run(piece: str, folder: Path, names: dict[str, object]) -> None:
    file = folder / "example.py"
    file.write_text(piece, encoding="utf-8")
    displayhook, sys.displayhook = sys.displayhook, _display
    try:
        for statement in ast.parse(piece, str(file)).body:
            try:
                exec(compile(ast.Interactive([statement]), str(file), "single", dont_inherit=True), names)
            except BaseException as error:  # the reader's code may raise anything
                _report(error, folder)
    except SyntaxError as error:
        _report(error, folder)
    finally:
        sys.displayhook = displayhook


def _report(error: BaseException, folder: Path) -> None:
    mistake = mistake_in(error, folder)
    print(f"line {mistake.line}: {mistake.sentence}")


def _display(value: object) -> None:
    if value is not None:
        print(repr(value))
