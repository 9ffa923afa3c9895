"""No left shift of a literal in compiled modules.

mypyc 2.4.1 turns ``1 << n``, with a native integer ``n``, into a shift of C's
32-bit int: silently wrong from ``n = 31`` on.  Sets of bits come from tables or
from powers of two.
"""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

from tests.conftest import ROOT
from tests.samples import cases


def compiled() -> list[Path]:
    """The modules that mypyc compiles."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [ROOT / name for name in table["tool"]["boardgames"]["compiled"]]


def literal_shifts(source: str) -> list[int]:
    """The lines with a ``<<`` whose left side is a literal, or an ``i64(…)`` or a name that stands for one."""
    tree = ast.parse(source)
    constants = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None and literal(node.value, set())
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if (
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.LShift)
            and (literal(node.left, constants) or imported(node.left))
        )
        or (isinstance(node, ast.AugAssign) and isinstance(node.op, ast.LShift) and literal(node.target, constants))
    ]


def imported(node: ast.expr) -> bool:
    """Whether a name is that of a constant, perhaps of another module; mypyc follows those too."""
    return isinstance(node, ast.Name) and node.id.isupper()


def literal(node: ast.expr, constants: set[str]) -> bool:
    """Whether mypyc may see a literal there; it follows names that are assigned one."""
    match node:
        case ast.Constant(value=int()):
            return True
        case ast.Name(id=name):
            return name in constants
        case ast.UnaryOp(operand=operand):
            return literal(operand, constants)
        case ast.BinOp(left=left, right=right):
            return literal(left, constants) and literal(right, constants)
        case ast.Call(func=ast.Name(id="i64" | "i32" | "i16" | "u8" | "int"), args=[argument]):
            return literal(argument, constants)
    return False


def test_compiled_modules_shift_no_literal_left() -> None:
    sources = {path: path.read_text(encoding="utf-8") for path in compiled()}
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path, source in sources.items()
        if "<<" in source
        for line in literal_shifts(source)
    ]
    assert not found, f"take a power of two or a table instead of <<: {found}"


@cases(
    "code",
    ["1 << n", "x = i64(1) << n", "one: i64 = 1\nx = one << n", "one = 1\none <<= n", "-1 << n", "(1 + 2) << n",
     "def f(n: i64) -> i64:\n    return 1 << n", "BIT: Final = 1\nBIT << 3", "from other import BIT\nBIT << n"],
)  # fmt: skip
def test_the_lint_sees_every_way_to_write_it(code: str) -> None:
    assert literal_shifts(code)


@cases("code", ["n >> 1", "table[n]", "2**40", "n << 1", "cells << n", "x = f(1) << n", "'<<'"])
def test_the_lint_lets_the_rest_be(code: str) -> None:
    assert not literal_shifts(code)
