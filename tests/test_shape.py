"""The shape of functions: none has a long list of parameters.  (An attrs class of data may have many fields.)"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from tests.test_layers import MODULES

HEAD: Final = re.compile(r"\bdef \w.*?:$", re.DOTALL | re.MULTILINE)
MOST: Final = 10
"""Parameters of a function, besides ``self``; more belong into a data class."""


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    arguments = function.args
    names = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    names += [each.arg for each in (arguments.vararg, arguments.kwarg) if each is not None]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def functions(tree: ast.AST, where: str) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Each function in a module, methods and inner functions too, with its dotted name."""
    below = [
        each for field in ("body", "handlers", "orelse", "finalbody", "cases") for each in getattr(tree, field, ())
    ]
    for node in below:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{where}.{node.name}"
            if not isinstance(node, ast.ClassDef):
                yield name, node
            yield from functions(node, name)
        else:
            yield from functions(node, where)


def may_be_long(source: str) -> bool:
    """Whether some head of a function has so many commas; to read a whole module takes a thousand times as long."""
    return any(head.count(",") >= MOST for head in HEAD.findall(source))


def long_lists(source: str, module: str) -> set[str]:
    if not may_be_long(source):
        return set()
    return {name for name, function in functions(ast.parse(source), module) if len(parameters(function)) > MOST}


@cache
def found() -> frozenset[str]:
    return frozenset().union(*(long_lists(path.read_text(encoding="utf-8"), name) for name, path in MODULES.items()))


def test_no_function_has_many_parameters() -> None:
    assert not found()


def test_parameters_of_every_kind_are_counted() -> None:
    source = """
class Long:
    def many(self, a, b, /, c, d, *, e, f, g, h, i, **others):
        async def more(a, b, c, d, e, *f, g, h, i, j, k): ...

    def enough(self, a, b, c, d, e, f, g, h, i, j): ...

if True:
    def outside(
        a, b, c, d, e, f, g, h, i, j, k
    ): ...
"""
    assert long_lists(source, "here") == {"here.Long.many.more", "here.outside"}
