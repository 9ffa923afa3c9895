"""BOD, a position as a diagram, as people post it in mails and forums."""

from __future__ import annotations

from functools import partial

from boardgames.games.shogi.records.kakinoki_reader import is_of, looks_like
from boardgames.games.shogi.records.kif import diagram
from boardgames.records.game_record import GameRecord

recognises, resembles = partial(is_of, "bod"), partial(looks_like, "bod")


def write(record: GameRecord) -> str:
    """The last position of a game as a diagram; BOD has no moves."""
    return "\n".join(diagram(record.playthrough().state)) + "\n"
