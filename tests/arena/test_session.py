"""A bot's session, without a connection, and a program elsewhere while this machine stands still."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from typing import Any

from boardgames.arena.arena_game import ArenaGame
from boardgames.arena.session import BotSession, Ending
from boardgames.arena.store import Account


def session_of(**settings: Any) -> BotSession:
    game = ArenaGame.of("ur:tokens=1")
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
from boardgames.arena.remote_program import RemoteProgram
from boardgames.referee import Limits

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
print(program.read_line(time.monotonic() + 1.0).decode())
"""


def test_a_bot_does_not_pay_for_a_standstill_of_the_server() -> None:
    """The server's process is stopped for longer than the bot has; the bot answers shortly after."""
    with subprocess.Popen([sys.executable, "-c", STANDSTILL], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert server.stdout is not None and server.stdout.readline() == b"ready\n"
        time.sleep(0.2)
        server.send_signal(signal.SIGSTOP)
        time.sleep(2.5)
        server.send_signal(signal.SIGCONT)
        output, errors = server.communicate(timeout=30)
    assert output == b"here\n", errors.decode()
