"""Imports point down only, which import-linter says; modules import each other in no circle, and no folder is large."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

import grimp
import pytest

from tests.conftest import ROOT

SOURCES: Final = ROOT / "src" / "boardgames"
TEMPLATE: Final = SOURCES / "testkit" / "template"
LARGE: Final = 25
"""A folder has no more modules than this."""
RECORDS: Final = SOURCES / "games" / "shogi" / "records"
"""Every dialect of every format has a module of its own."""


@cache
def graph() -> grimp.ImportGraph:
    """The imports of all modules, also those for type checkers alone."""
    return grimp.build_graph("boardgames", cache_dir=None)


def test_the_contracts_of_import_linter_hold() -> None:
    for package in ROOT.glob("packages/*/src/boardgames_*"):
        pytest.importorskip(package.stem)
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_modules_import_each_other_in_no_circle() -> None:
    """Not inside a package either, and not for the type checker alone."""
    imports = {module: graph().find_modules_directly_imported_by(module) for module in graph().modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        raise AssertionError(f"these import each other: {' <- '.join(error.args[1])}") from None


def test_no_folder_is_large() -> None:
    folders = {path.parent for path in SOURCES.rglob("*.py") if not path.is_relative_to(TEMPLATE)} - {RECORDS}
    assert not {str(folder) for folder in folders if len([*folder.glob("*.py")]) > LARGE}
