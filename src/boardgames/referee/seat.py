"""A seat: how the referee sees the player in it, in this process or another."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from boardgames.core.model.game import State
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Answer, Briefing, Event, Resign
from boardgames.core.protocol.player import Forfeit, OutOfTime, Player, Unavailable, Undo
from boardgames.core.protocol.verdict import Fault, Verdict
from boardgames.core.text.foreign_code import described, is_stop
from boardgames.core.text.said import Said, sentence_of

NO_ANSWER: Final = Said("no answer in time")


class Seat(Protocol):
    """A player in its seat.  Nothing here raises for what a player does: a fault is an answer."""

    rivals: Sequence[Seat]
    """The other seats of its game, which the referee sets."""

    @property
    def can_undo(self) -> bool:
        """True if moves may be taken back with this player."""

    clock: Clock
    """The time that the player may still use."""

    def open(self, briefing: Briefing, seat: int) -> Fault | None:
        """Begin the game: start the program and greet it.  ``seat`` is the seat's number."""

    def started(self) -> None:
        """All seats are open, and the game starts."""

    def happened(self, event: Event) -> None:
        """A throw or an action has happened."""

    def flush(self) -> None:
        """Send the player what is waiting for it, while another one thinks."""

    def pause(self) -> None:
        """Another player is asked, and thinks: leave it the processor until the next :meth:`choose`."""

    def exceeded(self) -> Fault | None:
        """The limit that the player has broken since it was last asked, if any."""

    def choose(self, state: State, meanwhile: Callable[[], None]) -> Answer | Resign | Undo | Fault:
        """Ask the player for its action.

        ``meanwhile`` is called when that takes a millisecond, and once more when it takes longer.
        """

    def halt(self) -> None:
        """Break off what the player does now; :meth:`choose` then returns soon.  Another thread may call it."""

    def tell(self, message: str) -> None:
        """Show the player a message, if it can read one."""

    def dismiss(self, verdict: Verdict | None) -> None:
        """The game is over (``None``: broken off): tell the player, without waiting for it."""

    def close(self) -> None:
        """End what is left of the player.  May be called at any time, also twice."""


class PlayerSeat:
    """A player in this process.  Its clock tells it the time; it loses by it only if it raises :class:`OutOfTime`."""

    can_undo = True
    rivals: Sequence[Seat] = ()

    def __init__(self, player: Player, clock: Clock | None = None) -> None:
        self.player = player
        self.clock = Clock() if clock is None else clock
        self.seat = -1
        self.error: Exception | None = None
        """The error that the player raised, if it lost by that."""

    def open(self, briefing: Briefing, seat: int) -> Fault | None:
        self.seat = seat
        self.player.begins(briefing, seat)
        return None

    def started(self) -> None:
        pass

    def happened(self, event: Event) -> None:
        self.player.happened(event)

    def flush(self) -> None:
        pass

    def pause(self) -> None:
        pass  # what it does in this process is its author's

    def exceeded(self) -> Fault | None:
        return None

    def choose(self, state: State, meanwhile: Callable[[], None]) -> Answer | Resign | Undo | Fault:
        meanwhile()
        asked = time.monotonic()
        try:
            choice = self.player.choose(state, self.clock)
        except OutOfTime as error:
            return Fault(self.seat, "timeout", Said("{why} ({limit})", why=NO_ANSWER, limit=sentence_of(error)))
        except Forfeit as error:
            return Fault(self.seat, error.kind, error.why)
        except Unavailable:
            raise
        except BaseException as error:  # a player may be any code: its mistake loses the game, and nothing else
            if is_stop(error):
                raise
            self.error = error if isinstance(error, Exception) else None
            return Fault(self.seat, "crash", Said("the player raised {error}", error=described(error)))
        if isinstance(choice, (Resign, Undo)):
            return choice
        if not any(action is choice for action in state.actions()):
            return Fault(
                self.seat,
                "illegal",
                Said("the player chose {line}, which is not one of state.actions()", line=repr(choice)),
            )
        self.clock.spend(time.monotonic() - asked)
        for name in ("remark", "note"):
            if not isinstance(text := getattr(self.player, name, ""), str):
                return Fault(self.seat, "crash", Said(f"the player's {name} is no text: {{value}}", value=repr(text)))
        return Answer(choice, thought=getattr(self.player, "thought", None), remark=getattr(self.player, "remark", ""))

    def halt(self) -> None:
        self.clock.stopped = True

    def tell(self, message: str) -> None:
        self.player.tell(message)

    def dismiss(self, verdict: Verdict | None) -> None:
        pass

    def close(self) -> None:
        pass
