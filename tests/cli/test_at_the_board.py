"""Whole games played by hand at a terminal, wide and narrow, in colour and without: each command once."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from unicodedata import east_asian_width

import pytest

PROMPT = "Your action (? for help): "
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\r")
COMMANDS = ("help", "?", "board", "moves", "played", "hint", "")
PATIENCE = 60.0


class Seat:
    """Somebody at a pseudo-terminal of so many columns."""

    def __init__(self, folder: Path, columns: int, *arguments: str, **environment: str) -> None:
        self.screen, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "boardgames", *arguments],
            cwd=folder,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env={**inherited, "TERM": "xterm", **environment},
            start_new_session=True,
        )
        os.close(terminal)
        self.columns = columns
        self.raw = ""
        self.waited_from = 0

    def wait(self, words: str = PROMPT) -> str:
        """What has come up to the next prompt, or to other words, or to the end; without colours."""
        begin, deadline = self.waited_from, time.monotonic() + PATIENCE
        while words not in self.raw[begin:]:
            ready, _, _ = select.select([self.screen], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"nothing came any more after {self.raw[-500:]!r}"
            try:
                data = os.read(self.screen, 65536)
            except OSError:  # the other side has closed it
                data = b""
            if not data:
                break
            self.raw += data.decode()
        self.waited_from = len(self.raw)
        return CONTROL.sub("", self.raw[begin:])

    def type(self, line: str) -> str:
        os.write(self.screen, (line + "\n").encode())
        return self.wait()

    def end(self) -> int:
        self.process.wait(PATIENCE)
        os.close(self.screen)
        return self.process.returncode

    def check_width(self) -> None:
        """No line is wider than the terminal; what was typed after a prompt aside."""
        for line in CONTROL.sub("", self.raw).split("\n"):
            shown = "" if line.startswith(("Interrupted", "Go on")) else line.partition(PROMPT)[0]
            wide = sum(2 if east_asian_width(char) in "WF" else 1 for char in shown)
            assert wide <= self.columns, shown


def actions_in(told: str) -> list[str]:
    """The legal actions that a listing has, whatever groups they stand in."""
    found = []
    for line in told.splitlines():
        if line.startswith("  ") and not line.startswith("  help"):
            words = line.strip().split(": ")[-1].split()
            if words and all(re.fullmatch(r"\d\d?|[a-g]\d(-[a-g]\d)?(x[a-g]\d)*", word) for word in words):
                found += words
    return found


@pytest.fixture
def seats(left_over: object) -> Iterator[list[Seat]]:
    taken: list[Seat] = []
    yield taken
    for seat in taken:
        if seat.process.poll() is None:
            seat.process.kill()
            seat.process.wait()


@pytest.mark.parametrize(("columns", "colour"), [(80, True), pytest.param(40, False, marks=pytest.mark.thorough)])
def test_ur(columns: int, colour: bool, tmp_path: Path, seats: list[Seat]) -> None:
    """Played from the second seat, broken off and resumed."""
    environment = {} if colour else {"NO_COLOR": "1"}
    arguments = (
        "play",
        "ur:tokens=2",
        "--p1",
        "random",
        "--p2",
        "human:hint=greedy",
        "--p2-name",
        "Ann",
        "--seed",
        "3",
    )
    seat = Seat(tmp_path, columns, *arguments, "--record", "game.json", **environment)
    seats.append(seat)
    told = seat.wait()
    assert "You are Light (Ann) and play against" in told
    assert "random throws " in told
    rows = [line for line in told.splitlines() if "│" in line]
    assert "5" in rows[1].split("│")[-2], "the board is turned: our row is the lowest, and 5 is at its right"
    assert re.search(r"[│\[] 4.", rows[2])
    for command in COMMANDS:
        told = seat.type(command)
        expected = {"help": "The Tab key", "?": "run along", "board": "waiting", "moves": "You may play", "hint": "%"}
        assert re.sub(r"\s+", " ", expected.get(command, "")) in re.sub(r"\s+", " ", told), command
    assert "'99' is not legal" in seat.type("99")
    assert "There is nothing to take back." in seat.type("undo")
    first = actions_in(seat.type("moves"))[0]
    told = seat.type(first)
    assert "Ann enters a token on" in told
    assert "[" in told, "the last action is marked"
    assert "Ann enters" not in seat.type("undo")
    seat.type(first)
    told = seat.type("quit")
    assert "Go on with: boardgames play --continue game.json" in told
    assert seat.end() == 130
    assert bool(COLOUR.search(seat.raw)) is colour
    seat.check_width()
    before = json.loads((tmp_path / "game.json").read_text())
    assert before["outcome"] is None

    again = Seat(tmp_path, columns, "play", "--continue", "game.json", **environment)
    seats.append(again)
    again.wait()
    assert "Ann enters a token on" in again.type("played")
    told = again.type("moves")
    while PROMPT in told:
        told = again.type(actions_in(told)[-1])
    assert re.search(r"(Ann|random) wins against (random|Ann): home", told)
    assert "has won" in told, "and the last board is shown"
    assert again.end() == 0
    after = json.loads((tmp_path / "game.json").read_text())
    assert after["actions"][: len(before["actions"])] == before["actions"]
    assert after["outcome"]["reason"] == "home"


@pytest.mark.thorough
@pytest.mark.parametrize(("columns", "colour"), [(80, False), (40, True)])
def test_morris(columns: int, colour: bool, tmp_path: Path, seats: list[Seat]) -> None:
    environment = {} if colour else {"NO_COLOR": "1"}
    arguments = ("play", "morris:turns=11", "--p1", "human", "--p2", "random", "--seed", "2")
    seat = Seat(tmp_path, columns, *arguments, **environment)
    seats.append(seat)
    told = seat.wait()
    assert "place: " in told
    for command in COMMANDS[:-2]:
        seat.type(command)
    told, boards = seat.type("moves"), 0
    while PROMPT in told:
        legal = actions_in(told)
        told = seat.type(legal[0])
        boards += "human places a man on" in told
        assert "random places a man on" in told or boards >= 8
        if PROMPT in told and not actions_in(told):
            told = seat.type("moves")
    assert boards >= 8
    assert "human moves " in told
    assert re.search(r": (turn limit|two men|blocked)", told)
    assert seat.end() == 0
    assert bool(COLOUR.search(seat.raw)) is colour
    seat.check_width()


MATE = "4k4/9/4G4/9/9/9/9/9/4K4 b G 1"


@pytest.mark.parametrize(
    ("columns", "western", "sign"),
    [
        pytest.param(80, {}, "v玉", marks=pytest.mark.thorough),
        pytest.param(40, {}, " k ", marks=pytest.mark.thorough),
        pytest.param(80, {"BOARDGAMES_WESTERN": "1"}, " k ", marks=pytest.mark.thorough),
    ],
)
def test_shogi(columns: int, western: dict[str, str], sign: str, tmp_path: Path, seats: list[Seat]) -> None:
    """Two people at one terminal; a drop gives mate, after one was taken back."""
    arguments = ("play", "shogi", "--p1", "human", "--p2", "human", "--p1-name", "Ann", "--p2-name", "Bob")
    seat = Seat(tmp_path, columns, *arguments, "--position", MATE, NO_COLOR="1", **western)
    seats.append(seat)
    told = seat.wait()
    assert sign in told
    assert "legal actions; 'moves' lists them" in re.sub(r"\s+", " ", told), "shogi lists moves only when asked"
    told = seat.type("moves")
    assert "drop gold general: " in told
    assert "G*1a" in told
    assert "drop" not in seat.type("moves 5i")
    told = seat.type("G*1b")
    assert "Ann plays G*1b (gold general dropped)" in told
    assert "You are White (Bob)" in told
    rows = told.splitlines()
    ruler = next(place for place, line in enumerate(rows) if line.strip().startswith(("1 ", "１")))
    assert rows[ruler + 2].rstrip().endswith("i"), "the board is turned for the second player"
    told = seat.type("5a4a")
    assert "Bob plays 5a4a (king)" in told
    assert "[" in told
    assert "Bob plays" not in seat.type("undo"), "both moves are taken back"
    os.write(seat.screen, b"G*5\t")  # the Tab key shows or completes what goes on so
    time.sleep(0.3)
    os.write(seat.screen, b"\x15G*5b\n")
    told = seat.wait("Ann wins against Bob")  # the Tab key may bring the prompt again
    assert "Ann wins against Bob: checkmate" in told + seat.wait("\n")
    assert seat.end() == 0
    seat.check_width()


@pytest.mark.thorough
def test_resigning(tmp_path: Path, seats: list[Seat]) -> None:
    seat = Seat(tmp_path, 80, "play", "shogi", "--p1", "human", "--p2", "random")
    seats.append(seat)
    seat.wait()
    assert "random wins against human: resignation" in seat.type("res\t"), "the Tab key completes it"
    assert seat.end() == 0
