"""What was found: for each rung whether it holds, and an explanation where it does not."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import attrs

from boardgames.testkit.rung import NotSeen, Rung, Slip

WIDTH = 100
LISTED = 24
"""Actions that are listed twice; "By hand" has all of them."""

OK, NOT_SEEN, FAILED, NOT_TRIED = "ok", "not seen", "FAILED", "not tried"


@attrs.frozen
class Finding:
    """What one rung has found.

    ``status`` is ``"ok"``, ``"not seen"``, ``"FAILED"`` or ``"not tried"``.
    Where it is at a position, ``seed`` and ``actions`` lead there from the
    start, by the fewest actions that were found to show it, and ``position``
    is its text.
    """

    rung: Rung
    status: str
    what: str = ""
    seed: int | None = None
    actions: tuple[str, ...] = ()
    position: str | None = None

    @classmethod
    def of(cls, rung: Rung, slip: Slip | None) -> Finding:
        if slip is None:
            return cls(rung, OK)
        status = NOT_SEEN if isinstance(slip, NotSeen) else FAILED
        spot = slip.spot
        if spot is None:
            return cls(rung, status, slip.what)
        return cls(rung, status, slip.what, spot.walk.seed, spot.actions, slip.position or spot.text)

    @property
    def line(self) -> str:
        """One line: the status, the rung, what it says."""
        return f"{self.status:<9} {self.rung.name:<21} {self.rung.title}"

    def explained(self) -> str:
        """What was seen, where, what the rung is for, and where to look: for somebody who meets it the first time."""
        parts = [("Seen", self.what)]
        if self.seed is not None:
            parts.append(("Where", self._where()))
            parts.append(("By hand", f"state = bg.Playthrough.replay(game.start(), {list(self.actions)}).state"))
        parts += [("Why", self.rung.why), ("Look at", self.rung.look)]
        lines = [f"{self.status} {self.rung.name}: {self.rung.title}"]
        for label, text in parts:
            lines.append(
                textwrap.fill(
                    text,
                    WIDTH,
                    initial_indent=f"  {label + ':':<9}",
                    subsequent_indent=" " * 11,
                    break_long_words=False,
                    break_on_hyphens=False,
                )
                if label != "By hand"
                else f"  {label + ':':<9}{text}"
            )
        return "\n".join(lines)

    def _where(self) -> str:
        count = len(self.actions)
        listed = " ".join(self.actions[:LISTED]) + (" ..." if count > LISTED else "")
        way = f"after {count} action{'s' if count > 1 else ''}: {listed}" if count else "at the start"
        position = "" if self.position is None else f"; the position is {self.position!r}"
        return f"seed {self.seed}, {way}{position}"


@attrs.frozen
class Report:
    """All that was found of one game."""

    game: str
    games: int
    seed: int
    findings: Sequence[Finding]

    @property
    def failures(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.status == FAILED]

    @property
    def ok(self) -> bool:
        """Whether no rung failed; what was not seen is no failure."""
        return not self.failures

    def summary(self) -> str:
        counts = {status: sum(each.status == status for each in self.findings) for status in (FAILED, NOT_SEEN)}
        if self.ok:
            unseen = f", {counts[NOT_SEEN]} not seen" if counts[NOT_SEEN] else ""
            return f"{self.game} climbs the ladder: {len(self.findings)} rungs, {self.games} random games{unseen}."
        advice = " Mend the first one first: it may be the cause of the others." if counts[FAILED] > 1 else ""
        return f"{self.game}: {counts[FAILED]} of {len(self.findings)} rungs failed.{advice}"

    def __str__(self) -> str:
        told = [finding.line for finding in self.findings]
        told += ["\n" + finding.explained() for finding in self.findings if finding.status in (FAILED, NOT_SEEN)]
        return "\n".join([*told, "", self.summary()])
