"""A process that solves layers: ``python -m boardgames.solve.ur.worker DRAFT TOKENS``.

It reads the two stages of a layer from a line of its input, writes the layer into
the draft and answers ``done``; or ``memory``, or the number and the text of an :class:`OSError`.  It ends
with its input.
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from boardgames.solve.ur.draft import Draft
from boardgames.solve.ur.layers import LayerSolver
from boardgames.solve.ur.numbering import Numbering
from boardgames.solve.ur.table import Layout

DONE = "done"
NO_MEMORY = "memory"


def main(path: str, tokens: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles Ctrl-C, and ends this one
    layout = Layout(Numbering(int(tokens)))
    draft = Draft(Path(path), layout, owner=False)
    solver = LayerSolver(layout.numbering, draft.read)
    for line in sys.stdin:
        first, second = map(int, line.split())
        try:
            for part, values in solver.solve((first, second)).items():
                draft.write(part, values)
        except MemoryError:
            print(NO_MEMORY, flush=True)
        except OSError as error:
            print(error.errno or 0, error.strerror or error, flush=True)
        else:
            print(DONE, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
