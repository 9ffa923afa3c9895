"""Addresses: anybody's object by where it stands, ``module:attribute`` or ``path/to/file.py:attribute``.

For what is just being written and not installed.  Modules are looked for in
the folder where the program runs, then on Python's path.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from zlib import crc32

MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


class BadReference(LookupError):
    """Nothing can be imported from there; the message says why."""

    def __str__(self) -> str:
        return str(self.args[0])


def is_path(module: str) -> bool:
    """Is it the path of a file or folder, and not the name of a module?

    >>> is_path("rules.py"), is_path("games/rules"), is_path("games.rules")
    (True, True, False)
    """
    return module.endswith(".py") or "/" in module or os.sep in module


def is_module(module: str) -> bool:
    """Can it be the name of a module?

    >>> is_module("games.rules"), is_module("./rules"), is_module("python bot.py")
    (True, False, False)
    """
    return MODULE.fullmatch(module) is not None


def imported(module: str) -> Any:
    """The module of that name, or of the file or package at that path.

    Raises :class:`BadReference`.
    """
    folder, name = os.getcwd(), module
    if is_path(module):
        path = Path(module).absolute()
        if not path.exists():
            raise BadReference(f"there is no file {module}; in this folder are: {_files(Path())}")
        folder, name = str(path.parent), path.stem
        if name in sys.modules and not _is_of(sys.modules[name], path):
            return _under_another_name(module, path)
    sys.path.insert(0, folder)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(error.name + ".")):
            raise BadReference(
                f"there is no module {name!r} in this folder or on Python's path; in this folder are: {_files(Path())}"
            ) from None
        raise BadReference(f"{module} cannot be imported: {type(error).__name__}: {error}") from error
    except (Exception, SystemExit) as error:  # it is anybody's code
        raise BadReference(f"{module} cannot be imported: {type(error).__name__}: {error}") from error


def _is_of(module: ModuleType, path: Path) -> bool:
    """Is a module that of a file, or of a package's folder?"""
    file = getattr(module, "__file__", None)
    return file is not None and Path(file).resolve() in (path.resolve(), path.resolve() / "__init__.py")


def _under_another_name(module: str, path: Path) -> Any:
    """The module of a file whose own name is taken, by Python's library or by the file of another folder."""
    name = f"{path.stem}_{crc32(str(path.resolve()).encode()):08x}"
    if name in sys.modules:
        return sys.modules[name]
    file, inside = (path / "__init__.py", [str(path)]) if path.is_dir() else (path, None)
    spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=inside)
    if spec is None or spec.loader is None:
        raise BadReference(f"{module} cannot be imported: it is no file of Python's")
    loaded = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(loaded)
    except (Exception, SystemExit) as error:  # it is anybody's code
        del sys.modules[name]
        raise BadReference(f"{module} cannot be imported: {type(error).__name__}: {error}") from error
    return loaded


def _files(folder: Path) -> str:
    return ", ".join(sorted(path.name for path in folder.glob("*.py"))) or "no Python files"
