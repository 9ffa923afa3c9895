"""Shogi problems of 3, 5 and 7 plies: the mate search finds each, and another engine confirms it.

The problems come from games of our own, played with slips; a line of
``mates.txt`` has the number of plies, the position, and the solution that we
found.  That the first move wins in so many plies, whatever the defence, is
proved by a few lines that try all checks and all answers, and Fairy-Stockfish
confirms that it mates.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

import boardgames as bg
from boardgames import build
from boardgames.core.protocol.clock import Clock
from boardgames.games.shogi.values import tactics
from boardgames.players.bounded_search import OutOfBudget
from boardgames.players.budget import Budget
from boardgames.players.mates.mate_search import MateSearch
from tests.players.test_thinkers import made
from tests.samples import cases

PROBLEMS: list[tuple[int, str, str]] = [
    (int(plies), rest.split(" : ")[0], rest.split(" : ")[1])
    for plies, rest in (
        line.split(" ", 1) for line in Path(__file__).with_name("mates.txt").read_text("utf-8").splitlines()
    )
]
ENGINE = shutil.which("fairy-stockfish") or shutil.which("/usr/games/fairy-stockfish")
SHOGI = bg.load("shogi", impasse="none")


def solution(position: str, plies: int) -> list[str]:
    search = MateSearch(tactics.checks, 65_521)
    return [str(action) for action in search.find(SHOGI.parse(position), plies, Budget()) or ()]


def mates(state: Any, plies: int, known: dict[tuple[Any, int], bool]) -> bool:
    """Whether checks alone mate within so many plies, found by trying all of them and all answers."""
    key = (state.key, plies)
    if key not in known:
        after = [state.apply(action) for action in state.actions()]
        known[key] = any(
            child.in_check()
            and (not child.actions() or plies > 1)
            and all(mates(child.apply(answer), plies - 2, known) for answer in child.actions())
            for child in after
        )
    return known[key]


def test_there_are_twenty_of_each() -> None:
    assert [sum(problem[0] == plies for problem in PROBLEMS) for plies in (3, 5, 7)] == [20, 20, 20]


@cases(("plies", "position", "line"), PROBLEMS[:2] if build.kind() == "pure" else PROBLEMS[::4])
def test_the_shortest_mate_is_found(plies: int, position: str, line: str) -> None:
    found = solution(position, 9)
    assert len(found) == plies
    state = SHOGI.parse(position)
    for text in found:
        state = state.play(text)
    assert state.outcome is not None
    assert state.outcome.reason == "checkmate"
    proved = SHOGI.parse(position).play(line.split()[0])
    known: dict[tuple[Any, int], bool] = {}
    assert proved.in_check()
    assert all(mates(proved.apply(answer), plies - 2, known) for answer in proved.actions())
    assert not mates(SHOGI.parse(position), plies - 2, known), "there is none that is shorter"


def test_the_line_has_the_longest_defence() -> None:
    """After the first move some answers are mated in one, and the others in three."""
    plies, position, _ = PROBLEMS[26]
    found = solution(position, plies)
    state = SHOGI.parse(position).play(found[0])
    known: dict[tuple[Any, int], bool] = {}
    assert any(mates(state.apply(answer), 1, known) for answer in state.actions())
    assert not mates(state.play(found[1]), 1, known)
    assert len(found) == plies == 5


@pytest.mark.slow
@pytest.mark.parametrize(("plies", "position", "line"), PROBLEMS)
def test_every_mate_is_found_in_ten_seconds(plies: int, position: str, line: str) -> None:
    begun = time.process_time()
    assert len(solution(position, 9)) == plies
    assert time.process_time() - begun < 10


def test_without_enough_nodes_it_is_undecided() -> None:
    with pytest.raises(OutOfBudget):
        MateSearch(tactics.checks, 5003).find(SHOGI.parse(PROBLEMS[-1][1]), 9, Budget(nodes=20))


def test_where_there_is_no_mate_it_says_so() -> None:
    search = MateSearch(tactics.checks, 5003)
    assert search.find(SHOGI.start(), 5, Budget()) is None
    assert search.find(SHOGI.parse("4k4/9/4P4/9/9/9/9/9/4K4 b P 1"), 7, Budget()) is None, "a pawn drop must not mate"


@pytest.mark.slow
@pytest.mark.parametrize(("plies", "position", "line"), [problem for problem in PROBLEMS if problem[0] == 3])
def test_alphabeta_of_depth_three_plays_every_mate_in_three(plies: int, position: str, line: str) -> None:
    player = made("alphabeta:depth=3", "shogi")
    player.choose(SHOGI.parse(position), Clock())
    assert player.thought is not None
    assert player.thought.plies_to_end == 3


@pytest.mark.slow
@pytest.mark.skipif(ENGINE is None, reason="fairy-stockfish is not installed")
def test_another_engine_confirms_every_mate() -> None:
    assert ENGINE is not None
    with subprocess.Popen([ENGINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write("usi\nisready\n")
        while engine.stdout.readline().strip() != "readyok":
            pass
        for _, position, line in PROBLEMS:
            score: list[str] = []
            for depth in (8, 14, 18):  # bounded so, it also looks where there is but one answer
                engine.stdin.write(f"position sfen {position} moves {line.split()[0]}\ngo depth {depth}\n")
                while not (told := engine.stdout.readline()).startswith("bestmove"):
                    if " score " in told:
                        score = told.split(" score ")[1].split()[:2]
                if score[0] == "mate" and int(score[1]) < 0:
                    break
            assert score[0] == "mate" and int(score[1]) < 0, position
        engine.stdin.write("quit\n")
