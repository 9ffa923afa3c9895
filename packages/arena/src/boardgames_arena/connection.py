"""The connection of a bot that speaks the subprotocol ``boardgames.1`` over a WebSocket."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Protocol

from boardgames.core.text import printable
from boardgames.referee import ProgramFault
from boardgames.web import Allowance, BadMessage
from boardgames_arena.accounts import Refused
from boardgames_arena.messages import (
    POLICY_VIOLATION,
    REFUSED,
    Ended,
    Hello,
    Pong,
    Started,
    as_json,
    frame,
    read,
    split_frame,
)
from boardgames_arena.session import BotSession, Ending, Seated

HELLO_TIME: Final = 10.0  # seconds for the first message
REFUSAL_TIME: Final = 0.5  # seconds before a bot is refused, so that nobody tries tokens quickly
PING_TIMES: Final = (0.0, 0.2, 0.5, 1.0)  # seconds before the first pings
PING_INTERVAL: Final = 5.0  # seconds
SILENCE: Final = 25.0  # seconds without any message before a connection counts as broken
MESSAGE_RATE: Final = 2000.0
"""Messages a second, in the long run."""
MESSAGE_BURST: Final = 20_000
BYTE_RATE: Final = 2.0**22
"""Bytes a second, in the long run."""
BYTE_BURST: Final = 2**24
GOODBYE_TIME: Final = 0.5  # seconds for the code with which a bot has closed to be read
CLOSE_TIME: Final = 5.0  # seconds for a bot to take what it was sent last
SHOWN: Final = 300  # characters of a bot's own account of its end
LEFT: Final = (1000, 1001)  # codes with which a bot closes that does not come back


class Disconnected(Exception):
    """The other side is gone; ``code`` is what it closed the WebSocket with, if it did."""

    def __init__(self, code: int | None = None) -> None:
        super().__init__(code)
        self.code = code


class Socket(Protocol):
    """A WebSocket, as some server has it.  ``receive`` and ``send`` raise :class:`Disconnected`."""

    address: str
    """The address that it comes from."""

    async def receive(self) -> str | bytes:
        """The next message of the bot, text or bytes."""

    async def send(self, message: str | bytes) -> None:
        """Send a message to the bot."""

    async def close(self, code: int, reason: str) -> None: ...


Join = Callable[[Hello, "BotConnection"], Awaitable[BotSession]]
Leave = Callable[[BotSession, "BotConnection", bool], None]


class BotConnection:
    """One WebSocket of one bot: a :class:`~boardgames_arena.session.Link`.

    ``join`` gives the session of a bot that says hello, or raises :class:`~boardgames_arena.accounts.Refused`;
    ``leave`` is told when the connection has ended, and whether the bot said that it does not come back.
    """

    def __init__(self, socket: Socket, join: Join, leave: Leave) -> None:
        self.socket = socket
        self.join = join
        self.leave = leave
        self.session: BotSession | None = None
        self.waiting = True
        """It has not said hello, or was refused: it may be dropped for others."""
        self.control: deque[tuple[str, int | None]] = deque()
        """Messages to send; with the number of a game, all bytes of that game go first."""
        self.begun: dict[int, Seated] = {}
        """Games that the bot knows of, so that their bytes can follow."""
        self.ended_inputs: set[int] = set()
        self.due = asyncio.Event()
        self.closing: tuple[int, str] | None = None
        self.messages = Allowance(MESSAGE_RATE, MESSAGE_BURST)
        self.bytes = Allowance(BYTE_RATE, BYTE_BURST)
        self.closing_at = 0.0
        self.heard_at = time.monotonic()
        self.pings: dict[int, float] = {}
        self.pinged = 0

    async def serve(self) -> None:
        """Serve until one side ends the connection."""
        try:
            hello = await asyncio.wait_for(self._hello(), HELLO_TIME)
            self.waiting = False
            self.session = await self.join(hello, self)
        except Refused as refused:
            self.waiting = True
            await asyncio.sleep(REFUSAL_TIME)
            await self._refuse(REFUSED, str(refused))
            return
        except BadMessage as error:
            await self._refuse(POLICY_VIOLATION, str(error))
            return
        except TimeoutError:
            await self._refuse(POLICY_VIOLATION, f"there was no hello within {HELLO_TIME:g} s")
            return
        except Disconnected:
            return
        tasks = [asyncio.create_task(work) for work in (self._receive(), self._send(), self._ping())]
        left = False
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if self.closing is None:  # what could not be sent does not tell why; the other side may have said it
                await asyncio.wait(tasks[:1], timeout=GOODBYE_TIME)
        finally:
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            left = any(isinstance(result, Disconnected) and result.code in LEFT for result in results)
            self.leave(self.session, self, left)
        code, why = next(
            ((POLICY_VIOLATION, str(result)) for result in results if isinstance(result, BadMessage)),
            self.closing or (1000, ""),
        )
        with suppress(Disconnected, TimeoutError):
            await asyncio.wait_for(self.socket.close(code, why), CLOSE_TIME)
        for result in results:
            expected = (BadMessage, Disconnected, asyncio.CancelledError)
            if isinstance(result, BaseException) and not isinstance(result, expected):
                raise result

    async def _hello(self) -> Hello:
        message = await self.socket.receive()
        if isinstance(message, bytes):
            raise BadMessage("the first message is a hello, in JSON")
        hello = read(message)
        if not isinstance(hello, Hello):
            raise BadMessage("the first message is a hello")
        return hello

    async def _refuse(self, code: int, sentence: str) -> None:
        with suppress(Disconnected):
            await self.socket.send(as_json("refused", sentence=printable(sentence)))
            await self.socket.close(code, "refused")

    @property
    def address(self) -> str:
        return self.socket.address

    # -- to the bot: what a session calls ------------------------------------------------

    def begin(self, game: Seated) -> None:
        self.begun[game.number] = game
        self._say(as_json("game", **facts_of(game)))

    def resume(self, game: Seated) -> None:
        """The bot knows this game already, from its welcome."""
        self.begun[game.number] = game
        self.wake()

    def wake(self) -> None:
        self.due.set()

    def over(self, ending: Ending) -> None:
        self._say(as_json("over", **facts_of_ending(ending)), ending.number)

    def notice(self, sentence: str) -> None:
        self._say(as_json("notice", sentence=printable(sentence)))

    def close(self, code: int, sentence: str) -> None:
        self.closing_at = time.monotonic()
        self.closing = (code, printable(sentence)[:100])  # the reason of a WebSocket's end has 123 bytes
        self._say(as_json("refused" if code == REFUSED else "notice", sentence=printable(sentence)))

    def welcome(self, **facts: object) -> None:
        self._say(as_json("welcome", **facts))

    def _say(self, message: str, after: int | None = None) -> None:
        self.control.append((message, after))
        self.due.set()

    async def _send(self) -> None:
        """Send what there is, in order: a game's bytes between the message that begins it and the one that ends it."""
        while True:
            await self.due.wait()
            self.due.clear()
            while self.control:
                message, after = self.control.popleft()
                if after is not None and after in self.begun:
                    await self._send_bytes(self.begun.pop(after))
                await self.socket.send(message)
            for game in list(self.begun.values()):
                await self._send_bytes(game)
            if self.closing is not None and not self.control:
                return

    async def _send_bytes(self, game: Seated) -> None:
        while data := game.program.next_bytes():
            await self.socket.send(frame(game.number, data))
        if game.program.input_ended and game.number not in self.ended_inputs:
            self.ended_inputs.add(game.number)
            await self.socket.send(as_json("end of input", game=game.number))

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(PING_TIMES[self.pinged] if self.pinged < len(PING_TIMES) else PING_INTERVAL)
            now = time.monotonic()
            if now - self.heard_at > SILENCE:
                raise Disconnected
            if self.closing is not None and now - self.closing_at > CLOSE_TIME:
                return  # it does not read
            self.pinged += 1
            self.pings[self.pinged] = now
            self.pings.pop(self.pinged - 10, None)
            self._say(as_json("ping", number=self.pinged))

    # -- from the bot ----------------------------------------------------------------------

    async def _receive(self) -> None:
        assert self.session is not None
        seated = self.session.seated
        while True:
            message = await self.socket.receive()
            self.heard_at = time.monotonic()
            if not (self.messages.take(1, self.heard_at) and self.bytes.take(len(message), self.heard_at)):
                raise BadMessage(f"too much: {MESSAGE_RATE:.0f} messages and {BYTE_RATE / 2**20:.0f} MiB a second")
            if isinstance(message, bytes):
                number, data = split_frame(message)
                if number in seated:  # else the game is over, or somebody else's
                    seated[number].program.feed(data)
                continue
            match read(message):
                case Started(game=number):
                    if number in seated:
                        seated[number].program.begun()
                case Ended(game=number, fault=fault, detail=detail):
                    if number in seated:
                        seated[number].program.ended(ProgramFault(fault, printable(detail)[:SHOWN]))
                case Pong(number=number):
                    if (sent := self.pings.pop(number, None)) is not None:
                        self.session.add_round_trip(self.heard_at - sent)
                case Hello():
                    raise BadMessage("there was a hello already")


def facts_of(game: Seated) -> dict[str, object]:
    """A game that begins or goes on, as a message has it."""
    return {"game": game.number, "seat": game.seat, "names": list(game.names), "received": game.program.received}


def facts_of_ending(ending: Ending) -> dict[str, object]:
    """The end of a game, as a message has it."""
    return {
        "game": ending.number,
        "names": list(ending.names),
        "seat": ending.seat,
        "returns": None if ending.returns is None else list(ending.returns),
        "sentence": ending.sentence,
    }
