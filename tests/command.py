"""The command in this process: the same as a process of its own, for text and status.

Starting Python costs a hundred times what most commands do.  A test that needs signals, pipes or
the start itself still has to start a process.
"""

from __future__ import annotations

import os
import runpy
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import cache
from io import TextIOWrapper
from math import inf
from pathlib import Path
from types import FrameType, ModuleType, SimpleNamespace
from typing import Any

import click
import pytest

from boardgames.__main__ import main
from boardgames.core.lookup import installed_games
from boardgames.core.lookup.players import PLAYERS, PROTOCOLS

PATIENCE = 600.0  # seconds for a command, on a machine that does other work too
Run = Callable[..., "subprocess.CompletedProcess[str]"]
"""What the fixture ``run`` is."""

ROOT = Path(__file__).parents[1]
OURS = tuple(
    os.path.join(folder, "")
    for folder in {
        str(ROOT / "src"),
        str(ROOT / "packages"),
        str(ROOT / "tests"),
        sys.prefix,
        sys.base_prefix,
        *sysconfig.get_paths().values(),
    }
)
OURS_BY_NAME: dict[str, ModuleType] = {}
"""Modules of installed packages, as far as they have been looked at."""
PATH = list(sys.path)  # before a test loads a game from a file, which adds its folder
SIGNALS = [
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGALRM", "SIGPIPE")
    if hasattr(signal, name)
]
REGISTRIES: list[dict[Any, Any]] = [
    installed_games._by_reference,
    installed_games._references,
    installed_games.GAMES.found,
    PLAYERS.found,
    PROTOCOLS.found,
]
"""What remembers objects of files outside of any distribution."""


@contextmanager
def started_command(*words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """``boardgames`` with these arguments as a process that goes on, and the first line that it prints."""
    with subprocess.Popen(
        [sys.executable, "-m", "boardgames", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


class TooLong(BaseException):
    """A command has not ended in its time; no ``except Exception`` of its own catches this."""


def run_command(
    words: Sequence[str], folder: Path, stdin: str = "", timeout: float = PATIENCE
) -> subprocess.CompletedProcess[str]:
    """Run ``boardgames`` with these arguments in a folder.  Raises :class:`TooLong`, and what it raises itself."""
    with threads_as_workers(), without_progress():
        return run_in_process(main, ["boardgames", *map(str, words)], folder, stdin, timeout)


@contextmanager
def without_progress() -> Iterator[None]:
    """No command says how far it is, as one does after ten seconds: a busy machine would print more than others."""
    from boardgames.cli import progress
    from boardgames.cli.contests import display

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(display, "REPORT_INTERVAL", inf)
        patch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: 0.0))
        yield


@contextmanager
def threads_as_workers() -> Iterator[None]:
    """The games of a contest are played by threads of this process: a worker process starts slowly."""
    from boardgames.contest import game_task
    from boardgames.processes import executors

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(executors, "Workers", ThreadPoolExecutor)
        try:
            yield
        finally:  # what would end with a worker
            game_task.dismiss()
            game_task._resolved.cache_clear()


def run_program(program: Path, folder: Path, timeout: float = PATIENCE) -> subprocess.CompletedProcess[str]:
    """Run a Python program in a folder, as ``python PROGRAM`` does; an exception ends it with status 1."""

    def run() -> None:
        try:
            runpy.run_path(str(program), run_name="__main__")
        except Exception:
            sys.excepthook(*sys.exc_info())
            sys.exit(1)

    return run_in_process(run, [str(program)], folder, "", timeout, path=str(program.parent))


def run_in_process(
    program: Callable[[], object],
    arguments: list[str],
    folder: Path,
    stdin: str,
    timeout: float,
    path: str | None = None,
) -> subprocess.CompletedProcess[str]:
    """Call a program as if it had been started: with its own arguments, folder, files and modules."""
    status: object = 0
    with ExitStack() as stack:
        files = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
        files[0].write(stdin.encode())
        files[0].seek(0)
        with global_state_kept(timeout):
            os.chdir(folder)
            sys.argv = arguments
            sys.path.insert(0, str(folder) if path is None else path)
            streams = [
                TextIOWrapper(open(os.dup(file.fileno()), mode), encoding="utf-8")  # noqa: SIM115
                for file, mode in zip(files, ("rb", "wb", "wb"), strict=True)
            ]
            sys.stdin, sys.stdout, sys.stderr = streams
            try:
                program()
            except SystemExit as error:
                status = error.code
            finally:
                for stream in {*streams, sys.stdout, sys.stderr}:
                    stream.close()
        texts = []
        for file in files[1:]:
            file.seek(0)
            texts.append(file.read().decode())
    if isinstance(status, str):
        status, texts[1] = 1, f"{texts[1]}{status}\n"
    return subprocess.CompletedProcess(arguments, status if isinstance(status, int) else 0, *texts)


@contextmanager
def global_state_kept(timeout: float) -> Iterator[None]:
    """Put back what a process would take with it when it ends, and hide modules that it would not find imported."""
    folder, environment = os.getcwd(), dict(os.environ)
    streams, argv, path = (sys.stdin, sys.stdout, sys.stderr), sys.argv, list(sys.path)
    handlers = [signal.getsignal(number) for number in SIGNALS]
    modules = foreign_modules()
    registered = [dict(registry) for registry in REGISTRIES]

    def too_long(number: int, frame: FrameType | None) -> None:
        raise TooLong(f"the command has not ended after {timeout} s")

    forget_foreign()
    sys.path[:] = PATH
    writes = sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # bytecode of a file that changes within a second would be taken for that of the new
    if sys.platform != "win32":
        signal.signal(signal.SIGALRM, too_long)
        signal.setitimer(signal.ITIMER_REAL, timeout)
    try:
        yield
    finally:
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in zip(SIGNALS, handlers, strict=True):
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        sys.dont_write_bytecode = writes
        os.chdir(folder)
        if os.environ != environment:
            os.environ.clear()
            os.environ.update(environment)
        (sys.stdin, sys.stdout, sys.stderr), sys.argv, sys.path[:] = streams, argv, path
        forget_foreign()
        sys.modules.update(modules)
        for registry, before in zip(REGISTRIES, registered, strict=True):
            registry.clear()
            registry.update(before)


def foreign_modules() -> dict[str, ModuleType]:
    """The modules that come from a file of the user's, and not from an installed package.

    Thousands of modules are imported, so each is looked at once.
    """
    found = {}
    for name, module in list(sys.modules.items()):  # a server imports meanwhile
        if OURS_BY_NAME.get(name) is not module:
            if is_foreign(module):
                found[name] = module
            else:
                OURS_BY_NAME[name] = module
    return found


def is_foreign(module: ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    return file is not None and is_foreign_file(file) and module.__name__ != "__main__"


@cache
def is_foreign_file(file: str) -> bool:
    return not os.path.abspath(file).startswith(OURS)


def forget_foreign() -> None:
    """Leave what a new process would have: no module of a user's file, and no object of one."""
    for name in foreign_modules():
        del sys.modules[name]
    installed_games._by_reference.clear()
    installed_games._references.clear()
    for registry, installed in (
        (installed_games.GAMES.found, installed_games.GAMES.installed()),
        (PLAYERS.found, PLAYERS.installed()),
        (PROTOCOLS.found, PROTOCOLS.installed()),
    ):
        for name in [name for name in registry if name not in installed]:
            del registry[name]


def subcommands(group: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """The commands below one, each with its words."""
    if not isinstance(group, click.Group):
        yield " ".join(path), group
        return
    for name in group.list_commands(click.Context(group)):
        subcommand = group.get_command(click.Context(group), name)
        assert subcommand is not None
        yield from subcommands(subcommand, (*path, name))
