"""The connection of a shogi client that has come to this arena: a link of its bot's session."""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import suppress
from typing import Final

from boardgames.core.text import printable
from boardgames.web import Allowance
from boardgames_arena.accounts import Refused
from boardgames_arena.arena import Arena
from boardgames_arena.csa.monitor import Monitor, game_ids
from boardgames_arena.csa.time_control import TimeControl
from boardgames_arena.messages import Hello
from boardgames_arena.session import BotSession, Ending, Seated

PROTOCOL: Final = "csa"
LOGIN_TIME: Final = 10.0  # seconds for the first line
REFUSAL_TIME: Final = 0.5  # seconds before a client is refused, so that nobody tries passwords quickly
LAST_LINES: Final = 3.0  # seconds for a client to take what it was sent last
LINE_RATE: Final = 200.0
"""Lines a second, in the long run."""
LINE_BURST: Final = 2000
MAX_UNSENT: Final = 1024 * 1024
"""Bytes that may wait for a client that does not read."""
MAX_MONITORS: Final = 8
"""Games that a client may watch at a time."""
LOGIN: Final = re.compile(r"LOGIN ([A-Za-z0-9_@.-]{1,32}) (\S{1,200})( x1)?")
NO_SECRET: Final = "-"
"""The token of an account that was registered without a secret."""
ONE_GAME: Final = 1
HELP: Final = ("%%WHO", "%%LIST", "%%GAME NAME *", "%%MONITOR2ON ID", "%%MONITOR2OFF ID", "%%VERSION", "%%HELP")


class ClientMisbehaved(Exception):
    """A client that does what no client does; its connection ends."""


class CsaConnection:
    """One client: a :class:`~boardgames_arena.session.Link`.

    A login plays one game, as at other servers.  In the mode ``x1`` it waits for ``%%GAME`` before each.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, arena: Arena, game: str) -> None:
        self.reader = reader
        self.writer = writer
        self.arena = arena
        self.game = game
        self.transport = writer.transport
        self.address: str = writer.get_extra_info("peername", ("",))[0]
        self.is_waiting = True
        """It has not logged in, or was refused: it may be dropped for others."""
        self.session: BotSession | None = None
        self.seated: Seated | None = None
        self.game_id = ""
        self.extended = False
        self.rejected_by = ""
        self.lines = Allowance(LINE_RATE, LINE_BURST)
        self.monitors: dict[str, asyncio.Task[None]] = {}
        self.closing = False

    async def serve(self) -> None:
        """Serve until one side ends the connection."""
        try:
            if await self._log_in():
                while not self.closing and (line := await self._line()) is not None:
                    if not self._heard(line):
                        break
        except (ClientMisbehaved, OSError, TimeoutError):
            pass
        finally:
            for task in self.monitors.values():
                task.cancel()
            if self.session is not None:
                self.arena.leave(self.session, self, for_good=True)
            self.writer.close()
            with suppress(OSError, TimeoutError):
                await asyncio.wait_for(self.writer.wait_closed(), LAST_LINES)

    def deadline(self, now: float) -> float | None:
        """It drops itself when its time is up."""
        return None

    async def _line(self) -> str | None:
        """The next line; ``None`` at the end.  Raises :class:`ClientMisbehaved`."""
        try:
            data = await self.reader.readuntil(b"\n")
        except asyncio.IncompleteReadError:
            return None
        except asyncio.LimitOverrunError:
            raise ClientMisbehaved from None
        if not self.lines.take(1, time.monotonic()):
            raise ClientMisbehaved
        return data.decode("utf-8", "replace").rstrip("\r\n")

    # -- login ---------------------------------------------------------------------------------

    async def _log_in(self) -> bool:
        line = await asyncio.wait_for(self._line(), LOGIN_TIME)
        login = None if line is None else LOGIN.fullmatch(line.strip())
        if login is None:
            await self._refuse("expected LOGIN NAME PASSWORD")
            return False
        name, password = login[1], login[2]
        self.extended = bool(login[3])
        game_name, secret = ("", password) if self.extended else split_password(password)
        hello = Hello(name=name, game=self.game, token=secret or NO_SECRET, protocol=PROTOCOL, games=ONE_GAME)
        self.is_waiting = False
        try:
            self.session = await self.arena.join(
                hello, self, time_control=TimeControl.of_game_name(game_name), waits=not self.extended
            )
        except Refused as refused:
            await self._refuse(str(refused))
            return False
        return True

    async def _refuse(self, why: str) -> None:
        self.is_waiting = True
        await asyncio.sleep(REFUSAL_TIME)
        self._write("LOGIN:incorrect")
        if self.extended:
            self._write(f"##[ERROR] {printable(why)}")

    def welcome(self, **facts: object) -> None:
        self._write(f"LOGIN:{facts['name']} OK")
        if self.extended:
            self._write("##[LOGIN] +OK x1")

    # -- to the client: what a session calls ---------------------------------------------------

    def begin(self, game: Seated) -> None:
        self.seated, self.rejected_by = game, ""
        self.game_id = game_ids(self.arena).get(game.number, "")
        game.program.begun()

    def resume(self, game: Seated) -> None:
        """No game goes on over another connection of this protocol."""

    def wake(self) -> None:
        if self.seated is not None:
            while data := self.seated.program.next_bytes():
                self.writer.write(data)
            self._check_unsent()

    def over(self, ending: Ending) -> None:
        self.wake()
        self.seated = None
        if ending.returns is None:
            self._write(f"REJECT:{self.game_id} by {self.rejected_by or 'server'}", "#CHUDAN")

    def notice(self, sentence: str) -> None:
        if self.extended:
            self._write(f"##[NOTICE] {printable(sentence)}")

    def close(self, code: int, sentence: str) -> None:
        self.notice(sentence)
        self.closing = True
        asyncio.get_running_loop().call_later(0.01, self.writer.close)

    def _write(self, *lines: str) -> None:
        if not self.writer.is_closing():
            self.writer.write("".join(f"{line}\n" for line in lines).encode())
            self._check_unsent()

    def _check_unsent(self) -> None:
        if self.writer.transport.get_write_buffer_size() > MAX_UNSENT:
            self.writer.transport.abort()

    # -- from the client -----------------------------------------------------------------------

    def _heard(self, line: str) -> bool:
        """Do what a line asks for.  Returns whether to go on."""
        text = line.strip()
        if not text:
            self._write("")  # keeps the connection; clients wait for one back
        elif text == "LOGOUT":
            self._write("LOGOUT:completed")
            return False
        elif text.startswith("%%"):
            self._command(text)
        elif self.seated is not None and text.split()[0] == "REJECT":
            self._reject()
        elif self.seated is not None:
            self.seated.program.feed(f"{line}\n".encode())
        return True

    def _reject(self) -> None:
        """Break the game off for both; this client waits for no other one."""
        assert self.session is not None and self.seated is not None
        live = self.arena.live.get(self.seated.number)
        if live is None or live.referee.playthrough.plies:
            return
        name = self.session.account.name
        for session in live.sessions:
            if isinstance(session.link, CsaConnection):
                session.link.rejected_by = name
        self.session.wanted = 0
        live.abort(f"{name} rejected the game")

    # -- the mode x1 ---------------------------------------------------------------------------

    def _command(self, text: str) -> None:
        if not self.extended:
            return
        word, *rest = text.split()
        match word:
            case "%%WHO":
                self._answer("WHO", self._who())
            case "%%LIST":
                self._answer("LIST", list(game_ids(self.arena).values()))
            case "%%HELP":
                self._answer("HELP", list(HELP))
            case "%%VERSION":
                self._answer("VERSION", ["boardgames arena, CSA server protocol 1.2.1"])
            case "%%GAME" if rest:
                self._wait_for_game(rest[0])
            case "%%GAME":
                self.session_now.wanted = len(self.session_now.seated)
            case "%%MONITOR2ON" if rest:
                self._monitor(rest[0])
            case "%%MONITOR2OFF" if rest and rest[0] in self.monitors:
                self.monitors.pop(rest[0]).cancel()
            case "%%MONITOR2OFF":
                pass
            case _:
                self._write(f"##[ERROR] unknown command {printable(text)[:80]}; %%HELP lists them")

    @property
    def session_now(self) -> BotSession:
        """The session of a bot that has logged in."""
        assert self.session is not None
        return self.session

    def _answer(self, header: str, lines: list[str]) -> None:
        self._write(*(f"##[{header}] {line}" for line in [*lines, "+OK"]))

    def _who(self) -> list[str]:
        lines = []
        for session in list(self.arena.sessions.values()):
            if session.link is not None:
                state = "game" if session.seated else "game_waiting" if session.free else "connected"
                lines.append(f"{session.account.name} {session.protocol.name} {state}")
        return lines

    def _wait_for_game(self, game_name: str) -> None:
        control = TimeControl.of_game_name(game_name)
        if control is None:
            self._write("##[ERROR] bad game name: expected NAME-SECONDS-BYOYOMI or NAME-SECONDS-INCREMENTF")
        elif not self.session_now.seated:
            self.session_now.time_control = control
            self.session_now.wanted = ONE_GAME
            asyncio.get_running_loop().call_soon(self.arena.pair)

    def _monitor(self, game_id: str) -> None:
        number = next((number for number, name in game_ids(self.arena).items() if name == game_id), None)
        self.monitors = {name: task for name, task in self.monitors.items() if not task.done()}
        if number is None:
            self._write(f"##[ERROR] no such game {printable(game_id)[:80]}")
        elif game_id not in self.monitors and len(self.monitors) < MAX_MONITORS:
            monitor = Monitor(self.arena.live[number], game_id, self._write)
            self.monitors[game_id] = asyncio.create_task(monitor.run())


def split_password(password: str) -> tuple[str, str]:
    """The name of the game and the secret that clients put into one word.

    >>> split_password("floodgate-600-10F,open,sesame"), split_password("test-60-0"), split_password("sesame")
    (('floodgate-600-10F', 'open,sesame'), ('test-60-0', ''), ('', 'sesame'))
    """
    game_name, comma, secret = password.partition(",")
    if TimeControl.of_game_name(game_name) is not None or comma:
        return game_name, secret
    return "", password
