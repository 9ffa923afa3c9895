"""One of our players as a program: it reads the lines of a protocol and answers, in any arena that speaks it."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import Condition, Thread
from typing import Any

from boardgames.core.model.game import CHANCE
from boardgames.core.model.options import BadOption
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import (
    Ask,
    Breach,
    Event,
    LivePlayerDialogue,
    NeedData,
    NewOptions,
    Over,
    PlayerDialogue,
    Resign,
    ResigningDialogue,
)
from boardgames.core.protocol.player import Player
from boardgames.core.text.printable import quoted

__all__ = ["ProtocolError", "send_lines", "serve", "standard_lines"]

Send = Callable[[Sequence[str]], None]
Make = Callable[[Any], Player]


class ProtocolError(ValueError):
    """The other side sent a line that the protocol does not allow."""


def serve(player: Player, reply: PlayerDialogue, lines: Iterable[str], send: Send, make: Make | None = None) -> None:
    """Play over lines until the game is over or the lines end.

    In a live protocol (:class:`~boardgames.core.protocol.dialogue.LivePlayerDialogue`)
    lines are read while the player thinks: it reports its search, and answers at
    once when it is told to.  There ``make`` makes the player anew from other options, and a line that
    cannot be followed is refused; elsewhere it raises :class:`ProtocolError`, which quotes the line.
    """
    reader = LineReader(lines, reply) if isinstance(reply, LivePlayerDialogue) else None
    for line in lines if reader is None else reader:
        heard = reply.hear(line)
        if isinstance(heard, Breach):
            why = f"cannot follow the line {quoted(line.strip())}: {heard.detail}"
            if not isinstance(reply, LivePlayerDialogue):
                raise ProtocolError(why)
            send(reply.refuses(why))
            continue
        if isinstance(heard, NewOptions):
            assert make is not None and isinstance(reply, LivePlayerDialogue), "only players with options have new ones"
            try:
                player = make(heard.options)
                reply.options = heard.options
            except BadOption as error:
                send(reply.refuses(str(error)))
            continue
        if isinstance(heard, Over):
            return
        if isinstance(heard, NeedData):
            if heard.send:
                send(heard.send)
        elif heard.state.turn <= CHANCE:
            raise ProtocolError(f"the line {quoted(line.strip())} asks for an action where our rules allow none")
        elif reader is None:
            _act(player, reply, heard, player.choose(heard.state, heard.clock), send)
        else:
            assert isinstance(reply, LivePlayerDialogue)
            with reader.watching(heard.clock):
                _answer_live(player, reply, heard, send, reader)


def _act(player: Player, reply: PlayerDialogue, heard: Ask, action: Any, send: Send) -> None:
    if not isinstance(action, Resign):
        player.happened(Event(heard.state, action, heard.state.apply(action)))
        send(reply.answer(action))
    elif isinstance(reply, ResigningDialogue):
        send(reply.resign())
    else:
        raise ProtocolError("the player resigns, for which this protocol has no word")


def _answer_live(player: Player, reply: LivePlayerDialogue, heard: Ask, send: Send, reader: LineReader) -> None:
    player.on_thought = lambda thought: send(reply.thinks(heard.state, thought))
    try:
        if heard.mate:
            try:
                moves = player.mate(heard.state, heard.clock)
            except NotImplementedError:
                send(reply.no_mate())
            else:
                send(reply.mate(moves))
            return
        action = player.choose(heard.state, heard.clock)
    finally:
        player.on_thought = None
    if heard.clock.until_stopped and not isinstance(action, Resign):
        reader.wait_for_stop(heard.clock)
    _act(player, reply, heard, action, send)


class LineReader:
    """Reads lines in a thread of its own, so that a line can stop a player that is thinking; iterate for the lines."""

    def __init__(self, lines: Iterable[str], reply: LivePlayerDialogue) -> None:
        self.lines = lines
        self.reply = reply
        self.heard: deque[str] = deque()
        self.ended = False
        self.error: BaseException | None = None
        self.clock: Clock | None = None
        self.changed = Condition()
        Thread(target=self._read, name="line reader", daemon=True).start()

    def _read(self) -> None:
        try:
            for line in self.lines:
                with self.changed:
                    self.heard.append(line)
                    if self.clock is not None and self.reply.interrupts(line):
                        self.clock.stopped = True
                    self.changed.notify_all()
        except BaseException as error:  # raised again in the thread that iterates over the lines
            self.error = error
        with self.changed:
            self.ended = True
            if self.clock is not None and self.clock.until_stopped:
                self.clock.stopped = True  # no line can stop it any more
            self.changed.notify_all()

    def __iter__(self) -> Iterator[str]:
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self.heard or self.ended)
                if not self.heard:
                    if self.error is not None:
                        raise self.error
                    return
                line = self.heard.popleft()
            yield line

    @contextmanager
    def watching(self, clock: Clock) -> Iterator[None]:
        """Let a line that interrupts stop this clock within the context, also one that has been read already."""
        with self.changed:
            self.clock = clock
            clock.stopped = any(map(self.reply.interrupts, self.heard)) or (self.ended and clock.until_stopped)
        try:
            yield
        finally:
            with self.changed:
                self.clock = None

    def wait_for_stop(self, clock: Clock) -> None:
        with self.changed:
            self.changed.wait_for(lambda: clock.stopped)


def standard_lines() -> Iterator[str]:
    """The lines of standard input, read without Python's buffer.

    Another thread may read them, and a thread that waits in that buffer would keep the process from ending.
    """
    rest = b""
    while data := os.read(sys.stdin.fileno(), 65536):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line.decode(errors="replace")
    if rest:
        yield rest.decode(errors="replace")


def send_lines(lines: Sequence[str]) -> None:
    """Print lines on standard output, where the other side waits for them."""
    if lines:
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
