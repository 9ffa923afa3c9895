"""No program breaks the referee: each gets its verdict in time, and nothing else is harmed."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import boardgames as bg
from boardgames.contest import GameRecord, ProgramEntrant, RecordedPlayer, entrant
from boardgames.records import record_formats as records
from boardgames.referee import Limits, ProgramSeat, Referee, SeededDice
from boardgames.referee.supervisor import PORTABLE
from tests.hostile.growth import growth_of_memory
from tests.hostile.programs import HOSTILE, LIMIT, NEED_SUPERVISORS, PRELUDE, STARTING
from tests.samples import few

MIB = 1024 * 1024

# The other player: the example bot, and it keeps the last line that it heard.
WITNESS = """
import runpy, sys
class Kept:
    def readline(self):
        line = sys.__stdin__.readline()
        if line:
            open("last", "w").write(line)
        return line
sys.stdin = Kept()
runpy.run_path({bot!r})
"""


class WitnessSeat(ProgramSeat):
    """A seat that waits longer for its program to end: on a busy machine it may just have started."""

    def _ask_to_end(self) -> None:
        super()._ask_to_end()
        self.leave_by += STARTING


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    """What the first game of a process loads does not count as growth."""
    seats = [ProgramSeat(["cat"], bg.find("ur").protocol(), Limits(first_move_time=0.1)) for _ in range(2)]
    Referee(bg.Playthrough(bg.load("ur").start()), ["a", "b"], seats, SeededDice(2)).run()


EVERY_DAY = {
    "answers garbage in the middle of a good game",
    "answers a very long number",
    "fills its stderr",
    "ignores the end",
    "takes a gibibyte",
    "forks without end",
}
"""Programs of every kind; those that are silent, late, crash or flood are in ``tests/referee/test_faults.py``."""


@pytest.mark.parametrize("name", few(HOSTILE, *EVERY_DAY))
def test_hostile(
    name: str,
    tmp_path: Path,
    python_bot: list[str],
    left_over: Callable[[], list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judge(name, tmp_path, python_bot, left_over, monkeypatch)


WITHOUT_SUPERVISORS = {"aborts", "fills its stderr"}
OTHERS = {"floods with answers", "forks on and on", "takes a gibibyte in its children"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in WITHOUT_SUPERVISORS else mark)
        for name in HOSTILE
        if name not in NEED_SUPERVISORS
        for mark in [pytest.mark.thorough if name in OTHERS else pytest.mark.slow]
    ],
)
def test_hostile_without_supervisors(
    name: str,
    tmp_path: Path,
    python_bot: list[str],
    left_over: Callable[[], list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As on Windows and macOS, which :file:`docs/bots.md` has a table of."""
    monkeypatch.setenv(PORTABLE, "1")
    judge(name, tmp_path, python_bot, left_over, monkeypatch, most_growth=8 * MIB, slower=10.0)


def judge(
    name: str,
    tmp_path: Path,
    python_bot: list[str],
    left_over: Callable[[], list[str]],
    monkeypatch: pytest.MonkeyPatch,
    most_growth: int = 2 * MIB,
    slower: float = 0.0,
) -> None:
    hostile = HOSTILE[name]
    folder = tmp_path / "work"
    folder.mkdir()
    program, witness = tmp_path / "hostile.py", tmp_path / "witness.py"
    program.write_text(PRELUDE + hostile.code, encoding="utf-8")
    witness.write_text(WITNESS.format(bot=python_bot[1]).replace('"last"', repr(str(tmp_path / "last"))))
    monkeypatch.chdir(folder)
    protocol = bg.find("ur").protocol()
    limits = Limits(
        first_move_time=hostile.first_move_time,
        move_time=hostile.move_time,
        memory=hostile.memory,
        cpu_time=hostile.cpu_time,
    )
    seats = [
        ProgramSeat([sys.executable, str(program)], protocol, limits),
        WitnessSeat([sys.executable, str(witness)], protocol, Limits(first_move_time=60, move_time=60)),
    ]
    playthrough = bg.Playthrough(bg.load("ur").start())
    referee = Referee(playthrough, ["hostile", "witness"], seats, SeededDice(1))
    begun = time.monotonic()
    with growth_of_memory() as growth:
        verdict = referee.run()
    taken = time.monotonic() - begun
    assert growth() < most_growth

    if hostile.kind is None:
        assert verdict.fault is None, verdict.fault
        assert playthrough.state.outcome is not None
    else:
        assert verdict.fault is not None
        assert verdict.fault.seat == 0
        assert verdict.fault.kind == hostile.kind, verdict.fault
        assert hostile.detail in verdict.fault.detail, verdict.fault
        assert verdict.fault.detail.isprintable()
        assert taken < hostile.first_move_time + LIMIT + 1.0 + STARTING + slower
        assert (tmp_path / "last").read_text() == "RETIRE\n", "the other player is told, and unharmed"
    assert left_over() == []

    monkeypatch.chdir(tmp_path)
    players = [RecordedPlayer("hostile", "h"), RecordedPlayer("witness", "w")]
    record = GameRecord.of(playthrough, players=players, seed=1, times=referee.times, verdict=verdict)
    again = records.read(record.json().encode())
    assert again == record
    assert again.playthrough().state == playthrough.state


def test_there_are_enough_of_them() -> None:
    assert len(HOSTILE) >= 25


def test_a_command_with_spaces_and_quotes(tmp_path: Path, python_bot: list[str], left_over: object) -> None:
    program = tmp_path / "my 'best' bot.py"
    program.write_text(Path(python_bot[1]).read_text())
    who = entrant(f'{sys.executable} "{program}"', bg.find("ur"))
    assert isinstance(who, ProgramEntrant)
    assert who.command == (sys.executable, str(program))
    protocol = bg.find("ur").protocol()
    seats = [ProgramSeat(command, protocol, Limits()) for command in (who.command, python_bot)]
    verdict = Referee(bg.Playthrough(bg.load("ur").start()), ["a", "b"], seats, SeededDice(1)).run()
    assert verdict.fault is None


@pytest.mark.thorough
def test_grace_and_strikes(tmp_path: Path, left_over: object) -> None:
    """A late answer counts within the grace, and so many times in a game as there are strikes."""
    program = tmp_path / "late.py"
    # late by 0.06 s with its second answer, and from then on
    program.write_text(PRELUDE + "play_well(1, lambda: [(time.sleep(0.12), say(b'0\\n')) for _ in range(99)])")
    protocol = bg.find("ur").protocol()

    def kind(**given: float) -> str:
        limits = Limits(first_move_time=30, move_time=0.06, **given)  # type: ignore[arg-type]
        seats = [ProgramSeat([sys.executable, str(program)], protocol, limits) for _ in range(2)]
        verdict = Referee(bg.Playthrough(bg.load("ur").start()), ["a", "b"], seats, SeededDice(1)).run()
        assert verdict.fault is not None
        return verdict.fault.kind

    assert kind() == "timeout"
    assert kind(grace=2.0) == "illegal", "it is heard then, and says nonsense in the end"
    assert kind(strikes=99) == "illegal"
    assert kind(strikes=1) == "timeout"
