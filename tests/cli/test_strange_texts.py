"""Bytes that are no text, and escape sequences, come through a command without harm."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


def run(*words: str | bytes, folder: Path) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "boardgames", *words]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False, timeout=60)


def harmless(ran: subprocess.CompletedProcess[bytes]) -> bool:
    said = (ran.stdout + ran.stderr).decode()
    assert "Traceback" not in said
    return all(char.isprintable() or char == "\n" for char in said)


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux")
def test_a_program_whose_path_is_no_utf_8(tmp_path: Path, c_bot: str, left_over: object) -> None:
    program = os.fsencode(tmp_path) + b"/bot\xff"
    os.link(c_bot, program)
    for options in ([], ["--json"], ["--sandbox", "auto"]):
        ran = run("play", "ur", "--p1", program, "--p2", "greedy", "--record", "r.json", *options, folder=tmp_path)
        assert ran.returncode == 0, ran.stderr
        assert harmless(ran)
        record = json.loads((tmp_path / "r.json").read_bytes())
        assert os.fsencode(record["players"][0]["player"]) == program
    again = run("replay", "r.json", "--show", "result", folder=tmp_path)
    assert again.returncode == 0
    assert harmless(again)
    assert harmless(run("play", "ur", "--p1", program + b"-not", "--p2", "greedy", folder=tmp_path))


def test_escape_sequences_of_a_program(tmp_path: Path, left_over: object) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(r"import sys; print('\x1b[2Jerr\x07\r\x9b', file=sys.stderr); print('\x1b]0;title\x07')")
    command = f"{sys.executable} {bot}"
    played = run("play", "ur", "--p1", command, "--p2", "greedy", "--stderr", "show", folder=tmp_path)
    assert b"[2Jerr" in played.stderr
    assert harmless(played)
    checked = run("check", "ur", "--bot", command, "--games", "1", folder=tmp_path)
    assert checked.returncode == 1
    assert harmless(checked)


def test_escape_sequences_of_a_record(tmp_path: Path) -> None:
    run("play", "ur", "--p1", "random", "--p2", "greedy", "--record", "r.json", "--max-plies", "4", folder=tmp_path)
    record = json.loads((tmp_path / "r.json").read_text())
    record["players"][0]["name"] = "\x1b[31mEve"
    record["outcome"]["reason"] = "\x1b[2J"
    (tmp_path / "r.json").write_text(json.dumps(record))
    assert harmless(run("replay", "r.json", folder=tmp_path))
    record["actions"][0] = "\x1b[2J"
    (tmp_path / "r.json").write_text(json.dumps(record))
    ran = run("replay", "r.json", folder=tmp_path)
    assert ran.returncode == 2
    assert harmless(ran)
