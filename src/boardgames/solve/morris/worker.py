"""A process that solves layers: ``python -m boardgames.solve.morris.worker DRAFT``.

DRAFT is the folder of an unfinished table.  The shapes of a layer, as JSON, are read from a line of the
input; :func:`~boardgames.solve.workers.serve` says what is answered.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from boardgames.solve.morris.draft import Draft
from boardgames.solve.workers import serve


def main(path: str) -> None:
    draft = Draft.at(Path(path))
    serve(lambda line: draft.solve(tuple(tuple(shape) for shape in json.loads(line))))


if __name__ == "__main__":
    main(*sys.argv[1:])
