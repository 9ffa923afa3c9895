"""Real USI engines, other people's: full games under our rules, every move of theirs legal to us and ours to them.

An engine that did not accept one of our moves would lose track of the game and
soon answer a move that is illegal here.  Debian: apt install fairy-stockfish gpsshogi.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from random import Random

import pytest

import boardgames as bg
from boardgames.core.protocol.verdict import Verdict
from boardgames.players import Uniform
from boardgames.referee import Limits, PlayerSeat, ProgramSeat, Referee, Seat, SeededDice
from tests.conftest import BOTS
from tests.samples import few, sample

PATH = f"{os.environ['PATH']}{os.pathsep}/usr/games"  # where Debian puts them
FAIRY = shutil.which("fairy-stockfish", path=PATH)
GPS = shutil.which("gpsusi", path=PATH)
needs_fairy = pytest.mark.skipif(FAIRY is None, reason="fairy-stockfish is not installed")
needs_gps = pytest.mark.skipif(GPS is None, reason="gpsshogi (gpsusi) is not installed")
RANDOM = [sys.executable, str(BOTS / "usi_random.py")]
OURS = [sys.executable, "-m", "boardgames", "bot"]
LeftOver = Callable[[], list[str]]


def engine(command: list[str], game: str, seconds: float = 0.05, **settings: str) -> Seat:
    limits = Limits(start_time=60, first_move_time=seconds, move_time=seconds, grace=30)
    return ProgramSeat(command, bg.find(game).protocol("usi"), limits, settings=settings)


def fairy(game: str) -> Seat:
    assert FAIRY is not None
    return engine([FAIRY], game)


def gps() -> Seat:
    assert GPS is not None
    return engine([GPS], "shogi", 1.0, LimitDepth="4")


def play(game: str, seats: list[Seat], max_plies: int | None = None) -> tuple[bg.Playthrough, Verdict]:
    playthrough = bg.Playthrough(bg.load(game).start())
    verdict = Referee(playthrough, ["one", "two"], seats, SeededDice(1), max_plies=max_plies).run()
    assert verdict.fault is None, verdict.fault
    return playthrough, verdict


@needs_fairy
@pytest.mark.parametrize("game", few(["shogi", "minishogi"], "minishogi"))
def test_an_engine_against_our_own_as_an_engine(game: str, left_over: LeftOver) -> None:
    playthrough, verdict = play(game, [fairy(game), engine([*OURS, game, "greedy", "--protocol", "usi"], game, 5.0)])
    assert verdict.outcome.winner == 0, "an engine beats a player that looks one ply ahead"
    assert playthrough.plies > 4


SLOW = """
import sys, time
for line in sys.stdin:
    if line.startswith("usi") and line != "usinewgame\\n":
        print("usiok", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        time.sleep(0.2)
        print("bestmove 7g7f", flush=True)
    elif line.startswith("gameover"):
        break
"""


def test_an_engine_may_use_the_increment_for_its_first_move() -> None:
    limits = Limits(start_time=60, clock=(0.05, 600.0))
    slow = ProgramSeat([sys.executable, "-c", SLOW], bg.find("shogi").protocol("usi"), limits)
    play("shogi", [slow, PlayerSeat(Uniform(Random(1)))], max_plies=1)
    assert slow.clock.remaining is not None and 1199 < slow.clock.remaining <= 1200.05 - 0.2


@pytest.mark.thorough
def test_an_engine_that_is_started_again_is_told_its_own_clock(left_over: LeftOver) -> None:
    """It ended after the game before, although it was to stay."""
    limits = Limits(start_time=60, clock=(60.0, 0.0))
    slow = ProgramSeat([sys.executable, "-c", SLOW], bg.find("shogi").protocol("usi"), limits, keep_alive=True)
    for _ in range(2):
        slow.begin_anew()
        seats: list[Seat] = [slow, PlayerSeat(Uniform(Random(1)))]
        playthrough = bg.Playthrough(bg.load("shogi").start())
        referee = Referee(playthrough, ["one", "two"], seats, SeededDice(1), max_plies=1)
        assert referee.run().fault is None
        assert referee.briefing.clocks[0] is slow.clock
    slow.quit()


@pytest.mark.thorough
@needs_fairy
@pytest.mark.parametrize("clock", [(0.0, 0.5), (0.5, 1.0)])
def test_an_engine_keeps_a_clock_with_an_increment(clock: tuple[float, float], left_over: LeftOver) -> None:
    """The other side has more time, which this engine must not take for its own."""
    assert FAIRY is not None
    protocol = bg.find("shogi").protocol("usi")
    ours = ProgramSeat(
        [*OURS, "shogi", "greedy", "--protocol", "usi"], protocol, Limits(start_time=60, clock=(600.0, 0.0))
    )
    play("shogi", [ours, ProgramSeat([FAIRY], protocol, Limits(start_time=60, clock=clock))], max_plies=20)


@pytest.mark.thorough
@needs_fairy
def test_an_engine_plays_itself_on_the_small_board(left_over: LeftOver) -> None:
    """It is told of the variant before the position: it would read a small board onto its large one."""
    _, verdict = play("minishogi", [fairy("minishogi"), fairy("minishogi")])
    assert verdict.outcome.reason in bg.find("minishogi").reasons or verdict.outcome.reason == "resignation"


@pytest.mark.thorough
@needs_fairy
@needs_gps
def test_two_engines_of_different_authors(left_over: LeftOver) -> None:
    playthrough, verdict = play("shogi", [gps(), fairy("shogi")])
    assert playthrough.plies > 10
    assert verdict.outcome.reason in {*bg.find("shogi").reasons, "resignation"}


@pytest.mark.thorough
@needs_gps
@pytest.mark.parametrize("seat", [0, 1])
def test_an_engine_with_a_clock_that_is_never_added_to(seat: int, left_over: LeftOver) -> None:
    """GPS Shogi ends itself at increments of 0, and is not told of such."""
    assert GPS is not None
    limits = Limits(start_time=60, clock=(20.0, 0.0), grace=30)
    gps = ProgramSeat([GPS], bg.find("shogi").protocol("usi"), limits, settings={"LimitDepth": "4"})
    seats: list[Seat] = [PlayerSeat(Uniform(Random(1)))] * 2
    seats[seat] = gps
    playthrough, _ = play("shogi", seats, max_plies=12)
    assert playthrough.plies == 12
    assert gps.clock.remaining is not None
    assert 0 < gps.clock.remaining < 20


@needs_fairy
@pytest.mark.parametrize("game", few(["shogi", "minishogi"], "minishogi"))
@sample(1, thorough=4)
def test_random_play_is_legal_to_an_engine(game: str, sample: int, left_over: LeftOver) -> None:
    """Strange positions with rich hands, longer than games of engines are."""
    for seed in range(sample):
        play(game, [PlayerSeat(Uniform(Random(seed))), fairy(game)])


@pytest.mark.parametrize("game", few(["shogi", "minishogi"], "minishogi"))
def test_a_bot_with_rules_of_its_own_is_legal_to_us(game: str, left_over: LeftOver) -> None:
    play(game, [engine(RANDOM, game, 10.0), engine(RANDOM, game, 10.0)], max_plies=400)


def test_an_option_that_the_engine_does_not_have_is_named(left_over: LeftOver) -> None:
    seats = [engine(RANDOM, "shogi", 10.0, Hash="64"), engine(RANDOM, "shogi", 10.0)]
    with pytest.raises(bg.BadOption, match="a: the engine has no option 'Hash'; it has: UCI_Variant"):
        Referee(bg.Playthrough(bg.load("shogi").start()), ["a", "b"], seats, SeededDice(1)).run()


ABORTS = """
import sys
for line in sys.stdin:
    if line.startswith("usi") and line != "usinewgame\\n":
        print("usiok", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        sys.exit(3)
"""


@pytest.mark.parametrize(("clock", "hinted"), [((60.0, 1.0), True), ((60.0, 0.0), False), (None, False)])
def test_an_engine_that_ends_at_an_increment(
    clock: tuple[float, float] | None, hinted: bool, left_over: LeftOver
) -> None:
    limits = Limits(start_time=60, clock=clock)
    aborting = ProgramSeat([sys.executable, "-c", ABORTS], bg.find("shogi").protocol("usi"), limits)
    seats = [aborting, engine(RANDOM, "shogi", 10.0)]
    verdict = Referee(bg.Playthrough(bg.load("shogi").start()), ["a", "b"], seats, SeededDice(1)).run()
    assert verdict.fault is not None
    assert verdict.fault.kind == "crash"
    assert ("some engines end at an increment ('binc'): try a --clock without one" in verdict.fault.detail) is hinted
