"""A player of ours as a program: it hears a protocol's lines and answers, in anyone's arena."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import Condition, Thread

from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import (
    Ask,
    Breach,
    Event,
    LivePlayerDialogue,
    NeedData,
    Over,
    PlayerDialogue,
    Resign,
)
from boardgames.core.protocol.player import Player

__all__ = ["ProtocolError", "serve"]

Send = Callable[[Sequence[str]], None]


class ProtocolError(ValueError):
    """The other side said something that the protocol does not allow."""


def serve(player: Player, reply: PlayerDialogue, lines: Iterable[str], send: Send) -> None:
    """Play over lines, until the game is over or they end.

    In a protocol that goes on talking meanwhile the player tells what it thinks
    and answers at once when it is told to.  Raises :class:`ProtocolError`, with
    the line.
    """
    ear = Ear(lines, reply) if isinstance(reply, LivePlayerDialogue) else None
    for line in lines if ear is None else ear:
        heard = reply.hear(line)
        if isinstance(heard, Breach):
            raise ProtocolError(f"cannot follow the line {line.strip()!r}: {heard.detail}")
        if isinstance(heard, Over):
            return
        if isinstance(heard, NeedData):
            if heard.send:
                send(heard.send)
        elif ear is None:
            _answer(player, reply, heard, send)
        else:
            assert isinstance(reply, LivePlayerDialogue)
            with ear.minding(heard.clock):
                _answer_live(player, reply, heard, send, ear)


def _answer(player: Player, reply: PlayerDialogue, heard: Ask, send: Send) -> None:
    action = player.choose(heard.state, heard.clock)
    assert not isinstance(action, Resign), "only people resign"
    player.happened(Event(heard.state, action, heard.state.apply(action)))
    send(reply.answer(action))


def _answer_live(player: Player, reply: LivePlayerDialogue, heard: Ask, send: Send, ear: Ear) -> None:
    player.on_thought = lambda thought: send(reply.thinks(heard.state, thought))
    try:
        if heard.mate:
            try:
                found = player.mate(heard.state, heard.clock)
            except NotImplementedError:
                send(reply.no_mate())
            else:
                send(reply.mate(found))
            return
        action = player.choose(heard.state, heard.clock)
    finally:
        player.on_thought = None
    assert not isinstance(action, Resign), "only people resign"
    if heard.clock.until_stopped:
        ear.wait_for_stop(heard.clock)
    player.happened(Event(heard.state, action, heard.state.apply(action)))
    send(reply.answer(action))


class Ear:
    """Lines, heard in a thread of their own, so that one of them can stop a player who thinks.

    Going through it gives the lines in their order.
    """

    def __init__(self, lines: Iterable[str], reply: LivePlayerDialogue) -> None:
        self.lines = lines
        self.reply = reply
        self.heard: deque[str] = deque()
        self.ended = False
        self.error: BaseException | None = None
        self.clock: Clock | None = None
        self.changed = Condition()
        Thread(target=self._listen, name="ear", daemon=True).start()

    def _listen(self) -> None:
        try:
            for line in self.lines:
                with self.changed:
                    self.heard.append(line)
                    if self.clock is not None and self.reply.interrupts(line):
                        self.clock.stopped = True
                    self.changed.notify_all()
        except BaseException as error:  # it belongs to whoever goes through the lines
            self.error = error
        with self.changed:
            self.ended = True
            if self.clock is not None and self.clock.until_stopped:
                self.clock.stopped = True  # nobody is left to say stop
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
    def minding(self, clock: Clock) -> Iterator[None]:
        """Meanwhile a line that interrupts stops this clock; one that waits already stops it at once."""
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
