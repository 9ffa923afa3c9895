"""A lenient reader of what KIF, KI2 and BOD have in common: all but the notation of moves."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from itertools import takewhile
from typing import Final

import attrs

from boardgames.core.model.game import Game
from boardgames.core.text.printable import shown
from boardgames.games.shogi.io import kanji
from boardgames.games.shogi.io.diagram import Diagram
from boardgames.games.shogi.records import encodings
from boardgames.games.shogi.records.endings import DECLARED, KIF, PERPETUAL, TIMED_OUT, ending_in
from boardgames.games.shogi.records.handicaps import SFENS, spelled_out
from boardgames.games.shogi.records.kanji_moves import SIDE, any_of
from boardgames.games.shogi.records.kif import HEADERS, SIDES, header
from boardgames.games.shogi.records.record_builder import RecordBuilder
from boardgames.games.shogi.rules import Shogi
from boardgames.games.shogi.variant import SHOGI, Variant
from boardgames.records.game_record import GameRecord, UnreadableRecord

ALL_OTHERS: Final = ("残り全部", "残り", "残りすべて", "残り全て")
"""In place of the pieces in hand, as mate problems have it: all that are not in the position."""
SET_UP: Final = ("その他", "詰将棋", "実戦詰将棋")
"""The value of 手合割 where a diagram follows."""

SIGNS: Final = str.maketrans(dict(zip(SIDE, ("先手", "後手") * 3, strict=True)))
HANDS: Final = ("の持駒", "の持ち駒")
HEAD: Final = re.compile(r"手数-|(手合割|先手|後手|下手|上手)\s{0,9}[:：]")
NUMBERED_MOVE: Final = re.compile(
    rf"\s*第?[0-9０-９]{{1,6}}(?:手目?)?[\s.:．：]{{0,9}}(?<![0-9０-９])"
    rf"[{SIDE}]?(同|[1-9１-９][一二三四五六七八九1-9１-９]|投了)"
)
SIGNED_MOVE: Final = re.compile(
    rf"\s*(?:[{SIDE}]\s{{0,3}}|(?=..[歩香桂銀金角飛玉王と龍竜馬成]))(?:同|[1-9１-９][一二三四五六七八九1-9１-９])"
)
A_MOVE: Final = re.compile(f"{NUMBERED_MOVE.pattern}|{SIGNED_MOVE.pattern}")
DRAWN: Final = re.compile(r"\s*[|｜](.*)[|｜]|(先手|後手|下手|上手)の持ち?駒\s{0,9}[:：]")

NUMBER: Final = f"[{kanji.DIGITS}十]+|[0-9]+"
RULER: Final = re.compile(r"[1-9]( +[1-9]){2,}|[+][-+\s]+")  # above, and the edges of, a diagram
ROW: Final = re.compile(r"[|｜]([^|｜]*)(?:[|｜].*)?")
CELL: Final = re.compile(r"\s{0,4}([vV▽△☖^+▲☗]?)\s{0,4}([・･·.．口]|[^\W\d_A-Za-z])")
EMPTY_SIGNS: Final = "・･·.．口"
TO_MOVE: Final = re.compile(r"(先手|後手|上手|下手)番")
COUNT: Final = re.compile(r"手数 {0,9}= {0,9}([0-9]{1,6})")
VARIATION: Final = re.compile(r"変化\s{0,9}:?\s{0,9}([0-9]{1,6})\s{0,9}手?")
SUMMARY: Final = re.compile(
    r"(?:以上|まで|(?=[0-9]{1,6}手(?:まで|で|にて)))[\s、]{0,9}(?:([0-9]{1,6})手)?(?:まで|で|にて)?(.*)"
)
ALONE: Final = re.compile(rf"[{SIDE}]?(投了|中断|詰み?|\S{{3,20}}?)\s{{0,99}}(\([0-9:./\s]*\))?")
LIKE_A_MOVE: Final = re.compile(
    rf"[{SIDE}]?\s{{0,9}}(?:[1-9][一二三四五六七八九]|[1-9][1-9](?![手時分秒年月日目])[^\W0-9]|同(?![じ様時]))"
)
REMARKED_END: Final = re.compile(r"(.{1,12})にて終局")


@cache
def in_hand(variant: Variant) -> re.Pattern[str]:
    """An expression for a piece in hand, with its number."""
    pieces = [name for name, letters in kanji.pieces(variant).items() if letters in variant.letters[1:]]
    return re.compile(rf"({any_of(pieces)})({NUMBER})?")


# -- what kind of file it is --------------------------------------------------------------


def kind_of(data: bytes) -> str | None:
    """``kif``, ``ki2`` or ``bod`` for a file that looks like it, of any variant."""
    headed = signed = drawn = False
    for line in encodings.head(data):
        if NUMBERED_MOVE.match(line):
            return "kif"
        headed = headed or HEAD.match(line) is not None
        signed = signed or SIGNED_MOVE.match(line) is not None
        drawn = drawn or DRAWN.match(line) is not None
        if line.startswith("手数-"):
            return "kif"
    return "ki2" if signed else "kif" if headed else "bod" if drawn else None


def looks_like(kind: str, data: bytes) -> bool:
    """True if a file looks like one of that kind, of any variant."""
    return kind_of(data) == kind


def is_of(kind: str, variant: Variant, data: bytes) -> bool:
    """True if a file looks like one of that kind, of this variant."""
    if kind_of(data) != kind:
        return False
    lines = list(takewhile(lambda line: A_MOVE.match(line) is None, encodings.head(data)))
    rows = [row[1] for row in map(DRAWN.match, lines) if row is not None and row[1] is not None]
    if rows:
        fits = len(rows) == variant.ranks and len(CELL.findall(rows[0])) == variant.files
        return fits and not variant.shares_board
    headings = dict(filter(None, map(header, reversed(lines))))
    handicap = unicodedata.normalize("NFKC", headings.get("手合割", ""))
    if variant.name != SHOGI.name:
        return bool(handicap) and handicap == variant.even
    return handicap in SET_UP or not handicap.endswith("将棋")  # which would be another game's name


# -- reading ------------------------------------------------------------------------------


class KakinokiReader:
    """A reader of lines; a reader of one format adds :meth:`moves`.

    ``board`` picks one of the boards that the name of a handicap can mean;
    ``boards`` is how many there are.
    """

    def __init__(self, game: Shogi, spell: Callable[..., str], board: int) -> None:
        self.game = game
        self.variant = game.variant
        self.pieces = kanji.pieces(game.variant)
        self.builder = RecordBuilder(game, spell)
        self.board = board
        self.boards = 1
        self.diagram: Diagram | None = None
        self.rows = 0
        self.rest: int | None = None  # the seat that has all other pieces in hand
        self.diagram_line = 0
        self.handicap: tuple[int, str] | None = None
        self.setting_up = True
        self.number = 0  # of the last move
        self.idle = False  # that number was no move's, and may come again
        self.plies: dict[int, int] = {}  # before the moves of these numbers
        self.skipping = False  # the rest of a variation
        self.closed = False  # another game begins in this file
        self.remarked: tuple[int, int, re.Match[str]] | None = None  # an ending in a comment: its line and ply

    # -- what each format does in its own way -----------------------------------------

    def moves(self, number: int, text: str) -> bool:
        """Read the moves in a line; ``False`` if it has none."""
        raise NotImplementedError

    def begun(self, text: str) -> bool:
        """True if a last line that cannot be read is the beginning of one that could."""
        state, text = self.builder.state, unicodedata.normalize("NFKC", text)
        text = re.sub(r"^[0-9]{1,6}(\s|$)|\s", "", text[max(map(text.rfind, SIDE)) + 1 :])
        moves = {self.builder.spell(state, action, last) for action in state.actions() for last in (None, state.last)}
        texts = [re.sub(r"\s", "", unicodedata.normalize("NFKC", spelling)).lstrip(SIDE) for spelling in [*moves, *KIF]]
        return any(spelling.startswith(text) and spelling != text for spelling in texts)

    # -- lines ----------------------------------------------------------------------------

    def read(self, lines: list[str]) -> GameRecord:
        self.last_line = len(lines)
        for number, line in enumerate(lines, 1):
            before = self.number
            try:
                self.line(number, line)
            except UnreadableRecord as error:
                self.number = before
                if self.builder.aside:
                    self.builder.give_up(error)
                    self.skipping = True
                elif number == self.last_line and self._breaks_off(number, line):
                    self.builder.note(number, f"the file breaks off here, in {shown(line)}")
                else:
                    raise self.builder.blame(error) from None
        return self.finish()

    def _breaks_off(self, number: int, line: str) -> bool:
        """True if the file ends within this line.  All before it is kept, and a move of which only the time is cut."""
        text = unicodedata.normalize("NFKC", line).strip()
        whole, bracket, rest = text.rpartition("(")
        if bracket and not rest.strip("0123456789:./ ") and not re.fullmatch("[0-9]?", rest):
            try:
                return self.moves(number, whole)
            except UnreadableRecord:
                return False
        return self.builder.under_way and not self.builder.ended and self.begun(text)

    def line(self, number: int, line: str) -> None:
        """Read one line of the record, with its number for messages."""
        line = line.strip()
        if not line or line.startswith("#") or self.closed:
            return
        text = unicodedata.normalize("NFKC", line).strip()
        variation = None if self.setting_up else VARIATION.match(text)
        if variation is not None:
            self._variation(number, int(variation[1]))
        elif self.skipping:
            return
        elif line.startswith("*"):
            self._comment(number, line[1:])
        elif line.startswith("&"):
            self.builder.note(number, f"the bookmark {shown(line[1:])} was left out")
        else:
            self._statement(number, line, text)

    def _statement(self, number: int, line: str, text: str) -> None:
        row, to_move, count = ROW.fullmatch(line), TO_MOVE.fullmatch(text), COUNT.match(text)
        heading, summary = header(line), SUMMARY.match(text)
        alone = None if self.setting_up else ALONE.fullmatch(text)
        if text.startswith("手数-") or RULER.fullmatch(text):
            return
        if self.setting_up and row is not None:
            self._row(number, row[1])
        elif self.setting_up and to_move is not None:
            self._setup(number).seat = SIDES[text[:2]]
        elif self.setting_up and count is not None:
            self._setup(number).ply = int(count[1]) + 1
        elif self.moves(number, text) or (summary is not None and self._summary(number, *summary.groups())):
            return
        elif heading is not None and (self.setting_up or heading[0][2:] not in HANDS):
            self._header(number, *heading)
        elif alone is None or not self.end(number, alone[1]):
            self.remark(number, line)

    def remark(self, number: int, text: str) -> None:
        """Keep what is neither a move nor an ending as a comment, unless the file breaks off in it."""
        if number == self.last_line and self.builder.under_way and not self.builder.ended and self.begun(text):
            raise UnreadableRecord(f"cannot read {shown(text)}: the file breaks off", number)
        self.builder.comment(text)

    def _comment(self, line: int, text: str) -> None:
        """A comment.  81Dojo writes the end in one; it counts if nothing else says it and no move follows."""
        self.builder.comment(text)
        ending = REMARKED_END.fullmatch(text.strip())
        if ending is not None and ending_in(ending[1]) is not None and not self.builder.aside:
            self.remarked = line, len(self.builder.main.actions), ending

    def _variation(self, line: int, number: int) -> None:
        self._begin()
        self.skipping = False
        try:
            self.builder.branch(self.plies.get(number, number - 1))
        except UnreadableRecord as error:
            if error.line is not None:
                raise
            self.builder.note(line, f"{error}; it was left out")
            self.skipping = True
        self.number = number - 1

    # -- how it begins --------------------------------------------------------------------

    def _header(self, line: int, key: str, value: str) -> None:
        side = SIDES.get(key[:2])
        if side is not None and key in SIDES:
            self.builder.names[side] = value
        elif side is not None and key[2:] in HANDS:
            self._hand(line, side, value)
        elif key in ("手合割", "開始日時") and not self.setting_up and self.builder.main.ended:
            self.closed = True
            self.builder.note(line, "another record follows and was left out")
        elif key == "手合割":
            if not self.setting_up:
                raise UnreadableRecord("手合割 comes after the first move, but says how the game begins", line)
            self.handicap = line, value
        else:
            self.builder.headers[HEADERS.get(key, key)] = value

    def _setup(self, line: int) -> Diagram:
        if self.diagram is None:
            self.diagram = Diagram(self.variant)
            self.diagram_line = line
        return self.diagram

    def _row(self, line: int, text: str) -> None:
        diagram = self._setup(line)
        if self.rows == self.variant.ranks:
            raise UnreadableRecord(f"the diagram has more than {self.variant.ranks} rows", line)
        cells = list(CELL.finditer(text[: 12 * self.variant.files]))
        if len(cells) != self.variant.files or "".join(cell[0] for cell in cells) != text.rstrip():
            raise UnreadableRecord(
                f"cannot read the row {shown(text)}: expected {self.variant.files} squares as '・', '歩' or 'v歩'", line
            )
        for square, cell in zip(diagram.row(self.rows), cells, strict=True):
            mark, sign = cell[1] or " ", cell[2]
            if sign in EMPTY_SIGNS:
                continue
            letters = self.pieces.get(sign)
            if letters is None:
                raise UnreadableRecord(f"the row {shown(text)} has {sign!r}, which is no piece", line)
            diagram.men[square] = letters.lower() if mark in "vV▽△☖" else letters
        self.rows += 1

    def _hand(self, line: int, seat: int, text: str) -> None:
        diagram = self._setup(line)
        text = unicodedata.normalize("NFKC", text).replace(" ", "")
        if text in ("なし", ""):
            return
        if text in ALL_OTHERS:
            self.rest = seat
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
                raise UnreadableRecord(f"the hand has {count[:9]} of {piece[1]}: expected 一 to 九十九", line)
            diagram.hands[seat][self.pieces[piece[1]]] += number

    def _begin(self) -> None:
        """Begin the game, at its first move, in the position that the lines so far describe."""
        if not self.setting_up:
            return
        self.setting_up = False
        line, handicap = self.handicap if self.handicap is not None else (0, self.variant.even)
        name = spelled_out(handicap)
        diagram = self.diagram
        if self.rows:
            assert diagram is not None
            if self.rows < self.variant.ranks:
                raise UnreadableRecord(
                    f"the diagram has {self.rows} rows, but the board {self.variant.ranks}", self.diagram_line
                )
            if self.rest is not None:
                diagram.hands[self.rest].update(diagram.left_over())
            self.builder.begin(diagram.sfen(), self.diagram_line, "the position here cannot be")
        elif name in SFENS and self.variant.name == SHOGI.name:
            self.boards = len(SFENS[name])
            self.builder.begin(SFENS[name][self.board], line)
        elif name in SET_UP or name in ("", self.variant.even):
            if name in SET_UP or (diagram is not None and any(diagram.hands)):
                raise UnreadableRecord(
                    "a diagram of the board was expected, and there is none", line or self.diagram_line
                )
        else:
            names = [self.variant.even] if self.variant.even else []
            if self.variant.name == SHOGI.name:
                names += [*SFENS, SET_UP[0]]
            raise UnreadableRecord(f"手合割 is {shown(handicap)}: expected one of {', '.join(names)}", line)

    # -- how it goes on -------------------------------------------------------------------

    def play(self, line: int, text: str, usi: str) -> None:
        """Make a move; where the game has ended before, it begins a variation, as people add to a game."""
        builder = self.builder
        if builder.ended and not builder.aside and builder.state.outcome is None:
            builder.note(line, f"{shown(text)} comes after the end of the game, and begins a variation")
            builder.branch_here(builder.line.end)
        builder.play(line, text, usi)

    # -- how it ends ----------------------------------------------------------------------

    def end(self, line: int, text: str) -> bool:
        """End the game if a text says so."""
        claim = ending_in(self._by_sides(text))
        if claim is None:
            return False
        self._begin()
        (ending, loser), seat = claim, int(self.builder.state.seat)
        if ending == PERPETUAL and loser is None:
            loser = 1 - seat if self.builder.state.checks() else seat
        if ending.reason == DECLARED.reason and loser in (None, 1 - seat):
            self.builder.declare(line, text, DECLARED)
        else:
            word = "切れ負け" if ending.reason == TIMED_OUT.reason else "反則負け" if "反則" in text else text
            self.builder.end(line, word, ending, loser)
        return True

    def _summary(self, line: int, count: str | None, text: str) -> bool:
        """``まで77手で先手の勝ち`` repeats what the ending said, or says it alone; ``False`` if it says none."""
        if self.builder.ended or self.builder.aside:
            return ending_in(self._by_sides(text)) is not None
        ended, plies = self.end(line, text), len(self.builder.main.actions)
        if ended and count is not None and int(count) != plies:
            self.builder.note(line, f"{count} moves are said to have been made, but there are {plies}")
        return ended

    def _by_sides(self, text: str) -> str:
        """A text with the players' names, or their first words, and the signs of the sides replaced by words."""
        text = text.translate(SIGNS)
        for side, name in zip(("先手", "後手"), self.builder.names, strict=True):
            for called in (name, *name.split()[:1]):
                if called and f"{called}の" in text:
                    return text.replace(f"{called}の", f"{side}の", 1)
        return text

    def finish(self) -> GameRecord:
        """The record, after its last line.

        Raises :class:`UnreadableRecord`.
        """
        try:
            self._begin()
            if self.remarked is not None and not self.builder.main.ended:
                line, ply, ending = self.remarked
                if ply == len(self.builder.main.actions):
                    self.builder.path[1:] = []
                    self.end(line, ending[1])
        except UnreadableRecord as error:
            raise self.builder.blame(error) from None
        if (word := self.builder.main.pause) not in ("", "中断"):  # there is no verdict to keep it
            self.builder.main.comments.setdefault(self.builder.main.end, []).append(word)
        if not self.builder.under_way and self.diagram is None and self.handicap is None and not self.builder.headers:
            raise UnreadableRecord("there is no move and no header in this file: expected a record in KIF or KI2")
        return self.builder.finish()


def read(kind: type[KakinokiReader], spell: Callable[..., str], game: Game, data: bytes) -> GameRecord:
    """The game in a file, as readers of that kind read it; ``spell`` writes an action in the notation of the file.

    Raises :class:`UnreadableRecord`.
    """
    assert isinstance(game, Shogi)
    lines = encodings.lines(data)
    attempts: list[tuple[int, GameRecord]] = []
    error: UnreadableRecord | None = None
    board = 0
    while True:
        attempt = kind(game, spell, board)
        try:
            attempts.append((board, attempt.read(lines)))
        except UnreadableRecord as refused:
            error = error or refused
        board += 1
        if board >= attempt.boards:
            break
    if not attempts:
        assert error is not None
        raise error
    board, record = max(attempts, key=lambda attempt: len(attempt[1].actions))  # the first of the longest
    if board == 0:
        return record
    ranks = record.start.partition(" ")[0].split("/")[:2]
    return attrs.evolve(
        record,
        notes=(
            f"手合割 can mean several boards: read as White's first two ranks being {'/'.join(ranks)}, "
            "since the moves fit it",
            *record.notes,
        ),
    )
