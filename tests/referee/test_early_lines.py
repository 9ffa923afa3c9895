"""What a program writes before it is asked, in the protocols of CodinGame's arenas: kept, and the next answer."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random

import pytest

import boardgames as bg
from boardgames.core.protocol.verdict import Verdict
from boardgames.players import Uniform
from boardgames.referee import Limits, PlayerSeat, ProgramSeat, Referee, Seat, SeededDice
from tests.samples import cases

LeftOver = Callable[[], list[str]]

# Reads a turn to its end, and says what ANSWER makes of the first option and the number of the turn.
FIRST_OPTION = """
import sys, time, random

def line():
    text = sys.stdin.readline()
    if not text:
        sys.exit()
    return text.strip()

def options():
    return [line() for _ in range(int(line()))]

def say(*lines):
    for text in lines:
        print(text, flush=True)
        time.sleep(random.choice([0, 0, 0.002]))  # so that it is a matter of chance when they arrive

turn = 0
while True:
    turn += 1
    if GAME == "morris":
        line()
        [line() for _ in range(int(line()))]
    else:
        if turn == 1:
            line(), line()
        [line() for _ in range(9 if GAME == "dice-shogi" else 8)]
    first = options()[0]
    say(*ANSWER(first, turn))
"""
DEBUGS = 'ANSWER = lambda first, turn: (first, "my plan: " + first)'
GAMES = ("minishogi", "dice-shogi", "morris")
EVERYDAY = {("dice-shogi", 1), ("morris", 0)}


def bot(game: str, answer: str) -> list[str]:
    return [sys.executable, "-c", f"GAME = {game!r}\n{answer}\n{FIRST_OPTION}"]


def played(game: str, seat: int, answer: str) -> tuple[Verdict, list[str]]:
    """A program in a seat against the random player: how the game ended, and its actions."""
    protocol = bg.find(game).protocol("codingame")
    program = ProgramSeat(bot(game, answer), protocol, Limits(first_move_time=30, move_time=30))
    seats: list[Seat] = [PlayerSeat(Uniform(Random(1)))] * 2
    seats[seat] = program
    playthrough = bg.Playthrough(bg.load(game).start())
    verdict = Referee(playthrough, ["a", "b"], seats, SeededDice(1), seed=1).run()
    return verdict, playthrough.texts


@pytest.mark.parametrize(
    "times", [2, pytest.param(5, marks=pytest.mark.thorough), pytest.param(100, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(
    ("game", "seat"),
    [
        pytest.param(game, seat, marks=() if (game, seat) in EVERYDAY else pytest.mark.thorough)
        for game in GAMES
        for seat in (0, 1)
    ],
)
def test_a_line_too_many_is_the_next_answer_each_time(game: str, seat: int, times: int, left_over: LeftOver) -> None:
    """A bot that prints a debugging line after its answer is out on its second turn, with the same words each time."""
    verdict, texts = played(game, seat, DEBUGS)
    fault = verdict.fault
    assert fault is not None
    assert (fault.seat, fault.kind) == (seat, "garbled")
    assert "it said 'my plan: " in fault.detail
    assert "one too many counts as the next answer" in fault.detail
    assert len([text for text in texts if not text.startswith("=")]) == 2 + seat, "it answered once"
    for _ in range(times - 1):
        assert played(game, seat, DEBUGS) == (verdict, texts)


def test_an_early_line_that_is_an_option_is_played() -> None:
    """Black places on a1; the second line of its first answer is its second move, whatever it is told then."""
    answer = 'ANSWER = lambda first, turn: ("PUT 6 2 0 0", "PUT 5 2 0 0") if turn == 1 else ("PUT 99 0",)'
    verdict, texts = played("morris", 0, answer)
    assert (texts[0], texts[2]) == ("a1", "d1")
    assert verdict.fault is not None
    assert verdict.fault.kind == "illegal"
    assert "'PUT 99 0'" in verdict.fault.detail
    assert "one too many" not in verdict.fault.detail


@cases("game", GAMES)
def test_a_line_before_the_first_request_is_the_first_answer(game: str) -> None:
    hello = ProgramSeat(
        [sys.executable, "-c", "print('hello', flush=True); input(); input()"],
        bg.find(game).protocol("codingame"),
        Limits(first_move_time=30),
    )
    referee = Referee(
        bg.Playthrough(bg.load(game).start()), ["a", "b"], [hello, PlayerSeat(Uniform(Random(1)))], SeededDice(1)
    )
    fault = referee.run().fault
    assert fault is not None
    assert "ply 1: it said 'hello'" in fault.detail or "ply 2: it said 'hello'" in fault.detail
    assert "one too many" not in fault.detail, "it has not answered yet"
