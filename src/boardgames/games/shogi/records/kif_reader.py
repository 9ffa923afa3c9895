"""A reader of KIF that forgives: it takes what Kifu for Windows, ShogiGUI, 81Dojo and others write."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

from boardgames.core.model import Game, Outcome
from boardgames.core.record import GameRecord, UnreadableRecord
from boardgames.core.verdict import RESIGNATION, Fault, Verdict
from boardgames.games.shogi import kanji
from boardgames.games.shogi.impasse import DECLARATION
from boardgames.games.shogi.records import encodings
from boardgames.games.shogi.records.diagram import Diagram
from boardgames.games.shogi.records.endings import DECLARED, FOUL, KIF, TIMED_OUT
from boardgames.games.shogi.records.kif import HANDICAPS, HEADER, HEADERS, REST, SIDES, spell
from boardgames.games.shogi.records.record_builder import RecordBuilder, shown
from boardgames.games.shogi.rules import Shogi
from boardgames.games.shogi.variant import SHOGI, Variant

SET_UP: Final = ("その他", "詰将棋", "実戦詰将棋")
"""What 手合割 says where a diagram follows."""

MARKS: Final = re.compile(
    r"^手数-|^(手合割|先手|後手|下手|上手)\s*[:：]|^\s*[0-9０-９]+\s+[▲△▼▽☗☖]?(同|[1-9１-９][一二三四五六七八九]|投了)",
    re.MULTILINE,
)
"""What a file in KIF has somewhere."""

NUMBER: Final = f"[{kanji.DIGITS}十]+|[0-9]+"
RULER: Final = re.compile(r"\s*[1-9](\s+[1-9])+|[+＋][-－+＋\s]+")  # above, and the edges of, a diagram
ROW: Final = re.compile(r"[|｜](.*?)(?:[|｜](.*))?")
CELL: Final = re.compile(r"\s*([vV▽△☖^]?)\s*([・･·.．口]|[^\W\d_A-Za-z])")
EMPTY_SIGNS: Final = "・･·.．口"
TO_MOVE: Final = re.compile(r"(先手|後手|上手|下手)番")
COUNT: Final = re.compile(r"手数\s*=\s*([0-9]{1,6})")
VARIATION: Final = re.compile(r"変化\s*[:：]\s*([0-9０-９]{1,6})\s*手")
SUMMARY: Final = re.compile(r"まで\s*、?\s*([0-9]{1,6})手(?:で|にて)?、?(.*)")
NUMBERED: Final = re.compile(r"\s*([0-9]{1,6})[\s.:]+(\S.*)")
TIME: Final = re.compile(r"\(\s*(?:([0-9]{1,6}):)?([0-9]{1,9}):([0-9]{1,2}(?:\.[0-9]{1,6})?)\s*(?:/[\s0-9:.]*)?\)")
TAIL: Final = re.compile(rf"(?:{TIME.pattern}|\(\s*[0-9:./\s]*\)|\+|\s)*")  # times, and the mark of a variation


@cache
def a_move(variant: Variant) -> re.Pattern[str]:
    """What a move looks like."""
    return re.compile(
        rf"""[▲△▼▽☗☖]?\s*
        (?: 同 | (?P<file>[1-9{kanji.DIGITS}]) (?P<rank>[1-9{kanji.DIGITS}]) ) \s*
        (?P<piece>{_any_of(kanji.pieces(variant))})
        [左右上下直寄引行入]*
        (?P<promotes>不成|成|不)?
        (?P<drop>打)?
        \s* (?:\(\s*(?P<from>[0-9]{{2}})\s*\))?
        \s* (?P<rest>.*)""",
        re.VERBOSE,
    )


@cache
def in_hand(variant: Variant) -> re.Pattern[str]:
    """What a piece in hand looks like, with its number."""
    pieces = [name for name, letters in kanji.pieces(variant).items() if letters in variant.letters[1:]]
    return re.compile(rf"({_any_of(pieces)})({NUMBER})?")


def _any_of(names: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, names), key=len, reverse=True))


def recognises(variant: Variant, data: bytes) -> bool:
    """Does this look like KIF, of a game of this variant?"""
    text = encodings.decode(data[:100_000])
    rows = re.findall(r"^[|｜](.*)[|｜]", text, re.MULTILINE)
    if MARKS.search(text) is None:
        return False
    if rows:
        return len(rows) == variant.ranks and len(CELL.findall(rows[0])) == variant.files
    named = re.search(r"手合割\s*:\s*(\S+)", unicodedata.normalize("NFKC", text))
    told = named[1] if named is not None else SHOGI.even
    return told == variant.even or (variant.name == SHOGI.name and not told.endswith("将棋"))  # another game's name


def read(game: Game, data: bytes) -> GameRecord:
    """The game in a KIF file.

    Raises :class:`UnreadableRecord`.
    """
    assert isinstance(game, Shogi)
    reader = _Reader(game)
    for number, line in enumerate(encodings.lines(data), 1):
        try:
            reader.line(number, line)
        except UnreadableRecord as error:
            raise reader.builder.blame(error) from None
    return reader.finish()


class _Reader:
    def __init__(self, game: Shogi) -> None:
        self.game = game
        self.variant = game.variant
        self.pieces = kanji.pieces(game.variant)
        self.builder = RecordBuilder(game, spell)
        self.diagram: Diagram | None = None
        self.rows = 0
        self.diagram_line = 0
        self.handicap: tuple[int, str] | None = None
        self.setting_up = True
        self.number: int | None = None  # of the last move
        self.skipping = False

    def line(self, number: int, line: str) -> None:
        variation = VARIATION.match(line)
        if variation is not None:
            self.builder.note(number, f"the variation from move {int(variation[1])} was left out")
            self.skipping = True
        if self.skipping or not line.strip() or line.startswith("#"):
            return
        if line.startswith("*"):
            self.builder.comment(line[1:])
        elif line.startswith("&"):
            self.builder.note(number, f"the bookmark {shown(line[1:])} was left out")
        else:
            self._statement(number, line)

    def _statement(self, number: int, line: str) -> None:
        text = unicodedata.normalize("NFKC", line).strip()
        row, move = ROW.fullmatch(line.strip()), NUMBERED.fullmatch(text)
        summary = SUMMARY.match(text)
        header = HEADER.fullmatch(line)
        if text.startswith("手数-") or RULER.fullmatch(text):
            return
        if row is not None:
            self._row(number, row[1])
        elif TO_MOVE.fullmatch(text):
            self._setup(number).seat = SIDES[text[:2]]
        elif COUNT.match(text):
            count = COUNT.match(text)
            assert count is not None
            self._setup(number).ply = int(count[1]) + 1
        elif move is not None:
            self._move(number, int(move[1]), move[2])
        elif summary is not None:
            self._summary(number, int(summary[1]), summary[2])
        elif header is not None:
            self._header(number, header[1].strip(), header[2].strip())
        else:
            raise UnreadableRecord(
                f"cannot read {shown(line)}: expected a numbered move as '1 ７六歩(77)', a header as '先手：NAME', "
                "a diagram, or a comment after '*' or '#'",
                number,
            )

    # -- how it begins --------------------------------------------------------------------

    def _header(self, line: int, key: str, value: str) -> None:
        side = SIDES.get(key[:2])
        if side is not None and key in SIDES:
            self.builder.names[side] = value
        elif side is not None and key[2:] in ("の持駒", "の持ち駒"):
            self._hand(line, side, value)
        elif key == "手合割":
            if not self.setting_up:
                raise UnreadableRecord("手合割 comes after the first move, but says how the game begins", line)
            self.handicap = line, value
        else:
            self.builder.headers[HEADERS.get(key, key)] = value

    def _setup(self, line: int) -> Diagram:
        if not self.setting_up:
            raise UnreadableRecord("this describes a position, which can only stand before the first move", line)
        if self.diagram is None:
            self.diagram = Diagram(self.variant)
            self.diagram_line = line
        return self.diagram

    def _row(self, line: int, text: str) -> None:
        diagram = self._setup(line)
        if self.rows == self.variant.ranks:
            raise UnreadableRecord(f"the diagram has more than {self.variant.ranks} rows", line)
        cells = list(CELL.finditer(text))
        if len(cells) != self.variant.files or "".join(cell[0] for cell in cells) != text.rstrip():
            raise UnreadableRecord(
                f"cannot read the row {shown(text)}: expected {self.variant.files} squares as '・', '歩' or 'v歩'", line
            )
        for square, cell in zip(diagram.row(self.rows), cells, strict=True):
            mark, sign = cell[1], cell[2]
            if sign in EMPTY_SIGNS:
                continue
            letters = self.pieces.get(sign)
            if letters is None:
                raise UnreadableRecord(f"the row {shown(text)} has {sign!r}, which is no piece", line)
            diagram.men[square] = letters.lower() if mark else letters
        self.rows += 1

    def _hand(self, line: int, seat: int, text: str) -> None:
        diagram = self._setup(line)
        text = unicodedata.normalize("NFKC", text).replace(" ", "")
        if text in ("なし", ""):
            return
        pieces = list(in_hand(self.variant).finditer(text))
        if "".join(piece[0] for piece in pieces) != text:
            raise UnreadableRecord(
                f"cannot read the hand {shown(text)}: expected pieces and numbers as '飛　歩三'", line
            )
        for piece in pieces:
            count = piece[2] or "一"
            number = kanji.NUMBERS.get(count) or (int(count[:3]) if count.isascii() else 0)
            if not 1 <= number <= 99:
                raise UnreadableRecord(f"the hand has {count} of {piece[1]}: expected 一 to 九十九", line)
            diagram.hands[seat][self.pieces[piece[1]]] += number

    def _begin(self) -> None:
        """Settle the position in which the game begins, once its first move is met."""
        if not self.setting_up:
            return
        self.setting_up = False
        line, name = self.handicap if self.handicap is not None else (0, self.variant.even)
        name = unicodedata.normalize("NFKC", name).strip()
        diagram = self.diagram
        if self.rows:
            assert diagram is not None
            if self.rows < self.variant.ranks:
                raise UnreadableRecord(
                    f"the diagram has {self.rows} rows, but the board {self.variant.ranks}", self.diagram_line
                )
            self.builder.set_out(diagram.state(self.game, self.diagram_line))
        elif name in HANDICAPS and self.variant.name == SHOGI.name:
            self.builder.begin(HANDICAPS[name] + REST, line)
        elif name in SET_UP or name in ("", self.variant.even):
            if name in SET_UP or (diagram is not None and any(diagram.hands)):
                raise UnreadableRecord(
                    "a diagram of the board was expected, and there is none", line or self.diagram_line
                )
        else:
            known = [self.variant.even] if self.variant.even else []
            if self.variant.name == SHOGI.name:
                known += [*HANDICAPS, SET_UP[0]]
            raise UnreadableRecord(f"手合割 is {shown(name)}: expected one of {', '.join(known)}", line)

    # -- how it goes on -------------------------------------------------------------------

    def _move(self, line: int, number: int, text: str) -> None:
        self._begin()
        if self.number is not None and number != self.number + 1:
            raise UnreadableRecord(f"this is numbered {number}: expected move {self.number + 1}", line)
        if self.number is None and number not in (1, int(self.builder.start.ply)):
            raise UnreadableRecord(f"the first move is numbered {number}: expected 1", line)
        self.number = number
        word = re.split(r"[\s(]", text, maxsplit=1)[0]
        if word in KIF:
            ending = KIF[word]
            (self.builder.declare if ending is DECLARED else self.builder.end)(line, word, ending)
            self._check_tail(line, text[len(word) :])
            return
        move = a_move(self.variant).fullmatch(text)
        if move is None:
            raise UnreadableRecord(
                f"cannot read the move {shown(text)}: expected a square, a piece and where it comes from as "
                "'７六歩(77)', '３三角成(88)', '同　銀(31)' or '５五角打', or an ending as '投了'",
                line,
            )
        self._check_tail(line, move["rest"])
        self.builder.play(line, text.removesuffix(move["rest"]), self._usi(line, move))
        time = TIME.search(move["rest"])
        if time is not None:
            self.builder.took(line, _number(time[3]) + 60 * int(time[2]) + 3600 * int(time[1] or 0))

    def _check_tail(self, line: int, rest: str) -> None:
        if TAIL.fullmatch(rest) is None:
            raise UnreadableRecord(
                f"cannot read {shown(rest)} after the move: expected nothing, or a time as '( 0:16/00:00:16)'", line
            )

    def _usi(self, line: int, move: re.Match[str]) -> str:
        """The move as the rules name it."""
        state, letters = self.builder.state, self.pieces[move["piece"]]
        target = self._target(line, move)
        if move["from"] not in (None, "00"):
            source = self._square(line, move["from"][0], move["from"][1])
            man = state.piece_at(source)
            if man.upper() != letters:
                there = kanji.names(self.variant)[man.upper()] if man else "nobody"
                raise UnreadableRecord(
                    f"{shown(move['piece'])} is to move from {kanji.square(source)}, but {there} stands there", line
                )
            return source + target + ("+" if move["promotes"] == "成" else "")
        if move["drop"] or move["from"] == "00":
            return f"{letters}*{target}"
        promotes = move["promotes"] == "成"
        fitting = [
            str(action)
            for action in state.actions()
            if action.destination == target
            and (action.piece or state.piece_at(action.origin).upper()) == letters
            and action.promotes == promotes
        ]
        if len(fitting) > 1:
            raise UnreadableRecord(
                f"{shown(move[0])} may be any of {', '.join(fitting)}: expected its origin, as '(77)', or '打'", line
            )
        return fitting[0] if fitting else f"{letters}*{target}"

    def _target(self, line: int, move: re.Match[str]) -> str:
        if move["file"]:
            return self._square(line, move["file"], move["rank"])
        last = self.builder.actions[-1] if self.builder.actions else self.builder.start.last
        if last is None:
            raise UnreadableRecord("同 names the square of the move before, and there is none", line)
        return last.destination

    def _square(self, line: int, file: str, rank: str) -> str:
        column, row = (kanji.DIGITS.find(digit) + 1 or int(digit) for digit in (file, rank))
        return self.builder.square(line, column, row)

    # -- how it ends ----------------------------------------------------------------------

    def _summary(self, line: int, count: int, text: str) -> None:
        """``まで77手で先手の勝ち`` tells again what the ending said, or tells it alone."""
        self._begin()
        builder = self.builder
        if builder.ended:
            return
        winner = re.search(r"(先手|下手|後手|上手)の(.*?)(勝ち?|負け)", text)
        if winner is None:
            word = next((word for word in KIF if word in text), None)
            if word is None:
                raise UnreadableRecord(f"cannot read {shown(text)}: expected who has won, as '先手の勝ち'", line)
            builder.end(line, word, KIF[word])
            return
        seat = SIDES[winner[1]]
        loser = 1 - seat if winner[3].startswith("勝") else seat
        if "反則" in text:
            builder.end(line, text, FOUL, loser)
        else:
            builder.end(line, text, KIF["中断"])
            if "切れ" in text:
                builder.verdict = Verdict.forfeit(Fault(loser, str(TIMED_OUT.reason), text))
            else:
                builder.verdict = Verdict(Outcome.lost_by(loser, DECLARATION if "入玉" in text else RESIGNATION))
        if count != len(builder.actions):
            builder.note(line, f"{count} moves are said to have been made, but there are {len(builder.actions)}")

    def finish(self) -> GameRecord:
        try:
            self._begin()
        except UnreadableRecord as error:
            raise self.builder.blame(error) from None
        if not self.builder.under_way and self.diagram is None and self.handicap is None and not self.builder.headers:
            raise UnreadableRecord("there is no move and no header in this file: expected a record in KIF")
        return self.builder.finish()


def _number(text: str) -> float:
    return float(text) if "." in text else int(text)
