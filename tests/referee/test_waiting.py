"""A program that waits for input although it is its turn, beside those that are slow or busy."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import boardgames as bg
from boardgames.contest import play_game
from boardgames.referee import Waiting, sandbox, waiting
from boardgames.referee.supervised_tree import SupervisedTree

needs_sandbox = pytest.mark.skipif(sandbox.why_none() is not None, reason=str(sandbox.why_none()))
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it is seen in /proc")

READER = """
import queue, sys, threading
lines = queue.Queue()
threading.Thread(target=lambda: [lines.put(line) for line in sys.stdin], daemon=True).start()
"""
"""Reads ahead in a thread."""
ENGINE = """
import os, signal, time
from multiprocessing import get_context
answer = get_context("fork").Semaphore(0)
if not os.fork():
    if not os.fork():
        while True:
            sum(range(10**6))
    os._exit(0)
os.wait()
"""
"""Starts an engine that computes, and whose parent ends."""
FIFO = """
import os, tempfile
path = tempfile.mkdtemp() + "/answers"
os.mkfifo(path)
os.dup2(os.open(path, os.O_RDWR), 0)
"""
"""Reads what an engine elsewhere says through a pipe with a name."""
PROGRAMS = {
    "reads": ("", "sys.stdin.readline()", True),
    "reads in a child": ("import os", "os.system('read line')", True),
    "has a thread that reads, and waits for it": (READER, "lines.get()", True),
    "sleeps": ("", "time.sleep(9)", False),
    "sleeps while a thread reads": (READER, "time.sleep(9)", False),
    "waits for at most a while, while a thread reads": (READER, "threading.Event().wait(9)", False),
    "waits for a network while a thread reads": (READER, "import socket; socket.socketpair()[0].recv(1)", False),
    "computes while a thread reads": (READER, "sum(range(10**7))", False),
    "waits for an engine whose parent has ended": (READER + ENGINE, "answer.acquire()", False),
    "reads what an engine elsewhere says": (FIFO, "os.read(0, 1)", False),
    "waits for a process that it has not started": (
        READER + "from multiprocessing import Semaphore; answer = Semaphore(0)",
        "answer.acquire()",
        False,
    ),
    "waits for an alarm": (
        "import os, signal; signal.signal(signal.SIGALRM, lambda *_: os._exit(0)); signal.alarm(9)",
        "sys.stdin.readline()",
        False,
    ),
    "has a child that computes": ("import subprocess as s", "s.run([sys.executable, '-c', 'while 1: 0'])", False),
}
EVERY_DAY = ("reads",)


@pytest.mark.parametrize(
    "name", [name if name in EVERY_DAY else pytest.param(name, marks=pytest.mark.thorough) for name in PROGRAMS]
)
def test_a_program_waits_when_input_alone_can_wake_it(name: str) -> None:
    before, work, waits = PROGRAMS[name]
    game = bg.load("ur")
    playthrough = bg.Playthrough(game.start())
    for text in ("=4", "0", "=1"):  # onto the rosette on 4
        playthrough.apply(playthrough.state.read(text))
    code = f"import sys, time\n{before}\nprint(1, flush=True)\nwhile True:\n    {work}"
    with subprocess.Popen(
        ["sh", "-c", '"$@"; exit', "sh", sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as program:
        assert program.stdout is not None
        program.stdout.readline()
        asked = Waiting(playthrough, bg.find("ur").describe, patience=0.2)
        said = ""
        for _ in range(200 if waits else 14):
            said = said or asked(program.pid)
            if said:
                break
            time.sleep(0.05)
        os.killpg(program.pid, signal.SIGKILL)
    again = " again: with its last action, 0, it enters a token on 4: a rosette, so the same side throws again"
    assert said == ("it waits for input, but it is its turn" + again if waits else "")


@pytest.mark.thorough
def test_a_program_that_works_between_two_looks_does_not_wait() -> None:
    asked = Waiting(bg.Playthrough(bg.load("ur").start()), bg.find("ur").describe, patience=0.2)
    code = "import sys\nfor line in sys.stdin: sum(range(2 * 10**6))"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, text=True) as program:
        assert program.stdin is not None
        for _ in range(5):
            print(file=program.stdin, flush=True)
            time.sleep(0.15)
            assert asked(program.pid) == ""


def test_patience_begins_when_the_work_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that worked for long and then reads for a moment does not wait; nothing is measured here."""
    began = time.monotonic()
    asked = Waiting(bg.Playthrough(bg.load("ur").start()), bg.find("ur").describe, patience=1.0)

    def look(seconds: float, *asleep: str) -> str:
        monkeypatch.setattr("time.monotonic", lambda: began + seconds)
        monkeypatch.setattr(waiting, "_sleeps", lambda supervisor: asleep)
        return asked(1)

    assert [look(1.0), look(9.0), look(10.0, "reads"), look(10.9, "reads")] == [""] * 4
    assert look(11.5, "reads") == "it waits for input, but it is its turn"


@pytest.mark.parametrize("walls", ["none", pytest.param("bwrap", marks=[needs_sandbox, pytest.mark.thorough])])
def test_every_game_of_a_waiting_program_ends_within_seconds(
    walls: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends long before the 90 s that this arena allows, in every command; its words are those before the fault."""
    monkeypatch.setattr(waiting, "PATIENCE", 0.2)
    monkeypatch.setattr(SupervisedTree, "poll_interval", 0.05)
    (tmp_path / "bot.py").write_text("import sys\nprint('I wait', file=sys.stderr, flush=True)\nwhile 1: input()\n")
    record = play_game("ur", f"{sys.executable} {tmp_path / 'bot.py'}", "random", seed=1, sandbox=walls)
    assert record.verdict is not None
    assert record.verdict.fault is not None
    assert record.verdict.fault.kind == "timeout"
    assert "waits for input" in record.verdict.fault.detail
    assert record.verdict.fault.detail.endswith("the end of its stderr: I wait"), "no EOFError, which came after"
