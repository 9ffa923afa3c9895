"""The code in a page of the docs: which blocks are the reader's own, and what their parts are."""

from __future__ import annotations

import re
from typing import Final, Literal

import attrs

CHECK: Final = "# -- check "
"""The beginning of the line below which an exercise checks itself."""
TO_WRITE: Final = "your turn"
"""It stands where the reader is to write something."""
PROGRAM: Final = re.compile(r"# (\w+\.py)\n")
SPEC: Final = re.compile(r"^SPEC = ", re.MULTILINE)


@attrs.frozen
class Block:
    """A block of Python in a page."""

    kind: Literal["example", "exercise", "check", "game", "code"]
    """``example``: typed at Python's prompt. ``exercise``: a part to write, and its check. ``check``: nothing but a
    check of the reader's game. ``game``: a file with a :class:`~boardgames.core.lookup.spec.GameSpec`. ``code``: to be
    read."""
    code: str
    file: str = ""
    """The name of the program, if it is one."""

    @property
    def head(self) -> str:
        """The reader's part of an exercise."""
        return self.code.partition(CHECK)[0]

    @property
    def check(self) -> str:
        """The part that checks, from its first line on."""
        return self.code.removeprefix(self.head)


def block(code: str) -> Block:
    """The kind of a block of Python.

    >>> block("# hello.py\\nprint('your turn')\\n# -- check ---\\n").kind
    'exercise'
    >>> block(">>> 1 + 1\\n2\\n").kind
    'example'
    """
    if code.startswith(">>> "):
        return Block("example", code)
    program = PROGRAM.match(code)
    if program is None:
        return Block("code", code)
    if CHECK in code:
        return Block("exercise" if TO_WRITE in code else "check", code, program[1])
    return Block("game" if SPEC.search(code) else "code", code, program[1])
