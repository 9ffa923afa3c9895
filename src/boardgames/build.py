"""Which build runs: compiled by mypyc, or pure Python.

Both come from the same source files.  ``BOARDGAMES_PURE=1`` in the environment
runs the source even where it was compiled: for reading along with a debugger,
for coverage, and for comparing the two.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType


class SourceFirst:
    """An import finder that takes a module of this package from its ``.py`` file."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The source of a module of ours, also where a compiled one stands beside it."""
        if path and name.startswith("boardgames."):
            for folder in path:
                source = os.path.join(folder, name.rpartition(".")[2] + ".py")
                if os.path.isfile(source):
                    from importlib.util import spec_from_file_location

                    return spec_from_file_location(name, source)
        return None


if os.environ.get("BOARDGAMES_PURE"):
    sys.meta_path.insert(0, SourceFirst)


def kind() -> str:
    """``"compiled"`` or ``"pure"``.

    >>> kind() in ("compiled", "pure")
    True
    """
    from boardgames.core.model import walk

    return "pure" if str(walk.__file__).endswith(".py") else "compiled"
