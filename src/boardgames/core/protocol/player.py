"""Player: an object in this process that chooses actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Generic, Protocol, TypeAlias

import attrs

from boardgames.core.model.game import CHANCE, Action, StateT
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Briefing, Event, Resign
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.core.protocol.verdict import FAULTS

MOST_THROWS: Final = 2
"""Throws in a row, without a decision between them, that :meth:`Player.value` looks through."""


@attrs.frozen
class Undo:
    """An answer in place of an action: take back the actions since the player's last turn."""


class OutOfTime(Exception):
    """Raised by :meth:`Player.choose`: the player's clock ran out, and it loses by timeout.

    A player in this process is never stopped from outside; a person at a clock is one that must lose by it.
    """


class Forfeit(Exception):
    """Raised by :meth:`Player.choose`: the player has no legal action to offer, and loses.

    ``kind`` is one of :data:`~boardgames.core.protocol.verdict.FAULTS`,
    as a program's would be, and ``why`` a sentence.
    """

    def __init__(self, kind: str, why: str) -> None:
        if kind not in FAULTS:
            raise ValueError(f"a forfeit is one of {', '.join(FAULTS)}, not {kind!r}")
        super().__init__(kind, why)
        self.kind = kind
        self.why = why

    def __str__(self) -> str:
        return self.why


class Unavailable(Exception):
    """Raised by :meth:`Player.choose`: a service that the player needs has failed, without a fault of any player.

    There is no verdict: the game is broken off, and may be played later.
    """


class Chooser(Protocol):
    """An object that is a player by this method alone."""

    def choose(self, state: Any, clock: Clock) -> Any:
        """The choice, as :meth:`Player.choose` returns it."""


class Player(Generic[StateT]):
    """Chooses among the legal actions of a state.

    Only :meth:`choose` must be defined.  A player may keep what it likes between turns;
    the referee tells it what happens.  For type checkers ``Player[ur.State]`` is a player
    of one game; a plain ``Player`` takes states of any type.
    """

    thought: SearchInfo | None = None
    """Its findings before its last choice; ``None`` if it does not say."""
    on_thought: Callable[[SearchInfo], None] | None = None
    """Called with what the player has found so far, while it thinks."""

    on_words: Callable[[str], None] | None = None
    """Called with what the player says in words, while it thinks."""
    facts: Mapping[str, object] = MappingProxyType({})
    """The game that it sits at: ``game``, ``game_id`` (its number in a contest), ``seed``, ``seat`` and ``player``, its
    name there.  Set before the game begins."""
    remark: str = ""
    """Its words about its last choice; the record has them as a comment."""
    note: str = ""
    """A text that a contest keeps with the game, such as what the game has cost; see ``PlayerSpec.stop``."""

    def think(self, thought: SearchInfo) -> None:
        """Set ``thought`` and call ``on_thought``."""
        self.thought = thought
        if self.on_thought is not None:
            self.on_thought(thought)

    def choose(self, state: StateT, clock: Clock) -> Action | Resign | Undo:
        """One of ``state.actions()``, or :class:`~boardgames.core.protocol.dialogue.Resign`, or
        :class:`~boardgames.core.protocol.player.Undo`.

        ``clock.allowed`` is the time for this answer in seconds, ``clock.remaining`` the time
        left for the game, ``None`` without such a limit.
        """
        raise NotImplementedError

    def rate(self, state: StateT, clock: Clock) -> Sequence[tuple[Any, float]]:
        """Each legal action with the result that the side to act can expect, from -1 to 1, the best first.

        Empty if the player does not rate actions.
        """
        return ()

    def value(self, state: StateT, clock: Clock) -> float:
        """The result, from -1 to 1, that the side to act can expect, or where dice are thrown the side that throws.

        Raises :class:`NotImplementedError` if the player does not rate actions.
        """
        return _value(self, state, clock, MOST_THROWS)

    def compare(self, state: StateT, action: Any, clock: Clock) -> tuple[SearchInfo, float]:
        """The best action for the side to act, and the expected result of ``action``, judged as deep.

        Raises :class:`NotImplementedError` if the player does not rate actions.
        """
        self.thought = None
        rated = self.rate(state, clock)
        if not rated:
            raise NotImplementedError
        best, value = rated[0]
        thought = self.thought
        if thought is None or thought.line[:1] != (best,):
            thought = SearchInfo(value=value, line=(best,))
        return thought, min(value, next(worth for other, worth in rated if other == action))

    def mate(self, state: StateT, clock: Clock) -> Sequence[Any] | None:
        """A forced win, as the actions of both sides; empty if there is none.

        ``None`` if the time was too short to know.  Raises :class:`NotImplementedError` if
        the player does not search for forced wins.
        """
        raise NotImplementedError

    def prepare(self, start: StateT) -> None:
        """Called before a game from this position.

        Raises :class:`~boardgames.core.model.options.BadOption` if the player cannot play it.
        """

    def begins(self, briefing: Briefing[StateT], seat: int) -> None:
        """Called when a game begins, or continues after it was broken off; ``seat`` is the player's own."""

    def happened(self, event: Event[StateT]) -> None:
        """Called after each throw of dice and each action, the player's own included."""

    def tell(self, message: str) -> None:
        """Called with a message from the referee."""


PlayerLike: TypeAlias = Player | Chooser | Callable[[Any], Any]
"""A player, an object with its method ``choose`` and any others of them, or a function of a state."""


def as_player(thing: Any) -> Player | None:
    """The player that a thing is or stands for, if any."""
    if isinstance(thing, Player):
        return thing
    choose = getattr(thing, "choose", None)
    if isinstance(thing, type) or not callable(choose or thing):
        return None
    player = Player[Any]()
    for name in vars(Player):
        if name[0] != "_" and callable(method := getattr(thing, name, None)):
            setattr(player, name, method)
    if choose is None:
        setattr(player, "choose", lambda state, clock: thing(state))  # noqa: B010 - for type checkers it is fixed
    return player


def _value(player: Player, state: Any, clock: Clock, throws: int) -> float:
    """The value of a state for its seat; throws that pass the turn are looked through at most ``throws`` times."""
    outcome = state.outcome
    if outcome is not None:
        return float(outcome.returns[state.seat])
    if state.turn != CHANCE:
        rated = player.rate(state, clock)
        if not rated:
            raise NotImplementedError
        return rated[0][1]
    total, weight = 0.0, 0.0
    for throw, probability in state.chances():
        after = state.apply(throw)
        if after.turn == CHANCE and throws <= 1:
            continue
        worth = _value_for(state.seat, player, after, clock, throws - 1 if after.turn == CHANCE else throws)
        total += float(probability) * worth
        weight += float(probability)
    return total / weight if weight else 0.0


def _value_for(seat: int, player: Player, state: Any, clock: Clock, throws: int) -> float:
    outcome = state.outcome
    if outcome is not None:
        return float(outcome.returns[seat])
    worth = _value(player, state, clock, throws)
    return worth if state.seat == seat else -worth


__all__ = ["Player", "Resign", "Undo"]
