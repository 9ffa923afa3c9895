"""The games, a package each with the same modules: options, rules, notation, protocols, picture.

The package can also be called: ``boardgames.games()`` lists all installed games.
A game is imported when it is first used.

>>> import boardgames as bg
>>> bg.games.ur.load(tokens=3).start().actions()
()
>>> "ur" in bg.games()
True
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

from boardgames.core.lookup.installed_games import games


class _Games(ModuleType):
    def __call__(self) -> list[str]:
        return games()

    def __getattr__(self, name: str) -> Any:
        whole = f"{__name__}.{name}"
        try:
            return import_module(whole) if not name.startswith("_") else super().__getattribute__(name)
        except ModuleNotFoundError as error:
            if error.name != whole:
                raise
        raise AttributeError(f"there is no {name!r} among the games of this library; boardgames.load finds anyone's")

    def __dir__(self) -> list[str]:
        from pkgutil import iter_modules

        return [module.name for module in iter_modules(self.__path__) if module.ispkg]


sys.modules[__name__].__class__ = _Games
