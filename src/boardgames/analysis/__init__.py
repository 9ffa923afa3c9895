"""The chances that each action of a game gave away, and those that the dice gave: luck and skill apart.

The sums are pure (:mod:`boardgames.records`), so that a page can draw them from a record
alone; here positions are judged, by players, engines and tablebases.
"""

import lazy_loader

from boardgames.core.protocol.evaluation import MARKS, Bounds, Evaluation, accuracy_of, winning_chance
from boardgames.records.assessment import AssessedPly, Assessment, NotForTwo, assess

__getattr__, _listed, _late = lazy_loader.attach_stub(__name__, __file__)
__all__ = [
    *_late,
    "MARKS",
    "Bounds",
    "Evaluation",
    "accuracy_of",
    "winning_chance",
    "AssessedPly",
    "Assessment",
    "NotForTwo",
    "assess",
]


def __dir__() -> list[str]:
    return __all__
