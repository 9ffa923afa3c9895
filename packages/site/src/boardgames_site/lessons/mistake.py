"""Mistakes in the reader's own code: a sentence, and the file and line that it is about."""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

from boardgames.core.text import Said, printable
from boardgames.language import phrases
from boardgames.web import Mistake

LONGEST: Final = 2000
"""Characters of a sentence."""
NAMED_LINE: Final = re.compile(r"at line (\d+) of ([\w.]+)")
IMPORTED: Final = "cannot be imported: "
"""The words of a message before the error of a module."""


def mistake_in(error: BaseException, folder: Path) -> Mistake:
    """The mistake in the files of a folder that an exception shows.

    The first cause that has a line there counts: a game that cannot be loaded was stopped by an error of its own.
    """
    for cause in _causes(error):
        place = _place(cause, folder)
        if place is not None:
            file, line = place
            return Mistake(sentence=_sentence(cause), file=file, line=line, source=_line(folder / file, line))
    return Mistake(sentence=_sentence(error))


def in_language(mistake: Mistake, language: str) -> Mistake:
    """The mistake with those words of its sentence in a language that are ours; Python's own stay English."""
    return attrs.evolve(mistake, sentence=phrases(language).text(mistake.sentence))


def mistake_in_check(message: str, error: BaseException, folder: Path) -> Mistake:
    """The mistake that a check found in a solution, with the line of its message, or of an error in another file."""
    named = NAMED_LINE.search(message)
    if named is not None:
        file, line = named[2], int(named[1])
        return Mistake(sentence=message, file=file, line=line, source=_line(folder / file, line))
    for cause in _causes(error):
        if isinstance(cause, SyntaxError) or IMPORTED in message:
            mistake = mistake_in(cause, folder)
            if mistake.file:
                head, imported, _ = message.partition(IMPORTED)
                sentence = head + imported + mistake.sentence if imported else message
                place = Said(
                    "  at line {number} of {name}: {line}", number=mistake.line, name=mistake.file, line=mistake.source
                )
                return attrs.evolve(mistake, sentence=Said.joined("\n", [sentence, place]))
    return Mistake(sentence=message)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The exceptions that led to one, the first cause first."""
    chain: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and cause not in chain:
        chain.append(cause)
        cause = cause.__cause__ or cause.__context__
    return reversed(chain)


def _place(error: BaseException, folder: Path) -> tuple[str, int] | None:
    """The file in the folder and the line that an exception comes from."""
    if isinstance(error, SyntaxError) and error.filename and _is_in(error.filename, folder):
        return os.path.basename(error.filename), error.lineno or 1
    own = [
        (os.path.basename(frame.f_code.co_filename), line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if _is_in(frame.f_code.co_filename, folder)
    ]
    return own[-1] if own else None


def _is_in(file: str, folder: Path) -> bool:
    return Path(file).parent == folder


def _sentence(error: BaseException) -> str:
    if isinstance(error, NotImplementedError):
        return Said("this part is not written yet: {words}", words=printable(str(error)) or Said("your turn"))
    if isinstance(error, RecursionError):
        return Said("a function calls itself too often: does it ever stop?")
    try:
        text = error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:  # the exception may be of the reader's own class
        text = ""
    text = text if len(text) <= LONGEST else text[:LONGEST] + "…"
    name = type(error).__name__
    return f"{name}: {printable(text, keep=chr(10))}" if text else name


def _line(file: Path, number: int) -> str:
    try:
        return file.read_text(encoding="utf-8").splitlines()[number - 1].strip()
    except (OSError, IndexError, ValueError):
        return ""
