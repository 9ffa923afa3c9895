"""A grade as a JUnit file, which CI servers read.

It follows ``junit-10.xsd`` of Jenkins' xUnit plugin: a suite, its properties, a test case for each rung.
"""

from __future__ import annotations

import re
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from boardgames.testkit.grade import Grade, GradedRung, format_points
from boardgames.testkit.report import FAILED, NOT_TRIED

NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML file can have, escaped or not."""


def junit_xml(grade: Grade) -> str:
    """The file for ``grade``, as text.  A rung that failed is a failure, one that was not tried is skipped.

    If not even the first was tried, as there is no game, it is an error: a file of skipped tests would look fine.

    >>> from boardgames.testkit import verify
    >>> print(junit_xml(Grade.of(verify("ur:tokens=1", games=2))).splitlines()[1])
    <testsuites name="boardgames verify" tests="34" failures="0" errors="0">
    """
    statuses = [rung.finding.status for rung in grade.rungs]
    errors = int(statuses[:1] == [NOT_TRIED])
    counts = {"tests": len(statuses), "failures": statuses.count(FAILED), "errors": errors}
    words = {name: str(number) for name, number in counts.items()}
    suites = Element("testsuites", {"name": "boardgames verify", **words})
    skipped = statuses.count(NOT_TRIED) - errors
    suite = SubElement(suites, "testsuite", {"name": _xml(grade.game or "game"), **words, "skipped": str(skipped)})
    properties = SubElement(suite, "properties")
    for name, value in (
        ("points", format_points(grade.points)),
        ("max_points", format_points(grade.max_points)),
        ("games", str(grade.games)),
        ("seed", str(grade.seed)),
    ):
        SubElement(properties, "property", {"name": name, "value": value})
    for number, rung in enumerate(grade.rungs):
        _add(suite, rung, grade.game, "error" if number < errors else "skipped")
    indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(suites, encoding="unicode")}\n'


def _add(suite: Element, rung: GradedRung, game: str, untried: str) -> None:
    """Add the test case of a rung; ``untried`` is the element for one that was not tried."""
    case = SubElement(suite, "testcase", {"name": rung.name, "classname": _xml(f"ladder.{game or 'game'}")})
    if rung.finding.status == FAILED:
        failure = SubElement(case, "failure", {"type": "rung", "message": _xml(rung.sentence)})
        failure.text = _xml(rung.finding.explained())
    elif rung.finding.status == NOT_TRIED:
        SubElement(case, untried, {"message": _xml(rung.sentence)})
    points = f"{format_points(rung.points)} of {format_points(rung.max_points)} points: {rung.finding.rung.title}"
    SubElement(case, "system-out").text = _xml(points + (f"\n{rung.sentence}" if rung.passed and rung.sentence else ""))


def _xml(text: str) -> str:
    return NOT_XML.sub("\ufffd", text)
