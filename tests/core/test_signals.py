"""Ctrl-C, and whatever else a signal raises, is an exception also in the middle of compiled code."""

from __future__ import annotations

import subprocess
import sys

import pytest

import boardgames as bg
from boardgames import build
from tests.samples import few

STORM = """
import signal, sys
from boardgames import contest

class Stop(BaseException): pass

def stop(*_): raise Stop

game, player = sys.argv[1:]
contest.play_game(game, player, "random", seed=1, max_plies=4)
signal.signal(signal.SIGALRM, stop)
for wait in (0.02, 0.03, 0.04, 0.05):
    try:
        signal.setitimer(signal.ITIMER_REAL, wait)
        contest.play_game(game, player, "random", seed=1)
    except Stop:
        print("stopped", end=" ")
"""

DEPTHS = {"morris": 8, "dice-shogi": 5}
"""At these a whole game takes over ten times the longest wait of the storm."""

DEAF = """
import signal, sys
import boardgames as bg
from boardgames.solve import generic

state = bg.load(sys.argv[1]).start()
work = {"count": lambda: bg.perft(state, 7), "solve": lambda: generic.solve(state, most=10**6)}[sys.argv[2]]
bg.perft(state, 2)
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.1)
try:
    work()
except KeyboardInterrupt:
    print("heard", end="")
"""


MOST = "import resource\nresource.setrlimit(resource.RLIMIT_CPU, (60, 60))\n"
"""What is not interrupted ends all the same, after seconds of its own and not of a busy machine."""


def said(code: str, *words: str) -> str:
    command = [sys.executable, "-c", MOST + code, *words]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.thorough
@pytest.mark.skipif(build.kind() == "pure", reason="it is of compiled code, and takes long uncompiled")
@pytest.mark.parametrize("game", few(DEPTHS, "morris"))
def test_a_player_that_thinks_can_be_interrupted(game: str) -> None:
    """A product of large numbers looks for signals, and mypyc takes what one raises there for a lack of memory."""
    assert said(STORM, game, f"alphabeta:depth={DEPTHS[game]}") == "stopped " * 4


@pytest.mark.parametrize(
    ("game", "work"), [("shogi", "count"), pytest.param("morris:preset=classic", "solve", marks=pytest.mark.thorough)]
)
def test_long_work_can_be_broken_off(game: str, work: str) -> None:
    assert said(DEAF, game, work) == "heard"


def test_numbers_of_actions_may_be_numpys() -> None:
    np = pytest.importorskip("numpy")

    game = bg.load("ur")
    assert game.action_at(np.int64(3)) is game.action_at(3)
    assert game.chance_at(np.int8(3)) is game.chance_at(3)
    with pytest.raises(TypeError):
        game.action_at("3")  # type: ignore[arg-type]
