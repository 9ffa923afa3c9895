"""How the project is installed: what is built when, what the distribution is called, what a release needs."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from setuptools import build_meta

from boardgames.web.lessons.pages import Pages
from tests.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module that compiles."""
    monkeypatch.syspath_prepend(str(ROOT / "build_tools"))
    import compiling

    return compiling


def test_an_installation_carries_the_pages_of_the_docs(compiling: ModuleType, tmp_path: Path) -> None:
    """The course and all others that ``boardgames site`` renders, with pictures and solutions; not the reference."""
    import bundled_docs

    bundled_docs.copy_docs(tmp_path)
    inside, outside = tmp_path / bundled_docs.INSIDE, ROOT / "docs"
    assert Pages(inside, "").pages == Pages(outside, "").pages
    for pattern in ("**/*.svg", "course/solutions/*.py"):
        names = {file.relative_to(outside) for file in outside.glob(pattern)}
        assert names and names == {file.relative_to(inside) for file in inside.glob(pattern)}
    assert not (inside / "reference").exists()


@pytest.mark.thorough
def test_only_a_build_runs_mypyc() -> None:
    """pip asks ``setup.py`` for requirements and metadata too."""
    code = "import runpy, sys; sys.argv[1:] = ['--name']; runpy.run_path('setup.py'); print('mypy' in sys.modules)"
    output = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True, timeout=120)
    assert output.split()[-2:] == ["abstract-boardgames", "False"]


def test_a_pure_installation_downloads_no_mypyc(compiling: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "argv", ["setup.py"])
    monkeypatch.delenv("BOARDGAMES_PURE", raising=False)
    assert any(requirement.startswith("mypy") for requirement in build_meta.get_requires_for_build_wheel())
    monkeypatch.setenv("BOARDGAMES_PURE", "1")
    assert build_meta.get_requires_for_build_wheel() == []
    monkeypatch.delenv("BOARDGAMES_PURE")
    monkeypatch.setenv("CC", "no-such-compiler")
    assert build_meta.get_requires_for_build_editable() == []
    assert compiling.why_pure() == "the C compiler 'no-such-compiler' was not found"


def test_the_distribution_is_named_right() -> None:
    """The index has another project called ``boardgames``."""
    paths = [path for folder in ("src", "docs", "examples") for path in (ROOT / folder).rglob("*")]
    paths += [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    for path in paths:
        if path.suffix in (".py", ".md", ".toml", ".html"):
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"pip install(?: -\S+)* '?boardgames\b", text), path
            assert not re.search(r'^dependencies = .*"boardgames', text, re.MULTILINE), path


def test_a_release_says_what_it_is() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## (\S+) \((\d{4}-\d{2}-\d{2})\)$", changes, re.MULTILINE)
    assert first is not None and first[1] == PROJECT["version"]
    assert {f"Programming Language :: Python :: 3.{minor}" for minor in range(11, 15)} <= set(PROJECT["classifiers"])
    assert PROJECT["name"] == "abstract-boardgames"
