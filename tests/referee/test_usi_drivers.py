"""Our players as USI engines, driven by programs that we did not write, and by a driver that forgives nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import pytest

from tests.referee.test_engines import FAIRY, OURS, needs_fairy

INFO = re.compile(
    r"info depth \d+ nodes \d+ time \d+( nps \d+)?( hashfull \d+)?( multipv \d+)? score (cp -?\d+|mate -?\d+) pv( \S+)+"
    r"|info string \S.*"
)


class Driver:
    """A program at its pipes; each line that it sends must be one of USI, and none may come that nobody asked for."""

    def __init__(self, game: str, player: str) -> None:
        self.program = subprocess.Popen(
            [*OURS, game, player, "--protocol", "usi", "--seed", "1"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.lines: Queue[str] = Queue()
        Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        assert self.program.stdout is not None
        for line in self.program.stdout:
            self.lines.put(line.rstrip("\n"))

    def tell(self, *lines: str) -> None:
        assert self.program.stdin is not None
        self.program.stdin.write("\n".join(lines) + "\n")

    def until(self, word: str) -> list[str]:
        said: list[str] = []
        while not said or said[-1].split()[0] != word:
            said.append(self.lines.get(timeout=60))
            assert INFO.fullmatch(said[-1]) or said[-1].split()[0] in (word, "id", "option"), said[-1]
        return said

    def end(self) -> None:
        _, errors = self.program.communicate("quit\n", timeout=60)
        assert (self.program.returncode, errors) == (0, "")


def test_a_conversation_is_kept_to_the_letter() -> None:
    driver = Driver("minishogi", "alphabeta:depth=2")
    driver.tell("usi")
    said = driver.until("usiok")
    assert "option name UCI_Variant type combo default minishogi var minishogi" in said
    driver.tell("setoption name UCI_Variant value minishogi", "setoption name level value 99", "isready", "isready")
    assert driver.until("readyok")[0].startswith("info string ")
    assert driver.until("readyok") == ["readyok"]
    driver.tell("usinewgame", "go nodes 50")
    assert driver.until("bestmove")[-1].count("ponder") == 1
    driver.tell("position startpos moves 9z9z", "setoption name MultiPV value 2", "position startpos", "go depth 1")
    said = driver.until("bestmove")
    assert [line.split()[1] for line in said[:-1]] == ["string", "depth", "depth"]
    driver.tell("go ponder byoyomi 100", "stop")
    driver.until("bestmove")
    driver.tell("go ponder byoyomi 100")
    driver.until("info")
    driver.tell("ponderhit")
    driver.until("bestmove")
    driver.tell("go infinite")
    driver.until("info")
    driver.tell("stop", "gameover lose")
    driver.until("bestmove")
    driver.tell("go infinite")
    driver.until("info")
    driver.end()


@pytest.mark.thorough
@needs_fairy
@pytest.mark.parametrize("plays_first", [True, False])
def test_a_whole_game_that_another_library_drives(plays_first: bool, tmp_path: Path) -> None:
    """cshogi's client asks both engines, with pondering of ours, and its board judges each move."""
    cshogi = pytest.importorskip("cshogi")
    usi = pytest.importorskip("cshogi.usi")
    assert FAIRY is not None
    ours = tmp_path / "ours"
    ours.write_text(f"#!/bin/sh\nexec {sys.executable} -m boardgames bot shogi alphabeta --protocol usi --seed 1\n")
    ours.chmod(0o755)
    engines: list[Any] = [usi.Engine(str(ours)), usi.Engine(FAIRY)]
    for engine, settings in zip(engines, [{"level": 5, "USI_Hash": 2}, {"Skill Level": 0}], strict=True):
        for name, value in settings.items():
            engine.setoption(name, value)
        engine.isready()
        engine.usinewgame()
    board, moves = cshogi.Board(), list[str]()
    heard = usi.InfoListener()
    while not board.is_game_over() and len(moves) < 200:
        number = (len(moves) + (not plays_first)) % 2
        engines[number].position(moves)
        move, expected = engines[number].go(byoyomi=1000, nodes=300, listener=heard.listen())
        if move == "resign":
            break
        assert board.is_legal(board.move_from_usi(move)), f"{number}: {move} after {moves}"
        if number == 0 and heard.pv is not None:
            assert abs(heard.score) <= 100000
            assert heard.pv[0] == move
        board.push_usi(move)
        moves.append(move)
        if number == 0 and expected is not None:
            assert board.is_legal(board.move_from_usi(expected)), f"{expected} after {moves}"
    assert len(moves) > 20
    for engine in engines:
        program = engine.proc
        engine.quit()
        assert program.wait(60) == 0
