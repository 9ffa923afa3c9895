"""A mistake in the rules of a game that is being written: where it is, and what it is, in a sentence."""

from __future__ import annotations

import linecache
import os
import re
from collections.abc import Iterator
from typing import Final

import attrs

from boardgames.core.text.foreign_code import Raised, foreign_place
from boardgames.core.text.printable import printable

MAX_SENTENCE: Final = 600  # characters
MAX_SOURCE: Final = 200
FRAME: Final = re.compile(r'^  File "(.+)", line (\d+) in (.+)$', re.MULTILINE)
THREAD: Final = re.compile(r"^(?:Current thread|Thread) 0x[0-9a-f]+.*$", re.MULTILINE)


@attrs.frozen(kw_only=True)
class Mistake:
    """A mistake in the rules, and the line to look at, if one is known."""

    sentence: str
    file: str = ""
    line: int = 0
    """From 1; 0 if no line is known."""
    source: str = ""
    """The text of that line."""

    def __str__(self) -> str:
        place = f"{self.file}, line {self.line}" if self.line else self.file
        return ": ".join(part for part in (place, self.sentence) if part) + (
            f"\n    {self.source}" if self.source else ""
        )

    def facts(self) -> dict[str, object]:
        """As the page and the rules' process send it."""
        return attrs.asdict(self)


class RulesMistake(ValueError):
    """The rules of a game made a mistake."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(mistake)
        self.mistake = mistake

    def __str__(self) -> str:
        return str(self.mistake)


def mistake_at(sentence: str, file: str = "", line: int = 0, source: str | None = None) -> Mistake:
    """A mistake in a line of a file; its source is read from there, if it is not given."""
    if source is None and line:
        linecache.checkcache(file)
        source = linecache.getline(file, line)
    short = os.path.relpath(file) if file and not os.path.relpath(file).startswith("..") else file
    return Mistake(
        sentence=printable(sentence.strip())[:MAX_SENTENCE],
        file=printable(short),
        line=line,
        source=printable((source or "").strip())[:MAX_SOURCE],
    )


def mistake_of(error: BaseException) -> Mistake:
    """An exception as a mistake: its sentence, and the line of the rules that it comes from."""
    for cause in _causes(error):
        if isinstance(cause, RulesMistake):
            return cause.mistake
        if isinstance(cause, SyntaxError) and cause.filename:
            return mistake_at(f"{_kind(cause)}: {cause.msg}", cause.filename, cause.lineno or 0, cause.text)
        place = foreign_place(cause)
        if place is not None:
            file, line, function = place
            where = "" if function == "<module>" else f" in {function}"
            return mistake_at(f"{_kind(cause)}{where}{_words(cause)}", file, line)
    return mistake_at(str(error) or _kind(error))


def mistake_of_dump(dump: str, root: str, sentence: str) -> Mistake:
    """A process that was ended, by the stacks that :mod:`faulthandler` wrote: the innermost line below ``root``.

    The main thread is the last one that is written.
    """
    for section in THREAD.split(dump)[::-1]:
        for file, line, function in FRAME.findall(section):
            if os.path.realpath(file).startswith(os.path.realpath(root) + os.sep):
                where = "the file" if function == "<module>" else function
                return mistake_at(sentence.replace("{}", where), file, int(line))
    return mistake_at(sentence.replace("{}", "the game"))


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    while cause is not None:
        if not isinstance(cause, Raised):
            yield cause
        cause = cause.__cause__


def _kind(error: BaseException) -> str:
    return type(error).__name__


def _words(error: BaseException) -> str:
    if isinstance(error, RecursionError):
        return ": it calls itself without end"
    if isinstance(error, MemoryError):
        return ": the memory is used up; does a list grow without end?"
    if isinstance(error, SystemExit):
        return ": rules must not end the program"
    if isinstance(error, EOFError):
        return ": there is nobody to type here; rules ask for no input"
    return f": {error}" if str(error) else ""
