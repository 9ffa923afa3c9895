"""Output that fails is told once, and the game goes on to its end, its record and its exit code."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from boardgames.cli import main
from boardgames.cli.contests import display
from boardgames.contest import MatchScore, Store
from boardgames.contest.play import configured, entries
from boardgames.contest.runner import Runner
from tests.command import Run, threads_as_workers

FULL = Path("/dev/full")
PLAY = ["play", "ur", "--p1", "greedy", "--p2", "random", "--seed", "1", "--max-plies", "40"]
needs_full = pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")


def plies(record: Path) -> int:
    return len(json.loads(record.read_text())["actions"])


@needs_full
@pytest.mark.parametrize("option", ["--spectators", "--log"])
def test_a_full_disk(run: Run, option: str, tmp_path: Path, python_bot: list[str]) -> None:
    record = tmp_path / "r.json"
    players = ["play", "ur", "--p1", " ".join(python_bot), "--p2", "random", "--seed", "1", "--max-plies", "40"]
    ran = run(*players, option, str(FULL), "--record", str(record), "--show", "result")
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr.count("No space left on device") == 1, ran.stderr
    assert option in ran.stderr
    assert "Traceback" not in ran.stderr
    assert plies(record) == 40


@needs_full
def test_a_program_whose_stderr_cannot_be_kept(run: Run, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import sys\nwhile sys.stdin.readline(): print('thinking', file=sys.stderr, flush=True); print(0, flush=True)"
    )
    ran = run("play", "ur", "--p1", f"{sys.executable} {bot}", "--p2", "random", "--seed", "1", "--stderr", str(FULL))
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr.count("No space left") == 1
    assert "Traceback" not in ran.stderr


@needs_full
@pytest.mark.parametrize(
    "words",
    [
        ["list"],
        ["show", "ur"],
        ["actions", "ur"],
        ["perft", "ur", "--depth", "1"],
        ["--help"],
        ["match", "ur:tokens=1", "--p1", "greedy", "--p2", "random", "--games", "2"],
        ["match", "ur:tokens=1", "--p1", "greedy", "--p2", "random", "--games", "2", "--json"],
        ["verify", "ur", "--games", "1", "--max-plies", "10"],
        ["solve", "ur", "--tokens", "1"],
        ["advise", "ur:tokens=1"],
    ],
    ids=" ".join,
)
def test_a_full_disk_under_standard_output(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["boardgames", *words])
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", FULL.open("w"))
        with threads_as_workers(), pytest.raises(SystemExit) as ended:
            main()
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert "Error: the output could not be written: No space left on device" in told, told


class Unwritable(StringIO):
    """A file on a full disk."""

    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_under_standard_error_ends_no_contest(monkeypatch: pytest.MonkeyPatch) -> None:
    match = configured("ur:tokens=1", entries("ur:tokens=1", ["greedy", "random"]), games=2, seed=1)
    with Store.in_memory(match) as store, monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", Unwritable())
        patch.setattr(display, "REPORT_INTERVAL", 0.0)
        progress = display.ContestDisplay(MatchScore.of)
        progress.start(match, [])
        Runner(configuration=match, store=store, on_game=progress.played).run()
        assert store.count() == 2


SHELLS = ["> /dev/full", ">&-", "2>&-", "2> /dev/full", "| head -n 1"]


OFTEN = [("--show=moves", "| head -n 1"), ("--json", "> /dev/full")]


@pytest.mark.parametrize(
    ("show", "shell"),
    [
        pytest.param(show, shell, marks=() if (show, shell) in OFTEN else pytest.mark.thorough)
        for show in ("--show=moves", "--json")
        for shell in SHELLS
    ],
)
def test_nobody_reads_what_is_printed(shell: str, show: str, tmp_path: Path) -> None:
    record, code = tmp_path / "r.json", tmp_path / "code"
    pipe = shell if shell.startswith("|") else ""
    words = [*PLAY, show, "--record", str(record)]
    script = f'{{ "$@" {"" if pipe else shell}; echo $? > {code}; }} {pipe}'
    command = ["sh", "-c", script, "sh", sys.executable, "-m", "boardgames", *words]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    lost = show == "--json" and shell == "> /dev/full"  # the whole result, and not only what went on
    assert code.read_text() == ("2\n" if lost else "0\n"), ran.stderr
    assert ("Error: the output could not be written: No space left" in ran.stderr) is lost
    assert plies(record) == 40
    assert "Traceback" not in ran.stderr
    assert "Exception ignored" not in ran.stderr
    assert ran.stderr.count("standard output can be written no more") <= 1


@pytest.mark.thorough
def test_a_forfeit_is_one_also_when_nobody_reads(tmp_path: Path, left_over: object) -> None:
    record, code = tmp_path / "r.json", tmp_path / "code"
    script = f'{{ "$@"; echo $? > {code}; }} | true'
    words = ["play", "ur", "--p1", "true", "--p2", "random", "--seed", "1", "--strict", "--record", str(record)]
    command = ["sh", "-c", script, "sh", sys.executable, "-m", "boardgames", *words]
    subprocess.run(command, capture_output=True, check=False, timeout=60)
    assert code.read_text() == "1\n"
    assert json.loads(record.read_text())["outcome"]["fault"]["kind"] == "crash"


def test_a_record_whose_folder_is_gone_is_printed(run: Run, tmp_path: Path) -> None:
    """It was there when the game began; the bot removes it."""
    (tmp_path / "kept").mkdir()
    bot = "import os, sys\nos.rmdir('kept')\nsys.stdin.readline()"
    (tmp_path / "bot.py").write_text(bot)
    played = run("play", "ur", "--p1", f"{sys.executable} bot.py", "--p2", "random", "--seed", "1",
                 "--record", "kept/r.json")  # fmt: skip
    assert played.returncode == 2
    record, error = played.stderr.splitlines()
    assert json.loads(record)["outcome"]["fault"]["kind"] == "crash"
    assert error.startswith("Error: --record: cannot write ")
    assert error.endswith("kept/r.json any more (No such file or directory); the record is above")
