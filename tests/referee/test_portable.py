"""Programs run without supervisors, as on other systems, which are imitated here: what they lack is taken away."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

from boardgames.referee import Limits, NoSandbox, require_sandbox
from boardgames.referee.portable_tree import PortableTree
from boardgames.referee.process import Process
from boardgames.referee.program_lines import ProgramFault
from boardgames.referee.supervisor import PORTABLE
from tests.bots import play, python
from tests.command import Run
from tests.conftest import BOTS
from tests.referee.test_tree import fault

LeftOver = Callable[[], list[str]]

ELSEWHERE = """
import select, subprocess, sys, threading
import asyncio, multiprocessing, shutil, socket, tempfile, urllib.request  # these know which system this really is
import click, rich.console, psutil

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name in ("fcntl", "resource", "pwd"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

for name in ("fcntl", "resource", "pwd"):
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Absent())
del select.poll, select.epoll
sys.platform = "darwin"

"""

COMMAND = """
from boardgames.__main__ import main
sys.argv = ["boardgames", *sys.argv[1:]]
main()
"""

MODULES = """
import importlib, pkgutil
import boardgames
for module in pkgutil.walk_packages(boardgames.__path__, "boardgames."):
    if not module.name.startswith("boardgames.referee.superv") and not module.name.endswith("__main__"):
        importlib.import_module(module.name)
        print(module.name)
"""


@pytest.fixture(autouse=True)
def _portable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PORTABLE, "1")


def elsewhere(*words: str, code: str = COMMAND, before: str = "") -> str:
    """The output of a command where the system lacks what only Linux and its like have; ``before`` runs as it is."""
    environment = {name: value for name, value in os.environ.items() if name != PORTABLE}
    command = [sys.executable, "-c", before + ELSEWHERE + code, *words]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_the_command_starts_on_a_system_that_lacks_much() -> None:
    assert "ur" in [line.split()[0] for line in elsewhere("list").splitlines()]


@pytest.mark.thorough
def test_every_module_can_be_imported_on_a_system_that_lacks_much() -> None:
    """But for those of the supervisors."""
    assert "boardgames.referee.portable_tree" in elsewhere(code=MODULES, before="import mcp.server, openai").split()


def test_two_programs_play_on_a_system_that_lacks_much(left_over: LeftOver) -> None:
    bot = f"{sys.executable} {BOTS / 'ur_first.py'}"
    told = elsewhere("play", "ur", "--p1", bot, "--p2", bot, "--seed", "1", "--show", "result")
    assert " wins against " in told and "forfeits" not in told


def test_there_is_no_sandbox_without_supervisors(run: Run) -> None:
    assert require_sandbox("auto") is False
    with pytest.raises(NoSandbox, match=PORTABLE):
        require_sandbox("bwrap")
    told = run("sandbox")
    assert told.returncode == 1
    assert "without supervisors" in told.stdout and PORTABLE in told.stdout and "install" not in told.stdout


def test_psutil_is_asked_for_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psutil", None)
    seat, kind, detail = fault(play(["true"], None))
    assert (seat, kind) == (0, "not started") and "pip install psutil" in detail


@pytest.mark.parametrize(
    ("code", "limits", "kind"),
    [
        (
            "import threading\nfor _ in range(150): threading.Thread(target=time.sleep, args=(60,)).start()",
            1,
            "processes",
        ),
        ("for _ in range(3):\n    if os.fork() == 0: break\ntime.sleep(60)", 2, "processes"),
    ],
)
def test_processes_and_threads_are_counted(code: str, limits: int, kind: str, left_over: LeftOver) -> None:
    allowed = Limits(first_move_time=20, move_time=20, processes=limits)
    assert fault(play(python(code + "\ntime.sleep(60)"), None, limits=allowed))[:2] == (0, kind)


def test_the_processor_time_of_processes_that_have_ended_counts(left_over: LeftOver) -> None:
    """A program may compute in one short child after another: each is seen once, and gone at the next look."""
    process = Process(python("time.sleep(60)"), Limits(cpu_time=1.0), dict(os.environ))
    tree = process.tree
    assert isinstance(tree, PortableTree)
    gone = max(tree.members) + 1
    tree.used |= {gone: 0.5, gone + 1: 0.4}
    breaches = []
    for spent in (0.0, 0.2):
        tree.used[gone + 2], tree.looked = spent, 0.0
        tree.hear()
        breaches.append(tree.breach and tree.breach[0])
    process.end(time.monotonic())
    assert breaches == [None, "cpu time"]


def test_a_program_that_does_not_read_holds_nobody_up(left_over: LeftOver) -> None:
    """More than a pipe holds waits for it, and goes when the program is ended."""
    process = Process(python("time.sleep(60)"), Limits(), dict(os.environ))
    process.send(["x" * 1000] * 1000)
    process.flush()
    with pytest.raises(ProgramFault, match="timeout"):
        process.read_line(time.monotonic() + 0.2)
    process.end(time.monotonic())
    assert left_over() == []


def test_another_thread_can_break_off(left_over: LeftOver) -> None:
    process = Process(python("time.sleep(60)"), Limits(), dict(os.environ))
    assert isinstance(process.tree, PortableTree)
    threading.Timer(0.2, process.halt).start()
    with pytest.raises(ProgramFault, match="signal 9"):
        process.read_line(time.monotonic() + 60)
    process.end(time.monotonic())


def test_the_threads_of_a_program_end_with_it(left_over: LeftOver) -> None:
    before = threading.active_count()
    for _ in range(3):
        play(python("print('x', flush=True)"), None)
    deadline = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() <= before
