"""How the project is installed: what is built when, what the distribution is called, what a release needs."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from itertools import groupby
from pathlib import Path
from types import ModuleType

import pytest

from boardgames.web.lessons.pages import Pages
from tests.conftest import ROOT
from tests.test_native_ints import compiled

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

C = """\
static int
ur___rules___State_traverse(boardgames___games___ur___rules___StateObject *self, visitproc visit, void *arg)
{
    return visited();
}
static CPyVTableItem ur___rules___State_vtable[4];
PyObject *CPyDef_ur___rules_____mypyc__State_setup(PyObject *cpy_r_type)
{
    return made(ur___rules___State_vtable);
}
static bool
CPyDef_ur___rules___State_trait_vtable_setup(void)
{
    return filled(ur___rules___State_vtable);
}
static int CPyExec_boardgames___games___ur___rules__impl(PyObject *module)
{
    CPyStatic_ur___rules___globals = PyModule_GetDict(CPyModule_boardgames___games___ur___rules__internal);
}
PyObject *CPyInit_boardgames___games___ur___rules(void)
{
            return NULL;
        }
PyObject *CPyDef_ur___rules___State___apply(PyObject *cpy_r_self) {
    return often();
fail: ;
    return NULL;
}
PyObject *CPyDef_ur___rules___State___apply__BaseState_glue(PyObject *cpy_r_self) {
    return inherited();
}
PyObject *CPyPy_ur___rules___State___apply(PyObject *self, PyObject *const *args, size_t nargs, PyObject *kwnames) {
    return wrapper();
}
PyObject *CPyDef_ur___rules___State___why_not(PyObject *cpy_r_self) {
    return seldom();
}
char CPyDef_ur___rules_____top_level__(void) {
    return module_body();
}
"""


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module that compiles."""
    monkeypatch.syspath_prepend(str(ROOT / "build_tools"))
    import compiling

    return compiling


def functions(path: Path) -> set[str]:
    """The functions, classes and methods of a module, as ``name`` or ``Class.name``."""
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
            names |= {f"{node.name}.{part.name}" for part in node.body if isinstance(part, ast.FunctionDef)}
    return names


@pytest.mark.thorough
def test_functions_that_are_optimised_exist() -> None:
    """After a rename: ``python -m benchmarks.hot_functions --write``, or edit the name in ``build_tools/hot.txt``."""
    hot = (ROOT / "build_tools/hot.txt").read_text(encoding="utf-8").split()
    assert sorted(set(hot)) == hot
    package = ROOT / "src/boardgames"
    for module, names in groupby(hot, key=lambda line: line.partition(":")[0]):
        path = package.joinpath(*module.split(".")).with_suffix(".py")
        assert path in compiled()
        assert {name.partition(":")[2].removesuffix("()") for name in names} <= functions(path), module


def test_c_is_sorted_into_what_runs_often_and_what_does_not(compiling: ModuleType, tmp_path: Path) -> None:
    source = tmp_path / "__native_boardgames___games___ur___rules.c"
    source.write_text(C, encoding="utf-8")
    often, rare = compiling.split(source, frozenset({"games.ur.rules:State.apply", "games.ur.rules:State"}))
    for call in ("often()", "inherited()", "visited()", "made("):
        assert call in often and call not in rare
    for call in ("wrapper()", "seldom()", "module_body()", "filled(", "PyModule_GetDict", "CPyInit_"):
        assert call in rare and call not in often
    assert "static" not in often and "static CPyVTableItem" not in rare, "each file sees what the other has"
    assert "CPyDef_ur___rules___State___apply(PyObject *cpy_r_self);\n" in rare
    assert "extern CPyVTableItem ur___rules___State_vtable[4];\n" in often

    often, rare = compiling.split(source, frozenset({"games.morris.rules:State.apply"}))
    assert "often()" in rare and "often()" not in often, "a name belongs to its module"


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


def test_pip_asks_what_the_backend_can_do_without_setuptools() -> None:
    """And there is nothing to ask for the metadata of an editable installation, for which ``setup.py`` would run."""
    code = "import backend, sys; print(sorted(set(dir(backend)) & set(backend.__all__)), 'setuptools' in sys.modules)"
    output = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT / "build_tools", text=True, timeout=60)
    hooks = ["build_editable", "build_sdist", "build_wheel", "prepare_metadata_for_build_wheel"]
    requires = ["get_requires_for_build_editable", "get_requires_for_build_wheel"]
    assert output.strip() == f"{sorted(hooks + requires)} False"


@pytest.mark.thorough
def test_types_that_a_build_does_not_read_make_no_difference(tmp_path: Path) -> None:
    """mypyc's C is the same with the types of all packages that ``UNREAD`` names."""
    code = """
import sys
from pathlib import Path
from types import SimpleNamespace
import compiling, mypyc.build
target = sys.argv[1]
if sys.argv[2] == "all":
    compiling.UNREAD.clear()
made = mypyc.build.mypycify
mypyc.build.mypycify = lambda *words, **named: made(*words, **named, target_dir=target)
compiling._translate(SimpleNamespace(build_temp=target, extensions=[]))
"""
    made = []
    for what in ("all", "needed"):
        target = tmp_path / what
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "build_tools")}
        command = [sys.executable, "-c", code, str(target), what]
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, timeout=300)
        made.append({path.relative_to(target): path.read_text("utf-8") for path in target.rglob("*.[ch]")})
    assert made[0] and made[0] == made[1]


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
