"""The names of a package that ``dir`` lists."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module


def public_names(package: str) -> Callable[[], list[str]]:
    """The function ``__dir__`` of a package: its ``__all__`` and Python's own names, without what its module imports.

    >>> "import_module" in public_names("boardgames.core.text")()
    False
    """

    def listed() -> list[str]:
        names = vars(import_module(package))
        return sorted({*names["__all__"], *(name for name in names if name.startswith("__"))})

    return listed
