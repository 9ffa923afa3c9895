"""Games and actions refuse assignment, whatever the name, in both builds."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

TRIED = """
import builtins, sys
import boardgames as bg
things = []
for name in bg.games():
    game = bg.load(name)
    things += [game, game.action_at(0), *([game.chance_at(0)] if game.chance_count else [])]
for thing in things:
    modules = [vars(sys.modules[kind.__module__]) for kind in type(thing).__mro__]
    for name in sorted({name for module in [*modules, vars(builtins)] for name in module if name[0] != "_"}):
        try:
            setattr(thing, name, 99)
        except AttributeError:
            continue
        print(type(thing).__module__, type(thing).__name__, name)
print(len({type(thing) for thing in things}), "kinds")
"""
"""Prints each global name, of the modules of an object's class and of Python, that can be set on the object."""


@pytest.mark.parametrize("pure", ["", "1"])
def test_no_global_name_can_be_set(pure: str) -> None:
    """A name that ``__init__`` reads, as ``sum``, is no attribute; a loaded game is shared by the whole process."""
    environment = {name: value for name, value in os.environ.items() if name != "BOARDGAMES_PURE"}
    command = [sys.executable, "-c", TRIED]
    printed = subprocess.check_output(command, text=True, env={**environment, "BOARDGAMES_PURE": pure}).splitlines()
    assert len(printed) == 1 and int(printed[0].split()[0]) >= 9, printed
