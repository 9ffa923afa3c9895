"""The use of time by a search that deepens: an easy action is played soon, a change of mind gets more.

This concerns searches that only time bounds; a bound on depth or nodes leaves them as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Final

from boardgames.players.budget import Budget

STARTED: Final = 0.55
"""The share of the time after which no deeper search begins: it would not end in time."""
SOON: Final = 0.1
"""The share of the time after which the search asks whether the choice is easy."""
STABLE: Final = 3
"""Depths in a row that agree on the action before it may be easy."""
SHALLOWER: Final = 2
"""Plies by which the search is less deep that asks whether all other actions are worse."""
EASY: Final = 0.25
"""All other actions must be worse by at least this: one win in eight games."""


class TimeUse:
    """Decides when one answer's search ends, after each depth.

    With ``flexible`` an answer may come sooner or later than usual.
    """

    def __init__(self, budget: Budget, flexible: bool = True) -> None:
        self.budget = budget
        self.is_timed = flexible and budget.seconds < inf and budget.nodes is None and budget.depth is None
        self.place = -1
        self.agreeing = 0
        self.has_asked = False

    def is_enough(self, depth: int, place: int, is_easy: Callable[[int], bool]) -> bool:
        """True if a search of ``depth`` that preferred the action at ``place`` was the last one.

        ``is_easy`` is true for a depth at which all other actions are clearly worse; it is called once at most.
        After a change of mind the next depth may take all of ``budget.longest`` instead of ``budget.usual``.
        """
        budget = self.budget
        if budget.depth is not None:
            return False
        changed = depth > 1 and place != self.place
        self.agreeing = 1 if place != self.place else self.agreeing + 1
        self.place = place
        if not self.is_timed:
            return budget.has_passed(STARTED)
        budget.seconds = budget.longest if changed else budget.usual
        if changed:
            return budget.is_spent()
        if budget.has_passed(STARTED):
            return True
        if self.has_asked or self.agreeing < STABLE or not budget.has_passed(SOON):
            return False
        self.has_asked = True
        return is_easy(max(1, depth - SHALLOWER))
