"""What a program can and cannot do in the sandbox.  Real bubblewrap; skipped where it does not work."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import boardgames as bg
from boardgames.core.verdict import Verdict
from boardgames.referee import Limits, NoSandbox, ProgramParticipant, Referee, SeededDice, require_sandbox, sandbox

needs_bwrap = pytest.mark.skipif(sandbox.why_none() is not None, reason=str(sandbox.why_none()))


def verdict_on(code: str, tmp_path: Path, kind: str = "bwrap") -> Verdict:
    """Two copies of a program that answers ``code``'s last words; it is garbled, so they are told."""
    program = tmp_path / "program.py"
    program.write_text(code)
    protocol = bg.find("ur").protocol()
    participants = [
        ProgramParticipant([sys.executable, str(program)], protocol, Limits(first_move_time=10), sandbox=kind)
        for _ in range(2)
    ]
    return Referee(bg.Playthrough(bg.load("ur").start()), ["a", "b"], participants, SeededDice(1)).run()


def said(verdict: Verdict) -> str:
    assert verdict.fault is not None
    assert verdict.fault.kind == "garbled", verdict.fault
    return verdict.fault.detail.split("'")[1]


def attempt(action: str) -> str:
    return f"import os, socket, sys\ntry:\n    {action}\n    print('done')\nexcept OSError as error: print('refused')"


@needs_bwrap
@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("open({tmp!r} + '/stolen', 'w')", "refused"),
        ("open('/etc/stolen', 'w')", "refused"),
        ("os.remove(__file__)", "refused"),
        ("open(os.environ['TMPDIR'] + '/notes', 'w').write('mine')", "done"),
        ("open(os.environ['HOME'] + '/notes', 'w').write('mine')", "done"),
        ("open(__file__).read()", "done"),
        ("socket.create_connection(('127.0.0.1', {port}), 1)", "refused"),
        ("os.kill({pid}, 0)", "refused"),
    ],
)
def test_what_the_sandbox_allows(action: str, expected: str, tmp_path: Path, left_over: object) -> None:
    import os
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        filled = action.format(tmp=str(tmp_path), port=server.getsockname()[1], pid=os.getpid())
        assert said(verdict_on(attempt(filled), tmp_path)) == expected
    assert not (tmp_path / "stolen").exists()


@needs_bwrap
def test_without_the_sandbox_the_same_is_possible(tmp_path: Path, left_over: object) -> None:
    """So that the test above can fail."""
    assert said(verdict_on(attempt(f"open({str(tmp_path)!r} + '/written', 'w')"), tmp_path, "none")) == "done"
    assert (tmp_path / "written").exists()


@needs_bwrap
def test_the_private_folder_is_gone_after_the_match(tmp_path: Path, left_over: object) -> None:
    told = said(verdict_on("import os\nprint('dir ' + os.environ['TMPDIR'])", tmp_path))
    assert not Path(told.removeprefix("dir ")).exists()


@needs_bwrap
def test_a_program_that_sheds_its_environment_is_ended_too(tmp_path: Path, left_over: object) -> None:
    code = (
        "import os\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0: os.execve('/bin/sleep', ['boardgames-test-sleep', '61'], {})\n"
        "    os._exit(0)\n"
        "print('away')"
    )
    assert said(verdict_on(code, tmp_path)) == "away"
    names = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline")]
    assert not [name for name in names if name.startswith(b"boardgames-test-sleep")]


def test_a_sandbox_that_cannot_be_had_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "why_none", lambda: "there is no bwrap on this machine")
    with pytest.raises(NoSandbox, match="install bubblewrap"):
        require_sandbox("bwrap")
    assert require_sandbox("auto") is False
    assert require_sandbox("none") is False
