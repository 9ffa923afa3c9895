"""A process that looks at positions: ``python -m boardgames.solve.dobutsu.worker DRAFT MEN``.

DRAFT is the folder of an unfinished table, MEN as ``2,2,2`` its giraffes, elephants and chicks.  The number of a pair
of lions is read from a line of the input; :func:`~boardgames.solve.workers.serve` says what is answered.
"""

from __future__ import annotations

import sys
from pathlib import Path

from boardgames.solve.dobutsu.draft import Draft
from boardgames.solve.dobutsu.numbering import Numbering
from boardgames.solve.workers import serve


def main(folder: str, men: str) -> None:
    draft = Draft(Path(folder), Numbering([int(number) for number in men.split(",")]))
    serve(lambda line: draft.look(int(line)))


if __name__ == "__main__":
    main(*sys.argv[1:])
