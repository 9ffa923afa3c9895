"""The games, one folder each, with the same rooms: rules, notation, dialogues, picture.

``boardgames.games`` is this package and ``boardgames.games()`` lists what is
installed: importing a submodule puts the package in the function's place, so
the package can be called like it.
"""

from __future__ import annotations

import sys
from types import ModuleType

from boardgames.core.spec import games


class _Games(ModuleType):
    def __call__(self) -> list[str]:
        return games()


sys.modules[__name__].__class__ = _Games
