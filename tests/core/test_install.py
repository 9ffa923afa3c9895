"""How the project is installed: what is built when, what the distribution is called, what a release needs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from setuptools import build_meta

import boardgames
from conftest import LIBRARIES
from tests.conftest import ROOT

OUTBUILDINGS = {path.name for path in ROOT.glob("packages/*/src/boardgames_*") if path.suffix != ".egg-info"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module that compiles."""
    monkeypatch.syspath_prepend(str(ROOT / "build_tools"))
    import compiling

    return compiling


@pytest.mark.thorough
def test_only_a_build_runs_mypyc() -> None:
    """pip asks ``setup.py`` for requirements and metadata too."""
    code = "import runpy, sys; sys.argv[1:] = ['--name']; runpy.run_path('setup.py'); print('mypy' in sys.modules)"
    output = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True, timeout=120)
    assert output.split()[-2:] == ["abstract-boardgames", "False"]


@pytest.mark.thorough
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
    paths = [path for folder in ("src", "packages", "docs", "examples") for path in (ROOT / folder).rglob("*")]
    paths += [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    for path in paths:
        if path.suffix in (".py", ".md", ".toml", ".html"):
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"pip install(?: -\S+)* '?boardgames\b", text), path
            assert not re.search(r'^dependencies = .*"boardgames', text, re.MULTILINE), path


def test_a_release_says_what_it_is() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## (\S+) \((\d{4}-\d{2}-\d{2})\)$", changes, re.MULTILINE)
    assert first is not None
    major, minor, *rest = boardgames.__version__.split(".")
    if "dev0" in rest:  # what is under development comes after the newest release
        assert tuple(map(int, first[1].split("."))) < (int(major), int(minor), 0)
    else:
        assert first[1] == boardgames.__version__
    assert {f"Programming Language :: Python :: 3.{minor}" for minor in range(11, 15)} <= set(PROJECT["classifiers"])
    assert PROJECT["name"] == "abstract-boardgames"
    assert PROJECT["scripts"]["abstract-boardgames"] == PROJECT["scripts"]["boardgames"]


def test_all_distributions_have_one_version(compiling: ModuleType) -> None:
    """The library's stands in one file; each package has it too, and requires exactly this library."""
    import release

    assert "version" in PROJECT["dynamic"] and boardgames.__version__ == release.VERSION
    files = release.projects(ROOT)
    assert len(files) == len(OUTBUILDINGS) == len(list((ROOT / "packages").glob("*/src")))
    for file in files:
        project = tomllib.loads(file.read_text(encoding="utf-8"))["project"]
        house = [name for name in project["dependencies"] if name.startswith("abstract-boardgames")]
        pin = rf"abstract-boardgames(\[\w+\])?=={re.escape(release.VERSION)}"
        assert len(house) == 1 and re.fullmatch(pin, house[0]), file
        name = file.parent.name
        assert (project["name"], project["version"]) == (f"abstract-boardgames-{name}", release.VERSION)
        assert f"boardgames_{name}" in OUTBUILDINGS and (file.parent / "README.md").exists(), file


def test_all_distributions_have_the_licence_and_the_page_of_the_index() -> None:
    setups = {(ROOT / f"packages/{name.removeprefix('boardgames_')}/setup.py").read_text() for name in OUTBUILDINGS}
    assert len(setups) == 2, "one for all, and one that builds the site"
    for file in ROOT.glob("packages/*/pyproject.toml"):
        project = tomllib.loads(file.read_text(encoding="utf-8"))["project"]
        assert "LICENSE" in project["license-files"] and set(project["dynamic"]) == {"readme", "urls"}, file
        assert (file.parent / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes(), file


def test_all_that_tests_may_want_is_known() -> None:
    """So CI can refuse to run where a test would be skipped because a library is missing."""
    wanted = {
        name
        for path in (ROOT / "tests").rglob("*.py")
        for name in re.findall(r"importorskip\(\s*\"(\w+)", path.read_text(encoding="utf-8"))
    }
    small = {"caissify_pairings", "compression", "pty", "resource", "royalur"}  # in the group 'test', or of Python
    assert "cshogi" in wanted and wanted - small <= LIBRARIES.keys()
    assert all((ROOT / path).exists() for paths in LIBRARIES.values() for path in paths)


def test_one_file_installs_all_packages() -> None:
    lines = (ROOT / "packages/all.txt").read_text(encoding="utf-8").splitlines()
    installed = {line.removeprefix("-e ./") for line in lines if not line.startswith("#")}
    assert installed == {f"packages/{file.parent.name}" for file in ROOT.glob("packages/*/pyproject.toml")}


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not here")
def test_a_release_assembles_the_changes_and_goes_on(compiling: ModuleType, tmp_path: Path) -> None:
    import release

    def git(*words: str) -> str:
        ours = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        return subprocess.check_output(["git", "-C", str(tmp_path), *ours, *words], text=True)

    changes, source = tmp_path / release.FRAGMENTS, tmp_path / release.SOURCE
    changes.mkdir()
    source.parent.mkdir(parents=True)
    source.write_text('a = 1\n__version__ = "0.2.0.dev0"\n')
    package = tmp_path / release.PACKAGES / "arena" / "pyproject.toml"
    package.parent.mkdir(parents=True)
    package.write_text('version = "0.2.0.dev0"\nneeds = ["abstract-boardgames[web]==0.2.0.dev0", "mcp>=2.1"]\n')
    (changes / "README.md").write_text("About them.\n")
    (changes / "b.md").write_text("A second thing.\n")
    (changes / "a.md").write_text("One thing\nof two lines.\n")
    (tmp_path / release.CHANGELOG).write_text("# Changes\n\n## 0.1.0 (2026-01-02)\n\nThe first.\n")
    git("init", "--quiet")
    git("config", "user.name", "a")
    git("config", "user.email", "a@example.org")
    git("add", "--all")
    git("commit", "--quiet", "--message", "All")
    release.release(tmp_path, "0.2.0", "2026-03-04")
    expected = "# Changes\n\n## 0.2.0 (2026-03-04)\n\n- One thing\n  of two lines.\n- A second thing.\n\n## 0.1.0"
    assert (tmp_path / release.CHANGELOG).read_text().startswith(expected)
    assert [file.name for file in changes.iterdir()] == ["README.md"]
    assert '"0.2.0"' in git("show", f"v0.2.0:{release.SOURCE.as_posix()}")
    needs = 'version = "{0}"\nneeds = ["abstract-boardgames[web]=={0}", "mcp>=2.1"]\n'
    assert git("show", "v0.2.0:packages/arena/pyproject.toml") == needs.format("0.2.0")
    assert package.read_text() == needs.format("0.3.0.dev0")
    assert release.version_in(tmp_path) == "0.3.0.dev0" and git("status", "--short") == ""


def test_the_page_of_the_index_leads_to_the_repository(compiling: ModuleType) -> None:
    import index_page

    page = index_page.long_description("owner/name", "1.2.0")
    targets = re.findall(r'\]\(([^)]+)|src="([^"]+)', page)
    assert targets and all((link or picture).startswith(("https://", "#")) for link, picture in targets)
    assert "https://raw.githubusercontent.com/owner/name/v1.2.0/docs/_static/game.svg" in page
    assert index_page.long_description(None, "1.2.0") == (ROOT / "README.md").read_text(encoding="utf-8")
    arena = index_page.long_description("owner/name", "1.2.0", ROOT / "packages" / "arena")
    assert "(https://github.com/owner/name/blob/v1.2.0/docs/arena.md)" in arena and "](.." not in arena
    assert index_page.addresses(None) == {}
    assert index_page.addresses("owner/name")["Issues"] == "https://github.com/owner/name/issues"


def test_workflows_pin_what_they_use_and_may_do_little() -> None:
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    assert workflows
    for workflow in workflows:
        text = workflow.read_text(encoding="utf-8")
        used = re.findall(r"uses: (.*)", text)
        assert used and all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", action) for action in used), workflow
        assert re.search(r"^permissions: \{\}$", text, re.MULTILINE), workflow
        assert text.count("actions/checkout@") == text.count("persist-credentials: false"), workflow


def test_each_stage_that_a_workflow_names_is_one() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    stages = set(re.findall(r"^(?:if stage|beside) (\w+) ", script, re.MULTILINE))
    checks = (ROOT / ".github" / "workflows" / "checks.yml").read_text(encoding="utf-8")
    named = {
        name
        for line in re.findall(r"(?:stages:|\.ci/run) ([a-z ]+?)(?: \}|$)", checks, re.MULTILINE)
        for name in line.split()
    }
    assert "tests" in named and "elsewhere" in named
    assert named == stages


@pytest.mark.thorough
def test_a_source_distribution_has_all_that_the_tests_need(tmp_path: Path) -> None:
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files"], capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is not a checkout")
    code = f"from setuptools import build_meta; build_meta.build_sdist({str(tmp_path)!r})"
    variables = {**os.environ, "BOARDGAMES_PURE": "1"}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=variables, capture_output=True, check=True, timeout=300)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        carried = {name.partition("/")[2] for name in archive.getnames()}
    there = {name for name in listed.stdout.splitlines() if (ROOT / name).exists()}
    assert there <= carried, there - carried
