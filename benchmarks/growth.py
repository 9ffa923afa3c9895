"""How the referee's CPU and memory grow with the length of one game.

    python -m benchmarks.growth

A game without end, whose state is a number, is played between two instant bots
in C over the plain protocol, for 10 to 10,000 plies.  The CPU a ply must not
grow; the memory is what the log of the game holds.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Hashable
from pathlib import Path

import attrs

import boardgames as bg
from benchmarks.referee import ROOT, compiled
from boardgames.core.model.options import NoOptions
from boardgames.core.model.symmetry import IDENTITY, Symmetry
from boardgames.core.protocol.plain import PLAIN
from boardgames.referee import Limits, ProgramSeat, Referee, SeededDice


@attrs.frozen
class Step:
    index: int

    def __str__(self) -> str:
        return "on"


STEP = Step(0)


@attrs.frozen(kw_only=True)
class Endless:
    name: str = "endless"
    spec: object = None
    title: str = "A game without end"
    options: object = NoOptions()
    seats: int = 2
    action_count: int = 1
    chance_count: int = 0
    symmetries: tuple[Symmetry, ...] = (IDENTITY,)

    def turned(self, index: int, seat: int) -> int:
        return index

    def action_at(self, index: int) -> Step:
        return (STEP,)[index]

    def chance_at(self, index: int) -> Step:
        raise IndexError(index)

    def start(self) -> State:
        return State(0)

    def parse(self, text: str) -> State:
        return State(int(text))


@attrs.frozen(slots=True)
class State(bg.BaseState):
    ply: int

    @property
    def game(self) -> bg.Game:
        return Endless()

    @property
    def turn(self) -> int:
        return self.ply % 2

    @property
    def key(self) -> Hashable:
        return self.ply

    @property
    def outcome(self) -> None:
        return None

    def actions(self) -> tuple[Step, ...]:
        return (STEP,)

    def apply(self, action: Step) -> State:
        return State(self.ply + 1)

    def __str__(self) -> str:
        return str(self.ply)


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as name:
        bot = compiled(ROOT / "examples" / "bots" / "plain_first.c", Path(name))
        print(f"{'plies':>8}{'CPU us a ply':>14}{'bytes a ply':>13}")
        for plies in (10, 10, 100, 1000, 10_000):
            seats = [ProgramSeat([bot], PLAIN, Limits()) for _ in range(2)]
            referee = Referee(bg.Playthrough(State(0)), ["one", "two"], seats, SeededDice(1), max_plies=plies)
            before, begun = resident(), time.process_time()
            referee.run()
            cpu, held = time.process_time() - begun, resident() - before
            print(f"{plies:8}{cpu / plies * 1e6:14.1f}{held / plies:13.0f}")


if __name__ == "__main__":
    main()
