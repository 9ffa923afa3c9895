"""Text that reads at once: docstrings begin with their subject, and names are nouns.

ruff sees to docstrings that are missing (``D1``); here they are read.  A package may have as many faults of a kind as
:data:`CEILINGS` say; whoever mends some lowers the number, and a package that is not listed has none.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from tests.conftest import ROOT

CEILINGS: Final[dict[str, dict[str, int]]] = {
    "arena": {"preposition": 9, "the same": 1, "question": 24, "name": 25},
    "beside the packages": {"question": 1},
    "classroom": {"preposition": 4, "the same": 2, "question": 7, "name": 15, "trick": 2},
    "cli": {"preposition": 4, "question": 14, "true for no bool": 1, "name": 75, "trick": 7},
    "contest": {"preposition": 24, "the same": 1, "question": 43, "name": 34, "trick": 2},
    "core": {"name": 3},
    "games": {"preposition": 46, "the same": 16, "question": 96, "true for no bool": 1, "name": 128, "trick": 18},
    "lab": {"name": 3},
    "language": {"name": 2},
    "learning": {"preposition": 3, "question": 12, "name": 1},
    "models": {"preposition": 2, "question": 8, "name": 45, "trick": 1},
    "notebook": {"preposition": 1, "question": 2, "name": 2},
    "players": {"name": 7, "trick": 1},
    "processes": {"preposition": 4, "name": 3},
    "reasons": {"name": 4},
    "records": {"preposition": 6, "the same": 1, "question": 3, "name": 22},
    "referee": {"preposition": 5, "the same": 1, "question": 38, "name": 50},
    "rl": {"preposition": 1, "the same": 1, "question": 2, "true for no bool": 1, "name": 7},
    "session": {"preposition": 1, "question": 15, "name": 7, "trick": 2},
    "site": {"preposition": 9, "the same": 3, "question": 11, "name": 22, "trick": 1},
    "solve": {"name": 2},
    "testkit": {"name": 1},
    "view": {"name": 1},
    "web": {"preposition": 8, "question": 16, "true for no bool": 1, "name": 24, "trick": 1},
}
"""The faults that packages had when they were first counted."""

PREPOSITIONS: Final = (
    "About Above Across After Against Along Among As At Before Behind Below Beneath Beside Besides Between Beyond By "
    "During Except For From In Inside Instead Into Near Of Off On Onto Outside Over Per Since Through Throughout To "
    "Toward Towards Under Until Up Upon Via With Within Without"
)
BEGINNINGS: Final = {
    "preposition": re.compile(rf"(?:{PREPOSITIONS.replace(' ', '|')})\b"),
    "the same": re.compile(r"The same\b"),
    "question": re.compile(r"(?:What|Whether|How|Why|Where|When|Which|Who|Whom|Whose)\b|[^.]*\?(?:\s|$)"),
}
"""The first words of docstrings that make a reader turn them round."""
PARTICIPLES: Final = {
    "each",
    "entered",
    "found",
    "given",
    "kept",
    "known",
    "more",
    "named",
    "said",
    "seen",
    "there",
    "told",
}
"""Words that are no nouns, and so no names of things."""
FILLERS: Final = {*re.findall(r"\w+", "a an and as at by for from in is it its of on or the that their this to with")}

Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def package_of(path: Path) -> str:
    """The package of the house, or the outbuilding, that a file belongs to."""
    parts = path.relative_to(ROOT).parts
    return parts[1] if parts[0] == "packages" else parts[2] if len(parts) > 3 else "beside the packages"


def docstrings(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Each docstring, those behind attributes too, with the node that it is about."""
    for node in ast.walk(tree):
        if isinstance(node, Documented) and (text := ast.get_docstring(node)):
            yield node, text
        body = getattr(node, "body", None)
        for above, below in pairwise(body if isinstance(body, list) else ()):
            value = below.value if isinstance(below, ast.Expr) else None
            if isinstance(above, ast.Assign | ast.AnnAssign) and isinstance(value, ast.Constant):
                yield above, str(value.value)


def names(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """The names that a module gives: of variables, attributes, parameters and functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node, node.id if isinstance(node, ast.Name) else node.attr
        elif isinstance(node, ast.arg):
            yield node, node.arg
        elif isinstance(node, Function):
            yield node, node.name


def repeats(name: str, text: str) -> bool:
    """True if a docstring has no word that is not in the name of its function."""
    words = {word.removesuffix("s") for word in re.findall(r"[a-z]+", text.lower())} - FILLERS
    return words <= {part.removesuffix("s") for part in name.split("_")}


def is_yes_or_no(node: ast.AST) -> bool:
    """True if the type checker would find a truth value in it, by its looks."""
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "bool"
    negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return called or negated or isinstance(node, ast.Compare | ast.BoolOp)


def is_tricky(node: ast.AST) -> bool:
    """True for a list or text times a truth value, and for a dictionary of True and False that is asked at once."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        text = isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)
        return (text or isinstance(node.left, ast.List | ast.Tuple | ast.JoinedStr)) and is_yes_or_no(node.right)
    keys = node.value.keys if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Dict) else ()
    return any(isinstance(key, ast.Constant) and isinstance(key.value, bool) for key in keys)


def faults(tree: ast.AST) -> Iterator[tuple[str, int, str]]:
    """The kind, the line and the words of each fault in a module."""
    for node, text in docstrings(tree):
        line = getattr(node, "lineno", 1)
        summary = " ".join(text.strip().partition("\n\n")[0].split())
        yield from ((kind, line, summary) for kind, pattern in BEGINNINGS.items() if pattern.match(summary))
        if isinstance(node, Function):
            returns = "None" if node.returns is None else ast.unparse(node.returns)
            if summary.startswith("True ") and not re.fullmatch(r"bool|Type(Guard|Is)\[.*\]", returns):
                yield "true for no bool", line, f"{node.name} -> {returns}: {summary}"
            if node.name.startswith("_") and repeats(node.name, text):
                yield "repetition", line, f"{node.name}: {summary}"
    yield from (("name", node.lineno, name) for node, name in names(tree) if name.strip("_") in PARTICIPLES)  # type: ignore[attr-defined]
    yield from (("trick", node.lineno, ast.unparse(node)) for node in ast.walk(tree) if is_tricky(node))  # type: ignore[attr-defined]


@cache
def faults_by_package() -> dict[str, dict[str, list[str]]]:
    """The faults of all sources, by package and kind, each with its place."""
    kinds: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path in sorted((*ROOT.glob("src/boardgames/**/*.py"), *ROOT.glob("packages/*/src/**/*.py"))):
        if "template" not in path.parts:
            for kind, line, words in faults(ast.parse(path.read_text(encoding="utf-8"))):
                kinds[package_of(path)][kind].append(f"{path.relative_to(ROOT)}:{line}: {words}")
    return kinds


PACKAGES: Final = sorted(
    {path.parent.name for path in ROOT.glob("src/boardgames/*/__init__.py")}
    | {path.parent.name for path in ROOT.glob("packages/*/pyproject.toml")}
    | {"beside the packages"}
)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_reads_no_worse_than_it_did(package: str) -> None:
    ceilings = CEILINGS.get(package, {})
    worse = {
        kind: places for kind, places in faults_by_package()[package].items() if len(places) > ceilings.get(kind, 0)
    }
    words = [f"{kind}: {len(places)}, not {ceilings.get(kind, 0)}" for kind, places in worse.items()]
    assert not worse, "\n".join([*words, *(place for places in worse.values() for place in places)])


def test_every_ceiling_is_of_a_package() -> None:
    assert {*CEILINGS} <= {*PACKAGES}


def test_faults_are_found() -> None:
    text = '''
"""How things stand."""
LIMIT = 3
"""Of plies."""
class Told:
    """The same in green."""
    def told(self, given):
        """Is it green?  So it is."""
        found = ["x"] * bool(given)
        return {True: "yes", False: "no"}[given]
    def _clear_all(self) -> None:
        """Clear it all."""
def is_odd(number) -> str:
    """True if it is odd."""
def is_even(number) -> bool:
    """True if it is even: in a word, even.  What else?"""
'''
    assert Counter(kind for kind, _, _ in faults(ast.parse(text))) == {
        "question": 2,
        "preposition": 1,
        "the same": 1,
        "name": 3,
        "trick": 2,
        "repetition": 1,
        "true for no bool": 1,
    }
