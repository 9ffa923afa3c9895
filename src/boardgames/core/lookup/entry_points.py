"""The entry points that installed distributions offer in a group, read from their own files.

:mod:`importlib.metadata` finds the same, but importing it takes as long as all that
``boardgames list`` needs besides; it is asked where more than folders is to be searched.
"""

from __future__ import annotations

import os
import sys
from functools import reduce
from importlib import import_module
from importlib.machinery import PathFinder
from typing import Any, NamedTuple


class EntryPoint(NamedTuple):
    """A name, and the object that it stands for."""

    name: str
    value: str
    """Where the object is: ``module:attribute``, as the distribution wrote it."""

    def load(self) -> Any:
        """Import the object.  Raises whatever its module raises, and :class:`AttributeError`."""
        module, _, attributes = self.value.partition("[")[0].partition(":")
        parts = [part for part in attributes.strip().split(".") if part]
        return reduce(getattr, parts, import_module(module.strip()))


def entry_points(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group, by their names; the first of several distributions of one name counts.

    >>> entry_points("boardgames.solvers")["ur"].value
    'boardgames.solve.ur.solver:UR'
    """
    if any(hasattr(finder, "find_distributions") and finder is not PathFinder for finder in sys.meta_path) or any(
        os.path.isfile(folder) for folder in sys.path
    ):
        from importlib import metadata

        return {point.name: EntryPoint(point.name, point.value) for point in metadata.entry_points(group=group)}
    found: dict[str, EntryPoint] = {}
    seen: set[str] = set()
    for folder in sys.path:
        for name in _listed(folder or "."):
            stem, dot, suffix = name.rpartition(".")
            distribution = stem.partition("-")[0].lower().replace(".", "_")
            if dot and suffix in ("dist-info", "egg-info") and distribution not in seen:
                seen.add(distribution)
                found.update(_read(os.path.join(folder, name, "entry_points.txt"), group))
    return found


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _read(path: str, group: str) -> dict[str, EntryPoint]:
    """The entry points of a group in a file; none if there is no such file."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    found, section = {}, ""
    for line in map(str.strip, lines):
        if line.startswith("["):
            section = line.strip("[]").strip()
        elif section == group and not line.startswith(("#", ";")):
            name, equals, value = line.partition("=")
            if equals:
                found[name.strip()] = EntryPoint(name.strip(), value.strip())
    return found
