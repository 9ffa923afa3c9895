from .clock import Clock as Clock
from .dialogue import (
    Answer as Answer,
    Ask as Ask,
    Breach as Breach,
    Briefing as Briefing,
    Dialogue as Dialogue,
    Event as Event,
    ExplainsCrashes as ExplainsCrashes,
    LineProtocol as LineProtocol,
    Lines as Lines,
    LivePlayerDialogue as LivePlayerDialogue,
    NeedData as NeedData,
    Over as Over,
    PlayerDialogue as PlayerDialogue,
    Resign as Resign,
    ScoringDialogue as ScoringDialogue,
    UnknownSetting as UnknownSetting,
)
from .model_answer import ModelAnswer as ModelAnswer, TokenCounts as TokenCounts
from .player import (
    Chooser as Chooser,
    Forfeit as Forfeit,
    OutOfTime as OutOfTime,
    Player as Player,
    PlayerLike as PlayerLike,
    Unavailable as Unavailable,
    Undo as Undo,
)
from .prose import Message as Message, Prose as Prose, Refusal as Refusal, Style as Style
from .rated_actions import ActionChances as ActionChances, RatedActions as RatedActions
from .search_info import SearchInfo as SearchInfo
