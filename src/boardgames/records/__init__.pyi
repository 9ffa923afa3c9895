from . import json_record as json_record, record_formats as record_formats
from .assessment import AssessedPly as AssessedPly, Assessment as Assessment, NotForTwo as NotForTwo, assess as assess
from .game_record import (
    GameRecord as GameRecord,
    RecordedPlayer as RecordedPlayer,
    UnreadableRecord as UnreadableRecord,
    Variation as Variation,
)
from .record_file import record_of as record_of
from .record_format import RecordFormat as RecordFormat
from .record_formats import UnknownFormat as UnknownFormat
from .recorded_line import (
    RecordedLine as RecordedLine,
    RecordedPosition as RecordedPosition,
    recorded_line as recorded_line,
)
