"""Object references: an object by its module and name, ``module:attribute`` or ``path/to/file.py:attribute``.

They are for code that is being written and not installed.  Modules are looked for in
the current folder first, then on Python's path.
"""

from __future__ import annotations

import importlib
import os
import sys
from types import ModuleType
from typing import Any

from boardgames.core.text.foreign_code import confined, words_of
from boardgames.core.text.printable import printable


class BadReference(LookupError):
    """A module or file that cannot be imported; the message says why."""


def is_path(module: str) -> bool:
    """True if it is the path of a file or folder, and not the name of a module.

    >>> is_path("rules.py"), is_path("games/rules"), is_path("games.rules")
    (True, True, False)
    """
    return module.endswith(".py") or "/" in module or os.sep in module


def imported(module: str) -> Any:
    """The module of that name, or of the file or package at that path.  Raises :class:`BadReference`."""
    folder, name = os.getcwd(), module
    if is_path(module):
        path = os.path.abspath(module)
        if not os.path.exists(path):
            raise BadReference(f"there is no file {printable(module)}; in this folder are: {_python_files()}")
        folder, file = os.path.split(path)
        name = os.path.splitext(file)[0]
        if name in sys.modules and not _is_of(sys.modules[name], path):
            return _under_another_name(module, name, path)
    sys.path.insert(0, folder)
    try:
        with confined():
            return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(error.name + ".")):
            raise BadReference(
                f"there is no module {name!r} in this folder or on Python's path; in this folder are: {_python_files()}"
            ) from None
        raise _failed(module, error) from error
    except Exception as error:  # the code in it may raise anything
        raise _failed(module, error) from error


def _failed(module: str, error: BaseException) -> BadReference:
    return BadReference(f"{printable(module)} cannot be imported: {words_of(error)}")


def _is_of(module: ModuleType, path: str) -> bool:
    """True if a module was imported from that file, or from the package in that folder."""
    file = getattr(module, "__file__", None)
    path = os.path.realpath(path)
    return file is not None and os.path.realpath(file) in (path, os.path.join(path, "__init__.py"))


def _under_another_name(module: str, name: str, path: str) -> Any:
    """The module of a file whose own name another module has already."""
    from importlib.util import module_from_spec, spec_from_file_location
    from zlib import crc32

    name = f"{name}_{crc32(os.path.realpath(path).encode()):08x}"
    if name in sys.modules:
        return sys.modules[name]
    file, inside = (os.path.join(path, "__init__.py"), [path]) if os.path.isdir(path) else (path, None)
    spec = spec_from_file_location(name, file, submodule_search_locations=inside)
    if spec is None or spec.loader is None:
        raise BadReference(f"{printable(module)} cannot be imported: it is not a file of Python source")
    loaded = sys.modules[name] = module_from_spec(spec)
    try:
        with confined():
            spec.loader.exec_module(loaded)
    except Exception as error:  # the code in it may raise anything
        del sys.modules[name]
        raise _failed(module, error) from error
    return loaded


def _python_files() -> str:
    return ", ".join(sorted(name for name in os.listdir() if name.endswith(".py"))) or "no Python files"
