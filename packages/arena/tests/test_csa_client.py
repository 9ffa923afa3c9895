"""A bot of ours at a shogi server: a server that sends what it was told to, and notes what it hears."""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.command import Run
from tests.games.shogi.test_csa import MATING, SUMMARY

PATIENCE = 60.0
Step = str | list[str]


@contextmanager
def server(*logins: Sequence[Step]) -> Iterator[tuple[str, list[str]]]:
    """Its address, and what it heard.  A step is the beginning of a line to wait for, or lines to send."""
    heard: list[str] = []

    def serve() -> None:
        for steps in logins:
            connection = listener.accept()[0]
            with connection, connection.makefile("rw", newline="\n") as lines:
                for step in steps:
                    if isinstance(step, list):
                        lines.write("".join(f"{line}\n" for line in step).replace("{heard}", heard[-1]))
                        lines.flush()
                        continue
                    heard.append(lines.readline().strip())
                    if not heard[-1].startswith(step):
                        heard.append(f"expected {step!r}")
                        return

    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(PATIENCE)
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"csa://127.0.0.1:{listener.getsockname()[1]}", heard
        thread.join(PATIENCE)


LOGIN: list[Step] = ["LOGIN me test-10-0,x", ["LOGIN:me OK"]]
WON: list[Step] = [
    SUMMARY.format(turn="+", position="PI\n+").splitlines(),
    "AGREE",
    ["START:1"],
    "+",
    ["{heard},T0", "-3334FU,T1"],
    "+",
    ["{heard},T0", "#TIME_UP", "#WIN"],
    "LOGOUT",
]
MATED: list[Step] = [
    SUMMARY.format(turn="-", position=MATING).splitlines(),
    "AGREE",
    ["START:2", "+0052KI,T1"],
    "%TORYO",
    ["%TORYO", "#RESIGN", "#LOSE"],
    "LOGOUT",
]
REJECTED: list[Step] = [SUMMARY.format(turn="+", position="PI\n+").splitlines(), "AGREE", ["REJECT:1 by Bob"], "LOGOUT"]


def connect(run: Run, url: str, *arguments: str) -> tuple[int, list[str], str]:
    result = run("connect", url, "shogi", "--player", "random", "--name", "me", "--password", "test-10-0,x", *arguments)
    return result.returncode, result.stdout.splitlines(), result.stderr


def test_games_over_several_logins(run: Run) -> None:
    with server([*LOGIN, *REJECTED], [*LOGIN, *WON], [*LOGIN, *MATED]) as (url, heard):
        status, lines, errors = connect(run, url, "--games", "2")
    assert not [line for line in heard if line.startswith("expected")], heard
    assert lines == [
        "Game 1: the game was broken off: REJECT:1 by Bob",
        "Game 2: Ann wins against Bob: timeout",
        "Game 3: Ann wins against Bob: checkmate",
    ]
    assert status == 0, errors


CLOCK_READER = """
from boardgames.core.protocol import Player


class Reader(Player):
    def choose(self, state, clock):
        with open({file!r}, "a") as file:
            print(clock.remaining, clock.byoyomi, file=file)
        return state.actions()[0]
"""


@pytest.mark.parametrize(
    ("byoyomi", "expected"),
    [(0, ["309.5 0.0", "319.5 0.0"]), (10, ["310.0 9.5", "320.0 9.5"])],
)
def test_player_sees_half_a_second_less_than_the_server_s_clock(
    run: Run, tmp_path: Path, byoyomi: int, expected: list[str]
) -> None:
    """The margin for the network is taken once, from the byoyomi first."""
    seen = tmp_path / "seen"
    (tmp_path / "reader.py").write_text(CLOCK_READER.format(file=str(seen)))
    summary = SUMMARY.format(turn="+", position="PI\n+").replace("Byoyomi:0", f"Byoyomi:{byoyomi}")
    with server([*LOGIN, summary.splitlines(), *WON[1:]]) as (url, heard):
        status, _, errors = connect(run, url, "--games", "1", "--player", f"{tmp_path / 'reader.py'}:Reader")
    assert status == 0, (errors, heard)
    assert seen.read_text().splitlines() == expected


ENGINE = """
import sys

moves = iter(["7g7f", "2g2f"])
for line in sys.stdin:
    word = line.split()[0]
    if word == "quit":
        break
    if word == "go":
        print(line.strip(), file=open({file!r}, "a"))
        print("bestmove", next(moves))
    print({{"usi": "usiok", "isready": "readyok"}}.get(word, ""), flush=True)
"""


@pytest.mark.parametrize(
    ("times", "first", "second"),
    [
        (
            "Total_Time:5\nByoyomi:0\nIncrement:10",
            "go btime 4500 wtime 5000 binc 10000 winc 10000",
            "go btime 14500 wtime 14000 binc 10000 winc 10000",
        ),
        (
            "Total_Time:0\nByoyomi:0\nIncrement:10",
            "go btime 0 wtime 0 binc 9500 winc 10000",
            "go btime 9500 wtime 9000 binc 10000 winc 10000",
        ),
        (
            "Total_Time:60\nByoyomi:0\nIncrement:0\nEND Time\nBEGIN Time-\nByoyomi:10",
            "go btime 59500 wtime 60000 byoyomi 0",
            "go btime 59500 wtime 59000 byoyomi 0",
        ),
    ],
)
def test_engine_is_told_no_more_than_the_server_permits(
    run: Run, tmp_path: Path, times: str, first: str, second: str
) -> None:
    (tmp_path / "engine.py").write_text(ENGINE.format(file=str(tmp_path / "heard")))
    summary = SUMMARY.format(turn="+", position="PI\n+").replace("Total_Time:300\nByoyomi:0\nIncrement:10", times)
    with server([*LOGIN, summary.splitlines(), *WON[1:]]) as (url, heard):
        status, _, errors = connect(
            run, url, "--games", "1", "--player", f"usi:{sys.executable} {tmp_path / 'engine.py'}"
        )
    assert status == 0, (errors, heard)
    assert (tmp_path / "heard").read_text().splitlines() == [first, second]


@pytest.mark.parametrize("says_so", [True, False])
def test_illegal_position_is_rejected_and_the_next_game_goes_on(run: Run, says_so: bool) -> None:
    """Whether or not the server repeats the rejection before it proposes another game."""
    illegal: list[Step] = [
        SUMMARY.format(turn="+", position="PI\n+\n+7775FU,T1").splitlines(),
        "REJECT wdoor+floodgate",
    ]
    games = (
        [[*LOGIN, *illegal, ["REJECT:1 by me"], "LOGOUT"], [*LOGIN, *WON]] if says_so else [[*LOGIN, *illegal, *WON]]
    )
    with server(*games) as (url, heard):
        status, lines, errors = connect(run, url, "--games", "1")
    assert not [line for line in heard if line.startswith("expected")], heard
    assert (status, lines[-1]) == (0, f"Game {len(games)}: Ann wins against Bob: timeout"), errors
    assert "Game 1 is rejected: the summary's position: " in errors


def test_mate_does_not_outweigh_the_server_s_word(run: Run) -> None:
    with server([*LOGIN, *MATED[:-2], ["#RESIGN", "#WIN"], "LOGOUT"]) as (url, _):
        status, lines, errors = connect(run, url, "--games", "1")
    assert (status, lines) == (0, ["Game 1: Bob wins against Ann: resignation"]), errors


SHUFFLER = """
from boardgames.core.protocol import Player


class Shuffler(Player):
    def choose(self, state, clock):
        return next(action for action in state.actions() if str(action) in ("4i4h", "4h4i"))
"""


@pytest.mark.parametrize(
    ("end", "told"),
    [
        (["#SENNICHITE", "#DRAW"], "Game 1: Ann and Bob draw: repetition"),
        (["%TORYO", "#RESIGN", "#WIN"], "Game 1: Ann wins against Bob: resignation"),
        (["#OUTE_SENNICHITE", "#LOSE"], "Game 1: Bob wins against Ann: perpetual check"),
    ],
)
def test_game_that_repeats_from_its_start_ends_by_the_server_s_word(
    run: Run, tmp_path: Path, end: list[str], told: str
) -> None:
    """The server does not count the first position: to it the 13th move is the first to repeat for the fourth time."""
    (tmp_path / "shuffler.py").write_text(SHUFFLER)
    steps: list[Step] = [*LOGIN, *WON[:3]]
    for ply in range(6):
        steps += [("+4948KI", "+4849KI")[ply % 2], ["{heard},T0", ("-6162KI,T0", "-6261KI,T0")[ply % 2]]]
    with server([*steps, "+4948KI", ["{heard},T0", *end], "LOGOUT"]) as (url, heard):
        status, lines, errors = connect(run, url, "--games", "1", "--player", f"{tmp_path / 'shuffler.py'}:Shuffler")
    assert heard[-1] == "LOGOUT", heard
    assert (status, lines) == (0, [told]), errors


def test_program_that_speaks_csa_is_told_to_start(run: Run) -> None:
    bot = f"csa:{sys.executable} -m boardgames bot shogi random --protocol csa"
    summary = SUMMARY.format(turn="+", position="PI\n+").replace("Total_Time:300", "Total_Time:3")
    with server([*LOGIN, summary.splitlines(), *WON[1:]]) as (url, _):
        status, lines, errors = connect(run, url, "--games", "1", "--player", bot)
    assert (status, lines) == (0, ["Game 1: Ann wins against Bob: timeout"]), errors


def test_program_that_fails_resigns(run: Run) -> None:
    steps: list[Step] = [*LOGIN, *WON[:3], "%TORYO", ["%TORYO", "#RESIGN", "#LOSE"], "LOGOUT"]
    with server(steps) as (url, heard):
        status, lines, errors = connect(run, url, "--games", "1", "--player", "plain:python3 -c 'print(input())'")
    assert heard[-1] == "LOGOUT", heard
    assert (status, lines) == (0, ["Game 1: Bob wins against Ann: resignation"])
    assert "me resigns" in errors


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        (["LOGIN", ["LOGIN:incorrect"]], "the server says: LOGIN:incorrect: check --name and --password"),
        (["LOGIN"], "ended the connection at the login"),
        ([*LOGIN, ["BEGIN Game_Summary", "END Game_Summary"], "REJECT"], "the summary has no position"),
        (LOGIN, "the server has ended the connection"),
    ],
)
def test_server_that_fails(run: Run, steps: list[Step], why: str) -> None:
    with server(steps) as (url, _):
        status, _, errors = connect(run, url)
    assert status == 2
    assert why in errors


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["csa://127.0.0.1:1", "shogi", "--name", "a", "--password", "b"], "is a shogi server running there?"),
        (["csa://127.0.0.1:1", "ur", "--name", "a", "--password", "b"], "plays shogi, not ur"),
        (["csa://:1", "shogi", "--name", "a", "--password", "b"], "is not the address of a shogi server"),
        (["csa://x", "shogi", "--name", "a b", "--password", "b"], "choose a --name"),
        (["csa://x", "shogi", "--name", "a"], "--password: give the one of the name"),
        (["csa://x", "shogi", "--password", "b"], "--name: give the name"),
        (["http://x", "shogi", "--password", "b"], "an arena takes --token"),
    ],
)
def test_wrong_usage_says_what_to_do(run: Run, arguments: list[str], why: str) -> None:
    result = run("connect", *arguments, "--player", "random")
    assert result.returncode == 2
    assert why in result.stderr
