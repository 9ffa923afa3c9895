"""A process that solves layers: ``python -m boardgames.solve.ur.worker DRAFT TOKENS``.

It reads the two stages of a layer from a line of its input, and writes the layer into the draft;
:func:`~boardgames.solve.workers.serve` says what it answers.
"""

from __future__ import annotations

import sys
from pathlib import Path

from boardgames.solve.ur.draft import Draft
from boardgames.solve.ur.numbering import Numbering
from boardgames.solve.ur.table import Layout
from boardgames.solve.workers import serve


def main(path: str, tokens: str) -> None:
    layout = Layout(Numbering(int(tokens)))
    solve = Draft(Path(path), layout, owner=False).solver()

    def solve_line(line: str) -> None:
        first, second = map(int, line.split())
        solve((first, second))

    serve(solve_line)


if __name__ == "__main__":
    main(*sys.argv[1:])
