"""The grades of a class as a table: HTML, CSV, JSON, and text for a terminal."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from io import StringIO
from typing import Any, Final

from boardgames.core.text.printable import printable
from boardgames.grading.classroom import GradedSubmission
from boardgames.grading.conditions import GradingConditions
from boardgames.grading.grade import format_points
from boardgames.testkit.climb import RUNGS
from boardgames.testkit.report import NOT_TRIED

VERSION: Final = 1
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet may take for the beginning of a formula, the wide forms too."""
SHOWN: Final = 500  # characters of a text in a table


def as_json(
    graded: Sequence[GradedSubmission], conditions: GradingConditions, earlier: Iterable[Mapping[str, Any]] = ()
) -> str:
    """The table with everything; ``earlier`` are entries of an earlier table whose turn is still to come."""
    digests = {each.digest for each in graded}
    table = {
        "version": VERSION,
        "weights": dict(conditions.weights.points),
        "submissions": [
            *(each.as_json() for each in graded),
            *(entry for entry in earlier if entry["digest"] not in digests),
        ],
    }
    return json.dumps(table, indent=1, ensure_ascii=False) + "\n"


def as_csv(graded: Sequence[GradedSubmission], conditions: GradingConditions) -> str:
    """A line for each student, a column for each rung; no cell is a formula."""
    out = StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_MINIMAL)
    names = [rung.name for rung in RUNGS]
    writer.writerow(["student", "id", "points", "max_points", "late", "file", "remark", *names])
    for each in graded:
        points = {rung.name: format_points(rung.points) for rung in each.grade.rungs}
        texts = [each.submission.student, each.submission.id]
        row = [*texts, format_points(each.grade.points), format_points(each.grade.max_points)]
        row += [
            "late" if each.submission.late else "",
            each.graded.game,
            remark(each),
            *(points[name] for name in names),
        ]
        writer.writerow(map(cell, row))
    return out.getvalue()


def cell(text: str) -> str:
    """A text for one cell of a spreadsheet, with an apostrophe before what would be a formula there.

    >>> cell("=HYPERLINK(1)"), cell("12.5")
    ("'=HYPERLINK(1)", '12.5')
    """
    shown = printable(text)[:SHOWN]
    return f"'{shown}" if shown.lstrip().startswith(FORMULA) or text.startswith(FORMULA) else shown


def as_html(graded: Sequence[GradedSubmission], conditions: GradingConditions, title: str) -> str:
    """One page without scripts, that loads nothing.  Needs jinja2; raises :class:`ModuleNotFoundError`."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters["points"] = format_points
    template = environment.from_string(files(__package__).joinpath("class.html").read_text(encoding="utf-8"))
    return template.render(
        title=printable(title),
        graded=[_row(each) for each in graded],
        rungs=_by_rung(graded),
        maximum=conditions.weights.total,
        games=conditions.games,
        seed=conditions.seed,
        sandboxed=conditions.sandboxed,
    )


def remark(each: GradedSubmission) -> str:
    """All that a teacher should know, besides the points."""
    hints = "; ".join(each.hints[:3]) + ("; ..." if len(each.hints) > 3 else "")
    return "; ".join(part for part in (each.graded.remark, hints) if part)


def line(each: GradedSubmission) -> str:
    """A submission in a line of text."""
    late = " (late)" if each.submission.late else ""
    said = f"  {printable(each.graded.remark)}" if each.graded.remark else ""
    lost = [rung.name for rung in each.grade.rungs if not rung.passed and rung.finding.status != NOT_TRIED]
    if not said and lost:
        said = f"  failed: {', '.join(lost)}"
    if each.hints:
        said += f"  look at: {each.hints[0]}"
    points = f"{format_points(each.grade.points):>6} of {format_points(each.grade.max_points)}"
    return f"{points}  {each.submission.name}{late}{said}"


def _row(each: GradedSubmission) -> dict[str, Any]:
    return {
        "name": each.submission.name,
        "late": each.submission.late,
        "points": each.grade.points,
        "file": each.graded.game,
        "remark": printable(each.graded.remark),
        "altered": each.graded.altered,
        "hints": each.hints,
        "lost": [
            {
                "name": rung.name,
                "status": rung.finding.status,
                "max": rung.max_points,
                "text": _explained(rung.as_json()),
            }
            for rung in each.grade.rungs
            if not rung.passed
        ],
    }


def _explained(test: dict[str, Any]) -> str:
    return printable(str(test["output"]), keep="\n")


def _by_rung(graded: Sequence[GradedSubmission]) -> list[dict[str, Any]]:
    """How many lost each rung, those first that most have lost; rungs that nobody lost are left out."""
    rows = []
    for number, rung in enumerate(RUNGS):
        rungs = [each.grade.rungs[number] for each in graded if each.readable]
        lost = sum(not one.passed for one in rungs)
        failed = sum(not one.passed and one.finding.status != NOT_TRIED for one in rungs)
        if lost:
            rows.append({"name": rung.name, "title": rung.title, "lost": lost, "failed": failed, "of": len(rungs)})
    return sorted(rows, key=lambda row: (-row["failed"], -row["lost"]))
