"""The site's wheel carries the pages of the docs, and a bill of materials of the course's editor."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
import setuptools  # noqa: F401 - it adds what it carries to sys.path, and a test that imports it takes that away
from boardgames_site.lessons.pages import Pages

from tests.conftest import ROOT

SITE = ROOT / "packages" / "site"
LICENCES = "src/boardgames_site/lessons/assets/editor.LICENSE.txt"


@pytest.fixture
def bundled_docs(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module that copies the docs."""
    monkeypatch.syspath_prepend(str(SITE / "build_tools"))
    import bundled_docs

    return bundled_docs


@pytest.fixture
def bill_of_materials(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module that lists what others made."""
    monkeypatch.syspath_prepend(str(SITE / "build_tools"))
    import bill_of_materials

    return bill_of_materials


def test_an_installation_carries_the_pages_of_the_docs(bundled_docs: ModuleType, tmp_path: Path) -> None:
    """The course and all others that ``boardgames site`` renders, with pictures and solutions; not the reference."""
    bundled_docs.copy_docs(tmp_path)
    inside, outside = tmp_path / "docs", ROOT / "docs"
    assert Pages(inside, "").pages == Pages(outside, "").pages
    for pattern in ("**/*.svg", "course/solutions/*.py"):
        names = {file.relative_to(outside) for file in outside.glob(pattern)}
        assert names and names == {file.relative_to(inside) for file in inside.glob(pattern)}
    assert not (inside / "reference").exists()


def test_a_wheel_lists_what_its_editor_is_made_of(bill_of_materials: ModuleType) -> None:
    """As its licence file does, which the build of the editor writes."""
    bill = bill_of_materials.bill("1.2.0")
    names = {component["name"] for component in bill["components"]}
    assert "@codemirror/view" in names and "esbuild" not in names
    assert names == set(re.findall(r"^(\S+) \d", (SITE / LICENCES).read_text(encoding="utf-8"), re.MULTILINE))
    assert set(bill["dependencies"][0]["dependsOn"]) == {component["bom-ref"] for component in bill["components"]}
    project = tomllib.loads((SITE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert LICENCES in project["license-files"]
