"""A player of ours as a program: it hears a protocol's lines and answers, in anyone's arena."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from boardgames.core.dialogue import Ask, Breach, Event, More, Over, Reply, Resign
from boardgames.core.player import Player

__all__ = ["ProtocolError", "serve"]


class ProtocolError(ValueError):
    """The other side said something that the protocol does not allow."""


def serve(player: Player, reply: Reply, lines: Iterable[str], send: Callable[[Sequence[str]], None]) -> None:
    """Play one game over lines, until it is over or they end.

    Raises :class:`ProtocolError`, with the line.
    """
    for line in lines:
        heard = reply.hear(line)
        if isinstance(heard, Breach):
            raise ProtocolError(f"cannot follow the line {line.strip()!r}: {heard.detail}")
        if isinstance(heard, Over):
            return
        if isinstance(heard, More):
            if heard.send:
                send(heard.send)
            continue
        assert isinstance(heard, Ask)
        action = player.choose(heard.state, heard.clock)
        assert not isinstance(action, Resign), "only people resign"
        player.happened(Event(heard.state, action, heard.state.apply(action)))
        send(reply.answer(action))
