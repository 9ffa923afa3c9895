"""A lenient reader of JKF: programs leave out what can be worked out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeVar

import attrs

from boardgames.core.model.game import Game
from boardgames.core.text.finite_json import read_json
from boardgames.core.text.printable import shown
from boardgames.games.shogi.io.diagram import Diagram
from boardgames.games.shogi.moves.board import square_at
from boardgames.games.shogi.records import csa_moves, origins
from boardgames.games.shogi.records.encodings import CONTROL
from boardgames.games.shogi.records.endings import CSA, CSA_FOULS, FOUL
from boardgames.games.shogi.records.handicaps import SFENS
from boardgames.games.shogi.records.jkf import EVEN, OTHER, PRESETS, WORDS
from boardgames.games.shogi.records.kif import HEADERS, SIDES
from boardgames.games.shogi.records.record_builder import RecordBuilder
from boardgames.games.shogi.rules import Shogi
from boardgames.games.shogi.variant import Variant
from boardgames.records.game_record import GameRecord, UnreadableRecord

BLANK: Final = b"\xef\xbb\xbf \t\r\n"
MARK: Final = re.compile(rb'"moves"\s{0,9}:\s{0,9}\[')
OURS: Final = re.compile(rb'"schema"\s{0,9}:')
Kind = TypeVar("Kind")
MOST_SECONDS: Final = 10**7


def resembles(data: bytes) -> bool:
    """True if a file looks like JKF."""
    return data.lstrip(BLANK).startswith(b"{") and MARK.search(data) is not None and OURS.search(data) is None


def recognises(variant: Variant, data: bytes) -> bool:
    """True if a file looks like JKF; its board is that of shogi."""
    return resembles(data)


def read(game: Game, data: bytes) -> GameRecord:
    """The game in a JKF file.  Raises :class:`UnreadableRecord`."""
    assert isinstance(game, Shogi)
    try:
        fields = read_json(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise UnreadableRecord(f"this is no JKF: it is not in UTF-8 ({error.reason} at byte {error.start})") from None
    except ValueError as error:
        raise UnreadableRecord(f"this is no JKF: {error}") from None
    return _Reader(game).read(_object(fields, "the file"))


class _Reader:
    def __init__(self, game: Shogi) -> None:
        self.game = game
        self.builder = RecordBuilder(game, csa_moves.spell)
        self.pieces = csa_moves.pieces(game.variant)

    def read(self, fields: Mapping[str, Any]) -> GameRecord:
        for key, value in _object(fields.get("header") or {}, "'header'").items():
            key, value = _clean(key), _clean(_text(value, "a header"))
            if key in SIDES:
                self.builder.names[SIDES[key]] = value
            elif not key.endswith(("の持駒", "の持ち駒", "手合割")):
                self.builder.headers[HEADERS.get(key, key)] = value
        self._begin(_object(fields.get("initial") or {"preset": EVEN}, "'initial'"))
        moves = _list(fields.get("moves"), "'moves'")
        begin = 0
        if moves and "move" not in _object(moves[0], "a move") and "special" not in moves[0]:
            self._comments(moves[0])
            begin = 1
        self._line(moves[begin:])
        try:
            record = self.builder.finish()
        except UnreadableRecord as error:
            raise _at_move(error) from None
        return attrs.evolve(record, notes=[re.sub("^line ", "move ", note) for note in record.notes])

    def _begin(self, initial: Mapping[str, Any]) -> None:
        preset = initial.get("preset")
        if preset == OTHER:
            self._draw(_object(initial.get("data"), "'data' of 'initial'"))
        elif isinstance(preset, str) and preset in PRESETS:
            self.builder.begin(SFENS[PRESETS[preset]][0], None)
        elif preset != EVEN:
            presets = ", ".join([EVEN, *PRESETS, OTHER])
            raise UnreadableRecord(f"'preset' is {_shown(preset)}: expected one of {presets}")

    def _draw(self, data: Mapping[str, Any]) -> None:
        variant = self.game.variant
        diagram = Diagram(variant)
        board = _list(data.get("board"), "'board'")
        if len(board) != variant.files or any(len(_list(file, "a file")) != variant.ranks for file in board):
            raise UnreadableRecord(f"'board' must be {variant.files} files of {variant.ranks} squares")
        for file, squares in enumerate(board, 1):
            for rank, square in enumerate(squares, 1):
                kind = _object(square, "a square").get("kind")
                if kind:
                    letters = self._piece(kind)
                    diagram.men[square_at(file, rank)] = letters.lower() if square.get("color") else letters
        for seat, hand in enumerate(_list(data.get("hands", [{}, {}]), "'hands'")[:2]):
            for kind, count in _object(hand, "a hand").items():
                letters = self._piece(kind)
                if type(count) is not int or not 0 <= count <= 99 or letters not in variant.letters[1:]:
                    raise UnreadableRecord(f"a hand has {_shown(count)} of {kind}: expected 0 to 99")
                if count:
                    diagram.hands[seat][letters] = count
        diagram.seat = 1 if data.get("color") else 0
        self.builder.begin(diagram.sfen(), None, "the position here cannot be")

    def _line(self, moves: list[Any]) -> None:
        """Play a line, then the forks at its moves, the last first."""
        builder = self.builder
        aside, first = builder.aside, builder.line.end
        forks: list[tuple[int, list[Any]]] = []
        for number, branch in enumerate(moves):
            fields = _object(branch, "a move")
            forks += [(first + number, _list(fork, "a fork")) for fork in _list(fields.get("forks") or [], "'forks'")]
            if builder.ended and aside:
                continue
            try:
                self._statement(first + number + 1, fields)
            except UnreadableRecord as error:
                if not aside:
                    raise _at_move(builder.blame(UnreadableRecord(error.message))) from None
                builder.give_up(UnreadableRecord(error.message))
        path = list(builder.path)
        for ply, fork in sorted(forks, key=lambda branch: -branch[0]):
            builder.path[:] = path
            try:
                builder.branch_here(ply)
            except UnreadableRecord as error:
                builder.notes.append(f"{error}; it was left out")
                continue
            self._line(fork)
        builder.path[:] = path

    def _statement(self, number: int, fields: Mapping[str, Any]) -> None:
        builder = self.builder
        if fields.get("move") is not None:
            move = _object(fields["move"], "'move'")
            builder.play(number, f"move {number}", self._usi(number, move))
        special = fields.get("special")
        if special is not None:
            word = "%" + _text(special, "'special'").lstrip("%")[:40]
            if word == "%ILLEGAL_ACTION":
                builder.end(number, word, FOUL)
            elif not builder.end_by(number, word):
                words = ", ".join(word[1:] for word in [*CSA, *CSA_FOULS])
                builder.note(number, f"'special' is {shown(word[1:])}, which was left out: expected one of {words}")
        if fields.get("time") is not None and fields.keys() & {"move", "special"}:
            self._time(number, _object(fields["time"], "'time'"))
        self._comments(fields)

    def _comments(self, fields: Mapping[str, Any]) -> None:
        for text in _list(fields.get("comments") or [], "'comments'"):
            for line in _text(text, "a comment").split("\n"):
                self.builder.comment(_clean(line))

    def _usi(self, number: int, move: Mapping[str, Any]) -> str:
        state = self.builder.state
        letters = self._piece(move.get("piece"))
        if move.get("to") is not None:
            target = self._square(move["to"])
        elif move.get("same") and state.last is not None:
            target = state.last.destination
        else:
            raise UnreadableRecord(f"move {number} has no 'to'")
        promotes = "+" if move.get("promote") else ""
        if move.get("from") is not None:
            source = self._square(move["from"])
            man = state.piece_at(source).upper()
            if letters == f"+{man}":  # a program may name the piece as it is afterwards
                promotes = "+"
            elif letters != man:
                raise UnreadableRecord(f"move {number} is one of {move['piece']} from {source}, which stands elsewhere")
            return source + target + promotes
        words = "".join(WORDS.get(letter, "") for letter in _text(move.get("relative") or "", "'relative'"))
        if origins.DROPPED in words or not words:
            return f"{letters}*{target}"
        try:
            return origins.usi(state, letters, target, words, promotes)
        except origins.Unclear as error:
            which = ", ".join(error.fitting or error.able)
            raise UnreadableRecord(f"move {number} may come from any of {which}: expected 'from'") from None

    def _time(self, number: int, time: Mapping[str, Any]) -> None:
        now = _object(time.get("now") or {}, "'now'")
        parts = [now.get(unit) or 0 for unit in ("h", "m", "s")]
        if not all(type(part) in (int, float) and 0 <= part < MOST_SECONDS for part in parts):
            raise UnreadableRecord("'now' of 'time' must be hours 'h', minutes 'm' and seconds 's'")
        if now:
            self.builder.took(number, parts[0] * 3600 + parts[1] * 60 + parts[2])

    def _piece(self, kind: Any) -> str:
        if not isinstance(kind, str) or kind not in self.pieces:
            raise UnreadableRecord(f"{_shown(kind)} is no piece: expected one of {', '.join(self.pieces)}")
        return self.pieces[kind]

    def _square(self, place: Any) -> str:
        fields = _object(place, "a square")
        file, rank = fields.get("x"), fields.get("y")
        if type(file) is not int or type(rank) is not int:
            raise UnreadableRecord("a square must be an object with 'x' and 'y'")
        variant = self.game.variant
        if not (1 <= file <= variant.files and 1 <= rank <= variant.ranks):
            raise UnreadableRecord(f"there is no such square: 'x' and 'y' are 1 to {variant.files}")
        return square_at(file, rank)


def _at_move(error: UnreadableRecord) -> UnreadableRecord:
    """An error with the number of the move, which the builder takes for a line, in its sentence."""
    return error if error.line is None else UnreadableRecord(f"at move {error.line}, {error.message}")


def _shown(value: Any) -> str:
    """A value as an error shows it: texts are quoted once, all else as in the file."""
    return shown(value if isinstance(value, str) else json.dumps(value))


def _clean(text: str) -> str:
    return CONTROL.sub(" ", text).rstrip()


def _checked(kind: type[Kind], noun: str, value: Any, what: str) -> Kind:
    if not isinstance(value, kind):
        raise UnreadableRecord(f"this is no JKF: {what} must be {noun}")
    return value


_object: Callable[[Any, str], dict[str, Any]] = partial(_checked, dict, "an object")
_list: Callable[[Any, str], list[Any]] = partial(_checked, list, "a list")
_text = partial(_checked, str, "a text")
