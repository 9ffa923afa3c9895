"""Public names of a package: what ``dir`` lists, and which are imported when they are first used (PEP 562)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_exports(package: str, modules: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The functions ``__getattr__`` and ``__dir__`` of a package.

    ``modules`` says in which module of the package each public name is:
    ``{"clock": "Clock", "player": "Player Undo"}``.  A module that is public itself
    lists its own name.

    >>> find, _ = lazy_exports("boardgames.core.text", {"numbers": "whole_number"})
    >>> find("whole_number")("7", 0, 9)
    7
    """
    home = {name: module for module, names in modules.items() for name in names.split()}

    def find(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(f"{package}.{home[name]}")
        value = module if name == home[name].rpartition(".")[2] else getattr(module, name)
        setattr(import_module(package), name, value)  # from now on Python finds it without asking
        return value

    return find, public_names(package)


def public_names(package: str) -> Callable[[], list[str]]:
    """The function ``__dir__`` of a package: its ``__all__`` and Python's own names, without what its module imports.

    >>> "import_module" in public_names("boardgames.core.text")()
    False
    """

    def listed() -> list[str]:
        names = vars(import_module(package))
        return sorted({*names["__all__"], *(name for name in names if name.startswith("__"))})

    return listed
