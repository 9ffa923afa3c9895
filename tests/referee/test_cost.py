"""What a ply costs the referee, counted: system calls, and calls of its functions."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import boardgames as bg
import boardgames.referee
from boardgames.referee import Limits, ProgramSeat, Referee, SeededDice, program_seat

BOT = Path(__file__).parents[2] / "examples/bots/ur_first.py"
SYSTEM_CALLS = ("write", "poll", "read")
REFEREE = str(Path(boardgames.referee.__file__).parent)
MOST_CALLS = 27  # of the referee's functions, from one question to the next, with the throw between them


class Counted(ProgramSeat):
    """A program in a seat.  All seats count what happens from one question to the next."""

    plies: list[Counter[str]]

    def choose(self, *arguments: Any) -> Any:
        self.plies.append(Counter())
        return super().choose(*arguments)


def test_a_ply_is_one_write_one_wait_and_one_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the cheapest ply, with a program that answers at once: others meet two throws."""
    monkeypatch.setattr(program_seat, "AT_ONCE", 60.0)  # on a busy machine no program answers within a millisecond
    plies: list[Counter[str]] = []

    def count(frame: FrameType, event: str, called: Any) -> None:
        if not plies:
            return
        if event == "call" and frame.f_code.co_filename.startswith(REFEREE):
            plies[-1]["call"] += 1
        elif event == "c_call" and called.__name__ in SYSTEM_CALLS:
            plies[-1][called.__name__] += 1

    protocol = bg.find("ur").protocol("colosseum")
    seats = [Counted([sys.executable, str(BOT)], protocol, Limits()) for _ in range(2)]
    for seat in seats:
        seat.plies = plies
    referee = Referee(bg.Playthrough(bg.load("ur").start()), ["one", "two"], seats, SeededDice(1))
    sys.setprofile(count)
    try:
        verdict = referee.run()
    finally:
        sys.setprofile(None)
    assert verdict.fault is None
    cheapest = min(plies[:-1], key=Counter.total)
    assert {name: cheapest[name] for name in SYSTEM_CALLS} == dict.fromkeys(SYSTEM_CALLS, 1)
    assert cheapest["call"] <= MOST_CALLS, cheapest
