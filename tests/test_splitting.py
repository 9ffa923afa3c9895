"""Which C functions a build compiles with optimisation: those named in ``build_tools/hot.txt``."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

C = """\
PyObject *CPyDef_rules___State___apply(PyObject *cpy_r_self) {
    return cpy_r_self;
}

        PyObject *CPyPy_rules___State___apply(PyObject *self, size_t nargs) {
            if (nargs) {
                return NULL;
            }
            return CPyDef_rules___State___apply(self);
        }

        CPyStatic_rules___globals = PyModule_GetDict(module);
"""
"""What mypyc writes of a method: the function itself, and indented, the wrapper that interpreted code calls."""


@pytest.mark.parametrize(
    ("hot", "often"),
    [
        ((), ()),
        (("State.apply",), ("CPyDef_",)),
        (("State.apply()",), ("CPyPy_",)),
        (("State.apply", "State.apply()"), ("CPyDef_", "CPyPy_")),
    ],
)
def test_a_function_and_its_wrapper_are_named_apart(
    hot: tuple[str, ...], often: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(ROOT / "build_tools")
    from splitting import split

    monkeypatch.delitem(sys.modules, "splitting")
    source = tmp_path / "__native_boardgames___games___ur___rules.c"
    source.write_text(C)
    optimised, rest = split(source, frozenset(f"games.ur.rules:{name}" for name in hot))
    bodies = {
        "CPyDef_": "    return cpy_r_self;\n",
        "CPyPy_": "            return CPyDef_rules___State___apply(self);\n",
    }
    for kind, body in bodies.items():
        assert (body in optimised, body in rest) == ((True, False) if kind in often else (False, True))
        assert f"PyObject *{kind}rules___State___apply(" in rest, "it is declared where it is not defined"
