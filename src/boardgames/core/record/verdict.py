"""How a game under the referee ended: by its rules, or by a fault of a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from boardgames.core.model.game import PLY_LIMIT as PLY_LIMIT, Outcome
from boardgames.core.text.printable import printable
from boardgames.core.text.said import code_of

FAULTS: Final = {
    "timeout": "no answer within the time for it",
    "crash": "the program ended, or closed its output, before it answered",
    "illegal": "an answer that the rules do not allow",
    "garbled": "an answer that cannot be read",
    "output limit": "more output than an answer may have",
    "memory": "more memory than allowed",
    "processes": "more processes at a time than allowed",
    "cpu time": "more processor time than allowed",
    "not started": "the program could not be started",
}
"""Every kind of fault, and what it means."""

LAST_WORDS: Final = "; the end of its stderr: "
"""Separates the detail of a fault from the end of the program's stderr."""

RESIGNATION: Final = "resignation"


@attrs.frozen
class Fault:
    """A player's mistake that loses the game: one of :data:`FAULTS`, with a sentence about it."""

    seat: int
    kind: str = attrs.field(validator=attrs.validators.in_(FAULTS))
    detail: str
    code: str = attrs.field(eq=False, repr=False)
    """A stable short name: that of the reason why an action is illegal, such as ``two-pawns``, else the kind with
    hyphens, such as ``output-limit``."""

    @code.default
    def _code(self) -> str:
        return code_of(self.detail, self.kind.replace(" ", "-"))


@attrs.frozen
class Verdict:
    """The end of a game.  ``fault`` is set if a player lost by a fault and not by the rules."""

    outcome: Outcome
    fault: Fault | None = None

    @property
    def loser(self) -> int | None:
        """The seat at fault, else the one that lost alone, or ``None``."""
        return self.outcome.loser if self.fault is None else self.fault.seat

    def sentence(self, names: Sequence[str]) -> str:
        """The verdict in words, safe to show at a terminal.

        >>> Verdict(Outcome((1.0, -1.0), "home")).sentence(["Ann", "Bob"])
        'Ann wins against Bob: home'
        >>> Verdict(Outcome((-1.0, 0.5, 0.5), "caught")).sentence(["Ann", "Bob", "Cid"])
        'Bob and Cid win against Ann: caught'
        >>> Verdict(Outcome((1.0,), "solved")).sentence(["Ann"])
        'Ann wins: solved'
        """
        return printable(self._sentence(names))

    def _sentence(self, names: Sequence[str]) -> str:
        returns, why = self.outcome.returns, self.outcome.reason
        if self.fault is not None:
            why = f"{names[self.fault.seat]} forfeits ({self.fault.kind}): {self.fault.detail}"
        if len(returns) == 1:
            return f"{names[0]} {'wins' if returns[0] > 0 else 'loses' if returns[0] < 0 else 'ends'}: {why}"
        best = max(returns)
        winners = [name for name, each in zip(names, returns, strict=True) if each == best]
        others = [name for name, each in zip(names, returns, strict=True) if each < best]
        if not others:
            return f"{_listed(names)} draw: {why}"
        return f"{_listed(winners)} {'wins' if len(winners) == 1 else 'win'} against {_listed(others)}: {why}"

    def _repr_html_(self) -> str:
        """The verdict as a table, for notebooks."""
        from html import escape

        from boardgames.core.text.tables import html_table

        seats = [f"seat {seat}" for seat in range(len(self.outcome.returns))]
        rows = [[seat, f"{points:+g}"] for seat, points in zip(seats, self.outcome.returns, strict=True)]
        return f"<p>{escape(self.sentence(seats))}</p>{html_table([['', 'returns'], *rows])}"

    @classmethod
    def forfeit(cls, fault: Fault, seats: int = 2) -> Verdict:
        """The verdict on a fault: its seat loses."""
        return cls(Outcome.lost_by(fault.seat, fault.kind, seats), fault)


def _listed(names: Sequence[str]) -> str:
    """``Ann, Bob and Cid``."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
