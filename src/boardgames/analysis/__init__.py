"""The chances that each action of a game gave away, and those that the dice gave: luck and skill apart.

The sums are pure (:mod:`boardgames.records`), so that a page can draw them from a record
alone; here positions are judged, by players, engines and tablebases.
"""

from __future__ import annotations

from boardgames.analysis.exercises import Exercise, exercises, mates
from boardgames.analysis.game import Analysis, Stopped, analyse
from boardgames.analysis.html_report import report
from boardgames.analysis.judges import Judge, JudgeEffort, JudgeFailed, NoJudge
from boardgames_models.model_report import ModelReport
from boardgames.analysis.named_judge import judge_of, usual_judge
from boardgames_lab.survey.survey import Shares, Survey, survey
from boardgames.core.protocol import MARKS, Bounds, Evaluation, accuracy_of, winning_chance
from boardgames.records import AssessedPly, Assessment, NotForTwo, assess

__all__ = [
    "MARKS",
    "Analysis",
    "AssessedPly",
    "Assessment",
    "Bounds",
    "Evaluation",
    "Exercise",
    "Judge",
    "JudgeEffort",
    "JudgeFailed",
    "ModelReport",
    "NoJudge",
    "NotForTwo",
    "Shares",
    "Stopped",
    "Survey",
    "accuracy_of",
    "analyse",
    "assess",
    "exercises",
    "judge_of",
    "mates",
    "report",
    "survey",
    "usual_judge",
    "winning_chance",
]
