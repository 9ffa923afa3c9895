"""A program that runs elsewhere, in a seat of the referee.

The referee asks in a thread of its own and waits there; what arrives for it comes from the event loop's thread.
How the bytes travel is the business of a connection (:mod:`boardgames_arena.connection` has one kind): it calls
``feed``, sends what ``outgoing`` has when ``notify`` says so, and reports the program's end with ``ended``.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

import attrs
from typing_extensions import override

from boardgames.contest import Conditions, ProgramEntrant
from boardgames.core.lookup import GameSpec
from boardgames.core.protocol import LineProtocol
from boardgames.core.text import Said
from boardgames.referee import NO_ANSWER, GameAborted, Limits, ProgramFault, ProgramLines, ProgramSeat
from boardgames_arena.csa.time_control import TimeControl
from boardgames_arena.resend_buffer import ResendBuffer

AT_HOME: Final = ("memory", "processes", "cpu time", "output limit")
"""Limits that are enforced where the program runs."""
NO_ANSWER_AWAY: Final = Said("no answer in time: its connection is broken")
STARTING: Final = 15.0  # seconds
OVERSLEPT: Final = 0.5  # seconds later than it meant to: then this machine stood still
SLICE: Final = 0.25  # seconds of one wait


class RemoteProgram(ProgramLines):
    """The lines of a program elsewhere.

    ``notify`` is called in the referee's thread when there is something to send.
    """

    def __init__(self, limits: Limits, notify: Callable[[], None]) -> None:
        super().__init__(limits)
        self.notify = notify
        self.changed = threading.Condition()
        """Guards all that follows."""
        self.arrived = bytearray()
        self.received = 0
        """The number of bytes that have arrived."""
        self.dropped = 0
        """The number of bytes that were too many to keep."""
        self.outgoing = ResendBuffer()
        self.input_ended = False
        """The program's standard input is to be closed after the last byte."""
        self.started = False
        self.fault: ProgramFault | None = None
        self.away = False
        """Its connection is broken."""
        self.aborted = False
        self.over = False

    # -- in the event loop's thread ----------------------------------------------------

    def feed(self, data: bytes) -> None:
        """Bytes of the program have arrived."""
        with self.changed:
            self.received += len(data)
            if self.over:
                return
            if len(self.arrived) > self.limits.answer_bytes:
                self.dropped += len(data)
            else:
                self.arrived += data
            self.changed.notify_all()

    def begun(self) -> None:
        """The program has been started."""
        with self.changed:
            self.started = True
            self.changed.notify_all()

    def ended(self, fault: ProgramFault) -> None:
        """The program has ended, or broken a limit; that counts if the game still needs an answer of it."""
        with self.changed:
            if self.fault is None:
                self.fault = fault
            self.changed.notify_all()

    def next_bytes(self) -> bytes:
        """The next bytes to send to the program; empty if there are none now."""
        with self.changed:
            return self.outgoing.next()

    def go_back(self, count: int) -> bool:
        """A new connection has ``count`` bytes already.  Returns ``False`` if the rest is no longer kept."""
        with self.changed:
            return self.outgoing.go_back(count)

    @override
    def halt(self) -> None:
        """Break the game off, without a verdict."""
        with self.changed:
            self.aborted = True
            self.changed.notify_all()

    # -- in the referee's thread -------------------------------------------------------

    def wait_for_start(self) -> None:
        """Wait until the program has been started.  Raises :class:`ProgramFault`."""
        deadline = time.monotonic() + STARTING
        with self.changed:
            while not (self.started or self.aborted or self.fault is not None):
                remaining = deadline - time.monotonic()
                if remaining <= 0:
                    raise ProgramFault(
                        "not started", Said("its computer did not start it within {seconds:g} s", seconds=STARTING)
                    )
                self.changed.wait(remaining)
            if self.aborted:
                raise GameAborted
            if not self.started and self.fault is not None:
                raise self.fault

    @override
    def flush(self) -> None:
        if self.unsent:
            with self.changed:
                self.outgoing.add(self.unsent)
            self.unsent.clear()
            self.notify()

    @override
    def close_stdin(self) -> None:
        self.flush()
        self.input_ended = True
        self.notify()

    @override
    def _take(self) -> None:
        with self.changed:
            if self.arrived:
                self.unread += self.arrived
                self.answered += len(self.arrived)
                self.arrived.clear()

    @override
    def line_by(self, due: float) -> bool:
        with self.changed:
            while True:
                self._take()
                unread = self.unread
                if unread and (b"\n" in unread or len(unread) > self.limits.line_bytes):
                    return True
                if self.fault is not None or self.aborted:
                    return True
                remaining = due - time.monotonic()
                if remaining <= 0:
                    return False
                self.changed.wait(remaining)

    @override
    def _wait(self, deadline: float) -> bool:
        with self.changed:
            if self.aborted:
                raise GameAborted
            if self.dropped:
                raise self._long_answer(self.limits.answer_bytes + self.dropped)
            if self.arrived:
                self._take()
                return True
            if self.fault is not None:
                if self.fault.kind == "crash":
                    return False
                raise self.fault
            due = deadline + self.overslept
            now = time.monotonic()
            if now >= due:
                raise ProgramFault("timeout", NO_ANSWER_AWAY if self.away else NO_ANSWER)
            meant = min(due - now, SLICE)  # a standstill is noticed in the slice in which it happens
            self.changed.wait(meant)
            late = time.monotonic() - now - meant
            if late > OVERSLEPT:
                self.overslept += late
            return True

    @override
    def how_it_ended(self) -> str:
        assert self.fault is not None
        return self.fault.detail

    @override
    def breach(self) -> ProgramFault | None:
        return self.fault if self.fault is not None and self.fault.kind in AT_HOME else None

    @override
    def speaks_when_shut(self, deadline: float) -> bool:
        self.close_stdin()
        with self.changed:
            while not self.arrived and self.fault is None and not self.aborted:
                remaining = deadline - time.monotonic()
                if remaining <= 0:
                    break
                self.changed.wait(remaining)
            self._take()
        return bool(self.unread)

    @override
    def end(self, deadline: float) -> None:
        with self.changed:
            self.over = True
            self.arrived.clear()


@attrs.frozen(kw_only=True)
class RemoteEntrant(ProgramEntrant):
    """A bot whose program runs elsewhere."""

    program: RemoteProgram
    time_control: TimeControl | None = None
    """The bot's own, instead of that of the limits."""

    @override
    def take_seat(self, spec: GameSpec, seat: int, seed: int, name: str, conditions: Conditions) -> RemoteSeat:
        taken = RemoteSeat(self.program, self.protocol, conditions.limits)
        if self.time_control is not None:
            taken.clock = self.time_control.clock()
        return taken


class RemoteSeat(ProgramSeat):
    """A program that runs elsewhere, as the referee sees it."""

    def __init__(self, program: RemoteProgram, protocol: LineProtocol, limits: Limits) -> None:
        super().__init__((), protocol, limits)
        self.program = program

    @override
    def start(self) -> ProgramLines:
        self.program.wait_for_start()
        return self.program
