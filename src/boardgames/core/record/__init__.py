"""Game records, their formats, and how a game under the referee ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgames.core.record.assessment import AssessedPly, Assessment, NotForTwo, assess
    from boardgames.core.record.evaluation import MARKS, Bounds, Evaluation, accuracy_of, winning_chance
    from boardgames.core.record.game_record import GameRecord, RecordedPlayer, UnreadableRecord, Variation
    from boardgames.core.record.record_format import RecordFormat
    from boardgames.core.record.verdict import FAULTS, PLY_LIMIT, RESIGNATION, Fault, Verdict
else:
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "assessment": "AssessedPly Assessment NotForTwo assess",
            "evaluation": "MARKS Bounds Evaluation accuracy_of winning_chance",
            "game_record": "GameRecord RecordedPlayer UnreadableRecord Variation",
            "record_format": "RecordFormat",
            "verdict": "FAULTS PLY_LIMIT RESIGNATION Fault Verdict",
        },
    )

__all__ = [
    "FAULTS",
    "MARKS",
    "PLY_LIMIT",
    "RESIGNATION",
    "AssessedPly",
    "Assessment",
    "Bounds",
    "Evaluation",
    "Fault",
    "GameRecord",
    "NotForTwo",
    "RecordFormat",
    "RecordedPlayer",
    "UnreadableRecord",
    "Variation",
    "Verdict",
    "accuracy_of",
    "assess",
    "winning_chance",
]
