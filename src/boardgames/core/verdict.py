"""How a game ended: by the rules of the game, or by somebody's fault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from boardgames.core.model import Outcome

FAULTS: Final = {
    "timeout": "no answer within the time for it",
    "crash": "the program ended, or closed its output, before it answered",
    "illegal": "an answer that the rules do not allow",
    "garbled": "an answer that cannot be read",
    "output limit": "more output than an answer may have",
    "memory": "more memory than allowed",
    "not started": "the program could not be started",
}
"""Every kind of fault, and what it means."""

RESIGNATION: Final = "resignation"
PLY_LIMIT: Final = "ply limit"


@attrs.frozen
class Fault:
    """What a player did that loses the game: one of :data:`FAULTS`, told in a sentence."""

    seat: int
    kind: str = attrs.field(validator=attrs.validators.in_(FAULTS))
    detail: str


@attrs.frozen
class Verdict:
    """The end of a game.  ``fault`` is set when it was not the rules that ended it."""

    outcome: Outcome
    fault: Fault | None = None

    @property
    def loser(self) -> int | None:
        """The seat that lost, or ``None`` for a draw (two seats)."""
        winner = self.outcome.winner
        return None if winner is None else 1 - winner

    def sentence(self, names: Sequence[str]) -> str:
        """The verdict in words.

        >>> Verdict(Outcome((1.0, -1.0), "home")).sentence(["Ann", "Bob"])
        'Ann wins against Bob: home'
        """
        winner = self.outcome.winner
        if winner is None:
            return f"{names[0]} and {names[1]} draw: {self.outcome.reason}"
        why = self.outcome.reason
        if self.fault is not None:
            why = f"{names[self.fault.seat]} forfeits ({self.fault.kind}): {self.fault.detail}"
        return f"{names[winner]} wins against {names[1 - winner]}: {why}"

    @classmethod
    def forfeit(cls, fault: Fault) -> Verdict:
        """The verdict on a fault: its seat loses."""
        return cls(Outcome.lost_by(fault.seat, fault.kind), fault)
