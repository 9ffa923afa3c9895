"""What is public is named in a package's ``__all__``; what readers copy imports from packages alone.

ruff sees to the docstrings of modules, classes and functions (``D1``), and this to those of methods, and to what they
have to name.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent
from types import FunctionType, ModuleType

import pytest

from tests.conftest import ROOT

SOURCES = ROOT / "src" / "boardgames"
OUTBUILDINGS = [path for path in sorted(ROOT.glob("packages/*/src/boardgames_*")) if find_spec(path.stem)]
ABSENT = {path.name for path in ROOT.glob("packages/*/src/boardgames_*")} - {path.name for path in OUTBUILDINGS}
"""The packages beside the library that are not installed, of whose names nothing can be said."""
APART = {"boardgames.rl"}
"""Each of its names needs libraries of its own."""
TEMPLATE = SOURCES / "testkit" / "template"
PACKAGES = sorted(
    ".".join(path.parent.relative_to(top.parent).parts)
    for top in (SOURCES, *OUTBUILDINGS)
    for path in top.rglob("__init__.py")
    if not path.is_relative_to(TEMPLATE) and "__all__" in path.read_text(encoding="utf-8")
)
COPIED = (ROOT / "docs", ROOT / "examples", TEMPLATE)
PAGES = [path for top in COPIED for path in sorted(top.rglob("*")) if path.suffix in (".md", ".py", ".in")]
PAGES += [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]

FROM = re.compile(r"^[ >.]*from (boardgames[\w.]*) import (\([^)]*\)|[^#\n]*)", re.MULTILINE)
IMPORT = re.compile(r"^[ >.]*import (boardgames[\w.]*)", re.MULTILINE)
NAMED = re.compile(r"\bboardgames(?:\.\w+)+")
STATEMENT = re.compile(r"^ *(?:from|import) boardgames[\w.]*", re.MULTILINE)
GROUPS = re.compile(r"boardgames\.(games|players|protocols|solvers|commands)$")
"""Names of entry point groups, which look like modules."""


@pytest.fixture
def numbers() -> None:
    """Some public names need the library of numbers."""
    pytest.importorskip("numpy")


@cache
def package(name: str) -> ModuleType | None:
    """The package of that name, if it names what is public in it."""
    return import_module(name) if name in PACKAGES else None


def is_public(name: str) -> bool:
    """Is it a package, a name in the ``__all__`` of one, or an attribute of such?"""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        found = package(".".join(parts[:length]))
        if parts[0] in ABSENT:
            return True
        if found is not None:
            return length == len(parts) or parts[length] in found.__all__
    return False


def imported(text: str) -> Iterator[str]:
    """The names below this package that a page or a program imports."""
    for module, names in FROM.findall(text):
        for name in re.split(r"[\s,()]+", re.sub(r"#.*|\bas \w+", "", names)):
            if name and not set(name) <= {".", ">"}:
                yield f"{module}.{name}"
    yield from IMPORT.findall(text)


def test_pages_examples_and_templates_import_from_packages() -> None:
    hidden = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in PAGES
        for name in imported(path.read_text(encoding="utf-8"))
        if not is_public(name)
    ]
    assert not hidden, f"not in the __all__ of a package: {', '.join(hidden)}"


def test_outbuildings_come_in_by_the_doors_of_everybody() -> None:
    """They import public names of the house, and the house and its tests nothing of theirs."""
    hidden = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted(ROOT.glob("packages/*/src/**/*.py"))
        for name in imported(path.read_text(encoding="utf-8"))
        if name.startswith("boardgames.") and name != "boardgames.__version__" and not is_public(name)
    ]
    assert not hidden, f"not in the __all__ of a package: {', '.join(hidden)}"
    known = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((*SOURCES.rglob("*.py"), *ROOT.glob("tests/**/*.py")))
        if path.name != "test_examples.py"  # those of every command that is installed
        for name in imported(path.read_text(encoding="utf-8"))
        if name.startswith("boardgames_")
    ]
    assert not known, f"the house knows an outbuilding: {', '.join(known)}"


def test_such_imports_are_found() -> None:
    text = """
>>> from boardgames.core.protocol.clock import Clock
>>> import boardgames.core.seeds
    from boardgames.games.shogi import (
        Shogi,
        no_such_name,
    )
from boardgames import load as load_game, games
"""
    assert [name for name in imported(text) if not is_public(name)] == [
        "boardgames.core.protocol.clock.Clock",
        "boardgames.games.shogi.no_such_name",
        "boardgames.core.seeds",
    ]


def is_hidden(name: str) -> bool:
    return not is_public(name) and not GROUPS.match(name)


def messages(path: Path) -> Iterator[str]:
    """The texts in a module that people may read: with a blank in them, and no docstrings."""
    nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    statements = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and id(node) not in statements and isinstance(node.value, str):
            yield from [node.value] if " " in node.value.strip() else []


def test_messages_name_what_is_public() -> None:
    hidden = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in SOURCES.rglob("*.py")
        if any(is_hidden(name) for name in NAMED.findall(STATEMENT.sub("", path.read_text(encoding="utf-8"))))
        for message in messages(path)
        for name in NAMED.findall(message)
        if is_hidden(name)
    ]
    assert not hidden, hidden


@pytest.mark.usefixtures("numbers")
def test_a_package_has_what_it_names() -> None:
    for name in PACKAGES:
        found = import_module(name)
        assert len(set(found.__all__)) == len(found.__all__), name
        for public in found.__all__:
            if name not in APART:
                assert hasattr(found, public), f"{name}.{public}"
        with pytest.raises(AttributeError, match="no_such_name"):
            found.no_such_name  # noqa: B018


def test_type_checkers_see_the_names_of_the_front_door() -> None:
    """The other packages read their names from their stubs."""
    stub = ast.parse((SOURCES / "__init__.pyi").read_text(encoding="utf-8"))
    seen = {alias.asname for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    seen |= {node.name for node in stub.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    assert seen - {None} == {*import_module("boardgames").__all__}


@pytest.mark.usefixtures("numbers")
def test_public_functions_name_their_parameters() -> None:
    unnamed = [
        f"{name}.{public}: {parameter}"
        for name in PACKAGES
        if name not in APART
        for public in import_module(name).__all__
        if inspect.isfunction(function := getattr(import_module(name), public)) and inspect.getdoc(function)
        for parameter, kind in inspect.signature(function).parameters.items()
        if kind.kind is not inspect.Parameter.VAR_POSITIONAL
        if not re.search(rf"\b{parameter}\b", inspect.getdoc(function) or "")
    ]
    assert not unnamed, unnamed


def public_classes() -> Iterator[type]:
    for name in PACKAGES:
        if name not in APART:
            members = [getattr(import_module(name), public) for public in import_module(name).__all__]
            yield from [each for each in members if inspect.isclass(each) and each.__module__.startswith("boardgames.")]


def methods(cls: type) -> Iterator[str]:
    """The public methods and properties that a class itself defines."""
    for name, value in vars(cls).items():
        if not name.startswith("_") and isinstance(value, FunctionType | classmethod | staticmethod | property):
            yield name


@pytest.mark.usefixtures("numbers")
def test_public_methods_have_docstrings() -> None:
    """A method that a protocol tells of, such as ``State.apply``, needs none of its own."""
    told = {
        name
        for cls in public_classes()
        if getattr(cls, "_is_protocol", False)
        for name in methods(cls)
        if inspect.getdoc(getattr(cls, name))
    }
    untold = {
        f"{cls.__module__}.{cls.__name__}.{name}"
        for cls in public_classes()
        for name in methods(cls)
        if name not in told and not inspect.getdoc(getattr(cls, name))
    }
    assert not untold, sorted(untold)


def raised(tree: ast.AST) -> Iterator[str]:
    """The names of the errors that a function's own statements raise, outside of what catches or turns errors."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name):
            yield node.exc.func.id
        elif not isinstance(node, ast.Try | ast.With | ast.FunctionDef):
            yield from raised(node)


def public_functions() -> Iterator[tuple[str, FunctionType, str]]:
    """The name, code and docstring of each public function, and of each method that has a docstring."""
    for name in PACKAGES:
        if name not in APART:
            members = {public: getattr(import_module(name), public) for public in import_module(name).__all__}
            yield from [
                (f"{name}.{key}", each, each.__doc__ or "") for key, each in members.items() if inspect.isfunction(each)
            ]
    for cls in public_classes():
        for name in methods(cls):
            member = vars(cls)[name]
            function = (
                member.fget if isinstance(member, property) else inspect.unwrap(getattr(member, "__func__", member))
            )
            if inspect.isfunction(function) and (text := inspect.getdoc(getattr(cls, name))):
                yield f"{cls.__name__}.{name}", function, text


@pytest.mark.usefixtures("numbers")
def test_docstrings_name_the_errors_that_are_raised() -> None:
    unsaid = {
        f"{name}: {error}"
        for name, function, text in public_functions()
        for error in raised(ast.parse(dedent(inspect.getsource(function))).body[0])
        if error not in text and error[0].isupper() and error != "NotImplementedError"
    }
    assert not unsaid, sorted(unsaid)
