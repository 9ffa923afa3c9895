"""Entrants, one game as a function, matches and tournaments, and the files that keep them."""

import lazy_loader

from boardgames.core.record.game_record import GameRecord, RecordedPlayer  # noqa: F401 - public here too

__getattr__, _listed, _late = lazy_loader.attach_stub(__name__, __file__)
__all__ = sorted([*_late, "GameRecord", "RecordedPlayer"])


def __dir__() -> list[str]:
    return __all__
