"""What tests of several rooms share: the example bots, and a look at which processes are left."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from boardgames.processes.executors import BadExecutor, executor_at
from boardgames.referee import program_seat
from tests.command import Run, run_command
from tests.view.browser import browser as started

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parent.parent
BOTS = ROOT / "examples" / "bots"
MARK = "BOARDGAMES_TEST_MARK"

# Commands are to hear these also where we do not, as under nohup, or in the background.
for ending in {signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT), getattr(signal, "SIGQUIT", signal.SIGINT)}:
    if signal.getsignal(ending) is signal.SIG_IGN:
        signal.signal(ending, lambda number, frame: None)


@pytest.fixture(scope="session")
def c_bot(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Ur bot in C, compiled."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler for the bot in C")
    program = tmp_path_factory.mktemp("bots") / "ur_first"
    subprocess.run([compiler, "-O2", "-o", str(program), str(BOTS / "ur_first.c")], check=True)
    return str(program)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for the tests of a module: it takes long to start, and while it runs, so does an event loop."""
    with started() as found:
        yield found


@pytest.fixture
def short_parting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs have a moment to end after the game: these do not, and are ended."""
    monkeypatch.setattr(program_seat, "PARTING", 0.05)


@pytest.fixture
def python_bot() -> list[str]:
    """The Ur bot in Python, as a command."""
    return [sys.executable, str(BOTS / "ur_first.py")]


@pytest.fixture
def left_over(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[str]]]:
    """The processes started by this test, or by theirs, that still run; none may when it ends."""
    mark = uuid.uuid4().hex
    monkeypatch.setenv(MARK, mark)

    before = newest_process()

    def look() -> list[str]:
        newest = newest_process()
        if newest == before:
            return []
        oldest = before if newest > before else 0  # their numbers begin anew after the largest
        found = []
        for name in os.listdir("/proc"):
            if name.isdecimal() and int(name) > oldest:
                try:
                    if f"{MARK}={mark}".encode() in Path("/proc", name, "environ").read_bytes():
                        found.append(Path("/proc", name, "cmdline").read_bytes().replace(b"\0", b" ").decode())
                except OSError:  # it ended meanwhile, or is not ours
                    continue
        return found

    yield look
    deadline = time.monotonic() + 5.0
    while (left := look()) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert left == []


def newest_process() -> int:
    """The number of the newest process; 0 where there is no ``/proc``."""
    try:
        return int(Path("/proc/loadavg").read_text().split()[-1])
    except OSError:
        return 0


@pytest.fixture
def run(tmp_path: Path, left_over: Callable[[], list[str]]) -> Run:
    """Run ``boardgames`` with these arguments in an empty folder, in this process; no traceback may be printed."""

    def run(*arguments: str, stdin: str = "", tracebacks: bool = False) -> subprocess.CompletedProcess[str]:
        result = run_command(arguments, tmp_path, stdin)
        assert tracebacks or "Traceback" not in result.stderr + result.stdout, result.stderr
        return result

    return run


@pytest.fixture
def cluster(left_over: Callable[[], list[str]]) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A Dask scheduler and two workers, each a process that knows nothing of us."""
    pytest.importorskip("distributed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    port = address.partition(":")[2]
    environment = {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "20"}

    def started(*words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-m", *words], env=environment, **quiet)  # type: ignore[call-overload, no-any-return]

    scheduler = started("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
    workers = [
        started("distributed.cli.dask_worker", f"tcp://{address}", "--nthreads", "1", "--no-dashboard", "--no-nanny")
        for _ in range(2)
    ]
    try:
        wait_for_workers(f"dask://{address}", len(workers))
        yield f"dask://{address}", workers
    finally:
        for process in (*workers, scheduler):
            process.terminate()
        for process in (*workers, scheduler):
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def wait_for_workers(address: str, number: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            with executor_at(address) as (_, size, _):
                if size == number:
                    return
        except BadExecutor:
            pass
        time.sleep(0.2)
    raise AssertionError("the cluster did not come up")
