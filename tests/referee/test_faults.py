"""What a program can do wrong in a game, each with its verdict.  Real processes over real pipes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

import boardgames as bg
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import LineProtocol, NeedData
from boardgames.core.protocol.verdict import Verdict
from boardgames.games.ur.colosseum import Colosseum
from boardgames.players import Uniform
from boardgames.referee import (
    Limits,
    PlayerSeat,
    ProgramSeat,
    Referee,
    ScriptedDice,
    Seat,
    SeededDice,
)
from tests.bots import play, python

LeftOver = Callable[[], list[str]]


def colosseum() -> LineProtocol:
    return bg.find("ur").protocol()


def verdict_on(command: Sequence[str], seconds: float = 30.0) -> Verdict:
    """A program against the random player, which it meets at its first throw of 1 or more."""
    verdict = play(command, None, limits=Limits(first_move_time=seconds, move_time=seconds))
    assert verdict.loser == 0
    assert verdict.fault is not None
    assert verdict.outcome.reason == verdict.fault.kind
    return verdict


CASES = {
    "answers nonsense": ("print('knight to e5', flush=True); input()", "garbled", "it said 'knight to e5'"),
    "answers an empty line": ("print(); input()", "garbled", "expected the number of a token"),
    "answers with an escape sequence": (r"print('\x1b[2J')", "garbled", r"\x1b[2J"),
    "answers with bytes that are no text": (
        r"import sys; sys.stdout.buffer.write(b'\xff\xfe\x00\n')",
        "garbled",
        r"\xff\xfe\x00",
    ),
    "moves a token that is not there": ("print(7)", "illegal", "numbered 0 to 6"),
    "exits with an error": ("import sys; sys.exit('no brain')", "crash", "status 1"),
    "exits with 0 instead of answering": ("pass", "crash", "status 0"),
    "dies by a signal": ("import os; os.kill(os.getpid(), 11)", "crash", "signal 11"),
    "closes its output and lives on": (
        "import os, time; os.close(1); time.sleep(60)",
        "crash",
        "closed its output and runs on",
    ),
    "says nothing": ("import time; time.sleep(60)", "timeout", "0.4 s for its first answer"),
    "says half a line": (
        "import sys, time; sys.stdout.write('3'); sys.stdout.flush(); time.sleep(60)",
        "timeout",
        "0.4 s",
    ),
    "floods without a newline": (
        "import sys\nwhile True: sys.stdout.write('x' * 65536)",
        "output limit",
        "a line without end",
    ),
    "closes its input and hangs": ("import os, time; os.close(0); time.sleep(60)", "timeout", "0.4 s"),
}


@pytest.mark.usefixtures("short_parting")
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, marks=pytest.mark.thorough)
        if case in ("says half a line", "closes its input and hangs")
        else case
        for case in CASES
    ],
)
def test_fault(case: str, left_over: LeftOver) -> None:
    code, kind, detail = CASES[case]
    begun = time.monotonic()
    verdict = verdict_on(python(code), 0.4 if kind == "timeout" else 30.0)
    assert verdict.fault is not None
    assert verdict.fault.kind == kind
    assert detail in verdict.fault.detail
    assert time.monotonic() - begun < 20.0, "far less than the program sleeps, or has for an answer"
    assert left_over() == []


def test_a_fault_is_placed_and_has_the_last_words(left_over: LeftOver) -> None:
    verdict = verdict_on(python("import sys; print('thinking hard', file=sys.stderr); sys.exit(3)"))
    assert verdict.fault is not None
    assert verdict.fault.detail.startswith("ply 2: it exited with status 3")
    assert verdict.fault.detail.endswith("the end of its stderr: thinking hard")


def test_a_program_that_fills_its_stderr_can_still_play(left_over: LeftOver) -> None:
    """A pipe holds 64 KiB: who does not read it makes the program hang."""
    verdict = verdict_on(python("import sys; sys.stderr.write('x' * 1_000_000); sys.stderr.flush(); print('done')"))
    assert verdict.fault is not None
    assert verdict.fault.kind == "garbled"


@pytest.mark.usefixtures("short_parting")
def test_lines_without_an_answer_do_not_extend_the_time(left_over: LeftOver) -> None:
    """One deadline for each request, whatever is heard meanwhile."""

    class Patient(Colosseum):
        def hear(self, line: str) -> NeedData:
            return NeedData()

    protocol = attrs.evolve(colosseum(), referee=Patient)
    code = "import time\nwhile True: print('info', flush=True); time.sleep(0.01)"
    seats: list[Seat] = [
        ProgramSeat(python(code), protocol, Limits(first_move_time=0.3)),
        PlayerSeat(Uniform(Random(1))),
    ]
    begun = time.monotonic()
    verdict = Referee(bg.Playthrough(bg.load("ur").start()), ["a", "b"], seats, SeededDice(1)).run()
    assert verdict.fault is not None
    assert verdict.fault.kind == "timeout"
    assert time.monotonic() - begun < 20.0


@pytest.mark.parametrize(
    ("make", "detail"),
    [
        (lambda path: "no-such-program-anywhere", "there is no program 'no-such-program-anywhere'"),
        (lambda path: str(path), "is a folder"),
        (lambda path: str(_file(path / "bot.py", "print(1)", 0o644)), "chmod +x it"),
        (lambda path: str(_file(path / "bot", "print(1)", 0o755)), "a script needs a first line"),
        (lambda path: str(_file(path / "bot", "#!/no/such/python\n", 0o755)), "names an interpreter"),
    ],
)
def test_a_program_that_cannot_be_started(
    make: Callable[[Path], str], detail: str, tmp_path: Path, left_over: LeftOver
) -> None:
    verdict = verdict_on([make(tmp_path)])
    assert verdict.fault is not None
    assert verdict.fault.kind == "not started"
    assert detail in verdict.fault.detail


def _file(path: Path, text: str, mode: int) -> Path:
    path.write_text(text)
    path.chmod(mode)
    return path


def test_the_other_program_is_unharmed_and_ended(python_bot: list[str], left_over: LeftOver) -> None:
    limits = Limits(first_move_time=30, move_time=30)
    crash = python("import sys; [input() for _ in range(6)]; sys.exit(1)")
    seats = [ProgramSeat(python_bot, colosseum(), limits), ProgramSeat(crash, colosseum(), limits)]
    verdict = Referee(bg.Playthrough(bg.load("ur").start()), ["a", "b"], seats, SeededDice(1)).run()
    assert verdict.outcome.returns == (1.0, -1.0)
    assert verdict.fault is not None and verdict.fault.kind == "crash"
    assert left_over() == []


@pytest.mark.thorough
def test_a_program_that_ignores_the_end_is_ended_all_the_same(left_over: LeftOver) -> None:
    code = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    time.sleep(60)
print('x', flush=True)
time.sleep(60)
"""
    begun = time.monotonic()
    verdict = verdict_on(python(code))
    assert verdict.fault is not None
    assert verdict.fault.kind == "garbled"
    assert time.monotonic() - begun < 20.0, "far less than it sleeps"
    assert left_over() == []


def test_a_player_of_ours_that_raises_loses_and_nothing_else(left_over: LeftOver) -> None:
    class Broken(Uniform):
        def choose(self, state: bg.State, clock: Clock) -> Any:
            return 1 // 0

    class Cheat(Uniform):
        def choose(self, state: bg.State, clock: Clock) -> Any:
            return "0"

    for player, kind, detail in ((Broken, "crash", "ZeroDivisionError"), (Cheat, "illegal", "'0'")):
        seats = [PlayerSeat(Uniform(Random(1))), PlayerSeat(player(Random(1)))]
        verdict = Referee(bg.Playthrough(bg.load("ur").start()), ["a", "b"], seats, SeededDice(1)).run()
        assert verdict.fault is not None
        assert (verdict.fault.seat, verdict.fault.kind) == (1, kind)
        assert detail in verdict.fault.detail


def test_early_lines_are_kept_as_the_next_answers(left_over: LeftOver) -> None:
    """Code Colosseum keeps what a program says before it is asked."""
    seats: list[Seat] = [
        ProgramSeat(["sh", "-c", "printf '0\\n1\\n2\\nend\\n'; cat >/dev/null"], colosseum(), Limits()),
        PlayerSeat(Uniform(Random(1))),
    ]
    dice = ScriptedDice(["=1", "=0", "=2", "=0", "=3", "=0", "=1"])
    playthrough = bg.Playthrough(bg.load("ur").start())
    verdict = Referee(playthrough, ["a", "b"], seats, dice).run()
    assert playthrough.texts == ["=1", "0", "=0", "=2", "0", "=0", "=3", "0", "=0", "=1"]
    assert verdict.fault is not None
    assert "it said 'end'" in verdict.fault.detail


@pytest.mark.usefixtures("short_parting")
def test_early_lines_are_dropped_and_counted_elsewhere(
    left_over: LeftOver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a protocol does not keep them, what was said before the request is no answer to it."""
    said = tmp_path / "said"
    code = f"""
import pathlib, sys, time
print("4544", "5544", sep="\\n", flush=True)  # before anybody asked
pathlib.Path({str(said)!r}).touch()
for line in sys.stdin:
    if line == "14\\n":
        time.sleep(0.1)
        print("3544", flush=True)
"""
    protocol = attrs.evolve(bg.find("minishogi").protocol("codingame"), keeps_early_lines=False)
    early = ProgramSeat(python(code), protocol, Limits(first_move_time=30))
    slow = ProgramSeat(python("import time; time.sleep(9)"), protocol, Limits(first_move_time=0.2))
    playthrough = bg.Playthrough(bg.load("minishogi").start())
    referee = Referee(playthrough, ["early", "slow"], [early, slow], SeededDice(1))
    open_both = referee._open

    def opened() -> Verdict | None:
        """The program speaks while the other one starts, so its lines are there before it is asked."""
        found, deadline = open_both(), time.monotonic() + 30.0
        while not said.exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        return found

    monkeypatch.setattr(referee, "_open", opened)
    referee.run()
    assert playthrough.texts == ["3e4d"]
    assert early.stale_lines == 2
