"""Addresses: anybody's object by where it stands, ``module:attribute`` or ``path/to/file.py:attribute``.

For what is just being written and not installed.  Modules are looked for in
the folder where the program runs, then on Python's path.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from pathlib import Path
from typing import Any

MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


class BadAddress(LookupError):
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

    Raises :class:`BadAddress`.
    """
    folder, name = os.getcwd(), module
    if is_path(module):
        path = Path(module).absolute()
        if not path.exists():
            raise BadAddress(f"there is no file {module}; in this folder are: {_files(Path())}")
        folder, name = str(path.parent), path.stem
    sys.path.insert(0, folder)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(error.name + ".")):
            raise BadAddress(
                f"there is no module {name!r} in this folder or on Python's path; in this folder are: {_files(Path())}"
            ) from None
        raise BadAddress(f"{module} cannot be imported: {type(error).__name__}: {error}") from error
    except (Exception, SystemExit) as error:  # it is anybody's code
        raise BadAddress(f"{module} cannot be imported: {type(error).__name__}: {error}") from error


def _files(folder: Path) -> str:
    return ", ".join(sorted(path.name for path in folder.glob("*.py"))) or "no Python files"
