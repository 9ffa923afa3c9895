"""A lenient reader of CSA: versions 1 to 3, and what floodgate and other servers add."""

from __future__ import annotations

import re
from typing import Final

from boardgames.core.model.game import Game
from boardgames.core.text.printable import shown
from boardgames.games.shogi.io.diagram import Diagram
from boardgames.games.shogi.records import encodings
from boardgames.games.shogi.records.csa import HEADERS
from boardgames.games.shogi.records.csa_moves import IN_HAND, SIGNS, names, pieces, spell, usi
from boardgames.games.shogi.records.endings import BROKEN_OFF, CSA, CSA_FOULS, NOBODY, SUMMARIES
from boardgames.games.shogi.records.kanji_moves import checked_square
from boardgames.games.shogi.records.record_builder import RecordBuilder
from boardgames.games.shogi.rules import Shogi
from boardgames.games.shogi.variant import SHOGI, Variant
from boardgames.records.game_record import GameRecord, UnreadableRecord

REST: Final = "AL"  # all pieces that are left over
MARKS: Final = re.compile(r"(V[1-9](\.[0-9])?(,|$)|PI|P[1-9][ +-]|P[+-][0-9]{2}[A-Z]{2}|[+-][0-9]{4}[A-Z]{2}\b)")
"""The beginning of some line of a file in CSA."""

NEXT: Final = "/"
"""The line between the games of a file."""

MOVE: Final = re.compile(r"[+-][0-9A-Z]|P[I1-9+-]")
"""The beginning of a move or a position, though it may go on wrong."""
TIME: Final = re.compile(r"T\s?([0-9]{1,9}(?:\.[0-9]{1,6})?)")
HEADER: Final = re.compile(r"\$([^:]*):(.*)")
HEADER_BEHIND: Final = re.compile(r"(?!\$|N[+-])([^']*?),((?:\$|N[+-]).*)")  # it takes the rest of its line
ROW: Final = re.compile(r"P([1-9])(.*)")
SQUARE: Final = re.compile(r"[+-][A-Z]{2}|\*")
SUMMARY: Final = re.compile(r"summary:([^:]{1,40}):(.*) (win|lose|draw):(.*) (win|lose|draw)")


def resembles(data: bytes) -> bool:
    """True if a file looks like CSA of any variant."""
    return any(MARKS.match(line.strip()) for line in encodings.head(data))


def recognises(variant: Variant, data: bytes) -> bool:
    """True if a file looks like CSA of this variant."""
    if not resembles(data):
        return False
    lines = [line.strip() for line in encodings.head(data)]
    lines = lines[: lines.index(NEXT)] if NEXT in lines[1:] else lines
    rows = [row[2] for row in map(ROW.fullmatch, lines) if row is not None]
    if not rows:
        return variant.name == SHOGI.name
    return len(rows) == variant.ranks and max(map(files_in, rows)) == variant.files


def files_in(row: str) -> int:
    """The number of squares in a row: each is a word if empty ones are asterisks, else three characters."""
    return len(SQUARE.findall(row)) if "*" in row else (len(row) + 2) // 3


def read(game: Game, data: bytes) -> GameRecord:
    """The first game in a CSA file."""
    return read_all(game, data)[0]


def read_all(game: Game, data: bytes) -> list[GameRecord]:
    """All games in a CSA file.  Raises :class:`UnreadableRecord`."""
    lines = encodings.lines(data)
    return [_read(game, lines, place) for place in _games(lines)]


def _games(lines: list[str]) -> list[range]:
    """The places of the lines of each game, without empty ones at the end and between."""
    ends = [place for place, line in enumerate(lines) if line == NEXT] + [len(lines)]
    starts = [0] + [end + 1 for end in ends[:-1]]
    games = [range(start, end) for start, end in zip(starts, ends, strict=True)]
    return [game for game in games if any(lines[place] for place in game)] or games[:1]


def _read(game: Game, lines: list[str], place: range) -> GameRecord:
    assert isinstance(game, Shogi)
    reader = _Reader(game)
    for number in place:
        reader.last = number == len(lines) - 1
        try:
            reader.line(number + 1, lines[number].lstrip())
        except UnreadableRecord as error:
            if reader.last and reader.breaks_off(lines[number]):
                reader.builder.note(number + 1, f"the file breaks off here, in {shown(lines[number])}")
                break
            raise reader.builder.blame(error) from None
    return reader.finish()


class _Reader:
    def __init__(self, game: Shogi) -> None:
        self.game = game
        self.variant = game.variant
        self.names, self.pieces = names(game.variant), pieces(game.variant)
        piece = "|".join(self.pieces)
        self.cell = re.compile(rf"([+-])({piece})| ?\* ?| {{3}}")  # three characters wide
        self.tokens = re.compile(rf"[+-](?:{piece})|\*")  # the squares of a row whose blanks were collapsed
        self.placed = re.compile(rf"([0-9]{{2}})({piece}|{REST})")
        self.move = re.compile(rf"([+-])([0-9]{{2}})([0-9]{{2}})({piece})")
        self.builder = RecordBuilder(game, spell)
        self.diagram: Diagram | None = None
        self.diagram_line = 0
        self.setting_up = True
        self.said_anything = False
        self.summary: re.Match[str] | None = None
        self.last = False
        """True at the last line of the file, where it may break off."""

    def line(self, number: int, line: str) -> None:
        behind = HEADER_BEHIND.fullmatch(line)
        if behind is not None:
            self.line(number, behind[1])
            self.line(number, behind[2])
            return
        if line.startswith("'"):
            if not line.startswith("'CSA encoding="):
                self.builder.comment(line[1:].removeprefix("*"))
            self.summary = SUMMARY.fullmatch(line[1:].strip()) or self.summary
            return
        if line.startswith(("N+", "N-")):
            self.builder.names[SIGNS.index(line[1])] = line[2:].strip()
        elif line.startswith("$"):
            self._header(number, line)
        else:
            statements, quote, comment = line.partition("'")
            for part in statements.split(","):
                if part.strip():
                    self._statement(number, part.strip())
            if quote:
                self.builder.comment(comment.removeprefix("*"))
        self.said_anything = self.said_anything or bool(line)

    def breaks_off(self, line: str) -> bool:
        """True if this, the last line, is the beginning of one that could be read."""
        text = line.rpartition(",")[2]
        if len(text) < 2 and text != "T":
            return False
        whole = [spell(self.builder.state, action) for action in self.builder.state.actions()]
        begun = [word for word in [*whole, *CSA, *CSA_FOULS, "T0"] if word.startswith(text) and word != text]
        return self.builder.under_way and not self.builder.ended and bool(begun)

    def _statement(self, line: int, text: str) -> None:
        row, move, time = ROW.fullmatch(text), self.move.fullmatch(text), TIME.fullmatch(text)
        head, _, behind = text.partition(" ")
        if behind and (self.move.fullmatch(head) or head.startswith("%")):
            self._statement(line, head)
            self._statement(line, behind.strip())
        elif re.fullmatch(r"V[0-9][0-9.]{0,4}", text):
            return
        elif text.startswith("PI"):
            self._start(line, text[2:])
        elif row is not None:
            self._row(line, int(row[1]), row[2])
        elif text.startswith(("P+", "P-")):
            self._place(line, SIGNS.index(text[1]), text[2:])
        elif text in ("+", "-"):
            self._to_move(line, SIGNS.index(text))
        elif move is not None:
            self._move(line, text, move)
        elif time is not None:
            self.builder.took(line, float(time[1]) if "." in time[1] else int(time[1]))
        elif text in CSA or text in CSA_FOULS:
            self._begin(0)
            self.builder.end_by(line, text)
        elif MOVE.match(text):
            expected = "a move as '+7776FU', a drop as '+0055KA', or the side to move alone"
            raise UnreadableRecord(f"cannot read {shown(text)}: expected {expected}", line)
        else:
            self._remark(line, text)
            if text.startswith("%"):
                self._begin(0)
                self.builder.end(line, text, BROKEN_OFF)

    def _remark(self, line: int, text: str) -> None:
        """Keep what is no statement, since a position or move that cannot be read is refused elsewhere."""
        if self.last and self.breaks_off(text):
            raise UnreadableRecord(f"cannot read {shown(text)}", line)
        self.builder.note(line, f"{shown(text)} is no statement of CSA; it was read as a comment")
        self.builder.comment(text)

    # -- how it begins --------------------------------------------------------------------

    def _header(self, line: int, text: str) -> None:
        header = HEADER.fullmatch(text)
        if header is None:
            self._remark(line, text)
            return
        key = header[1].strip()
        self.builder.headers[HEADERS.get(key, key)] = header[2].strip()

    def _setup(self, line: int) -> Diagram:
        if not self.setting_up:
            raise UnreadableRecord("this describes a position, which can only stand before the first move", line)
        if self.diagram is None:
            self.diagram = Diagram(self.variant)
            self.diagram_line = line
        return self.diagram

    def _start(self, line: int, removed: str) -> None:
        """The usual start without the pieces that are named after it."""
        self._setup(line)
        start = self.diagram = Diagram.of(self.game.start())
        for square, letters in self._placed(line, removed):
            name = self._square(line, square)
            if start.men.get(name, "").upper() != letters:
                raise UnreadableRecord(
                    f"there is no {self.names.get(letters, REST)} on {square} to be taken away", line
                )
            del start.men[name]

    def _row(self, line: int, rank: int, text: str) -> None:
        diagram = self._setup(line)
        if rank > self.variant.ranks:
            raise UnreadableRecord(f"there is no row {rank} on a board of {self.variant.ranks} ranks", line)
        text = text.replace(".", "*").ljust(3 * self.variant.files)
        cells = [text[place : place + 3] for place in range(0, len(text), 3)]
        read = [self.cell.fullmatch(cell) for cell in cells]
        if (len(cells) != self.variant.files or None in read) and not self.tokens.sub("", text).strip():
            read = [self.cell.fullmatch(token) for token in self.tokens.findall(text)]
        if len(read) != self.variant.files or None in read:
            raise UnreadableRecord(
                f"cannot read the row {shown(text)}: expected {self.variant.files} squares as ' * ', '+FU' or '-FU'",
                line,
            )
        for square, cell in zip(diagram.row(rank - 1), read, strict=True):
            if cell is not None and cell[1]:
                letters = self.pieces[cell[2]]
                diagram.men[square] = letters if cell[1] == "+" else letters.lower()

    def _place(self, line: int, seat: int, text: str) -> None:
        diagram = self._setup(line)
        for square, letters in self._placed(line, text):
            if letters == REST:
                diagram.hands[seat].update(diagram.left_over())
            elif square == IN_HAND:
                if letters not in self.variant.letters[1:]:
                    raise UnreadableRecord(f"{self.names[letters]} cannot be in hand", line)
                diagram.hands[seat][letters] += 1
            else:
                diagram.men[self._square(line, square)] = letters.lower() if seat else letters

    def _placed(self, line: int, text: str) -> list[tuple[str, str]]:
        """The squares and pieces of ``82HI22KA``."""
        pieces = list(self.placed.finditer(text))
        loose = any(piece[2] == REST and piece[1] != IN_HAND for piece in pieces)
        if loose or "".join(piece[0] for piece in pieces) != text.strip():
            raise UnreadableRecord(
                f"cannot read {shown(text)}: expected squares and pieces as '82HI22KA' or '00AL'", line
            )
        return [(piece[1], self.pieces.get(piece[2], REST)) for piece in pieces]

    def _to_move(self, line: int, seat: int) -> None:
        if self.setting_up:
            self._begin(seat)
        elif seat != self.builder.state.seat:
            raise UnreadableRecord(f"{SIGNS[seat]} is not the side to move here: expected {SIGNS[1 - seat]}", line)

    def _begin(self, seat: int) -> None:
        """Begin the game in the position that the lines so far describe."""
        if not self.setting_up:
            return
        self.setting_up = False
        if self.diagram is None:
            self.diagram, self.diagram_line = Diagram.of(self.game.start()), 0
        self.diagram.seat = seat
        self.builder.begin(self.diagram.sfen(), self.diagram_line, "the position here cannot be")

    # -- how it goes on -------------------------------------------------------------------

    def _move(self, line: int, text: str, move: re.Match[str]) -> None:
        seat, letters = SIGNS.index(move[1]), self.pieces[move[4]]
        self._begin(seat)
        state = self.builder.state
        if seat != state.seat:
            raise UnreadableRecord(
                f"{shown(text)} is a move of {SIGNS[seat]}: expected one of {SIGNS[state.seat]}", line
            )
        target = self._square(line, move[3])
        origin = "" if move[2] == IN_HAND else self._square(line, move[2])
        move_in_usi = usi(state, letters, origin, target)
        if move_in_usi is None:
            man = state.piece_at(origin).upper()
            name = self.names[man] if man else "nobody"
            raise UnreadableRecord(
                f"{shown(text)} moves {move[4]} from {move[2]}, but {name} stands there and cannot become {move[4]}",
                line,
            )
        self.builder.play(line, text, move_in_usi)

    def _square(self, line: int, digits: str) -> str:
        return checked_square(self.variant, line, int(digits[0]), int(digits[1]))

    def finish(self) -> GameRecord:
        if not self.said_anything:
            raise UnreadableRecord("this file is empty: expected a record in CSA")
        self._begin(0)
        if self.summary is not None:
            self._summarise(*self.summary.groups())
        return self.builder.finish()

    def _summarise(self, word: str, one: str, one_did: str, other: str, other_did: str) -> None:
        """Take the verdict from the server's summary, if the record has no other."""
        ending = SUMMARIES.get(word)
        if ending is None or self.builder.verdict is not None:
            return
        loser = 0 if one_did == "lose" else 1 if other_did == "lose" else None
        if loser is not None and [other, one] == self.builder.names:
            loser = 1 - loser
        if (loser is None) == (ending.loser is NOBODY):
            self.builder.summarise(ending, loser, f"summary:{word}")
