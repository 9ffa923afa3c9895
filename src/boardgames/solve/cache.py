"""The folder in which solved tables are kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """The folder of boardgames in the user's cache: ``$XDG_CACHE_HOME/boardgames``, or the system's usual place.

    >>> cache_folder().name
    'boardgames'
    """
    named = os.environ.get("XDG_CACHE_HOME")
    if named:
        return Path(named, "boardgames")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "boardgames"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "boardgames"
    return Path.home() / ".cache" / "boardgames"
