"""Game records, their formats, and how a game under the referee ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgames.core.record.game_record import GameRecord, RecordedPlayer, UnreadableRecord, Variation
    from boardgames.core.record.record_format import RecordFormat
    from boardgames.core.record.verdict import FAULTS, PLY_LIMIT, RESIGNATION, Fault, Verdict
else:
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "game_record": "GameRecord RecordedPlayer UnreadableRecord Variation",
            "record_format": "RecordFormat",
            "verdict": "FAULTS PLY_LIMIT RESIGNATION Fault Verdict",
        },
    )

__all__ = [
    "FAULTS",
    "PLY_LIMIT",
    "RESIGNATION",
    "Fault",
    "GameRecord",
    "RecordFormat",
    "RecordedPlayer",
    "UnreadableRecord",
    "Variation",
    "Verdict",
]
