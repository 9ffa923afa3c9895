"""The report on a game: the finding of each rung, with an explanation where it fails."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

import attrs

from boardgames.core.text.result import CommandResult
from boardgames.testkit.rung import Flaw, NotSeen, Rung

WIDTH = 100
LISTED = 24
"""The number of actions that "Where" lists; "By hand" lists all."""

OK, NOT_SEEN, FAILED, NOT_TRIED = "ok", "not seen", "FAILED", "not tried"


@attrs.frozen
class Finding:
    """The finding of one rung.

    ``status`` is ``"ok"``, ``"not seen"``, ``"FAILED"`` or ``"not tried"``.  A flaw at a position has ``actions``, the
    shortest known way there from the start, the ``seed`` of that random game, and the text of the ``position``.
    """

    rung: Rung
    status: str
    what: str = ""
    seed: int | None = None
    actions: tuple[str, ...] = ()
    position: str | None = None
    board: str = ""
    """The position as a picture in text, where a reference draws it."""

    @classmethod
    def of(cls, rung: Rung, flaw: Flaw | None) -> Finding:
        """The finding of a rung: a flaw, or ``None`` if it holds."""
        if flaw is None:
            return cls(rung, OK)
        status = NOT_SEEN if isinstance(flaw, NotSeen) else FAILED
        spot = flaw.spot
        if spot is None:
            return cls(rung, status, flaw.what)
        return cls(rung, status, flaw.what, spot.walk.seed, spot.actions, flaw.position or spot.text, flaw.board)

    @property
    def line(self) -> str:
        """One line: the status, the rung and its title."""
        return f"{self.status:<9} {self.rung.name:<21} {self.rung.title}"

    def explained(self, width: int = WIDTH) -> str:
        """The finding at length: what, where, why it matters, and where to look, for an author new to this rung.

        ``width`` is the most columns of a line.
        """
        parts = [("Seen", self.what)]
        if self.seed is not None:
            parts.append(("Where", self._where()))
            if self.board:
                parts.append(("Board", self.board.replace("\n", "\n" + " " * 11)))
            parts.append(("By hand", f"state = bg.Playthrough.replay(game.start(), {list(self.actions)}).state"))
        parts += [("Why", self.rung.why), ("Look at", self.rung.look)]
        lines = [f"{self.status} {self.rung.name}: {self.rung.title}"]
        for label, text in parts:
            lines.append(
                textwrap.fill(
                    text,
                    width,
                    initial_indent=f"  {label + ':':<9}",
                    subsequent_indent=" " * 11,
                    break_long_words=False,
                    break_on_hyphens=False,
                )
                if label not in ("By hand", "Board")
                else f"  {label + ':':<9}{text}"
            )
        return "\n".join(lines)

    def fields(self) -> dict[str, object]:
        """The finding in plain values."""
        return {**attrs.asdict(self, recurse=False), "rung": self.rung.name, "actions": list(self.actions)}

    def _where(self) -> str:
        count = len(self.actions)
        listed = " ".join(self.actions[:LISTED]) + (" ..." if count > LISTED else "")
        way = f"after {count} action{'s' if count > 1 else ''}: {listed}" if count else "at the start"
        position = "" if self.position is None else f"; the position is {self.position!r}"
        return f"seed {self.seed}, {way}{position}"


@attrs.frozen
class Report(CommandResult):
    """All findings about one game."""

    game: str
    games: int
    seed: int
    findings: Sequence[Finding]

    @property
    def failures(self) -> list[Finding]:
        """The findings of rungs that failed."""
        return [finding for finding in self.findings if finding.status == FAILED]

    @property
    def ok(self) -> bool:
        """True if every rung held; something that was not seen is not a failure."""
        return not self.failures

    def sentences(self, width: int = WIDTH) -> list[str]:
        """The findings of rungs that did not hold, a paragraph each, and the result.

        ``width`` is the most columns of a line.
        """
        return [
            *(finding.explained(width) for finding in self.findings if finding.status in (FAILED, NOT_SEEN)),
            self.summary(),
        ]

    def fields(self) -> dict[str, Any]:
        """The report in plain values."""
        findings = [finding.fields() for finding in self.findings]
        return {"game": self.game, "games": self.games, "seed": self.seed, "ok": self.ok, "findings": findings}

    def summary(self) -> str:
        """The result in a sentence."""
        counts = {status: sum(finding.status == status for finding in self.findings) for status in (FAILED, NOT_SEEN)}
        if self.ok:
            unseen = f", {counts[NOT_SEEN]} not seen" if counts[NOT_SEEN] else ""
            return f"{self.game} climbs the ladder: {len(self.findings)} rungs, {self.games} random games{unseen}."
        advice = " Fix the first one first: it may be the cause of the others." if counts[FAILED] > 1 else ""
        return f"{self.game}: {counts[FAILED]} of {len(self.findings)} rungs failed.{advice}"

    def __str__(self) -> str:
        return "\n\n".join(["\n".join(finding.line for finding in self.findings), *self.sentences()])
