"""A lenient reader of KIF: of Kifu for Windows, ShogiGUI, 81Dojo and others."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, partial
from typing import Final

from boardgames.core.model.game import Game
from boardgames.core.text.printable import shown
from boardgames.games.shogi.records import kakinoki_reader
from boardgames.games.shogi.records.endings import KIF
from boardgames.games.shogi.records.kakinoki_reader import NOT_YET, KakinokiReader, is_of, kind_of, move_pattern
from boardgames.games.shogi.records.kif import spell
from boardgames.games.shogi.rules import Shogi
from boardgames.games.shogi.variant import Variant
from boardgames.records.game_record import GameRecord, UnreadableRecord

NUMBERED: Final = re.compile(r"([0-9]{1,6})[\s.:]{1,40}(\S.*)")
TIME: Final = re.compile(
    r"\(\s{0,9}(?:([0-9]{1,6}):)?([0-9]{1,9}):([0-9]{1,2}(?:\.[0-9]{1,6})?)\s{0,9}(?:/[\s0-9:.]{0,40})?\)"
)
TAIL: Final = re.compile(r"\([0-9:./\s]*\)|\+|\s+")  # a time, or the mark of a variation


@cache
def a_move(variant: Variant) -> re.Pattern[str]:
    """A verbose expression for a move."""
    return re.compile(rf"{move_pattern(variant)} \s* (?P<rest>.*)", re.VERBOSE)


def recognises(variant: Variant, data: bytes) -> bool:
    """True if a file looks like KIF of this variant."""
    return kind_of(data) == "kif" and is_of(variant, data)


def resembles(data: bytes) -> bool:
    """True if a file looks like KIF of any variant."""
    return kind_of(data) == "kif"


def read(game: Game, data: bytes) -> GameRecord:
    """The game in a KIF file, or the position in a diagram.

    Raises :class:`UnreadableRecord`.
    """
    assert isinstance(game, Shogi)
    return kakinoki_reader.read(data, partial(_Reader, game, spell))


class _Reader(KakinokiReader):
    example = "'1 ７六歩(77)' with its number"

    def moves(self, number: int, text: str) -> bool:
        found = NUMBERED.fullmatch(text)
        if found is None:
            return False
        self._move(number, int(found[1]), found[2])
        return True

    def begun(self, text: str) -> bool:
        number, _, text = text.partition(" ")
        if not number.isdecimal() or (self.number != NOT_YET and int(number[:9]) != self.number + 1):
            return False
        state = self.builder.state
        text = re.sub(r"\s", "", text).lstrip(kakinoki_reader.SIDE)
        moves = {spell(state, action, last) for action in state.actions() for last in (None, state.last)}
        texts = [re.sub(r"\s", "", unicodedata.normalize("NFKC", each)) for each in [*moves, *KIF]]
        return any(each.startswith(text) and each != text for each in texts)

    def _first(self) -> int:
        return 1 if self.first is None else self.first

    first: int | None = None  # the number of the first move

    def _move(self, line: int, number: int, text: str) -> None:
        self._begin()
        if self.builder.aside and self._first() <= number <= self.number:
            self.builder.branch(number - self._first())  # it says another move again, so another variation begins
        elif self.number != NOT_YET and number != self.number + 1:
            raise UnreadableRecord(f"this is numbered {number}: expected move {self.number + 1}", line)
        if self.number == NOT_YET and number not in (1, int(self.builder.start.ply)):
            raise UnreadableRecord(f"the first move is numbered {number}: expected 1", line)
        self.number = number
        self.first = number if self.first is None else self.first
        word = re.split(r"[\s(]", text, maxsplit=1)[0]
        if word in KIF:
            seconds = self._seconds(line, text[len(word) :])
            self.end(line, word)
            self.builder.took(line, seconds)
            return
        move = a_move(self.variant).fullmatch(text)
        if move is None:
            raise UnreadableRecord(
                f"cannot read the move {shown(text)}: expected a square, a piece and where it comes from as "
                "'７六歩(77)', '３三角成(88)', '同　銀(31)' or '５五角打', or an ending as '投了'",
                line,
            )
        seconds = self._seconds(line, move["rest"])
        self.builder.play(line, text.removesuffix(move["rest"]), self.usi(line, move))
        self.builder.took(line, seconds)

    def _seconds(self, line: int, rest: str) -> float | None:
        """The time behind a move or an ending, if there is one."""
        place = 0
        while place < len(rest):
            found = TAIL.match(rest, place)
            if found is None:
                raise UnreadableRecord(
                    f"cannot read {shown(rest)} after the move: expected nothing, or a time as '( 0:16/00:00:16)'", line
                )
            place = found.end()
        time = TIME.search(rest)
        return None if time is None else _number(time[3]) + 60 * int(time[2]) + 3600 * int(time[1] or 0)


def _number(text: str) -> float:
    return float(text) if "." in text else int(text)
