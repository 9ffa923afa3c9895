"""Imports point down only, between packages and inside core; no circle anywhere, no large folder."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.conftest import ROOT
from tests.test_native_ints import compiled

SOURCES = ROOT / "src" / "boardgames"
TEMPLATE = SOURCES / "cli" / "template"
IMPORT = re.compile(
    r"^[ \t]*(from boardgames\b[\w.]* import (?:\([^)]*\)|[^(#\n]+)|import boardgames\b[^#\n]*)", re.MULTILINE
)
TEXT = re.compile(r'""".*?"""', re.DOTALL)
LARGE = 20
"""A folder has no more modules than this."""
RECORDS = SOURCES / "games" / "shogi" / "records"
"""Every dialect of every format has a module of its own."""

ALLOWED = {
    "core": {"build"},
    "games": {"core"},
    "players": {"core"},
    "view": {"core"},
    "solve": {"core", "build", "whole_file", "__init__"},
    "referee": {"core"},
    "testkit": {"core", "contest"},
    "rl": {"core", "contest", "players", "referee", "view", "whole_file"},
    "fitting": {"core", "players", "whole_file"},
    "contest": {"core", "players", "referee", "view", "whole_file"},
    "analysis": {"core", "contest", "referee", "solve", "view"},
    "grading": {"core", "referee", "testkit", "view", "__init__"},
    "arena": {"core", "contest", "referee", "view", "whole_file"},
    "web": {"core", "contest", "analysis", "referee", "testkit", "view", "arena", "whole_file", "__init__"},
    "notebook": {"core", "contest", "referee", "view", "web"},
    "cli": {
        *(
            "core",
            "analysis",
            "arena",
            "fitting",
            "grading",
            "players",
            "referee",
            "contest",
            "testkit",
            "view",
            "rl",
            "solve",
            "web",
        ),
        *("build", "interruption", "whole_file", "__init__"),
    },
}
"""What each package may import, besides itself."""

ALLOWED_IN_CORE = {
    "exports": set(),
    "seeds": set(),
    "settings": set(),
    "signals": set(),
    "vectors": {"model"},
    "text": {"exports"},
    "model": {"exports", "signals", "text"},
    "picture": {"exports", "model", "text"},
    "learning": {"exports", "model", "text", "vectors"},
    "record": {"exports", "model", "seeds", "text"},
    "protocol": {"exports", "model", "text", "record", "picture"},
    "lookup": {"exports", "model", "seeds", "text", "record", "picture", "learning", "protocol"},
}
"""The same for the packages and modules of core."""

FAMILIES = {
    "minishogi": {"shogi"},
    "dice_shogi": {"minishogi", "shogi"},
    "judkins": {"shogi"},
    "gorogoro": {"shogi"},
    "checkshogi": {"shogi"},
    "dobutsu": {"shogi"},
    "euroshogi": {"shogi"},
    "kyotoshogi": {"shogi"},
    "microshogi": {"shogi"},
    "torishogi": {"shogi"},
}
"""The other games that a game may import."""

NOT_FOR_RULES = {"notation", "picture", "scene", "io", "records", "codingame", "colosseum", "usi"}
"""Modules and folders of a game in which it is written, drawn or sent."""


def name_of(path: Path) -> str:
    """The dotted name of a module below the package; of a package's ``__init__`` the package's."""
    parts = path.relative_to(SOURCES).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


MODULES = {name_of(path): path for path in sorted(SOURCES.rglob("*.py")) if not path.is_relative_to(TEMPLATE)}


@cache
def imports(module: str) -> frozenset[str]:
    """The modules of this package that a module imports anywhere, for the type checker alone too."""
    return frozenset(imported(MODULES[module].read_text(encoding="utf-8"))) - {module}


def imported(source: str) -> Iterator[str]:
    """To read whole modules takes ten times as long as to look for the statements in them."""
    assert source.count('"""') % 2 == 0, "texts are left out"
    for node in ast.parse("\n".join(IMPORT.findall(TEXT.sub("", source)))).body:
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            below = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if name.partition(".")[2] in MODULES else str(node.module) for name in below]
        else:
            continue
        for name in names:
            top, _, module = name.partition(".")
            if top == "boardgames":
                yield module or "__init__"


def group(module: str, level: int = 0) -> str:
    """The package or lone module that a module belongs to, as far below the library as ``level`` says."""
    return module.split(".")[level]


def test_arrows_point_down() -> None:
    for module in MODULES:
        if (package := group(module)) in ALLOWED:
            for other in imports(module):
                assert group(other) in ALLOWED[package] | {package}, f"{module} imports {other}"


def test_every_package_has_its_arrows() -> None:
    assert {path.parent.name for path in SOURCES.glob("*/__init__.py")} == ALLOWED.keys()
    inside = {path.parent.name for path in (SOURCES / "core").glob("*/__init__.py")}
    inside |= {path.stem for path in (SOURCES / "core").glob("*.py")} - {"__init__"}
    assert inside == ALLOWED_IN_CORE.keys()


def test_arrows_point_down_inside_core() -> None:
    for module in MODULES:
        if module.startswith("core."):
            part = group(module, 1)
            for other in imports(module):
                if other.startswith("core."):
                    assert group(other, 1) in ALLOWED_IN_CORE[part] | {part}, f"{module} imports {other}"


def test_the_arrows_make_no_circle() -> None:
    for allowed in (ALLOWED, ALLOWED_IN_CORE):
        TopologicalSorter(allowed).prepare()


def test_modules_import_each_other_in_no_circle() -> None:
    """Not inside a package either, and not for the type checker alone."""
    try:
        TopologicalSorter({module: imports(module) for module in MODULES}).prepare()
    except CycleError as error:
        raise AssertionError(f"these import each other: {' <- '.join(error.args[1])}") from None


def test_imports_of_every_form_are_found() -> None:
    source = """
import boardgames as bg
from boardgames import build
from boardgames.core.model import walk, game as the_game
from boardgames.core.lookup import find
import boardgames.core.seeds
if TYPE_CHECKING:
    from boardgames.view import svg
def late():
    from boardgames.core.model.game import State
"""
    assert set(imported(source)) == {
        *("__init__", "build", "core.model.walk", "core.model.game", "core.lookup", "core.seeds", "view.svg"),
    }


def test_a_game_imports_no_other_but_its_family() -> None:
    for module in MODULES:
        if module.startswith("games.") and (SOURCES / "games" / group(module, 1)).is_dir():
            game = group(module, 1)
            for other in imports(module):
                if other.startswith("games.") and (SOURCES / "games" / group(other, 1)).is_dir():
                    assert group(other, 1) in FAMILIES.get(game, set()) | {game}, f"{module} imports {other}"


def test_what_is_compiled_imports_from_modules_not_from_packages() -> None:
    """For a build mypy reads no package's ``__init__``: a type from there would be compiled as ``Any``, and slowly."""
    reached: set[str] = set()
    coming = {name_of(path) for path in compiled()}
    while coming:
        reached |= coming
        coming = {other for module in coming for other in imports(module)} - reached
    assert not {module for module in reached if MODULES[module].stem == "__init__"}


RULES = [module for module in MODULES if module.startswith("games.") and module.endswith(".rules")]


def test_rules_know_no_text_and_no_picture() -> None:
    for module in RULES:
        for other in imports(module):
            assert not NOT_FOR_RULES & set(other.split(".")[2:]), f"{module} imports {other}"


def large_folders() -> set[str]:
    folders = {path.parent for path in MODULES.values()} - {RECORDS}
    return {str(folder.relative_to(SOURCES)) for folder in folders if len([*folder.glob("*.py")]) > LARGE}


def test_no_folder_is_large() -> None:
    assert not large_folders()
