"""One game of a hostile program in a process of its own, so that it can be played as another user.

    python -m tests.hostile.one_game '{"command": [...], "rival": [...], ...}'

Prints what came of it as JSON.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

import boardgames as bg
from boardgames.core.protocol.plain import PLAIN
from boardgames.referee import Limits, ProgramSeat, Referee, SeededDice
from tests.hostile.growth import growth_of_memory


def play(
    command: list[str], rival: list[str], limits: dict[str, Any], sandbox: str = "none", games: int = 1
) -> dict[str, Any]:
    protocol = bg.find("ur").protocol()
    warm = [ProgramSeat(["cat"], PLAIN, Limits(first_move_time=0.1), sandbox=sandbox) for _ in range(2)]
    Referee(bg.Playthrough(bg.load("ur").start()), ["a", "b"], warm, SeededDice(2)).run()
    for _ in range(games):
        seats = [
            ProgramSeat(command, protocol, Limits(**limits), sandbox=sandbox),
            ProgramSeat(rival, protocol, Limits(first_move_time=60, move_time=60)),
        ]
        playthrough = bg.Playthrough(bg.load("ur").start())
        begun = time.monotonic()
        with growth_of_memory() as growth:
            verdict = Referee(playthrough, ["hostile", "rival"], seats, SeededDice(1)).run()
        taken = time.monotonic() - begun
    fault = verdict.fault
    return {
        "seat": fault and fault.seat,
        "kind": fault and fault.kind,
        "detail": fault and fault.detail,
        "over": playthrough.state.outcome is not None,
        "taken": taken,
        "growth": growth(),
        "files": len(os.listdir("/proc/self/fd")),
    }


if __name__ == "__main__":
    print(json.dumps(play(**json.loads(sys.argv[1]))))
