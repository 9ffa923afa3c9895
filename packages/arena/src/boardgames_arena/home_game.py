"""A game as the bot's own computer sees it: the program under our supervisor, and its bytes on their way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from boardgames.referee import PARTING, Process, ProgramFault, ProgramSeat, Shortage
from boardgames_arena.resend_buffer import ResendBuffer

MAX_WAITING: Final = 1024 * 1024
"""Bytes that wait for the connection; a program that writes more has to wait."""
NUDGING: Final = 1.0  # seconds between two looks at a program that is silent


class HomeGame:
    """One game of a program that runs here, from ``pause`` seconds later.  Only the event loop's thread uses it.

    ``notify`` is called when there is something to send: bytes in ``outgoing``, or ``fault``.
    """

    def __init__(self, number: int, seat: ProgramSeat, notify: Callable[[], None], pause: float) -> None:
        self.number = number
        self.seat = seat
        self.notify = notify
        self.pause = pause
        self.loop = asyncio.get_running_loop()
        self.outgoing = ResendBuffer()
        self.received = 0
        """How many bytes have come from the arena."""
        self.fault: ProgramFault | None = None
        """Why the program can answer no more."""
        self.fault_reported = False
        self.start_reported = False
        self.process: Process | None = None
        self.unfed = bytearray()
        self.shut = False
        self.over = False
        self.finished = False
        """Nothing more is read from the program here: it has ended, or another thread ends it."""
        self.ending = asyncio.Event()
        self.watched: set[int] = set()
        self.writing = False
        self.explaining: asyncio.Task[None] | None = None
        self.task = asyncio.create_task(self._run())

    # -- what the arena sends ------------------------------------------------------------

    def feed(self, data: bytes) -> None:
        """Bytes for the program."""
        self.received += len(data)
        self.unfed += data
        self.pump()

    def shut_input(self) -> None:
        """Close the program's standard input."""
        self.shut = True
        self.pump()

    def end(self) -> None:
        """The game is over: let the program end by itself for a moment, then end it."""
        self.over = True
        self.pump()
        self.ending.set()

    # -- the program -----------------------------------------------------------------------

    async def _run(self) -> None:
        """From the program's start until it and all that it started have ended."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.ending.wait(), self.pause)
        if self.over:
            return
        try:
            process = await asyncio.to_thread(self.seat.start)
            assert isinstance(process, Process)
        except ProgramFault as fault:
            self._failed(fault)
            return
        except (Shortage, OSError, ValueError) as error:
            self._failed(ProgramFault("not started", str(error)))
            return
        self.process = process
        self.notify()
        try:
            self.pump()
            interval = NUDGING if process.tree.fileno() >= 0 else process.tree.poll_interval
            while not self.over:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.ending.wait(), interval)
                if not self.finished:
                    process.tree.nudge()
                    self.pump()
        finally:
            self.finished = True
            self._unwatch(set())
            if self.explaining is not None:
                await asyncio.wait([self.explaining])
            await asyncio.shield(asyncio.to_thread(process.end, time.monotonic() + PARTING))

    def _failed(self, fault: ProgramFault) -> None:
        if self.fault is None and not self.over:
            self.fault = fault
        self.notify()

    def pump(self) -> None:
        """Move bytes from and to the program, as far as they go without waiting."""
        process = self.process
        if process is None or self.finished:
            return
        if self.unfed:
            process.asked = time.monotonic()
            process.unsent += self.unfed
            self.unfed.clear()
            process.flush()
        process.attend(0)
        came = bool(process.unread)
        if self.shut or self.over:
            process.flush()
            if not process.unsent and process.stdin in process.open:
                process.close_stdin()
        if came:
            self.outgoing.add(process.unread)
            process.unread.clear()
            self.notify()
        gone = process.tree.lost or (process.is_over() and not came)
        breach = process.breach()
        if self.over:
            return
        if breach is not None or gone:
            self.finished = True
            self._unwatch(set())
            if breach is not None:
                self._failed(breach)
            else:
                self.explaining = asyncio.create_task(self._explain(process))
            return
        self._watch(process)

    async def _explain(self, process: Process) -> None:
        """Say how a program has ended that writes no more."""
        try:
            why = await asyncio.to_thread(process.how_it_ended)
        except ProgramFault as fault:
            self._failed(fault)
            return
        if process.unread:
            self.outgoing.add(process.unread)
            process.unread.clear()
        self._failed(ProgramFault("crash", why))

    def _watch(self, process: Process) -> None:
        """Wait for the files that can be read or written now."""
        supervisor = process.tree.fileno()
        if supervisor < 0:
            return
        full = self.outgoing.waiting > MAX_WAITING
        wanted = {process.stderr}
        if not full:
            wanted.add(process.stdout)
        wanted = wanted & process.open | {supervisor}
        self._unwatch(wanted)
        for file in wanted - self.watched:
            self.loop.add_reader(file, self.pump)
        self.watched = wanted
        if process.unsent and process.stdin in process.open and not self.writing:
            self.writing = True
            self.loop.add_writer(process.stdin, self.pump)
        elif self.writing and not process.unsent:
            self.writing = False
            self.loop.remove_writer(process.stdin)

    def _unwatch(self, wanted: set[int]) -> None:
        for file in self.watched - wanted:
            self.loop.remove_reader(file)
        self.watched &= wanted
        if not wanted and self.writing and self.process is not None:
            self.writing = False
            self.loop.remove_writer(self.process.stdin)
