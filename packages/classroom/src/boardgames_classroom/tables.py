"""The grades of a class as a table: HTML, CSV, JSON, and text for a terminal."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from boardgames.core.text import printable
from boardgames.testkit import NOT_TRIED, format_points
from boardgames.view import Html, csv_table, document, fill, joined, packaged_text, report_sheet, table
from boardgames_classroom.classroom import GradedSubmission
from boardgames_classroom.conditions import GradingConditions

VERSION: Final = 1
SHOWN: Final = 500  # characters of a text in a table
STUDENT_HEAD: Final = ["Student", "Points", "What is missing"]
RUNG_HEAD: Final = ["Rung", "What it asks for", "Failed", "Without its points"]

NO_SANDBOX: Final = Html(
    """<p class="bad">There was no sandbox: a submission could read and change files of this machine.</p>"""
)
BAD: Final = """<p class="bad">{{text}}</p>"""
NO_RULES: Final = "The ladder does not know the rules: give a solution of yours with --like."
STUDENT: Final = """{{name}}{{late}}<br><span class="quiet">{{file}}</span>"""
LATE: Final = Html(""" <span class="bad">late</span>""")
REMARK: Final = """<p class="{{kind}}">{{text}}</p>"""
DETAILS: Final = """<details><summary>{{summary}}</summary>{{inside}}</details>"""
LOST_RUNG: Final = """<pre>{{name}} (0 of {{points}})
{{text}}</pre>"""
RUNG_TABLE: Final = """<h2>Rungs</h2>
{{table}}"""


def as_json(
    graded: Sequence[GradedSubmission], conditions: GradingConditions, earlier: Iterable[Mapping[str, object]] = ()
) -> str:
    """The table with everything; ``earlier`` are entries of an earlier table whose turn is still to come.

    ``graded`` are the submissions, graded under ``conditions``.
    """
    digests = {entry.digest for entry in graded}
    table = {
        "version": VERSION,
        "weights": dict(conditions.weights.points),
        "submissions": [
            *(entry.as_json() for entry in graded),
            *(fields for fields in earlier if fields["digest"] not in digests),
        ],
    }
    return json.dumps(table, indent=1, ensure_ascii=False) + "\n"


def as_csv(graded: Sequence[GradedSubmission], conditions: GradingConditions) -> str:
    """A line for each student, a column for each rung; no cell is a formula.

    ``graded`` are the submissions, graded under ``conditions``.
    """
    names = [rung.name for rung in conditions.rungs]
    rows = [["student", "id", "points", "max_points", "late", "file", "remark", *names]]
    for entry in graded:
        points = {rung.name: format_points(rung.points) for rung in entry.grade.rungs}
        texts = [
            *(entry.submission.student, entry.submission.id),
            *(format_points(entry.grade.points), format_points(entry.grade.max_points)),
            *("late" if entry.submission.late else "", entry.graded.game, remark(entry)),
        ]
        rows.append([text[:SHOWN] for text in [*texts, *(points[name] for name in names)]])
    return csv_table(rows)


def as_html(graded: Sequence[GradedSubmission], conditions: GradingConditions, title: str) -> str:
    """A document without scripts, that loads nothing.

    ``graded`` are the submissions, graded under ``conditions``; ``title`` heads the page.
    """
    count, games, maximum = len(graded), conditions.games, format_points(conditions.weights.total_of(conditions.rungs))
    played = "" if games is None else f" Each played the same {games} random games from seed {conditions.seed} on."
    rungs = _by_rung(graded, conditions)
    body = fill(
        packaged_text("class.html", __package__),
        title=printable(title),
        summary=f"{count} submission{'s' * (count != 1)}, {maximum} points at most.{played}",
        warning=joined(
            [
                Html() if conditions.sandboxed else NO_SANDBOX,
                fill(BAD, text=NO_RULES) if conditions.like is None else Html(),
            ]
        ),
        students=table([STUDENT_HEAD, *map(_student, graded)], "texts stacked"),
        rungs=fill(RUNG_TABLE, table=table([RUNG_HEAD, *rungs], "texts stacked")) if rungs else Html(),
    )
    return document(printable(title), body, sheet=report_sheet())


def remark(entry: GradedSubmission) -> str:
    """All that a teacher should know, besides the points."""
    hints = "; ".join(entry.hints[:3]) + ("; ..." if len(entry.hints) > 3 else "")
    return "; ".join(part for part in (entry.graded.remark, hints) if part)


def line(entry: GradedSubmission, width: int) -> str:
    """A submission in lines of at most ``width`` columns, with the first difference from a reference."""
    late = " (late)" if entry.submission.late else ""
    rest = f"  {printable(entry.graded.remark)}" if entry.graded.remark else ""
    lost = [rung.name for rung in entry.grade.rungs if not rung.passed and rung.finding.status != NOT_TRIED]
    if not rest and lost:
        rest = f"  failed: {', '.join(lost)}"
    differing = [f"{rung.name}: {rung.sentence}" for rung in entry.grade.rungs if rung.finding.board]
    rest += f"  {differing[0]}" if differing else ""
    if entry.hints:
        rest += f"  look at: {entry.hints[0]}"
    points = f"{format_points(entry.grade.points):>6} of {format_points(entry.grade.max_points)}"
    return textwrap.fill(f"{points}  {entry.submission.name}{late}{rest}", width, subsequent_indent=" " * 15)


def _student(entry: GradedSubmission) -> list[str]:
    """A row of the table: the points, and the rungs that were lost, folded."""
    parts = []
    if entry.graded.remark:
        kind = "bad" if entry.graded.altered else ""
        parts.append(fill(REMARK, kind=kind, text=printable(entry.graded.remark)))
    lost = [rung for rung in entry.grade.rungs if not rung.passed]
    if not lost:
        parts.append(Html("nothing"))
    elif entry.graded.game:
        texts = joined(
            fill(
                LOST_RUNG,
                name=rung.name,
                points=format_points(rung.max_points),
                text=printable(str(rung.fields()["output"]), keep="\n"),
            )
            for rung in lost
        )
        parts.append(fill(DETAILS, summary=f"{len(lost)} rung{'s' * (len(lost) != 1)}", inside=texts))
    if entry.hints:
        hints = joined(fill("<p>{{hint}}</p>", hint=hint) for hint in entry.hints)
        parts.append(fill(DETAILS, summary="unusual: look at it", inside=hints))
    late = LATE if entry.submission.late else Html()
    name = fill(STUDENT, name=entry.submission.name, late=late, file=entry.graded.game)
    return [name, format_points(entry.grade.points), joined(parts)]


def _by_rung(graded: Sequence[GradedSubmission], conditions: GradingConditions) -> list[list[str]]:
    """The number of students that lost each rung, most first; rungs that all students have are left out."""
    rows = []
    for number, rung in enumerate(conditions.rungs):
        rungs = [entry.grade.rungs[number] for entry in graded if entry.readable]
        lost = sum(not one.passed for one in rungs)
        failed = sum(not one.passed and one.finding.status != NOT_TRIED for one in rungs)
        if lost:
            rows.append((failed, lost, [rung.name, rung.title, str(failed), f"{lost} of {len(rungs)}"]))
    return [row for _, _, row in sorted(rows, key=lambda item: (-item[0], -item[1]))]
