"""The folder in which solved tables are kept."""

from __future__ import annotations

from pathlib import Path

import platformdirs


def cache_folder() -> Path:
    """The folder of boardgames in the user's cache: on Linux ``$XDG_CACHE_HOME/boardgames``, usually in ``~/.cache``.

    >>> cache_folder().name
    'boardgames'
    """
    return platformdirs.user_cache_path("boardgames", appauthor=False, opinion=False)
