"""Entrants, one game as a function, matches and tournaments, and the files that keep them."""

import lazy_loader

from boardgames.records.game_record import GameRecord, RecordedPlayer
from boardgames.records.record_file import read_record, read_records, write_record

__getattr__, _listed, _late = lazy_loader.attach_stub(__name__, __file__)
__all__ = [*_late, "GameRecord", "RecordedPlayer", "read_record", "read_records", "write_record"]


def __dir__() -> list[str]:
    return __all__
