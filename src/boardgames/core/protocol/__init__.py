"""How players and programs are asked for actions: players, clocks, and line protocols without I/O."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgames.core.protocol.clock import Clock
    from boardgames.core.protocol.dialogue import (
        Answer,
        Ask,
        Breach,
        Briefing,
        Dialogue,
        Event,
        ExplainsCrashes,
        LineProtocol,
        Lines,
        LivePlayerDialogue,
        NeedData,
        Over,
        PlayerDialogue,
        Resign,
        ScoringDialogue,
        UnknownSetting,
    )
    from boardgames.core.protocol.player import OutOfTime, Player, Undo
    from boardgames.core.protocol.rated_actions import ActionChances, RatedActions
    from boardgames.core.protocol.search_info import SearchInfo
else:
    from boardgames.core.exports import lazy_exports

    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "clock": "Clock",
            "dialogue": (
                "Answer Ask Breach Briefing Dialogue Event LineProtocol Lines LivePlayerDialogue "
                "ExplainsCrashes NeedData Over PlayerDialogue Resign ScoringDialogue UnknownSetting"
            ),
            "player": "OutOfTime Player Undo",
            "rated_actions": "ActionChances RatedActions",
            "search_info": "SearchInfo",
        },
    )

__all__ = [
    "ActionChances",
    "Answer",
    "Ask",
    "Breach",
    "Briefing",
    "Clock",
    "Dialogue",
    "Event",
    "ExplainsCrashes",
    "LineProtocol",
    "Lines",
    "LivePlayerDialogue",
    "NeedData",
    "OutOfTime",
    "Over",
    "Player",
    "PlayerDialogue",
    "RatedActions",
    "Resign",
    "ScoringDialogue",
    "SearchInfo",
    "Undo",
    "UnknownSetting",
]
