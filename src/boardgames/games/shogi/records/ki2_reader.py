"""A lenient reader of KI2: moves with or without ▲ and △, and words in any of the usual spellings."""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from boardgames.core.text.printable import shown
from boardgames.games.shogi.records import kakinoki_reader
from boardgames.games.shogi.records.kakinoki_reader import LIKE_A_MOVE, KakinokiReader, is_of, looks_like
from boardgames.games.shogi.records.kanji_moves import SIDE, a_move, usi
from boardgames.games.shogi.records.ki2 import spell
from boardgames.games.shogi.records.kif import header
from boardgames.records.game_record import UnreadableRecord

SIGN: Final = re.compile(f"[{SIDE}]")


recognises, resembles = partial(is_of, "ki2"), partial(looks_like, "ki2")


class _Reader(KakinokiReader):
    def moves(self, number: int, text: str) -> bool:
        pattern, place = a_move(self.variant), 0
        first, signed = pattern.match(text), text[:1] in SIDE
        if first is None and (not signed or header(text) is not None):
            return False
        if first is not None and not signed and first[0] != text and not LIKE_A_MOVE.match(text, first.end()):
            return False
        while place < len(text):
            move = pattern.match(text, place)
            if move is not None:
                self._begin()
                self.play(number, move[0].strip(), usi(self.builder.state, move, number, self.builder.notes))
                place = move.end()
                continue
            if LIKE_A_MOVE.match(text, place):
                raise UnreadableRecord(
                    f"cannot read the move {shown(text[place:])}: expected a square and a piece, with words where "
                    "several could go there, as '▲７六歩', '△同　銀右', '▲５五角打' or '△３三角成'",
                    number,
                )
            sign = SIGN.search(text, place + 1)
            section, place = text[place : sign and sign.start()], sign.start() if sign else len(text)
            if not self.end(number, section.lstrip(SIDE).strip()):
                self.remark(number, section.strip())
        return True


read = partial(kakinoki_reader.read, _Reader, spell)
