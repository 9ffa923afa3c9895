"""The rules are compiled by mypyc where a C compiler works; elsewhere they stay Python."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import Final

from setuptools import Extension
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

REQUIREMENTS: Final = ["mypy[mypyc]>=2.4.1", "attrs>=24.1", "typing-extensions>=4.6"]
"""mypyc, and the types of what compiled modules import."""
SETTINGS: Final = Path(__file__).parents[1] / "pyproject.toml"
MODULES: Final[list[str]] = tomllib.loads(SETTINGS.read_text(encoding="utf-8"))["tool"]["boardgames"]["compiled"]
GROUP: Final = "boardgames"
SHARED: Final = f"{GROUP}__mypyc"
"""mypyc's name of the library with all code; beside it, each module has a small one that calls it."""


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


def runtime_requirements() -> list[str]:
    """The library that mypyc's C calls, as new as this mypyc's C needs it."""
    try:
        return [requirement for requirement in requires("mypy") or [] if requirement.startswith("librt")]
    except PackageNotFoundError:  # pip still asks for the requirements of the build
        return []


def report(line: str) -> None:
    """Print a line of progress; ``pip -v`` shows it."""
    print(f"boardgames: {line}", flush=True)


def report_pure(reason: str) -> None:
    report(f"{reason}, so the rules are installed as pure Python (same results, slower).")


def extensions() -> list[Extension]:
    """The extensions by name; ``BuildOrPure`` gives them their C.

    pip runs ``setup.py`` for requirements and metadata too, which need no C.
    """
    names = [path.removeprefix("src/").removesuffix(".py").replace("/", ".") for path in MODULES]
    return [Extension(name, sources=[]) for name in [SHARED, *names]]


def units(sources: list[str]) -> list[str]:
    """Two C files that include those of mypyc: ``core`` with the games, and all others.

    Calls inside one can be inlined; a file for each module is slower in play.
    """
    rules = [source for source in sources if "___core___" in source or "___games___" in source]
    others = [source for source in sources if source not in rules]
    made = [Path(sources[0]).with_name(name) for name in ("rules_unit.c", "others_unit.c")]
    for unit, parts in zip(made, (rules, others), strict=True):
        lines = [f'#include "{Path(part).absolute().as_posix()}"\n' for part in parts]
        unit.write_text("".join(lines), encoding="utf-8")
    return [str(unit) for unit in made]


class BuildOrPure(build_ext):
    """Builds all extensions, or none: half of them would not import."""

    def run(self) -> None:
        try:
            super().run()
        except (BaseError, CCompilerError, OSError, SystemExit) as error:  # mypyc exits where it finds wrong types
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions.clear()
            reason = error if isinstance(error, OSError) else "pip -v shows how"
            report_pure(f"compiling failed ({reason})")

    def build_extensions(self) -> None:
        from mypyc.build import mypycify

        report("1 of 2: types are checked and translated to C ...")
        # Our own settings are stricter; a module that is not compiled may import what only an extra brings.
        settings = ["--config-file=", f"--cache-dir={os.devnull}", "--follow-imports=silent", "--always-true=COMPILED"]
        made = mypycify(
            [*settings, *MODULES],
            opt_level="2",
            debug_level="0",
            group_name=GROUP,  # one group: in several, mypyc does not know which methods no class overrides
            multi_file=True,
        )
        by_name = {extension.name: extension for extension in made}
        for extension in self.extensions:
            extension.__dict__.update(vars(by_name[extension.name]))
            if self.compiler.compiler_type == "unix":
                # Without warnings (looking for them takes as long as compiling), and functions that only
                # our own code calls, so that they can be inlined.
                extension.extra_compile_args = [*extension.extra_compile_args, "-w", "-Wno-all", "-fvisibility=hidden"]
        report("2 of 2: the C is compiled ... (BOARDGAMES_PURE=1 leaves this out)")
        shared = self.extensions[0]
        with ThreadPoolExecutor() as pool:  # setuptools compiles only different extensions side by side
            objects = pool.map(lambda unit: self._compile(shared, unit), units(shared.sources))
            shared.extra_objects = [file for files in objects for file in files]
        shared.sources = []
        self.force = True  # whether to link is decided by the sources
        self.parallel = self.parallel or os.cpu_count()
        super().build_extensions()

    def _compile(self, extension: Extension, source: str) -> list[str]:
        objects: list[str] = self.compiler.compile(
            [source],
            output_dir=self.build_temp,
            include_dirs=extension.include_dirs,
            extra_postargs=extension.extra_compile_args,
        )
        return objects
