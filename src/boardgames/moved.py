"""Imports of modules that have moved: the error says where they are.  It goes with version 0.4."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import ModuleType


class MovedModules:
    """A finder that is asked last, for modules that no other has found.

    It has no base class, as importing that of the standard library would take longer than all the rest.
    """

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        """Raises :class:`ModuleNotFoundError` with the new name of a module or a function that has moved.

        The error has no ``name``: ``from boardgames import arena`` would not show it.
        """
        if not name.startswith("boardgames."):
            return
        from boardgames.packages import MODULES, MOVED, distribution_of

        if name in MODULES:
            package = MODULES[name]
            raise ModuleNotFoundError(
                f"{name} is part of boardgames_{package} now, which is in {distribution_of(package)}"
            )
        if name in MOVED:
            raise ModuleNotFoundError(f"{name} is {MOVED[name]} now")


sys.meta_path.append(MovedModules())
