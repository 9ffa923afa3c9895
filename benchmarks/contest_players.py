"""A player that costs nothing, to measure what is around it."""

from __future__ import annotations

from typing import Any

from boardgames.core.clock import Clock
from boardgames.core.model import State
from boardgames.core.player import Player


class First(Player):
    """Takes the first legal action."""

    def choose(self, state: State[Any], clock: Clock) -> Any:
        return state.actions()[0]
