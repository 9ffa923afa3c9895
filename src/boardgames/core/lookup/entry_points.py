"""The entry points that installed distributions offer, read from their own files.

:mod:`importlib.metadata` finds the same.  Importing it takes as long as all else
that ``boardgames list`` does, so it is asked only where there is more to search
than folders: archives, eggs, or finders that look elsewhere.
"""

from __future__ import annotations

import os
import sys
from functools import reduce
from importlib import import_module
from importlib.machinery import PathFinder
from typing import Any, Final

from boardgames.core.model.frozen import Frozen

FOLDERS: Final = (".dist-info", ".egg-info")


class EntryPoint(Frozen):
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
    """The entry points of a group by their names.

    Of two distributions of one name the first on Python's path counts.

    >>> entry_points("boardgames.solvers")["ur"].value
    'boardgames.solve.ur.solver:UR'
    """
    if not only_folders():
        return _standard(group)
    found: dict[str, EntryPoint] = {}
    seen: set[str] = set()
    for folder in sys.path:
        for name in _listed(folder):
            if not name.lower().endswith(FOLDERS):
                continue
            distribution = _normalised(name.rpartition(".")[0].partition("-")[0])
            if not distribution or not name.endswith(FOLDERS):  # only the metadata say its name
                return _standard(group)
            if distribution not in seen:
                seen.add(distribution)
                found.update(_read(os.path.join(folder, name, "entry_points.txt"), group))
    return found


def _normalised(name: str) -> str:
    """A distribution's name as all its spellings are written.

    >>> _normalised("Zope.interface"), _normalised("zope__interface")
    ('zope_interface', 'zope_interface')
    """
    return "_".join([part for part in name.lower().replace(".", "_").replace("-", "_").split("_") if part])


def _standard(group: str) -> dict[str, EntryPoint]:
    """What the standard library finds."""
    from importlib import metadata

    return {point.name: EntryPoint(point.name, point.value) for point in metadata.entry_points(group=group)}


def only_folders() -> bool:
    """Whether all distributions that Python can find are in folders on its path."""
    return [finder for finder in sys.meta_path if hasattr(finder, "find_distributions")] == [PathFinder] and all(
        isinstance(entry, str) and not entry.endswith(".egg") and (os.path.isdir(entry or ".") or not _exists(entry))
        for entry in sys.path
    )


def _exists(path: str) -> bool:
    """Whether there is such a file, or the archive that the path leads into."""
    while path and not os.path.lexists(path):
        path, name = os.path.split(path)
        if not name:
            break
    return bool(path) and not os.path.isdir(path)


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder or ".")
    except OSError:  # there is no such folder, or it is not to be read
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
        if line.startswith("[") and line.endswith("]"):
            section = line.strip("[]")
        elif section == group and not line.startswith("#"):
            name, equals, value = line.partition("=")
            if equals:
                found[name.strip()] = EntryPoint(name.strip(), value.strip())
    return found
