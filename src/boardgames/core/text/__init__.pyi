from .finite_json import read_json as read_json
from .foreign_code import described as described
from .kinds import (
    PLIES as PLIES,
    SEED as SEED,
    Kind as Kind,
    Number as Number,
    OneOf as OneOf,
    OrNone as OrNone,
    Several as Several,
    Switch as Switch,
    Text as Text,
    Whole as Whole,
    refusal as refusal,
)
from .printable import printable as printable, quoted as quoted, shown as shown
from .result import format_duration as format_duration
from .said import Reason as Reason, Said as Said, Translate as Translate, code_of as code_of, sentence_of as sentence_of
