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
    drop_taken_back as drop_taken_back,
)
from .evaluation import (
    MARKS as MARKS,
    Bounds as Bounds,
    Evaluation as Evaluation,
    accuracy_of as accuracy_of,
    winning_chance as winning_chance,
)
from .player import (
    Chooser as Chooser,
    Forfeit as Forfeit,
    OutOfTime as OutOfTime,
    Player as Player,
    PlayerLike as PlayerLike,
    Unavailable as Unavailable,
    Undo as Undo,
)
from .rated_actions import ActionChances as ActionChances, RatedActions as RatedActions
from .search_info import SearchInfo as SearchInfo
from .verdict import (
    FAULTS as FAULTS,
    PLY_LIMIT as PLY_LIMIT,
    RESIGNATION as RESIGNATION,
    Fault as Fault,
    Verdict as Verdict,
)
