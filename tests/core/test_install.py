"""How the project is installed: what is built when, what the distribution is called, what a release needs."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from benchmarks.hot_functions import functions
from tests.conftest import ROOT
from tests.test_native_ints import compiled

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

C = """\
static bool
CPyDef_rules___State_trait_vtable_setup(void)
{
    return 1;
}
static PyTypeObject *CPyType_rules___State_template = &CPyType_rules___State_template_;
PyObject *CPyDef_rules___State___apply(PyObject *cpy_r_self) {
    return often();
}
PyObject *CPyPy_rules___State___apply(PyObject *self, PyObject *const *args, size_t nargs, PyObject *kwnames) {
    return wrapper();
}
PyObject *CPyDef_rules___State___why_not(PyObject *cpy_r_self) {
    return seldom();
}
char CPyDef_rules_____top_level__(void) {
    return module_body();
}
"""


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module that compiles."""
    monkeypatch.syspath_prepend(str(ROOT / "build_tools"))
    import compiling

    return compiling


def test_functions_that_are_optimised_exist() -> None:
    """After a rename: ``python -m benchmarks.hot_functions --write``, or edit the name in ``build_tools/hot.txt``."""
    hot = (ROOT / "build_tools/hot.txt").read_text(encoding="utf-8").split()
    assert sorted(set(hot)) == hot
    assert set(hot) <= set().union(*map(functions, compiled()))


def test_c_is_sorted_into_what_runs_often_and_what_does_not(compiling: ModuleType, tmp_path: Path) -> None:
    source = tmp_path / "__native_boardgames___games___ur___rules.c"
    source.write_text(C, encoding="utf-8")
    often, rare = compiling._split(str(source), frozenset({"State.apply"}))
    assert "often()" in often and "often()" not in rare
    for call in ("wrapper()", "seldom()", "module_body()"):
        assert call in rare and call not in often
    assert "static" not in often, "what module bodies refer to is seen from the other file"
    assert "extern bool\nCPyDef_rules___State_trait_vtable_setup(void);" in rare
    assert "extern PyTypeObject *CPyType_rules___State_template;" in rare


def test_only_a_build_runs_mypyc() -> None:
    """pip asks ``setup.py`` for requirements and metadata too."""
    code = "import runpy, sys; sys.argv[1:] = ['--name']; runpy.run_path('setup.py'); print('mypy' in sys.modules)"
    output = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True, timeout=120)
    assert output.split()[-2:] == ["abstract-boardgames", "False"]


def test_a_pure_installation_downloads_no_mypyc(compiling: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    import backend  # type: ignore[import-not-found, unused-ignore]

    monkeypatch.setenv("BOARDGAMES_PURE", "1")
    assert backend.get_requires_for_build_wheel() == []
    monkeypatch.delenv("BOARDGAMES_PURE")
    monkeypatch.setenv("CC", "no-such-compiler")
    assert backend.get_requires_for_build_editable() == []
    assert compiling.why_pure() == "the C compiler 'no-such-compiler' was not found"


def test_the_build_and_the_tests_use_the_same_mypy(compiling: ModuleType) -> None:
    build = {requirement.replace("[mypyc]", "") for requirement in compiling.MYPYC}
    tests = set(PROJECT["optional-dependencies"]["test"])
    assert [requirement for requirement in tests if requirement.startswith("mypy==")] == ["mypy==2.4.1"]
    assert "mypy==2.4.1" in build


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
