from .assessment import AssessedPly as AssessedPly, Assessment as Assessment, NotForTwo as NotForTwo, assess as assess
from .evaluation import (
    MARKS as MARKS,
    Bounds as Bounds,
    Evaluation as Evaluation,
    accuracy_of as accuracy_of,
    winning_chance as winning_chance,
)
from .game_record import (
    GameRecord as GameRecord,
    RecordedPlayer as RecordedPlayer,
    UnreadableRecord as UnreadableRecord,
    Variation as Variation,
)
from .record_format import RecordFormat as RecordFormat
from .recorded_line import (
    RecordedLine as RecordedLine,
    RecordedPosition as RecordedPosition,
    recorded_line as recorded_line,
)
from .verdict import (
    FAULTS as FAULTS,
    PLY_LIMIT as PLY_LIMIT,
    RESIGNATION as RESIGNATION,
    Fault as Fault,
    Verdict as Verdict,
)
