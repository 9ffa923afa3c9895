"""A game as a line of USI, the protocol of shogi programs: ``position startpos moves 7g7f 3c3d``.

It holds the moves and where they began, and nothing else.  A bare list of moves is read too, and so are several lines.
"""

from __future__ import annotations

import re
from typing import Final

from boardgames.core.model import Game
from boardgames.core.record import GameRecord, UnreadableRecord
from boardgames.games.shogi.records import encodings
from boardgames.games.shogi.records.endings import DECLARED, RESIGNED
from boardgames.games.shogi.records.record_builder import RecordBuilder, shown
from boardgames.games.shogi.rules import Shogi
from boardgames.games.shogi.variant import SHOGI, Variant

MOVE: Final = re.compile(r"[1-9][a-i][1-9][a-i]\+?|[A-Z]\*[1-9][a-i]")
WORDS: Final = ("resign", "win")
MOST_FIELDS: Final = 4  # of a position


def recognises(variant: Variant, data: bytes) -> bool:
    """Does this look like a game of this variant in USI?  Without a position it is taken for shogi."""
    words = encodings.decode(data[:10_000]).split()[:4]
    if words[:1] == ["position"]:
        del words[0]
    if words[:1] == ["sfen"]:
        return len(words) > 1 and variant.fits(words[1])
    return variant.name == SHOGI.name and (
        words[:1] in (["startpos"], ["moves"]) or bool(words and MOVE.fullmatch(words[0]))
    )


def read(game: Game, data: bytes) -> GameRecord:
    """The game in a line of USI, or in several.

    Raises :class:`UnreadableRecord`.
    """
    assert isinstance(game, Shogi)
    builder = RecordBuilder(game, lambda state, action: str(action))
    words = [(number, word) for number, line in enumerate(encodings.lines(data), 1) for word in line.split()]
    if not words:
        raise UnreadableRecord("this file is empty: expected 'position startpos moves 7g7f ...'")
    if words[0][1] == "position":
        words = words[1:]
        if not words or words[0][1] not in ("startpos", "sfen"):
            raise UnreadableRecord("expected 'startpos' or 'sfen' after 'position'", 1)
    if words and words[0][1] == "sfen":
        fields: list[str] = []
        line = words[0][0]
        del words[0]
        while words and words[0][1] != "moves" and len(fields) < MOST_FIELDS:
            fields.append(words.pop(0)[1])
        builder.begin(" ".join(fields), line)
    elif words and words[0][1] == "startpos":
        del words[0]
    if words and words[0][1] == "moves":
        del words[0]
    for line, word in words:
        if word == "win":
            builder.declare(line, word, DECLARED)
        elif word == "resign":
            builder.end(line, word, RESIGNED)
        elif MOVE.fullmatch(word) is None:
            raise UnreadableRecord(f"cannot read {shown(word)}: expected a move as '7g7f', '8h2b+' or 'P*5e'", line)
        else:
            builder.play(line, word, word)
    return builder.finish()


def write(record: GameRecord) -> str:
    """The line of USI that leads to the end of the game; ``startpos`` is said of shogi alone."""
    usual = record.game == SHOGI.name and record.start == f"{SHOGI.start} 1"
    moves = "".join(f" {action}" for action in record.actions)
    return f"position {'startpos' if usual else f'sfen {record.start}'}{' moves' * bool(moves)}{moves}\n"
