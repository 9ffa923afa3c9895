"""Workspace: a folder with the reader's files, new for each run, so that nothing of an older version is left."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from boardgames.core.lookup import GAMES


@contextmanager
def workspace(files: Mapping[str, str]) -> Iterator[Path]:
    """A new folder that has these files by name, as the current one and the first on Python's path.

    Afterwards the folder is removed, and the modules and games that were loaded from it are forgotten.
    """
    folder = Path(tempfile.mkdtemp(prefix="lesson-")).resolve()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    before, path, games, bytecode = Path.cwd(), list(sys.path), dict(GAMES.found), sys.dont_write_bytecode
    modules = dict(sys.modules)
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    sys.dont_write_bytecode = True
    try:
        yield folder
    finally:
        os.chdir(before)
        sys.path[:] = path
        sys.dont_write_bytecode = bytecode
        for name in [name for name in GAMES.found if GAMES.found[name] is not games.get(name)]:
            if name not in GAMES.installed():
                del GAMES.found[name]
        imported = [(name, module) for name, module in sys.modules.items() if module is not modules.get(name)]
        for name in [name for name, module in imported if _is_of(module, folder)]:
            del sys.modules[name]
        shutil.rmtree(folder, ignore_errors=True)


def _is_of(module: object, folder: Path) -> bool:
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and Path(file).parent == folder
