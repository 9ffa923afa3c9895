"""Imports point down only: cli → referee, players → core ← games; rules import no text and no picture."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

SOURCES = ROOT / "src" / "boardgames"
ALLOWED = {
    "core": {"core", "build"},
    "games": {"core", "games"},
    "players": {"core", "players"},
    "view": {"core", "view"},
    "solve": {"core", "solve", "build", "__init__"},
    "referee": {"core", "referee"},
    "testkit": {"core", "contest", "testkit"},
    "rl": {"core", "contest", "players", "view", "rl"},
    "contest": {"core", "players", "referee", "contest", "whole_file"},
    "web": {"core", "contest", "referee", "view", "web"},
    "cli": {
        "core",
        "players",
        "referee",
        "contest",
        "testkit",
        "view",
        "rl",
        "solve",
        "web",
        "cli",
        "build",
        "whole_file",
        "__init__",
    },
}
TEXT_ROOMS = {
    "notation", "picture", "scene", "sfen", "kif", "csa", "usi", "codingame", "colosseum", "evaluation", "kif_reader",
    "csa_reader", "position_line", "formats", "record_builder", "fair_copy", "diagram", "kanji", "encodings", "endings",
}  # fmt: skip


def imports(path: Path) -> Iterator[str]:
    """The modules of this package that a file imports, as dotted names below the package."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "boardgames":
            below = node.module.removeprefix("boardgames").lstrip(".")
            if below:
                yield below
            else:
                yield from (
                    alias.name if (SOURCES / f"{alias.name}.py").exists() else "__init__" for alias in node.names
                )
        elif isinstance(node, ast.Import):
            yield from (
                alias.name.removeprefix("boardgames").lstrip(".") or "__init__"
                for alias in node.names
                if alias.name.split(".")[0] == "boardgames"
            )


@pytest.mark.parametrize("room", ALLOWED)
def test_arrows_point_down(room: str) -> None:
    for path in (SOURCES / room).rglob("*.py"):
        for module in imports(path):
            assert module.split(".")[0] in ALLOWED[room], f"{path.relative_to(SOURCES)} imports {module}"


def test_a_game_imports_no_other_but_its_family() -> None:
    families = {
        "minishogi": {"minishogi", "shogi"},
        "dice_shogi": {"dice_shogi", "minishogi", "shogi"},
        "judkins": {"judkins", "shogi"},
        "gorogoro": {"gorogoro", "shogi"},
    }
    for folder in (SOURCES / "games").iterdir():
        for path in folder.rglob("*.py"):
            for module in imports(path):
                if module.startswith("games."):
                    game = module.split(".")[1]
                    if (SOURCES / "games" / f"{game}.py").exists():  # what several games share
                        continue
                    assert game in families.get(folder.name, {folder.name}), f"{path} imports {module}"


@pytest.mark.parametrize("path", sorted((SOURCES / "games").rglob("rules.py")), ids=lambda path: str(path.parent.name))
def test_rules_know_no_text_and_no_picture(path: Path) -> None:
    for module in imports(path):
        assert module.split(".")[-1] not in TEXT_ROOMS, f"{path.relative_to(SOURCES)} imports {module}"


@pytest.mark.parametrize("folder", sorted(path.name for path in (SOURCES / "games").iterdir() if path.is_dir()))
def test_the_modules_of_a_game_import_each_other_in_no_circle(folder: str) -> None:
    """Not even for the type checker alone."""
    house = SOURCES / "games" / folder
    modules = {".".join(path.relative_to(SOURCES).with_suffix("").parts): path for path in house.rglob("*.py")}
    below = {module: {name for name in imports(path) if name in modules} for module, path in modules.items()}
    while below:
        free = {module for module, needs in below.items() if not needs & below.keys()}
        assert free, f"these import each other: {', '.join(sorted(below))}"
        below = {module: needs for module, needs in below.items() if module not in free}
