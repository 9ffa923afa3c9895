"""What a command prints while a game goes on, which nothing may interrupt."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

import click

from boardgames.cli.arguments import UserError
from boardgames.referee import SafeWriter


def told(sentence: str) -> None:
    """Say something on stderr."""
    click.echo(f"Note: {sentence}", err=True)


def standard_output() -> SafeWriter:
    """An outlet to stdout.  Should its reader be gone, as in ``| head``, nothing is left to fail at exit."""

    def tell(sentence: str) -> None:
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
        if sys.exc_info()[0] is not BrokenPipeError:  # who has read enough need not be told
            told(sentence)

    return SafeWriter(sys.stdout, "standard output", tell)


def standard_error() -> SafeWriter:
    """An outlet to stderr."""
    return SafeWriter(sys.stderr, "standard error", told)


def opened(path: Path, mode: str, option: str, files: ExitStack) -> SafeWriter:
    """An outlet to a file, which ``files`` closes.  Raises :class:`UserError`."""
    try:
        file = path.open(mode, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise UserError(f"{option}: cannot write {path}: {error.strerror}") from None

    def close() -> None:
        with suppress(OSError):  # what could not be written was told
            file.close()

    files.callback(close)
    return SafeWriter(file, f"{option} {path}", told)
