"""Points for games that students write: the ladder with weights, result files for graders, and a whole class.

From Python::

    from boardgames.grading import Grade
    from boardgames.testkit import verify

    Grade.of(verify("hexapawn.py:SPEC")).scaled(10)

On the command line: ``boardgames verify --json FILE`` for one game, ``boardgames grade DIR`` for a class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgames.grading.classroom import GradedSubmission, grade_class
    from boardgames.grading.conditions import GradingConditions
    from boardgames.grading.grade import Grade, GradedRung
    from boardgames.grading.junit import junit_xml
    from boardgames.grading.sandboxed import grade_submission
    from boardgames.grading.submissions import Submission, find_submissions
    from boardgames.grading.tables import as_csv, as_html, as_json
    from boardgames.grading.unpacking import UnreadableSubmissions, unpack_class
    from boardgames.grading.weights import WEIGHTS, BadWeights, Weights
else:
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "classroom": "GradedSubmission grade_class",
            "grade": "Grade GradedRung",
            "junit": "junit_xml",
            "conditions": "GradingConditions",
            "sandboxed": "grade_submission",
            "submissions": "Submission find_submissions",
            "tables": "as_csv as_html as_json",
            "unpacking": "UnreadableSubmissions unpack_class",
            "weights": "WEIGHTS BadWeights Weights",
        },
    )

__all__ = [
    "WEIGHTS",
    "BadWeights",
    "Grade",
    "GradedRung",
    "GradedSubmission",
    "GradingConditions",
    "Submission",
    "UnreadableSubmissions",
    "Weights",
    "as_csv",
    "as_html",
    "as_json",
    "find_submissions",
    "grade_class",
    "grade_submission",
    "junit_xml",
    "unpack_class",
]
