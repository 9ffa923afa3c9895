"""Compiling the rules: whether they can be, what mypyc makes of them, and how its C is compiled.

mypyc translates all modules in one run, a C file for each.  :mod:`splitting` sorts
this C into parts that are compiled at the same time, for the rules (games and core)
and for all other modules: the functions that run often, with most of ``-O2``; the rest with ``-O0``.
``BOARDGAMES_OPTIMIZE=1``, for wheels, makes one part of everything, with ``-O3``;
``BOARDGAMES_OPTIMIZE=coverage`` is how ``benchmarks.hot_functions`` finds the names.
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from setuptools import Extension
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError
from splitting import HOT, split

MYPYC = ["mypy==2.4.1", "attrs==26.1.0", "typing-extensions==4.16.0"]
"""What compiling needs: mypyc, and the types of what compiled modules import.

mypy's extra ``mypyc`` only requires setuptools, which is there, but pip would install it again.
"""

GROUP = "boardgames"
SHARED = f"{GROUP}__mypyc"
"""The extension with all code; beside it, each module has a small one that imports its part."""

MODULE = Path(__file__).with_name("module.c")
"""The source of what lies at each module's place: one file for all of them."""

COSTLY_PASSES = """\
    code-hoisting crossjumping cse-follow-jumps devirtualize dse gcse ipa-cp ipa-icf ipa-pure-const ipa-ra ipa-reference
    ipa-sra ipa-vrp ivopts optimize-strlen rerun-cse-after-loop schedule-insns2 store-merging thread-jumps
    tree-dominator-opts tree-dse tree-loop-im tree-pre tree-pta tree-slp-vectorize tree-slsr tree-switch-conversion
    tree-tail-merge tree-vectorize"""
"""Passes of gcc's ``-O2`` that take more than a third of its time and make what mypyc writes no faster."""

UNREAD = ["boardgames.core.lookup", "boardgames.core.picture", "boardgames.core.record"]
"""Packages of which mypyc makes the same C, whether or not it knows their types."""

_settings = tomllib.loads(Path(__file__).parents[1].joinpath("pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "boardgames"
]


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


def report(line: str) -> None:
    """A line for the person that waits: pip hides what a build prints, so it goes to the terminal, if there is one."""
    print(f"boardgames: {line}", flush=True)
    with suppress(OSError), open("/dev/tty", "w", encoding="utf-8") as terminal:
        terminal.write(f"\n  boardgames: {line} ")


def report_pure(reason: str) -> None:
    report(f"{reason}, so the rules are installed as pure Python (same results, slower).")


def extensions() -> list[Extension]:
    """The extensions by name; their C is made when they are built."""
    names = [path.removeprefix("src/").removesuffix(".py").replace("/", ".") for path in _settings["compiled"]]
    return [Extension(name, sources=[]) for name in [SHARED, *names]]


def _mypy_settings() -> str:
    """mypy's settings for a build: it reads the modules that compiled ones import, and little besides.

    The packages' ``__init__`` would bring in half of the library, and no compiled module
    imports from them (``tests/test_layers.py`` holds this); of ``UNREAD`` compiled modules
    need no type.  Errors elsewhere are nothing to a build: a module that is not compiled
    may import what only an extra brings.
    """
    packages = {".".join(path.parent.relative_to("src").parts) for path in Path("src").rglob("__init__.py")}
    lines = ["[mypy]", "mypy_path = src", "explicit_package_bases = True"]
    lines += ["follow_imports = silent", "always_true = COMPILED"]
    for name in sorted(packages.difference(UNREAD)) + [f"{name}.*" for name in UNREAD]:
        lines += [f"[mypy-{name}]", "follow_imports = skip"]
    return "\n".join([*lines, ""])


def _translate(build_ext_command: build_ext) -> None:
    """Run mypyc, and tell each extension its C files."""
    from mypyc.build import mypycify

    settings = Path(build_ext_command.build_temp, "mypy.ini")
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(_mypy_settings(), encoding="utf-8")
    words = [f"--config-file={settings}", f"--cache-dir={os.devnull}", *_settings["compiled"]]
    gc.disable()  # what mypy made lives to the end: to look through it, and to free it then, takes seconds
    made = mypycify(words, debug_level="0", group_name=GROUP, multi_file=True)
    gc.freeze()
    by_name = {extension.name: extension for extension in made}
    for extension in build_ext_command.extensions:
        source = by_name[extension.name]
        extension.sources = source.sources
        extension.include_dirs = source.include_dirs
        extension.depends = source.depends
        extension.extra_compile_args = list(source.extra_compile_args)  # mypyc shares one list among all
        extension._needs_stub = False


def _parts(sources: Iterable[str], folder: Path, often_level: list[str]) -> dict[str, list[str]]:
    """C files to compile at the same time, each with its level of optimisation; that of hot functions is given.

    What takes longest comes first, so that no processor is left with a long part at the end.
    Of mypyc's runtime there is what only some modules need; the rest is compiled while mypyc works.
    """
    from mypyc.common import RUNTIME_C_FILES

    modules = [Path(source) for source in sources if Path(source).name.startswith(f"__native_{GROUP}")]
    runtime = [source for source in sources if Path(source) not in modules and Path(source).name not in RUNTIME_C_FILES]
    texts: dict[str, list[str]]
    if wish := os.environ.get("BOARDGAMES_OPTIMIZE"):
        levels = {"all": ["-O0", "--coverage"] if wish == "coverage" else ["-O3"]}
        texts = {"all": [f'#include "{source.absolute()}"\n' for source in modules]}
    else:
        hot = frozenset(HOT.read_text(encoding="utf-8").split())
        headers = f'#include "__native_{GROUP}.h"\n#include "__native_internal_{GROUP}.h"\n'
        levels = {"others": often_level, "rules_rest": ["-O0"], "rules": often_level, "others_rest": ["-O0"]}
        texts = {name: [headers] for name in levels}
        for source in modules:
            often, rest = split(source, hot)
            kind = "rules" if "___games___" in source.name or "___core___" in source.name else "others"
            texts[kind].append(often)
            texts[f"{kind}_rest"].append(rest)
    levels["more_runtime"] = ["-O2"]
    texts["more_runtime"] = [f'#include "{os.path.abspath(source)}"\n' for source in runtime]
    folder.mkdir(parents=True, exist_ok=True)
    made = {}
    for name, text in texts.items():
        path = folder / f"{name}.c"
        path.write_text("".join(text), encoding="utf-8")
        made[str(path)] = levels[name]
    return made


class BuildOrPure(build_ext):
    """Builds all extensions, or none: half of them would not import."""

    def run(self) -> None:
        try:
            super().run()
        except (BaseError, CCompilerError, OSError) as error:
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions.clear()
            reason = "the C compiler failed: pip -v shows how" if isinstance(error, CCompilerError) else error
            report_pure(f"compiling failed ({reason})")

    def build_extensions(self) -> None:
        """Translate all modules; compile all C files at once, as many as there are processors; then link."""
        self.force = True  # to be linked anew is decided by sources, and these are compiled here
        shared, *small = self.extensions
        levels = {}
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            report("1 of 2: types are checked and translated to C ...")
            unix = self.compiler.compiler_type == "unix"
            copied = unix and not sysconfig.get_config_var("Py_GIL_DISABLED")
            if unix:
                # What looks for flaws in generated C takes half as long as compiling it, also where -w hides it.
                words = [word for word in self.compiler.compiler_so if word != "-Wall"]
                self.compiler.set_executable("compiler_so", words)
                often_level = self._often_level()
                runtime = pool.submit(self._compile_runtime, often_level)  # while mypyc works on one processor
            if copied:
                first, *same = small
                small = [first]
                module = pool.submit(self._compile_module)
            _translate(self)
            report("2 of 2: C is compiled ... (BOARDGAMES_PURE=1 leaves this out)")
            if unix:
                levels = _parts(shared.sources, Path(self.build_temp), often_level)
                shared.sources = list(levels)
            if copied:
                first.sources, first.extra_objects = [], module.result()
            jobs = [(extension, source) for extension in [shared, *small] for source in extension.sources]
            objects = pool.map(lambda job: self._compile(job[0], job[1], levels.get(job[1], ["-O0"])), jobs)
            for (extension, _), files in zip(jobs, objects, strict=True):
                extension.extra_objects = [*extension.extra_objects, *files]
            if unix:
                shared.extra_objects += runtime.result()
            for extension in self.extensions:
                extension.sources = []
            if "--coverage" in next(iter(levels.values()), []):
                shared.extra_link_args = ["--coverage"]
            list(pool.map(self.build_extension, [shared, *small]))
        if copied:
            for extension in same:
                path = self.get_ext_fullpath(extension.name)
                Path(path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.get_ext_fullpath(first.name), path)

    def _compile_runtime(self, level: list[str]) -> list[str]:
        """What mypyc brings along for any module, compiled."""
        from mypyc.build import include_dir
        from mypyc.common import RUNTIME_C_FILES

        folder = Path(self.build_temp)
        folder.mkdir(parents=True, exist_ok=True)
        source = folder / "runtime.c"
        source.write_text("".join(f'#include "{include_dir()}/{name}"\n' for name in RUNTIME_C_FILES), encoding="utf-8")
        plain = Extension("runtime", sources=[], include_dirs=[include_dir()], extra_compile_args=["-g0"])
        return self._compile(plain, str(source), level)

    def _compile_module(self) -> list[str]:
        """What lies at each module's place, compiled."""
        names = sorted({extension.name.rpartition(".")[2] for extension in self.extensions[1:]})
        entries = " ".join(f"ENTRY({name})" for name in names)
        plain = Extension("module", sources=[], extra_compile_args=[f'-DSHARED="{SHARED}"', f"-DENTRIES={entries}"])
        return self._compile(plain, str(MODULE), ["-O0"])

    def _often_level(self) -> list[str]:
        """``-O2`` without its costly passes, where the compiler knows them: gcc does, clang does not."""
        level = ["-O2", *(f"-fno-{name}" for name in COSTLY_PASSES.split())]
        probe = Path(self.build_temp, "probe.c")
        probe.parent.mkdir(parents=True, exist_ok=True)
        probe.write_text("int probe;\n", encoding="utf-8")
        try:
            self.compiler.compile([str(probe)], output_dir=self.build_temp, extra_postargs=level)
        except CCompilerError:
            return ["-O2"]
        return level

    def _compile(self, extension: Extension, source: str, level: list[str]) -> list[str]:
        arguments = list(extension.extra_compile_args)
        if self.compiler.compiler_type == "unix":
            # Nothing but the modules' entry points is used from outside.
            arguments += [*level, "-w", "-fvisibility=hidden"]
            if sys.platform == "linux":
                arguments.append("-fno-semantic-interposition")
        folders = [os.path.abspath("build"), *self.include_dirs, *extension.include_dirs]
        made: Any = self.compiler.compile(
            [source], output_dir=self.build_temp, include_dirs=folders, extra_postargs=arguments
        )
        return list(made)
