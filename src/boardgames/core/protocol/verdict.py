"""Verdicts: the end of a game under the referee, by its rules or by a fault of a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from boardgames.core.above import above
from boardgames.core.model.game import PLY_LIMIT as PLY_LIMIT, Outcome
from boardgames.core.text.printable import printable
from boardgames.core.text.said import Said, code_of, listed

FAULTS: Final = {
    "timeout": "no answer within the time for it",
    "crash": "the program ended, or closed its output, before it answered",
    "illegal": "an answer that the rules do not allow",
    "garbled": "an answer that cannot be read",
    "truncated": "an answer of a language model that was cut off",
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

ADJUDICATIONS: Final = {
    "resign": "adjudicated as lost",
    "draw": "adjudicated as a draw",
    "table": "adjudicated by the table",
}
"""The reasons of games that were ended before their rules did, by what ended them."""


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
        return Said("{result}: {why}", result=self.result(names), why=self.reason(names))

    def reason(self, names: Sequence[str]) -> Said:
        """The outcome's reason, or the fault, in words."""
        if self.fault is None:
            return Said(self.outcome.reason)
        fault = Said(self.fault.kind)
        why = self.fault.detail if isinstance(self.fault.detail, Said) else Said(self.fault.detail)  # of a record
        return Said("{name} forfeits ({fault}): {why}", name=names[self.fault.seat], fault=fault, why=why)

    def result(self, names: Sequence[str]) -> Said:
        """The winners and losers in words.

        >>> Verdict(Outcome((0.0, 0.0), "repetition")).result(["Ann", "Bob"])
        'Ann and Bob draw'
        """
        returns = self.outcome.returns
        if len(returns) == 1:
            name = names[0]
            if returns[0] > 0:
                return Said("{name} wins", name=name)
            return Said("{name} loses", name=name) if returns[0] < 0 else Said("{name} ends", name=name)
        best = max(returns)
        winners = [name for name, points in zip(names, returns, strict=True) if points == best]
        losers = [name for name, points in zip(names, returns, strict=True) if points < best]
        if not losers:
            return Said("{names} draw", names=listed(names))
        if len(winners) == 1:
            return Said("{winner} wins against {loser}", winner=winners[0], loser=listed(losers))
        return Said("{winners} win against {loser}", winners=listed(winners), loser=listed(losers))

    def _repr_html_(self) -> str:
        from html import escape

        seats = [f"seat {seat}" for seat in range(len(self.outcome.returns))]
        rows = [[seat, f"{points:+g}"] for seat, points in zip(seats, self.outcome.returns, strict=True)]
        table = above("boardgames.view:html_table")([["", "returns"], *rows])
        return f"<p>{escape(self.sentence(seats))}</p>{table}"

    @classmethod
    def forfeit(cls, fault: Fault, seats: int = 2) -> Verdict:
        """The verdict on a fault: its seat loses."""
        return cls(Outcome.lost_by(fault.seat, fault.kind, seats), fault)
