"""Signals: each ends a command in order, nothing is left running, and what is done is kept or said to be lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from boardgames.processes import whole_file
from boardgames.solve.draft import Draft
from tests.command import Run
from tests.conftest import ROOT

KINDS = [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT]


@pytest.mark.thorough
@pytest.mark.parametrize("moment", [step / 20 for step in range(3, 15)])
def test_at_any_moment(moment: float, tmp_path: Path, python_bot: list[str], left_over: object) -> None:
    """While it starts, while programs start, in the game, and at its end; that none stays is the fixture's test."""
    record = tmp_path / "r.json"
    bot = " ".join(python_bot)
    game = subprocess.Popen(
        [sys.executable, "-m", "boardgames", "play", "ur", "--p1", bot, "--p2", bot, "--record", str(record)],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    time.sleep(moment)
    game.send_signal(signal.SIGINT)
    _, errors = game.communicate(timeout=30)
    kept = json.loads(record.read_text()) if record.exists() else None  # whole, if there is one
    if game.returncode == 0 or (kept and kept["outcome"]):  # the game was quicker, though perhaps not Python's own end
        assert kept and kept["outcome"] and game.returncode in (0, 130, -signal.SIGINT)
    elif game.returncode in (1, -signal.SIGINT):  # Python itself was still starting
        assert kept is None
    else:
        assert game.returncode == 130
        assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("sent", "stubborn"),
    [
        (signal.SIGTERM, True),
        *(pytest.param(sent, True, marks=pytest.mark.thorough) for sent in (signal.SIGINT, signal.SIGHUP)),
        *(pytest.param(sent, False, marks=pytest.mark.thorough) for sent in KINDS[1:]),
    ],
)
def test_an_interrupted_game(
    sent: signal.Signals, stubborn: bool, tmp_path: Path, python_bot: list[str], left_over: Callable[[], list[str]]
) -> None:
    record = tmp_path / "r.json"
    bot = tmp_path / "bot.py"
    ignore = "import signal; signal.signal(15, signal.SIG_IGN); signal.signal(2, signal.SIG_IGN)" if stubborn else ""
    bot.write_text(f"{ignore}\nimport time\nopen('ready', 'w').close()\ntime.sleep(60)")
    game = subprocess.Popen(
        [sys.executable, "-m", "boardgames", "play", "ur", "--p1", f"{sys.executable} {bot}",
         "--p2", " ".join(python_bot), "--record", str(record)],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    deadline = time.monotonic() + 30
    while not (tmp_path / "ready").exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    time.sleep(0.1)
    game.send_signal(sent)
    _, errors = game.communicate(timeout=30)
    assert game.returncode == 130
    assert "Traceback" not in errors
    assert f"so far are in {record}" in errors
    assert json.loads(record.read_text())["outcome"] is None
    assert left_over() == []


@pytest.mark.thorough
def test_ctrl_c_again_and_again_cannot_tear_the_record(tmp_path: Path, python_bot: list[str]) -> None:
    """Somebody impatient: the first ends the game, and the others change nothing."""
    bot = " ".join(python_bot)
    game = subprocess.Popen(
        [sys.executable, "-m", "boardgames", "play", "ur", "--p1", bot, "--p2", bot, "--record", "r.json",
         "--pace", "0.05", "--show", "moves"],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert game.stdout is not None
    game.stdout.readline()  # the game has begun
    while game.poll() is None:
        game.send_signal(signal.SIGINT)
        time.sleep(0.0005)
    _, errors = game.communicate(timeout=30)
    assert "Traceback" not in errors
    assert game.returncode == 130
    record = json.loads((tmp_path / "r.json").read_text())
    assert record["outcome"] is None
    assert [path.name for path in tmp_path.iterdir()] == ["r.json"]


@pytest.mark.thorough
def test_a_game_under_nohup_goes_on_when_the_terminal_is_closed(tmp_path: Path) -> None:
    script = 'trap "" HUP; exec "$@"'
    words = ["play", "ur", "--p1", "greedy", "--p2", "random", "--seed", "1", "--max-plies", "12", "--pace", "0.05",
             "--show", "moves", "--record", "r.json"]  # fmt: skip
    game = subprocess.Popen(
        ["sh", "-c", script, "sh", sys.executable, "-m", "boardgames", *words],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert game.stdout is not None
    game.stdout.readline()  # the game has begun
    game.send_signal(signal.SIGHUP)
    _, errors = game.communicate(timeout=60)
    assert game.returncode == 0, errors
    assert len(json.loads((tmp_path / "r.json").read_text())["actions"]) == 12


CLINGING = """
import os, signal, sys, time
for each in range(1, 32):
    if each not in (9, 17, 19): signal.signal(each, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
    os.execve(sys.executable, [sys.executable, __file__ + "-child", sys.argv[1]], {}) if os.fork() == 0 else os._exit(0)
open("ready-" + str(os.getpid()), "w").close()
time.sleep(60)
"""


def clinging(folder: Path) -> str:
    """A command that heeds no signal, and has a child of another session without an environment."""
    (folder / "bot.py").write_text(CLINGING)
    (folder / "bot.py-child").write_text(f"import time\ntime.sleep(60)  # {folder}")
    return f"{sys.executable} {folder / 'bot.py'} {folder}"


def running(folder: Path) -> list[str]:
    """The command lines in which a folder is named."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            line = entry.read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if str(folder) in line:
                found.append(line)
    return found


def stop_at(moment: float, sent: signal.Signals, command: list[str], folder: Path) -> int:
    """Send a signal to a command after so many seconds; its status.  Nothing of it may be left a moment later."""
    ran = subprocess.Popen(
        [sys.executable, "-m", "boardgames", *command], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    deadline = time.monotonic() + 30
    while not list(folder.glob("ready-*")) and time.monotonic() < deadline and ran.poll() is None:
        time.sleep(0.01)
    time.sleep(moment)
    ran.send_signal(sent)
    assert b"Traceback" not in ran.communicate(timeout=30)[1]
    deadline = time.monotonic() + 30
    while running(folder) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert running(folder) == []
    return ran.returncode


OFTEN = [("play", signal.SIGKILL)]
linux = pytest.mark.skipif(sys.platform != "linux", reason="supervisors are for Linux")


@linux
@pytest.mark.parametrize(
    ("command", "sent"),
    [
        pytest.param(command, sent, marks=() if (command, sent) in OFTEN else pytest.mark.thorough)
        for command in ("play", "check")
        for sent in KINDS
    ],
)
def test_no_program_outlives_the_command(command: str, sent: signal.Signals, tmp_path: Path) -> None:
    bot, record = clinging(tmp_path), tmp_path / "r.json"
    words = ["play", "ur", "--p1", bot, "--p2", bot, "--record", str(record)]
    if command == "check":
        words = ["check", "ur", bot]
    status = stop_at(0.1, sent, words, tmp_path)
    if sent != signal.SIGKILL:
        assert status == 130
        if command == "play":
            assert json.loads(record.read_text())["outcome"] is None


@linux
@pytest.mark.slow
@pytest.mark.parametrize("sent", KINDS)
def test_a_hundred_times_at_any_moment(sent: signal.Signals, tmp_path: Path) -> None:
    for number in range(100):
        folder = tmp_path / str(number)
        folder.mkdir()
        bot, record = clinging(folder), folder / "r.json"
        status = stop_at(number / 300, sent, ["play", "ur", "--p1", bot, "--p2", bot, "--record", str(record)], folder)
        if sent != signal.SIGKILL:
            assert status == 130
            assert json.loads(record.read_text())["outcome"] is None
        assert not list(folder.glob(".*.part"))


SUDDEN = """
import os, signal
actions, calls = State.actions, 0

def stop_in_the_middle(state):
    global calls
    calls += 1
    if calls == {calls}:
        os.kill(os.getpid(), signal.{name})
    return actions(state)

State.actions = stop_in_the_middle
"""
"""What makes a game in a file send a signal to the process that counts its moves."""


SENTENCES = [
    (("perft", "hexapawn.py", "--depth", "6"), 20, "A count that has not ended is lost."),
    (("solve", "hexapawn.py"), 20, "Nothing is kept: this game is solved in memory."),
    (("verify", "hexapawn.py", "--games", "3"), 200, "checks are done, and their results are above"),
    (("advise", "hexapawn.py", "--by", "alphabeta:depth=4"), 20, "No answer was found."),
    (("show", "hexapawn.py"), 1, ""),
]


@pytest.mark.parametrize(
    ("words", "calls", "told", "sent"),
    [
        pytest.param(
            *case, sent, id=f"{case[0][0]}-{sent.name}", marks=() if place % 4 == turn else pytest.mark.thorough
        )
        for place, case in enumerate(SENTENCES)
        for turn, sent in enumerate(KINDS[1:])
    ],
)
def test_each_command_ends_with_a_sentence(
    run: Run, tmp_path: Path, words: tuple[str, ...], calls: int, told: str, sent: signal.Signals
) -> None:
    if words[0] == "show":
        told, game = "Interrupted.", f"import os, signal\nos.kill(os.getpid(), signal.{sent.name})\n"
    else:
        game = (ROOT / "examples" / "hexapawn.py").read_text() + SUDDEN.format(calls=calls, name=sent.name)
    (tmp_path / "hexapawn.py").write_text(game)
    result = run(*words)
    assert result.returncode == 130
    assert told in result.stderr
    assert result.stderr.count("Interrupted.") == 1


def stop_after(monkeypatch: pytest.MonkeyPatch, target: object, name: str, calls: int) -> None:
    """Have a function send SIGTERM to this process the so-manieth time that it is called."""
    function, count = getattr(target, name), iter(range(calls))

    def called(*arguments: object, **options: object) -> object:
        if next(count, None) is None:
            os.kill(os.getpid(), signal.SIGTERM)
        return function(*arguments, **options)

    monkeypatch.setattr(target, name, called)


def test_a_table_that_was_begun_is_kept(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solve = ("solve", "ur", "--tokens", "1", "--out", "t")
    with monkeypatch.context() as patch:
        stop_after(patch, Draft, "write", 3)
        stopped = run(*solve)
    assert stopped.returncode == 130
    assert "What was solved into a file is kept; the same command goes on there." in stopped.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["t.unfinished"]
    assert run(*solve).returncode == 0
    assert (tmp_path / "t").exists()


def test_the_files_that_are_written_are_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = "PI\n+\n+2726FU\n%CHUDAN\n"
    (tmp_path / "club.csa").write_text("/\n".join([game] * 3))
    with monkeypatch.context() as patch:
        stop_after(patch, whole_file, "write_whole", 1)
        stopped = run("convert", "club.csa", "--to", "kif", "--out", "a.kif")
    assert (stopped.returncode, stopped.stderr) == (130, "Interrupted. a-1.kif is written.\n")
    assert (tmp_path / "a-1.kif").exists()
    assert not list(tmp_path.glob(".*"))


ON_IMPORT = """
import os, signal, sys, runpy

class Sending:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.{name})

sys.meta_path.insert(0, Sending())
sys.argv = ["boardgames", "perft", "ur", "--depth", "1"]
runpy.run_module("boardgames", run_name="__main__", alter_sys=True)
"""
OFTEN_IMPORTED = [("boardgames.games.ur.rules", signal.SIGTERM)]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("module", "sent"),
    [
        pytest.param(module, sent, marks=() if (module, sent) in OFTEN_IMPORTED else pytest.mark.thorough)
        for module in ("click", "attrs", "boardgames.cli.games.positions", "boardgames.games.ur.rules")
        for sent in (signal.SIGINT, signal.SIGTERM)
    ],
)
def test_from_the_first_import_on(module: str, sent: signal.Signals, tmp_path: Path) -> None:
    code = ON_IMPORT.format(module=module, name=sent.name)
    compiled_first = {name: value for name, value in os.environ.items() if name != "BOARDGAMES_PURE"}  # a finder too
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=compiled_first)
    assert (ran.returncode, ran.stdout, ran.stderr.strip()) == (130, "", "Interrupted.")
