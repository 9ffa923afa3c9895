"""A lenient reader of KI2: moves with or without ▲ and △, and words in any of the usual spellings."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, partial

from boardgames.core.model.game import Game
from boardgames.core.text.printable import shown
from boardgames.games.shogi.records import kakinoki_reader
from boardgames.games.shogi.records.endings import KIF
from boardgames.games.shogi.records.kakinoki_reader import SIDE, KakinokiReader, is_of, kind_of, move_pattern
from boardgames.games.shogi.records.ki2 import spell
from boardgames.games.shogi.records.kif import header
from boardgames.games.shogi.rules import Shogi
from boardgames.games.shogi.variant import Variant
from boardgames.records.game_record import GameRecord, UnreadableRecord


@cache
def a_move(variant: Variant) -> re.Pattern[str]:
    """The pattern of a move in KI2, with the spaces behind it."""
    return re.compile(rf"{move_pattern(variant)} \s*", re.VERBOSE)


def recognises(variant: Variant, data: bytes) -> bool:
    """True if a file looks like KI2 of this variant."""
    return kind_of(data) == "ki2" and is_of(variant, data)


def resembles(data: bytes) -> bool:
    """True if a file looks like KI2 of any variant."""
    return kind_of(data) == "ki2"


def read(game: Game, data: bytes) -> GameRecord:
    """The game in a KI2 file.  Raises :class:`UnreadableRecord`."""
    assert isinstance(game, Shogi)
    return kakinoki_reader.read(data, partial(_Reader, game, spell))


class _Reader(KakinokiReader):
    example = "'▲７六歩'"

    def moves(self, number: int, text: str) -> bool:
        pattern, place = a_move(self.variant), 0
        if pattern.match(text) is None and (text[:1] not in SIDE or header(text) is not None):
            return False
        while place < len(text):
            self._begin()
            move = pattern.match(text, place)
            word = text[place:].lstrip(SIDE)
            if move is not None:
                self.builder.play(number, move[0].strip(), self.usi(number, move))
                place = move.end()
            elif word.strip() in KIF:
                self.end(number, word.strip())
                return True
            else:
                raise UnreadableRecord(
                    f"cannot read the move {shown(text[place:])}: expected a square and a piece, with words where "
                    "several could go there, as '▲７六歩', '△同　銀右', '▲５五角打' or '△３三角成'",
                    number,
                )
        return True

    def begun(self, text: str) -> bool:
        place = max(text.rfind(sign) for sign in SIDE)
        text = re.sub(r"\s", "", text[max(place, 0) :]).lstrip(SIDE)
        state = self.builder.state
        moves = {spell(state, action, last) for action in state.actions() for last in (None, state.last)}
        texts = [re.sub(r"\s", "", unicodedata.normalize("NFKC", each)).lstrip(SIDE) for each in [*moves, *KIF]]
        return any(each.startswith(text) and each != text for each in texts)
