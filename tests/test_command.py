"""The command in this process behaves as a process of its own, and leaves this process as it was."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import boardgames as bg
from tests.command import Run, TooLong, run_command, run_program
from tests.conftest import ROOT

GAME = ("play", "ur:tokens=1", "--p1", "human", "--p2", "random", "--seed", "1")


@pytest.mark.parametrize(
    ("words", "stdin"),
    [
        ((*GAME, "--record", "r.json"), ""),
        *(
            pytest.param(words, stdin, marks=pytest.mark.thorough)
            for words, stdin in [
                (("show", "hexapawn:SPEC"), ""),
                (("rules", "nothing.py"), ""),
                (("perft", "ur", "--depth", "many"), ""),
                ((*GAME, "--record", "r.json"), "resign\n"),
                (("bot", "ur", "greedy"), "Ann\nBob\n7\n"),
            ]
        ),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else None,
)
def test_it_prints_writes_and_ends_as_a_process_does(words: tuple[str, ...], stdin: str, tmp_path: Path) -> None:
    results = []
    for kind in ("process", "here"):
        folder = tmp_path / kind
        folder.mkdir()
        shutil.copy(ROOT / "examples" / "hexapawn.py", folder)
        if kind == "here":
            ran = run_command(words, folder, stdin)
        else:
            command = [sys.executable, "-m", "boardgames", *words]
            ran = subprocess.run(command, cwd=folder, input=stdin, capture_output=True, text=True, timeout=60)
        files = sorted(path.name for path in folder.iterdir() if path.suffix != "" and path.is_file())
        results.append((ran.returncode, ran.stdout, ran.stderr.replace("python -m boardgames", "boardgames"), files))
    assert results[0] == results[1]


def test_nothing_of_it_is_left(run: Run, tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples" / "hexapawn.py", tmp_path)
    before = (os.getcwd(), dict(os.environ), sys.argv, list(sys.path), signal.getsignal(signal.SIGTERM), sys.stdout)
    known = sys.modules.get("hexapawn"), bg.games()  # another test may have imported it
    assert run("show", "hexapawn:SPEC").stdout.startswith("3 B B B")
    assert run(*GAME, stdin="").returncode == 130
    after = (os.getcwd(), dict(os.environ), sys.argv, list(sys.path), signal.getsignal(signal.SIGTERM), sys.stdout)
    assert before == after
    assert (sys.modules.get("hexapawn"), bg.games()) == known


def test_a_file_that_has_changed_is_read_again(run: Run, tmp_path: Path) -> None:
    source = (ROOT / "examples" / "hexapawn.py").read_text()
    for files, shown in ((3, "  a b c\n"), (4, "  a b c d\n")):
        (tmp_path / "hexapawn.py").write_text(source.replace("option(3,", f"option({files},"))
        assert shown in run("show", "hexapawn.py").stdout


def test_a_program_that_fails_has_a_status_and_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("print('hello')\nraise KeyError(3)\n")
    ran = run_program(tmp_path / "wrong.py", tmp_path)
    assert (ran.returncode, ran.stdout) == (1, "hello\n")
    assert ran.stderr.endswith("KeyError: 3\n")


def test_a_command_that_does_not_end_is_broken_off(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text("while True: pass")
    with pytest.raises(TooLong):
        run_program(tmp_path / "endless.py", tmp_path, timeout=0.1)
