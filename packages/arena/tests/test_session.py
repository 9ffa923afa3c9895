"""A bot's session, without a connection, and a program elsewhere while this machine stands still."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from typing import Any, cast

import pytest
from boardgames_arena.home_bot import HomeBot
from boardgames_arena.home_game import HomeGame
from boardgames_arena.remote_program import RemoteProgram
from boardgames_arena.session import BotSession, Ending
from boardgames_arena.store import Account

from boardgames.core.lookup import ChosenGame
from boardgames.referee import Limits, ProgramSeat
from boardgames.referee.program_lines import ProgramFault


def session_of(**settings: Any) -> BotSession:
    game = ChosenGame.of("ur:tokens=1")
    ann = Account(number=1, name="ann", salt=None, hash=None)
    return BotSession(account=ann, game=game, protocol=game.spec.protocol("plain"), **settings)


def ending(returns: tuple[float, ...] | None) -> Ending:
    return Ending(1, ["ann", "bob"], 0, returns, "")


def test_forfeits_are_counted_in_a_row() -> None:
    session = session_of()
    for at_fault in (True, True, True, False, True, True):
        session.over(ending((-1.0, 1.0)), at_fault)
    assert session.forfeits == 2


def test_a_game_that_was_broken_off_is_played_again() -> None:
    """A bot that came for two games still wants two after one without a result."""
    session = session_of(wanted=2)
    session.over(ending(None))
    assert session.wanted == 2
    session.over(ending((1.0, -1.0)))
    assert session.wanted == 1


STANDSTILL = """
import threading, time
from boardgames.referee import Limits
from boardgames_arena.remote_program import RemoteProgram

program = RemoteProgram(Limits(), lambda: None)

def answer_after_a_standstill():
    last = time.monotonic()
    while time.monotonic() - last < 1.0:
        last = time.monotonic()
        time.sleep(0.05)
    time.sleep(0.3)
    program.feed(b"here\\n")

threading.Thread(target=answer_after_a_standstill, daemon=True).start()
print("ready", flush=True)
program.begin_answer(keep=True)
print(program.read_line(time.monotonic() + 2.0).decode())
"""


def test_a_bot_does_not_pay_for_a_standstill_of_the_server() -> None:
    """The server's process is stopped for longer than the bot has; the bot answers shortly after."""
    with subprocess.Popen([sys.executable, "-c", STANDSTILL], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert server.stdout is not None and server.stdout.readline() == b"ready\n"
        time.sleep(0.2)
        server.send_signal(signal.SIGSTOP)
        time.sleep(2.5)
        server.send_signal(signal.SIGCONT)
        output, errors = server.communicate(timeout=60)
    assert output == b"here\n", errors.decode()


def test_a_program_that_read_nothing_gets_all_again() -> None:
    """Its connection broke before a byte had arrived."""
    program = RemoteProgram(Limits(), lambda: None)
    program.outgoing.add(b"roll 3\n")
    assert program.next_bytes() == b"roll 3\n" and program.go_back(0) and program.next_bytes() == b"roll 3\n"


def test_a_bot_at_home_rests_and_counts_finished_games_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    bot = HomeBot(game=ChosenGame.of("ur:tokens=1"), name="ann", games=1, pause=5.0)
    assert bot.to_rest == 0.0
    bot.take(ending(None))
    assert not bot.finished and bot.to_rest == 5.0
    now = 103.0
    assert bot.to_rest == 2.0
    bot.take(ending((1.0, -1.0)))
    assert bot.finished


class NoProgram:
    """A seat whose program cannot be started, which notes that it should be."""

    started = 0

    def start(self) -> None:
        self.started += 1
        raise ProgramFault("not started", "there is no program")


@pytest.mark.parametrize(("pause", "starts"), [(0.0, 1), (3600.0, 0)])
def test_a_game_that_ends_in_the_pause_starts_no_program(pause: float, starts: int) -> None:
    seat = NoProgram()

    async def play() -> None:
        noticed = asyncio.Event()
        game = HomeGame(1, cast(ProgramSeat, seat), noticed.set, pause)
        if starts:
            await noticed.wait()
        else:
            await asyncio.sleep(0)
        game.end()
        await game.task

    asyncio.run(play())
    assert seat.started == starts


def test_a_servers_words_reach_no_terminal_unescaped() -> None:
    said: list[str] = []
    endings: list[Ending] = []
    bot = HomeBot(game=ChosenGame.of("ur"), name="ann", on_message=said.append, on_game=endings.append)
    bot.say("token \x1b]0;OWNED\x07")
    bot.take(Ending(1, ["\x1b[31m", "bob"], 0, None, "\x1b[31m wins"))
    shown = [*said, *endings[0].names, endings[0].sentence]
    assert all(text.isprintable() for text in shown) and said == ["token \\x1b]0;OWNED\\x07"]
