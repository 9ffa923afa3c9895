"""A lenient reader of KIF: of Kifu for Windows, ShogiGUI, 81Dojo and others."""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from boardgames.core.text.printable import shown
from boardgames.games.shogi.records import kakinoki_reader
from boardgames.games.shogi.records.kakinoki_reader import LIKE_A_MOVE, KakinokiReader, is_of, looks_like
from boardgames.games.shogi.records.kanji_moves import SIDE, a_move, usi
from boardgames.games.shogi.records.kif import spell
from boardgames.games.shogi.records.record_builder import LONGEST
from boardgames.records.game_record import UnreadableRecord

NUMBERED: Final = re.compile(rf"第?([0-9]{{1,6}})(?:手目?)?(?:[\s.:)]{{1,40}}|(?=[{SIDE}]))(\S.*)")
TIME: Final = re.compile(
    r"\(\s{0,9}(?:([0-9]{1,6}):)?([0-9]{1,9}):([0-9]{1,2}(?:\.[0-9]{1,6})?)\s{0,9}(?:/[\s0-9:.]{0,40})?\)"
)
TAIL: Final = re.compile(r"\([0-9:./\s]*\)|\+|\s+")  # a time, or the mark of a variation


recognises, resembles = partial(is_of, "kif"), partial(looks_like, "kif")


class _Reader(KakinokiReader):
    def moves(self, number: int, text: str) -> bool:
        numbered = NUMBERED.fullmatch(text)
        if numbered is not None:
            self._move(number, int(numbered[1]), numbered[2])
        return numbered is not None

    def _move(self, line: int, number: int, text: str) -> None:
        move = a_move(self.variant, "(?P<rest>.*)").fullmatch(text)
        if move is None and LIKE_A_MOVE.match(text):
            raise UnreadableRecord(
                f"cannot read the move {shown(text)}: expected a square, a piece and where it comes from as "
                "'７六歩(77)', '３三角成(88)', '同　銀(31)' or '５五角打', or an ending as '投了'",
                line,
            )
        word = re.split(r"[\s(]", text.lstrip(SIDE), maxsplit=1)[0]
        seconds, remark = self._behind(line, move["rest"] if move is not None else text.lstrip(SIDE)[len(word) :])
        if move is not None:
            self._begin()
            self._play(line, number, move)
        elif not self.end(line, word):
            self.remark(line, f"{number} {text}")
            doubt = UnreadableRecord(f"{shown(text)} is neither a move nor an ending", line)
            self.builder.doubt = self.builder.doubt or doubt
            self.builder.notes.append(f"{doubt}, and was kept as a comment")
            seconds, remark = None, ""
        if move is None and not self.setting_up and number == self.number + 1:
            self.plies[number], self.number, self.idle = self.builder.line.end, number, True
        self.builder.took(line, seconds)
        if remark:
            self.builder.comment(remark)

    def _play(self, line: int, number: int, move: re.Match[str]) -> None:
        doubt, expected = "", self.number + 1
        if number in self.plies and number <= self.number - self.idle:  # it says another move again
            self.builder.branch(self.plies[number])
        elif number not in ((expected, expected - self.idle) if self.plies else (1, int(self.builder.start.ply))):
            doubt = f"this is numbered {number}: expected move {expected}"
        self.plies[number], self.number, self.idle = self.builder.line.end, number, False
        move_in_usi = usi(self.builder.state, move, line, self.builder.notes)
        if doubt and move_in_usi not in map(str, self.builder.state.actions()):
            raise UnreadableRecord(doubt, line)
        if doubt:
            self.builder.note(line, f"{doubt}; it was read as that")
        self.play(line, move[0].removesuffix(move["rest"]), move_in_usi)

    def _behind(self, line: int, rest: str) -> tuple[float | None, str]:
        """The time behind a move or an ending, if there is one, and a remark behind it."""
        place = 0
        while (tail := TAIL.match(rest, place)) is not None:
            place = tail.end()
        remark, time = rest[place:], TIME.search(rest)
        if line == self.last_line and remark.startswith("(") and ")" not in remark:
            raise UnreadableRecord(f"cannot read {shown(remark)} after the move: it has no end", line)
        if time is None:
            return None, remark
        seconds = (float if "." in time[3] else int)(time[3]) + 60 * int(time[2]) + 3600 * int(time[1] or 0)
        return (seconds, remark) if seconds <= LONGEST else (None, rest.strip())


read = partial(kakinoki_reader.read, _Reader, spell)
