"""The output of a command while a game goes on; a failing output does not end the game."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

import click

from boardgames.cli.arguments import files_used
from boardgames.core.text.finite_json import write_json
from boardgames.core.text.result import CommandResult
from boardgames.referee import SafeWriter


def print_note(sentence: str) -> None:
    """Print a note on stderr.

    ``sentence`` is the note.
    """
    click.echo(f"Note: {sentence}", err=True)


def standard_output() -> SafeWriter:
    """An outlet to stdout.  If its reader has gone, as in ``| head``, nothing fails at exit."""

    def tell(sentence: str) -> None:
        _leave_standard_output()
        if sys.exc_info()[0] is not BrokenPipeError:  # the reader has what it wanted
            print_note(sentence)

    return SafeWriter(sys.stdout, "standard output", tell)


def print_result(result: CommandResult | str, as_json: bool = False, **facts: object) -> None:
    """Print what the command was run for: a text, a result in words, or one JSON object, which ``facts`` begin.

    ``as_json`` asks for the object.  Raises :class:`OSError`, but not if the reader has gone (``| head``).
    """
    try:
        if as_json and not isinstance(result, str):
            fields = result.fields()
            click.echo(write_json({**facts, **fields} if facts else fields))
        else:
            click.echo(str(result))
        sys.stdout.flush()
    except BrokenPipeError:
        _leave_standard_output()


def _leave_standard_output() -> None:
    """Lead stdout to nowhere: what it still holds cannot be written, and must not fail at exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def standard_error() -> SafeWriter:
    """An outlet to stderr."""
    return SafeWriter(sys.stderr, "standard error", print_note)


def opened(path: Path, mode: str, option: str, files: ExitStack) -> SafeWriter:
    """An outlet to a file, which ``files`` closes.  Raises :class:`UserError`."""
    with files_used(f"{option}: cannot write {path}"):
        file = path.open(mode, encoding="utf-8", errors="backslashreplace")

    def close() -> None:
        with suppress(OSError):  # the outlet has said so already
            file.close()

    files.callback(close)
    return SafeWriter(file, f"{option} {path}", print_note)
