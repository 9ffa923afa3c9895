"""A program whose protocol can begin anew is started once for many games."""

from __future__ import annotations

import sys
from pathlib import Path

import boardgames as bg
from boardgames.contest import Conditions, ProgramEntrant, entrant, set_up
from boardgames.referee import Limits, ProgramSeat, Seat
from boardgames.referee.process import Process
from tests.conftest import ROOT

ENGINE = f"usi:{sys.executable} {ROOT}/examples/bots/usi_random.py"
SPEC = bg.find("minishogi")
STAYING = Conditions(keep_alive=True, limits=Limits(move_time=20.0))


def process_of(seat: Seat | None) -> Process:
    assert isinstance(seat, ProgramSeat)
    assert isinstance(seat.process, Process)
    return seat.process


def test_one_process_plays_several_games_in_either_seat() -> None:
    engine, rival = entrant(ENGINE, SPEC), entrant("random", SPEC)
    start = bg.load("minishogi").start()
    staying: list[Seat | None] = [None, None]
    processes, answers = [], []
    try:
        for seed in range(4):
            game = set_up(start, [engine, rival], seed=seed, conditions=STAYING, staying=staying, max_plies=30)
            if seed % 2:
                game = set_up(
                    start, [rival, engine], seed=seed, conditions=STAYING, staying=staying[::-1], max_plies=30
                )
            verdict = game.referee.run()
            assert verdict.fault is None, verdict
            left = game.staying()
            staying = left[::-1] if seed % 2 else left
            processes.append(process_of(staying[0]))
            answers.append(game.referee.playthrough.plies)
    finally:
        last = staying[0]
        assert isinstance(last, ProgramSeat)
        last.quit()
        last.quit()
    assert len(set(processes)) == 1
    assert len(answers) == 4
    assert process_of(last).ended


def test_a_program_that_forfeits_is_started_anew() -> None:
    """Also one whose protocol knows no second game."""
    start = bg.load("minishogi").start()
    rival = entrant("random", SPEC)
    for text in ("usi:false", f"codingame:{sys.executable} {ROOT}/examples/bots/minishogi_captures.py"):
        program = entrant(text, SPEC)
        assert isinstance(program, ProgramEntrant)
        game = set_up(start, [program, rival], seed=1, conditions=STAYING, max_plies=4)
        game.referee.run()
        assert game.staying() == [None, None]


def test_a_program_that_lost_by_its_own_fault_does_not_live_on(tmp_path: Path) -> None:
    """Though it runs on, and its protocol knows a second game: what it may still write is no answer of that."""
    engine = tmp_path / "engine.py"
    engine.write_text(
        "for line in iter(input, 'quit'):\n"
        "    said = {'usi': 'usiok', 'isready': 'readyok', 'go': 'bestmove 1a1a'}.get(line.split()[0])\n"
        "    if said: print(said, flush=True)\n"
    )
    start = bg.load("minishogi").start()
    program, rival = entrant(f"usi:{sys.executable} {engine}", SPEC), entrant(ENGINE, SPEC)
    game = set_up(start, [program, rival], seed=1, conditions=STAYING, max_plies=4)
    verdict = game.referee.run()
    try:
        assert verdict.fault is not None and (verdict.fault.seat, verdict.fault.kind) == (0, "illegal")
        assert game.staying()[0] is None and process_of(game.seats[0]).ended
        assert game.staying()[1] is game.seats[1], "the other one was not at fault"
    finally:
        for seat in game.seats:
            assert isinstance(seat, ProgramSeat)
            seat.quit()
