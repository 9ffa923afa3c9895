"""Bytes that are no text, and escape sequences, come through a command without harm."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import Run


def harmless(ran: subprocess.CompletedProcess[str]) -> bool:
    said = ran.stdout + ran.stderr
    return all(char.isprintable() or char == "\n" for char in said)


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux")
def test_a_program_whose_path_is_no_utf_8(run: Run, tmp_path: Path, c_bot: str) -> None:
    program = os.fsencode(tmp_path) + b"/bot\xff"
    os.link(c_bot, program)
    for options in ([], ["--json"], ["--sandbox", "auto"]):
        ran = run("play", "ur", "--p1", os.fsdecode(program), "--p2", "greedy", "--record", "r.json", *options)
        assert ran.returncode == 0, ran.stderr
        assert harmless(ran)
        record = json.loads((tmp_path / "r.json").read_bytes())
        assert os.fsencode(record["players"][0]["player"]) == program
    again = run("replay", "r.json", "--show", "result")
    assert again.returncode == 0
    assert harmless(again)
    assert harmless(run("play", "ur", "--p1", os.fsdecode(program) + "-not", "--p2", "greedy"))


def test_escape_sequences_of_a_program(run: Run, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(r"import sys; print('\x1b[2Jerr\x07\r\x9b', file=sys.stderr); print('\x1b]0;title\x07')")
    command = f"{sys.executable} {bot}"
    played = run("play", "ur", "--p1", command, "--p2", "greedy", "--stderr", "show")
    assert "[2Jerr" in played.stderr
    assert harmless(played)
    checked = run("check", "ur", command, "--games", "1")
    assert checked.returncode == 1
    assert harmless(checked)


def test_escape_sequences_of_a_record(run: Run, tmp_path: Path) -> None:
    run("play", "ur", "--p1", "random", "--p2", "greedy", "--record", "r.json", "--max-plies", "4")
    record = json.loads((tmp_path / "r.json").read_text())
    record["players"][0]["name"] = "\x1b[31mEve"
    record["outcome"]["reason"] = "\x1b[2J"
    (tmp_path / "r.json").write_text(json.dumps(record))
    assert harmless(run("replay", "r.json"))
    record["actions"][0] = "\x1b[2J"
    (tmp_path / "r.json").write_text(json.dumps(record))
    ran = run("replay", "r.json")
    assert ran.returncode == 2
    assert harmless(ran)
