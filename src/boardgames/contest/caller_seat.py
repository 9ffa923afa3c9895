"""A seat whose answers the caller of :meth:`~boardgames.referee.Referee.steps` gives: a learner, or a person."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import attrs
from typing_extensions import override

from boardgames.contest.entrants import Conditions, PlayerEntrant
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import State
from boardgames.core.protocol.dialogue import Answer
from boardgames.core.protocol.player import Player
from boardgames.core.protocol.verdict import Fault
from boardgames.referee import PlayerSeat


class CallerSeat(PlayerSeat):
    """When the referee asks it, ``answer`` has been set."""

    can_undo = False
    answer: Answer | Fault

    @override
    def choose(self, state: State, meanwhile: Callable[[], None]) -> Answer | Fault:
        return self.answer


@attrs.frozen(kw_only=True)
class CallerEntrant(PlayerEntrant):
    """Who sits there."""

    @override
    def take_seat(self, spec: GameSpec, seat: int, seed: int, name: str, conditions: Conditions) -> CallerSeat:
        return CallerSeat(self.make(spec, Random(0)))


def caller(name: str) -> CallerEntrant:
    """The caller as an entrant, by a name."""
    return CallerEntrant(text=name, name=name, make=lambda spec, rng: Player())
