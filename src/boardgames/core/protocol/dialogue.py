"""Dialogues: line protocols without I/O.

A :class:`LineProtocol` is a way in which programs are told of a game and
answer, line by line.  It has two sides, and neither ever sees a pipe or a
clock, so both are tested with lists of lines:

* a :class:`Dialogue` is the referee's side, one for each program and one for
  the spectators: what to send, and what an answering line means;
* a :class:`PlayerDialogue` side is the player's: with it our own players can sit in
  anyone's arena.

In time::

    referee                                   program
    opening() ───────────── lines ──────────▶ hear() ─▶ nothing yet
    happened(event) ─────── lines ──────────▶ hear() ─▶ nothing yet
    ask(state) ──────────── lines ──────────▶ hear() ─▶ Ask(state)
    hear(line) ◀─────────── lines ─────────── answer(action)
      └─▶ Answer, More, Resign or Breach
    closing(verdict) ────── lines ──────────▶ hear() ─▶ Over
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, runtime_checkable

import attrs

from boardgames.core.model.game import Game, StateT_co, StateT_contra
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.core.record.verdict import Verdict

Lines = Sequence[str]


class Event(NamedTuple, Generic[StateT_co]):
    """One ply: a throw of dice, or a seat's action.

    ``words`` is what was said for it beyond the action, where a protocol relays
    that: a program's own words as its dialogue read them (a token's number), or
    the face of a scripted throw (four coins).  ``thought`` is what the player
    thought before it chose, if it tells.
    """

    before: StateT_co
    action: Any
    after: StateT_co
    words: str = ""
    thought: SearchInfo | None = None


# -- what a line can mean -----------------------------------------------------


class Answer(NamedTuple):
    """The line is an action; ``words`` is what other dialogues may relay of it, ``thought`` what led to it."""

    action: Any
    words: str = ""
    thought: SearchInfo | None = None


@attrs.frozen
class NeedData:
    """The line was understood and more is expected; ``send`` is to be sent at once."""

    send: Lines = ()


@attrs.frozen
class Resign:
    """The line gives the game up."""


@attrs.frozen
class Breach:
    """The line breaks the protocol or the rules: ``kind`` is ``"illegal"`` or ``"garbled"``."""

    kind: str
    detail: str


@attrs.frozen
class Ask(Generic[StateT_co]):
    """Said on the player's side: it is our turn in this state, with this on our clock.

    With ``mate`` no action is asked for, but whether there is a forced win.
    """

    state: StateT_co
    clock: Clock = attrs.field(factory=Clock, eq=False)
    mate: bool = False


@attrs.frozen
class Over:
    """Said on the player's side: the game has ended."""


# -- the two sides ------------------------------------------------------------


@attrs.frozen
class Briefing(Generic[StateT_co]):
    """What a dialogue is told before the game: where it starts, and who sits there."""

    start: StateT_co
    names: Sequence[str]
    settings: Mapping[str, str] = attrs.field(factory=dict)
    """What the user sets of the program's own options, for protocols that have such."""
    clocks: Sequence[Clock] = ()
    """The seats' clocks, for protocols that tell the time; they go on as the game does."""
    seed: int | None = None
    """The seed of the game's luck, for protocols in which lots are drawn for a player."""
    earlier: Sequence[Event[Any]] = ()
    """What was played before ``start``, where a game that was broken off goes on."""


class Dialogue(Protocol[StateT_contra]):
    """The referee's side of a protocol, for one seat, or for the spectators."""

    @property
    def ready(self) -> bool:
        """Whether the program has said all that it must say before the game."""

    def opening(self) -> Lines:
        """What to send when the game starts."""

    def happened(self, event: Event[StateT_contra]) -> Lines:
        """What to send when dice were thrown or somebody moved, the program itself included."""

    def ask(self, state: StateT_contra) -> Lines:
        """What to send when the program is to act."""

    def hear(self, line: str) -> Answer | NeedData | Resign | Breach:
        """What a line of the program means."""

    def closing(self, verdict: Verdict) -> Lines:
        """What to send at the end."""


class PlayerDialogue(Protocol):
    """The player's side of a protocol."""

    def hear(self, line: str) -> Ask | NeedData | Over | Breach:
        """What a line of the referee means."""

    def answer(self, action: Any) -> Lines:
        """What to send for the action chosen."""


@runtime_checkable
class LivePlayerDialogue(PlayerDialogue, Protocol):
    """The player's side of a protocol that goes on talking while the player thinks."""

    name: str
    """What the player is called, for protocols in which it introduces itself; set before the first line."""

    def interrupts(self, line: str) -> bool:
        """Whether a line means that the answer is wanted at once."""

    def thinks(self, state: Any, thought: SearchInfo) -> Lines:
        """What to send for a thought about a state."""

    def mate(self, line: Sequence[Any] | None) -> Lines:
        """What to send for a forced win that was asked for: empty if there is none, ``None`` if undecided."""

    def no_mate(self) -> Lines:
        """What to send where the player looks for none."""


@attrs.frozen(kw_only=True)
class LineProtocol:
    """A line protocol for one game."""

    name: str
    referee: Callable[[Briefing, int | None], Dialogue]
    """The dialogue with the program in a seat; ``None`` is the spectators' gallery."""
    player: Callable[[Game], PlayerDialogue]
    """The same protocol from the program's side."""
    start_time: float = 10.0
    """Seconds to be ready for the game."""
    first_move_time: float = 10.0
    """Seconds for a program's first answer, unless the user says otherwise."""
    move_time: float = 10.0
    """Seconds for each later answer."""
    takes_settings: bool = False
    """Whether a program's own options can be set before the game."""
    tells_position: bool = True
    """Whether a program learns of a start that is not the game's own."""
    farewell: Lines = ()
    """What is said to a program when it may go."""
    next_game: Callable[[Dialogue, Briefing, int], Dialogue] | None = None
    """Makes the dialogue of the next game with a program that has just ended one; ``None``: it is started anew."""
    keeps_early_lines: bool = False
    """Whether a line sent before it was asked for counts as the next answer."""
