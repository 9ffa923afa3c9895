"""BOD, a position as a diagram, as people post it in mails and forums."""

from __future__ import annotations

from boardgames.games.shogi.records.kakinoki_reader import is_of, kind_of
from boardgames.games.shogi.records.kif import diagram
from boardgames.games.shogi.variant import Variant
from boardgames.records.game_record import GameRecord


def recognises(variant: Variant, data: bytes) -> bool:
    """True if a file looks like a diagram of this variant without moves."""
    return kind_of(data) == "bod" and is_of(variant, data)


def resembles(data: bytes) -> bool:
    """True if a file looks like a diagram of any variant."""
    return kind_of(data) == "bod"


def write(record: GameRecord) -> str:
    """The last position of a game as a diagram; BOD has no moves."""
    return "\n".join(diagram(record.playthrough().state)) + "\n"
