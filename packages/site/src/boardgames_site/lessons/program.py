"""Running one of the reader's programs: what it prints, whether its checks hold, what is wrong at which line."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from types import ModuleType
from typing import Final, Literal

import attrs

from boardgames.core.text import Said, sentence_of
from boardgames.testkit import NotYet
from boardgames.web import Mistake
from boardgames_site.lessons.mistake import mistake_in, mistake_in_check
from boardgames_site.lessons.workspace import workspace

MAX_OUTPUT: Final = 20_000
"""Characters that a program may print; the rest is left out."""


@attrs.frozen
class Run:
    """The output of a program, and its mistake if it made one."""

    status: Literal["solved", "ran", "not-yet", "mistake"]
    """``solved``: its checks hold. ``ran``: it has none, and ended. ``not-yet``: a check says what is missing."""
    output: str
    mistake: Mistake | None = None


class Output(io.StringIO):
    """Keeps the first :data:`MAX_OUTPUT` characters."""

    is_cut = False

    def write(self, text: str) -> int:
        room = MAX_OUTPUT - self.tell()
        super().write(text[: max(room, 0)])
        self.is_cut = self.is_cut or len(text) > room
        return len(text)

    def __str__(self) -> str:
        return self.getvalue() + ("\n… (more was printed)\n" if self.is_cut else "")


@contextmanager
def captured() -> Iterator[Output]:
    """Within it, what is printed is kept, and there is no input."""
    output, stdin = Output(), sys.stdin
    with redirect_stdout(output), redirect_stderr(output):
        sys.stdin = io.StringIO()
        try:
            yield output
        finally:
            sys.stdin = stdin


def run(name: str, files: Mapping[str, str]) -> Run:
    """Run the file of that name as a program, beside the others.

    >>> run("hello.py", {"hello.py": "print('hello')"})
    Run(status='ran', output='hello\\n', mistake=None)
    >>> str(run("hello.py", {"hello.py": "x = 1\\nprint(y)"}).mistake)
    "hello.py, line 2: NameError: name 'y' is not defined\\n    print(y)"
    """
    with workspace(files) as folder, captured() as output, _as_main() as main:
        main.__file__ = str(folder / name)
        status: Literal["solved", "ran", "not-yet", "mistake"]
        mistake = None
        try:
            exec(compile(files[name], main.__file__, "exec", dont_inherit=True), vars(main))
            status = "solved" if hasattr(main, "checks") else "ran"
        except NotYet as error:
            status, mistake = "not-yet", mistake_in_check(sentence_of(error), error, folder)
        except SystemExit as error:
            status = "mistake"
            sentence = Said("the program ended itself")
            if error.code is not None:
                sentence = Said("the program ended itself with {code}", code=error.code)
            mistake = attrs.evolve(mistake_in(error, folder), sentence=sentence)
        except BaseException as error:  # the reader's code may raise anything
            status, mistake = "mistake", mistake_in(error, folder)
    return Run(status, str(output), mistake)


@contextmanager
def _as_main() -> Iterator[ModuleType]:
    """A new ``__main__`` for a program, so that its classes can be pickled."""
    before, main = sys.modules["__main__"], ModuleType("__main__")
    sys.modules["__main__"] = main
    try:
        yield main
    finally:
        sys.modules["__main__"] = before
