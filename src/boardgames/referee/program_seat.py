"""A program in a seat: its process and the dialogue with it."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import attrs

from boardgames.core.model.game import State
from boardgames.core.model.options import BadOption
from boardgames.core.protocol.dialogue import (
    Answer,
    Breach,
    Briefing,
    Dialogue,
    Event,
    ExplainsCrashes,
    LineProtocol,
    NeedData,
    Resign,
    StartingDialogue,
    UnknownSetting,
)
from boardgames.core.protocol.player import Undo
from boardgames.core.protocol.verdict import Fault, Verdict
from boardgames.core.text.printable import printable
from boardgames.core.text.said import Reason, Said
from boardgames.referee.limits import Limits
from boardgames.referee.process import PARTING, STDERR_TAIL, Process
from boardgames.referee.program_lines import ProgramFault, ProgramLines
from boardgames.referee.protocol_log import ProtocolLog
from boardgames.referee.sandbox import NOT_STARTED, Mounts, require_sandbox, resolved
from boardgames.referee.seat import Seat
from boardgames.referee.shortage import Interference, Shortage

SOON = 0.01  # seconds before the other seats are to leave the processor to the one that is asked
AT_ONCE = 0.001  # seconds before the other seats are sent what waits for them: quick programs cost one write a ply
MOST_LOGGED = 1000  # lines of one answer in the protocol log, and the answer itself
PROSE = re.compile(rb"[A-Za-z]{2}(?: [A-Za-z]|[:!.,])|[A-Za-z] [A-Za-z]{2}")  # words of a message
SHOWN = 120  # characters of an offending line in a verdict


class ProgramSeat:
    """A program that plays: notified and asked in its protocol's lines, within limits.

    ``settings`` are the program's own options, for protocols that have them.
    ``sandbox`` is ``none``, ``bwrap`` or ``auto``; inside, the files in ``masked`` cannot
    be read.  ``on_stderr`` is called with what the program writes on its standard error,
    as it comes.  With ``keep_alive`` the
    program stays for the next game where its protocol can begin a second game: see
    :meth:`begin_anew` and :meth:`quit`.
    """

    can_undo = False
    process: ProgramLines  # from open() on, if that found no fault
    stalled: Callable[[int], str] | None = None
    """Is asked now and then while the program is to answer, with its supervisor's number: why to wait no longer."""
    dialogue: Dialogue
    rivals: Sequence[Seat] = ()
    disturbed = False
    """A signal has stopped it in this game: since then nothing of its rivals runs while it is asked."""
    alone = True
    """True if only programs of its own game run, so that no other can have disturbed it."""

    def __init__(
        self,
        command: Sequence[str],
        protocol: LineProtocol,
        limits: Limits,
        *,
        settings: Mapping[str, str] | None = None,
        sandbox: str = "none",
        masked: Sequence[str] = (),
        keep_alive: bool = False,
        log: ProtocolLog | None = None,
        on_stderr: Callable[[bytes], None] | None = None,
    ) -> None:
        self.command = command
        self.protocol = protocol
        self.limits = limits
        self.settings = settings or {}
        self.sandbox = sandbox
        self.masked = masked
        self.keep_alive = keep_alive and protocol.next_game is not None
        self.kept_alive = False  # between two games
        self.log = log
        self.on_stderr = on_stderr
        self.clock = limits.clock_for(protocol)
        self.start_time = limits.start_time_for(protocol)
        self.running = False
        self.seat = -1
        self.name = ""
        self.late = 0
        self.stale_lines = 0
        self.heard = 0  # lines since the last request
        self.leave_by = 0.0
        self.shut: float | None = None  # when its input was ended, if that was before the game was over
        self.mounts: Mounts | None = None
        self.words_before: bytes | None = None  # its last words before a fault, of either side

    def open(self, briefing: Briefing, seat: int) -> Fault | None:
        """Start the program, or go on with it.

        Raises :class:`~boardgames.core.model.BadOption` for settings that it does not have, and
        :class:`~boardgames.referee.Shortage`.
        """
        self.seat = seat
        self.disturbed = False
        self.name = briefing.names[seat]
        briefing = attrs.evolve(briefing, settings=self.settings)
        try:
            self.words_before = None
            if self.kept_alive and self.protocol.next_game is not None:
                self.dialogue = self.protocol.next_game(self.dialogue, briefing, seat)
                self.kept_alive = False
                self.process.resume()
                self.process.stalled = self.stalled
                self.process.overheard = b""
                self.process.begin_answer(keep=False)
                try:
                    return self._prepare()
                except ProgramFault:  # it ended after the last game, so start it again
                    self.process.end(time.monotonic())
            self.dialogue = self.protocol.referee(briefing, seat)
            self.process = self.start()
            self.process.stalled = self.stalled
            self.shut = None
            self.running = True
            return self._prepare()
        except ProgramFault as fault:
            return self._fault(fault, f"{self.start_time:g} s to be ready")

    def start(self) -> ProgramLines:
        """Start the program.  Raises :class:`~boardgames.referee.program_lines.ProgramFault`."""
        if not require_sandbox(self.sandbox):
            return Process(self.command, self.limits, _environment(), self.on_stderr)
        command = resolved(self.command, os.environ)
        self.mounts = Mounts.around(command, os.environ, self.masked)
        return Process(command, self.limits, _environment(), self.on_stderr, self.mounts)

    def _prepare(self) -> Fault | None:
        """Greet the program, and wait until it is ready.  Raises :class:`ProgramFault`."""
        self.heard = 0
        self._send(self.dialogue.opening())
        self.process.flush()
        deadline = time.monotonic() + self.start_time
        while not self.dialogue.ready:
            heard = self._hear(deadline)
            if isinstance(heard, UnknownSetting):
                raise BadOption(f"{self.name}: {heard.detail}")
            if not isinstance(heard, NeedData):
                return self._breach(heard)
        return None

    def started(self) -> None:
        if isinstance(self.dialogue, StartingDialogue):
            self._send(self.dialogue.started())

    def begin_anew(self) -> None:
        """Make ready for the next game: a new clock, no strikes."""
        self.clock = self.limits.clock_for(self.protocol)
        self.late = self.stale_lines = 0

    def happened(self, event: Event) -> None:
        if lines := self.dialogue.happened(event):
            self._send(lines)

    def flush(self) -> None:
        self.process.flush()

    def pause(self) -> None:
        if self.running and not self.limits.ponder:
            self.process.pause()

    def exceeded(self) -> Fault | None:
        if not self.running:
            return None
        self.process.hear()
        fault = self.process.breach()
        return None if fault is None else self._fault(fault, "")

    def choose(self, state: State, meanwhile: Callable[[], None]) -> Answer | Resign | Undo | Fault:
        """Ask the program.  Raises :class:`~boardgames.referee.Interference` if another game's may keep it stopped."""
        process, clock = self.process, self.clock
        allowed = clock.allowed
        process.resume()
        if self.disturbed:
            self._shield()
        self.stale_lines += process.begin_answer(self.protocol.keeps_early_lines)
        if lines := self.dialogue.ask(state):
            self._send(lines)
        self.heard = 0
        process.flush()
        asked = time.monotonic()
        deadline = asked + allowed + self.limits.grace + process.credit
        due = asked + AT_ONCE  # when the other seats are to be sent what waits for them, and then to pause
        try:
            while True:
                if due and not process.line_by(due if due < deadline else deadline):
                    due = asked + SOON if due < asked + SOON else 0.0
                    meanwhile()
                    continue
                try:
                    heard = self._hear(deadline)
                except ProgramFault as fault:
                    if fault.kind != "timeout" or self.late >= self.limits.strikes:
                        raise
                    self.late += 1
                    deadline += allowed
                    continue
                if isinstance(heard, NeedData):
                    continue
                if isinstance(heard, Breach):
                    return self._breach(heard)
                taken = time.monotonic() - asked - process.overslept - process.credit
                clock.spend(taken if taken > 0 else 0.0)
                if isinstance(heard, Answer) and (process.overheard or self.protocol.message_mark):
                    return heard._replace(remark=self._remark())
                return heard
        except ProgramFault as fault:
            if self.clock.answers:
                limit = Said("{seconds:g} s for an answer", seconds=allowed)
            else:
                limit = Said("{seconds:g} s for its first answer", seconds=allowed)
            return self._fault(fault, limit, hint=True)

    def _remark(self) -> str:
        """Whole lines of its standard error since its last answer, the last of many, and this one's message."""
        overheard, mark = self.process.overheard, self.protocol.message_mark.encode()
        words, _, self.process.overheard = overheard.rpartition(b"\n")
        if len(overheard) == STDERR_TAIL:  # it begins within a line
            words = words.partition(b"\n")[2]
        message = self.line.strip().partition(mark)[2][:STDERR_TAIL] if mark else b""
        lines = filter(bytes.strip, [*words.splitlines(), message])
        return "\n".join(printable(line.decode("utf-8", "backslashreplace").strip()) for line in lines)

    def _explained(self, fault: ProgramFault, detail: str) -> str:
        """With a hint at the cause of a silence or an end: an answer in the program's own buffer; its protocol."""
        process = self.process
        if (
            fault.kind == "crash"
            and isinstance(self.dialogue, ExplainsCrashes)
            and (hint := self.dialogue.crash_hint())
        ):
            return Said("{why}; {hint}", why=detail, hint=hint)
        if fault.kind != "timeout" or process.answered or process.unread:
            return detail
        self.shut = time.monotonic()
        with suppress(ProgramFault):
            if process.speaks_when_shut(self.shut + PARTING):
                line = bytes(process.unread).partition(b"\n")[0]
                return Said(
                    "{why}; when its input was ended it said '{line}': did you flush after each line?",
                    why=detail,
                    line=shown(line),
                )
        return detail

    def _send(self, lines: Sequence[str]) -> None:
        self.process.send(lines)
        if self.log is not None:
            for line in lines:
                self.log.note(self.name, ">", line)

    def _hear(self, deadline: float) -> Answer | NeedData | Resign | Breach:
        process = self.process
        if process.unsent:
            process.flush()
        try:
            self.line = line = process.read_line(deadline, self.protocol.cr_ends_lines)
        except ProgramFault as fault:
            if fault.kind != "timeout" or self.disturbed or not process.is_stopped():
                raise
            self.disturbed = True
            self._shield()
            process.overslept += time.monotonic() - process.asked  # so it gets its time once more
            return self._hear(deadline)
        self.heard += 1
        if self.log is not None and self.heard <= MOST_LOGGED:
            self._log_line()
        heard = self.dialogue.hear(line.decode("utf-8", "backslashreplace"))
        if isinstance(heard, NeedData):
            if heard.send:
                self._send(heard.send)
        elif self.heard > MOST_LOGGED:
            self._log_left_out(self.heard - MOST_LOGGED - 1)
            self._log_line()
        return heard

    def _shield(self) -> None:
        """Have the program run, and nothing of its rivals: what stops it from now on is its own."""
        for seat in (*self.rivals, self):
            if isinstance(seat, ProgramSeat) and seat.running and isinstance(seat.process, Process):
                seat.process.tree.hold(seat is not self)

    def _log_line(self) -> None:
        if self.log is not None:
            self.log.note(self.name, "<", shown(self.line))

    def _log_left_out(self, lines: int) -> None:
        if self.log is not None and lines > 0:
            self.log.left_out(self.name, lines)

    def _breach(self, heard: Answer | Resign | Breach) -> Fault:
        if not isinstance(heard, Breach):
            heard = Breach("garbled", Said("it answered before the game began"))
        detail: str = Said("it said '{line}': {why}", line=shown(self.line), why=heard.detail)
        # whether the line came early depends on timing, and no verdict may depend on that
        if heard.kind == "garbled" and self.protocol.keeps_early_lines and self.clock.answers:
            detail = Said(
                "{why}; every line is an answer in this protocol, so one too many counts as the next answer", why=detail
            )
        if not self.clock.answers and PROSE.search(self.line):
            detail = Said("{why}; if that is a message: messages belong on stderr", why=detail)
        return self._with_last_words(heard.kind, detail)

    def _fault(self, fault: ProgramFault, allowed: str, hint: bool = False) -> Fault:
        self._log_left_out(self.heard - MOST_LOGGED)
        self._keep_words()
        detail = fault.detail
        if fault.kind == "crash" and self.mounts is not None:
            cannot_start = self.process.status in NOT_STARTED or self.last_words.startswith(b"bwrap: ")
            program = resolved(self.command, os.environ)[0]
            if cannot_start and (lack := self.mounts.lack(program, self.command[0], os.environ)):
                raise Shortage(lack)
        if fault.kind == "timeout":
            detail = Said("{why} ({limit})", why=detail, limit=allowed)
            if self.disturbed and self.process.is_stopped():
                if not self.alone:
                    raise Interference(
                        f"{printable(self.name)} was stopped by a signal twice, perhaps by a program of another game: "
                        "with --sandbox bwrap no program can stop another"
                    )
                detail = Reason("stopped-itself", "{why}; it was stopped by a signal, twice", why=detail)
        if hint:
            detail = self._explained(fault, detail)
        return self._with_last_words(fault.kind, detail)

    @property
    def last_words(self) -> bytes:
        """The end of what it wrote on its standard error; of a game with a fault, what it wrote before that."""
        return self.process.last_words if self.words_before is None else self.words_before

    def _keep_words(self) -> None:
        if self.running and self.words_before is None:
            self.process.overhear()  # it may have come with the answer, in another pipe
            self.words_before = self.process.last_words

    def _with_last_words(self, kind: str, detail: str) -> Fault:
        self._keep_words()
        if self.words_before:
            words = shown(self.words_before.strip(), tail=True)
            detail = Said("{why}; the end of its stderr: {line}", why=detail, line=words)
        return Fault(self.seat, kind, detail)

    def tell(self, message: str) -> None:
        pass  # no protocol has a line for it

    def dismiss(self, verdict: Verdict | None) -> None:
        if not self.running:
            return
        if verdict is not None:
            if verdict.fault is not None:
                self._keep_words()
            self._send(self.dialogue.closing(verdict))
            if self.keep_alive and self.dialogue.ready and (verdict.fault is None or verdict.fault.seat != self.seat):
                self.process.flush()
                self.kept_alive = True
                self.process.pause()
                return
        self._ask_to_end()

    def _ask_to_end(self) -> None:
        self.process.resume()
        self._send(self.protocol.farewell)
        self.process.flush()
        self.process.close_stdin()
        self.leave_by = (time.monotonic() if self.shut is None else self.shut) + PARTING

    def close(self) -> None:
        if self.running and not self.kept_alive:
            self.process.end(self.leave_by)

    def halt(self) -> None:
        """End the program at once.  Another thread may call it to break off the game: a
        :meth:`choose` that waits for an answer then returns a fault."""
        if self.running:
            self.process.halt()

    def quit(self) -> None:
        """End a program that was kept alive.  May be called at any time, also twice."""
        if self.kept_alive:
            self.kept_alive = False
            self._ask_to_end()
        self.close()


def shown(data: bytes, tail: bool = False) -> str:
    """Bytes of a program as one line that is safe on a terminal, cut to a readable length.

    >>> shown(b"knight\\x1b[31m \\xff")
    'knight\\\\x1b[31m \\\\xff'
    """
    text = printable(data.decode("utf-8", "backslashreplace"))
    if len(text) <= SHOWN * (4 if tail else 1):
        return text
    return "…" + text[-SHOWN * 4 :] if tail else text[:SHOWN] + "…"


def _environment() -> dict[str, str]:
    """Our environment, without the variable that would hide that a Python program does not flush."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
