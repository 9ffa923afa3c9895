"""Dialogues: line protocols without I/O.

In a :class:`LineProtocol` a program is told of a game and answers, line by line.  It has two sides.  Neither uses a
pipe or a clock, so both are tested with lists of lines:

* a :class:`Dialogue` is the referee's side, one for each program and one for
  the spectators: what to send, and what an answering line means;
* a :class:`PlayerDialogue` is the player's side: with it the players of this library
  can play in any arena.

The order of calls::

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

from boardgames.core.model.game import Game, State, StateT_co, StateT_contra
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.core.protocol.verdict import Verdict

Lines = Sequence[str]


class Event(NamedTuple, Generic[StateT_co]):
    """One ply: a throw of dice, or an action of a seat.

    ``words`` is what was said beyond the action, for protocols that relay it: words of a
    program as its dialogue read them (a token's number), or the face of a scripted throw
    (four coins).  ``thought`` is what the player found before it chose, if it says so.
    """

    before: StateT_co
    action: Any
    after: StateT_co
    words: str = ""
    thought: SearchInfo | None = None


def drop_taken_back(events: list[Event[Any]], state: State) -> None:
    """Drop the last events until ``state`` follows them: an undo took the others back."""
    while events and events[-1].after != state:
        events.pop()


# -- what a line can mean -----------------------------------------------------


class Answer(NamedTuple):
    """The line is an action; ``words`` and ``thought`` are those of :class:`Event`; for ``remark`` see the referee."""

    action: Any
    words: str = ""
    thought: SearchInfo | None = None
    remark: str = ""


@attrs.frozen
class NeedData:
    """The line was understood and more lines are expected; ``send`` is sent at once."""

    send: Lines = ()


@attrs.frozen
class NewOptions(NeedData):
    """The line was understood, on the player's side: it has these options from now on."""

    options: Any = attrs.field(kw_only=True)


@attrs.frozen
class Resign:
    """The line resigns the game."""


@attrs.frozen
class Breach:
    """The line breaks the protocol or the rules: ``kind`` is ``"illegal"`` or ``"garbled"``."""

    kind: str
    detail: str


@attrs.frozen
class UnknownSetting(Breach):
    """The user has set an option that the program does not have, or a value that it does not take."""


@attrs.frozen
class Ask(Generic[StateT_co]):
    """The line asks the player for an action in this state, with this clock.

    With ``mate`` it asks for a forced win instead.
    """

    state: StateT_co
    clock: Clock = attrs.field(factory=Clock, eq=False)
    mate: bool = False


@attrs.frozen
class Over:
    """The line tells the player that the game has ended."""


# -- the two sides ------------------------------------------------------------


@attrs.frozen
class Briefing(Generic[StateT_co]):
    """Facts for a dialogue before the game: the start and the players."""

    start: StateT_co
    names: Sequence[str]
    settings: Mapping[str, str] = attrs.field(factory=dict)
    """The program's own options as the user set them, for protocols that have such options."""
    clocks: Sequence[Clock] = ()
    """The clocks of the seats, for protocols that tell the time; they change during the game."""
    seed: int | None = None
    """The seed of the game, for protocols in which the referee chooses at random for a player."""
    earlier: Sequence[Event[Any]] = ()
    """The plies before ``start``, if a game continues that was broken off."""


class Dialogue(Protocol[StateT_contra]):
    """The referee's side of a protocol, for one seat, or for the spectators."""

    @property
    def ready(self) -> bool:
        """True if the program has sent all that it must send before the game."""

    def opening(self) -> Lines:
        """Lines to send when the game starts."""

    def happened(self, event: Event[StateT_contra]) -> Lines:
        """Lines to send after a throw of dice or an action, the program's own included."""

    def ask(self, state: StateT_contra) -> Lines:
        """Lines to send when the program is to act."""

    def hear(self, line: str) -> Answer | NeedData | Resign | Breach:
        """The meaning of a line of the program."""

    def closing(self, verdict: Verdict) -> Lines:
        """Lines to send at the end."""


class PlayerDialogue(Protocol):
    """The player's side of a protocol."""

    def hear(self, line: str) -> Ask | NeedData | Over | Breach:
        """The meaning of a line of the referee."""

    def answer(self, action: Any) -> Lines:
        """Lines to send for the chosen action."""


@runtime_checkable
class ExplainsCrashes(Protocol):
    """A dialogue that knows what makes some programs of its protocol end."""

    def crash_hint(self) -> str:
        """A possible reason why the program has ended, as the end of a sentence; empty if nothing does."""


@runtime_checkable
class StartingDialogue(Protocol):
    """A dialogue of a protocol in which a game starts at a certain moment, once all programs are ready for it."""

    def started(self) -> Lines:
        """Lines to send when all programs are ready."""


@runtime_checkable
class ScoringDialogue(Protocol):
    """A dialogue with programs that tell what they found: it can ask about any position of a game."""

    @property
    def thought(self) -> SearchInfo | None:
        """The findings of the program about the position that it was last asked about, if it says so."""

    def go_to(self, moves: Sequence[str], only: Sequence[str] = ()) -> None:
        """Take these for the actions since the start; the next question is about ``only`` some, if there are any."""


@runtime_checkable
class ResigningDialogue(Protocol):
    """The player's side of a protocol that has a word for resigning."""

    def resign(self) -> Lines:
        """Lines to send when the player resigns."""


@runtime_checkable
class LivePlayerDialogue(PlayerDialogue, Protocol):
    """The player's side of a protocol with messages while the player thinks."""

    name: str
    """The name of the player, for protocols in which it introduces itself; set before the first line."""
    options: Any
    """The player's options, as their class declares them; set before the first line and after :class:`NewOptions`."""

    def interrupts(self, line: str) -> bool:
        """True if a line means that the player must answer at once."""

    def thinks(self, state: Any, thought: SearchInfo) -> Lines:
        """Lines to send while the player thinks about a state."""

    def refuses(self, why: str) -> Lines:
        """Lines to send for a line, or options, that cannot be followed."""

    def mate(self, line: Sequence[Any] | None) -> Lines:
        """Lines to send for a forced win: the line is empty if there is none, ``None`` if it is undecided."""

    def no_mate(self) -> Lines:
        """Lines to send if the player does not search for forced wins."""


@attrs.frozen(kw_only=True)
class LineProtocol:
    """A line protocol for one game."""

    name: str
    referee: Callable[[Briefing, int | None], Dialogue]
    """Makes the dialogue with the program in a seat; ``None`` stands for the spectators."""
    player: Callable[[Game], PlayerDialogue]
    """Makes the player's side of the protocol."""
    start_time: float = 10.0
    """Seconds until a program must be ready for the game."""
    first_move_time: float = 10.0
    """Seconds for a program's first answer, unless the user gives another limit."""
    move_time: float = 10.0
    """Seconds for each later answer."""
    takes_settings: bool = False
    """True if a program's own options can be set before the game."""
    tells_position: bool = True
    """True if the protocol can tell a start that is not that of the game."""
    farewell: Lines = ()
    """Lines that are sent to a program before it is ended."""
    next_game: Callable[[Dialogue, Briefing, int], Dialogue] | None = None
    """Makes the dialogue of the next game with a program that has ended one; ``None``: it is started again."""
    keeps_early_lines: bool = False
    """True if a line that was sent too early counts as the next answer."""
    time_unit: float = 0.0
    """Seconds that are charged as a whole: 1.0 where times are told in seconds, rounded down."""
    increment_first: bool = False
    """True if the increment of a clock comes before each answer, the first one too, and is told apart from the time
    that is left; else it comes after each answer."""
    arena_preset: str | None = None
    """The preset of the game that the protocol's own arena plays; empty: the defaults; ``None``: it has no arena."""
    message_mark: str = ""
    """The text before a message that a program may write behind its action; empty if it may write none."""
    cr_ends_lines: bool = False
    """True if a carriage return ends a line of a program, with or without a line feed after it, as in Java."""
