"""The grade of a game: the points of each rung, and the reason why some are missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs

from boardgames.core.text.result import CommandResult
from boardgames.testkit.report import FAILED, NOT_SEEN, NOT_TRIED, OK, Finding, Report
from boardgames.testkit.weights import Weights, plain

VERSION: Final = 1
MOST_OUTPUT: Final = 4000  # characters; graders pass the file on in the environment, which has little room
MOST_ACTIONS: Final = 200
PASS, FAIL = "pass", "fail"


@attrs.frozen
class GradedRung:
    """A rung with its points."""

    finding: Finding
    max_points: float

    @property
    def name(self) -> str:
        """The rung's name."""
        return self.finding.rung.name

    @property
    def passed(self) -> bool:
        """True if it has its points; an ending that random games did not reach is not a mistake."""
        return self.finding.status in (OK, NOT_SEEN)

    @property
    def points(self) -> float:
        """The points of the rung if it is passed, else 0."""
        return self.max_points if self.passed else 0

    @property
    def sentence(self) -> str:
        """The finding in a sentence; empty where nothing is wrong."""
        what = self.finding.what
        return f"not tried: {what}" if self.finding.status == NOT_TRIED else what

    def fields(self) -> dict[str, Any]:
        """The rung as ``grade --json`` writes it."""
        finding = self.finding
        explained = finding.status in (FAILED, NOT_SEEN)
        return {
            "name": self.name,
            "title": finding.rung.title,
            "status": PASS if self.passed else FAIL,
            "finding": finding.status,
            "score": self.points,
            "max_score": self.max_points,
            "message": self.sentence,
            "output": (finding.explained() if explained else self.sentence)[:MOST_OUTPUT],
            "position": finding.position,
            "board": finding.board,
            "actions": list(finding.actions[:MOST_ACTIONS]),
            "seed": finding.seed,
            "test_code": "",
            "filename": "",
            "line_no": 0,
        }


@attrs.frozen
class Grade(CommandResult):
    """The points of a game on the ladder.

    >>> from boardgames.testkit import verify
    >>> grade = Grade.of(verify("ur:tokens=1", games=2))
    >>> grade.points, grade.max_points, grade.scaled(10)
    (100, 100, 10)
    """

    game: str
    games: int
    seed: int
    rungs: tuple[GradedRung, ...]

    @classmethod
    def of(cls, report: Report, weights: Weights | None = None) -> Grade:
        """The grade of a report, by these weights or the usual ones."""
        return cls.of_findings(report.findings, weights, report.game, report.games, report.seed)

    @classmethod
    def of_findings(
        cls, findings: Sequence[Finding], weights: Weights | None = None, game: str = "", games: int = 0, seed: int = 1
    ) -> Grade:
        """The grade of findings; ``game``, ``games`` and ``seed`` say how they were made."""
        weights = Weights() if weights is None else weights
        rungs = tuple(GradedRung(finding, weights.of(finding.rung.name)) for finding in findings)
        return cls(game, games, seed, rungs)

    @property
    def points(self) -> float:
        """The points of all rungs."""
        return plain(sum(rung.points for rung in self.rungs))

    @property
    def max_points(self) -> float:
        """The points for passing all rungs."""
        return plain(sum(rung.max_points for rung in self.rungs))

    @property
    def ok(self) -> bool:
        """True if every rung has its points, also those that are worth none."""
        return all(rung.passed for rung in self.rungs)

    def scaled(self, most: float) -> float:
        """The points if all of them together were ``most``, to two decimals; for graders with points of their own."""
        return plain(round(self.points / self.max_points * most, 2)) if self.max_points else 0

    def sentences(self) -> list[str]:
        """The points in a sentence."""
        return [f"{format_points(self.points)} of {format_points(self.max_points)} points."]

    def fields(self) -> dict[str, Any]:
        """The grade as the result file that GitHub Classroom's reporter reads, with more in it.

        ``status``, ``max_score`` and ``tests`` with ``name``, ``status``, ``score``, ``message``, ``test_code``,
        ``filename`` and ``line_no`` are that format's (version 1).
        """
        return {
            "version": VERSION,
            "status": PASS if self.ok else FAIL,
            "score": self.points,
            "max_score": self.max_points,
            "game": self.game,
            "games": self.games,
            "seed": self.seed,
            "tests": [rung.fields() for rung in self.rungs],
        }


def format_points(points: float) -> str:
    """A number of ``points`` in digits, without zeros at its end.

    >>> format_points(7.0), format_points(7.25)
    ('7', '7.25')
    """
    return f"{points:.2f}".rstrip("0").rstrip(".")
