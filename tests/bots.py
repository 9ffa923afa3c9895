"""Programs in Python, and a game of Ur between programs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random

import boardgames as bg
from boardgames.core.protocol.verdict import Verdict
from boardgames.players import Uniform
from boardgames.referee import Limits, PlayerSeat, ProgramSeat, Referee, Seat, SeededDice

PATIENT = Limits(first_move_time=30, move_time=30)


def python(code: str) -> list[str]:
    """The command of a program."""
    return [sys.executable, "-c", "import os, signal, sys, threading, time\n" + code]


def play(
    *commands: Sequence[str] | None,
    limits: Limits = PATIENT,
    protocol: str = "colosseum",
    plies: int | None = None,
) -> Verdict:
    """A game of programs, or of the random player for ``None``."""
    spec = bg.find("ur")
    seats: list[Seat] = [
        PlayerSeat(Uniform(Random(1))) if command is None else ProgramSeat(command, spec.protocol(protocol), limits)
        for command in commands
    ]
    playthrough = bg.Playthrough(bg.load("ur").start())
    return Referee(playthrough, ["one", "two"], seats, SeededDice(1), max_plies=plies).run()
