"""The lines between the referee and a program, wherever it runs, with one absolute deadline for each request."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from boardgames.core.protocol.verdict import FAULTS
from boardgames.core.text.said import Said
from boardgames.referee.limits import Limits


class ProgramFault(Exception):
    """A program did something wrong: one of the kinds of faults, and a sentence."""

    def __init__(self, kind: str, detail: str) -> None:
        assert kind in FAULTS
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail


class ProgramLines:
    """The bytes from and to a program, as lines.  A subclass says how they travel."""

    credit = 0.0
    """Seconds of each answer that are not the program's: its way over a network."""
    left_by_itself = False
    """True if it ended by itself after the game, when its input ended."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.unsent = bytearray()
        self.unread = bytearray()
        self.searched = 0  # the number of unread bytes that hold no newline
        self.answered = 0  # bytes read since the last request
        self.stalled: Callable[[int], str] | None = None
        self.last_words = b""
        self.overheard = b""  # of its standard error since its last answer
        self.after_cr = False
        self.overslept = 0.0  # seconds of this request in which the referee could not run
        self.asked = self.looked = time.monotonic()  # when this request began, and when the referee last ran

    # -- for each way to travel ---------------------------------------------------

    def overhear(self) -> None:
        """Read what the program has written on its standard error by now; nothing where only lines travel."""

    @property
    def status(self) -> int | None:
        """The program's exit status, or the number of a signal below zero, if it is known how it ended."""
        return None

    def flush(self) -> None:
        """Send what is on the way, as far as the program reads."""
        raise NotImplementedError

    def close_stdin(self) -> None:
        """End the program's input."""
        raise NotImplementedError

    def line_by(self, due: float) -> bool:
        """Wait until ``due`` on the monotonic clock for a line.  Returns whether there is something to judge."""
        raise NotImplementedError

    def breach(self) -> ProgramFault | None:
        """The limit that the program has broken, if any."""
        raise NotImplementedError

    def speaks_when_shut(self, deadline: float) -> bool:
        """End the program's input.  Returns whether it then writes what it had buffered."""
        raise NotImplementedError

    def end(self, deadline: float) -> None:
        """Let the program end by itself until ``deadline``, then end it, and its children in any case."""
        raise NotImplementedError

    def hear(self) -> None:
        """Learn what has happened to the program, without waiting."""

    def is_stopped(self) -> bool:
        """True if a signal has stopped the program, or a part of it, that may have come from another program."""
        return False

    def pause(self) -> None:
        """Another program is asked: this one is to leave the processor to it."""

    def resume(self) -> None:
        """The program is asked again."""

    def halt(self) -> None:
        """Begin to end the program, without waiting.  May be called by another thread, at any time."""
        raise NotImplementedError

    def _take(self) -> None:
        """Add what has arrived to ``unread``, without waiting."""
        raise NotImplementedError

    def _wait(self, deadline: float) -> bool:
        """Wait for the program to do anything.  Returns ``False`` once no more can come from it.

        Raises :class:`ProgramFault`.
        """
        raise NotImplementedError

    def how_it_ended(self) -> str:
        """A sentence on why no more can come from it."""
        raise NotImplementedError

    # -- lines ----------------------------------------------------------------------

    def _long_answer(self, number: int) -> ProgramFault:
        most = self.limits.answer_bytes
        why = Said("{number} bytes in one answer; {number2} allowed", number=number, number2=most)
        return ProgramFault("output limit", why)

    def send(self, lines: Sequence[str]) -> None:
        """Put lines on the way; ``flush`` sends them as far as the program reads."""
        if lines:
            self.unsent += ("\n".join(lines) + "\n").encode()

    def begin_answer(self, keep: bool) -> int:
        """Begin a request: keep or drop what the program wrote before it.  Returns the number of lines dropped."""
        self.answered = 0
        self.overslept = 0.0
        self.asked = self.looked = time.monotonic()
        if keep:
            return 0
        self._take()
        stale = self.unread.count(b"\n")
        if stale:
            del self.unread[: self.unread.rindex(b"\n") + 1]
            self.searched = 0
        return stale

    def read_line(self, deadline: float, cr_ends_lines: bool = False) -> bytes:
        """The next line, without its end, read before ``deadline`` on the monotonic clock.

        With ``cr_ends_lines`` a line ends with a line feed, a carriage return, or both.
        What the referee has overslept, when the whole machine stood still, is added to the deadline.
        Raises :class:`ProgramFault`.
        """
        unread, most = self.unread, self.limits.line_bytes
        while True:
            if self.after_cr and unread:  # a line feed belongs to the carriage return before it
                self.after_cr = False
                if unread.startswith(b"\n"):
                    del unread[:1]
            end = unread.find(b"\n", self.searched)
            if cr_ends_lines:
                cr = unread.find(b"\r", self.searched, end if end >= 0 else len(unread))
                if cr >= 0:
                    self.after_cr = cr + 1 == len(unread)
                    if end == cr + 1:
                        del unread[cr:end]
                    end = cr
            if end >= 0:
                line = bytes(unread[:end])
                del unread[: end + 1]
                self.searched = 0
                if len(line) > most:
                    why = Said("a line of {number} bytes; {number2} allowed", number=len(line), number2=most)
                    raise ProgramFault("output limit", why)
                return line
            self.searched = length = len(unread)
            if length > most:
                why = Said("a line without end: {number} bytes; {number2} allowed", number=length, number2=most)
                raise ProgramFault("output limit", why)
            if self.answered > self.limits.answer_bytes:
                raise self._long_answer(self.answered)
            if not self._wait(deadline):
                if not unread:
                    raise ProgramFault("crash", self.how_it_ended())
                unread += b"\n"  # a last line may lack its end
