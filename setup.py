"""Compiles the rules with mypyc where a C compiler works, and leaves them as Python where none does."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError

DEPENDENCIES = ["attrs>=23.1", "click>=8.1", "mypy-extensions>=1.0", "rich>=13", "typing-extensions>=4.6"]
COMPILED_DEPENDENCIES = ["librt>=0.16"]  # the flat arrays of compiled modules


def compiled_modules() -> list[str]:
    table = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    modules: list[str] = table["tool"]["boardgames"]["compiled"]
    return modules


def why_pure() -> str | None:
    """Why nothing can be compiled here, or ``None`` if it can."""
    if os.environ.get("BOARDGAMES_PURE"):
        return "BOARDGAMES_PURE is set"
    if sys.implementation.name != "cpython":
        return f"mypyc compiles for CPython, not {sys.implementation.name}"
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.errors import CCompilerError, DistutilsError
    from setuptools._distutils.sysconfig import customize_compiler

    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch, "probe.c")
        source.write_text("#include <Python.h>\n", encoding="utf-8")
        compiler = new_compiler()
        customize_compiler(compiler)
        try:
            compiler.compile([str(source)], output_dir=scratch, include_dirs=[sysconfig.get_path("include")])
        except (CCompilerError, DistutilsError, OSError):
            command = getattr(compiler, "compiler", ["cc"])[0]
            what = "cannot compile against Python.h" if shutil.which(command) else "was not found"
            return f"the C compiler {command!r} {what}"
    return None


def tell_pure(reason: str) -> None:
    print(f"boardgames: {reason}, so the rules are installed as pure Python (same results, slower).", file=sys.stderr)


def extensions() -> list[Any]:
    reason = why_pure()
    if reason is not None:
        tell_pure(reason)
        return []
    from mypyc.build import mypycify

    # Errors elsewhere are nothing to a build: a module that is not compiled may import what only an extra brings.
    words = ["--follow-imports=silent", *compiled_modules()]
    modules: list[Any] = mypycify(words, debug_level="0", group_name="boardgames")
    if sys.platform == "linux":
        for module in modules:  # lets the C compiler join our functions; nobody replaces them from outside
            module.extra_compile_args.append("-fno-semantic-interposition")
    return modules


class BuildOrPure(build_ext):
    """Builds all extensions, or none: half of them would not import."""

    def run(self) -> None:
        try:
            super().run()
        except (BaseError, OSError) as error:
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions.clear()
            tell_pure(f"compiling failed ({error})")


modules = extensions()
setup(
    ext_modules=modules,
    cmdclass={"build_ext": BuildOrPure},
    install_requires=DEPENDENCIES + (COMPILED_DEPENDENCIES if modules else []),
)
