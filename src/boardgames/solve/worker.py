"""A process that solves layers: ``python -m boardgames.solve.worker FOLDER MODULE:FUNCTION``.

FOLDER is an unfinished table; FUNCTION makes, from its :class:`~boardgames.solve.draft.Draft`, the function that solves
the layer of a name.  It reads names from lines of its input; :func:`~boardgames.solve.workers.serve` has the answers.
"""

from __future__ import annotations

import sys
from pathlib import Path
from pkgutil import resolve_name

from boardgames.solve.draft import Draft
from boardgames.solve.workers import serve

if __name__ == "__main__":
    serve(resolve_name(sys.argv[2])(Draft.at(Path(sys.argv[1]))))
