"""A game as a line of USI, the protocol of shogi programs: ``position startpos moves 7g7f 3c3d``.

It has the start and the moves, and nothing else.  A bare list of moves is read too, on several lines, and a
bare SFEN with moves or without; a file with a position on each line holds several games.
"""

from __future__ import annotations

import re
from typing import Final

from boardgames.core.model.game import Game
from boardgames.core.text.printable import shown
from boardgames.games.shogi.io.sfen import cleaned
from boardgames.games.shogi.records import encodings
from boardgames.games.shogi.records.endings import DECLARED, RESIGNED
from boardgames.games.shogi.records.record_builder import MOST_MOVES, RecordBuilder
from boardgames.games.shogi.rules import Shogi
from boardgames.games.shogi.variant import SHOGI, Variant
from boardgames.records.game_record import GameRecord, UnreadableRecord

RANKS: Final = re.compile(r"[A-Za-z0-9+]{1,60}(/[A-Za-z0-9+]{1,60}){2,12}")  # of an SFEN
HEAD: Final = 10_000
MOVE: Final = re.compile(r"[1-9][a-i][1-9][a-i]\+?|\+?[A-Z]\*[1-9][a-i]")
LIKE_A_MOVE: Final = re.compile(r"[1-9][a-z0-9]|\+?[A-Za-z]?\*")
WORDS: Final = ("resign", "win")
LONGEST_MOVE: Final = len(" 8h2b+")
MOST_FIELDS: Final = 4  # of a position


def resembles(data: bytes) -> bool:
    """True if a file looks like a game in USI, or a position in SFEN, of any variant."""
    return _resemble(_first_words(SHOGI, data))


def recognises(variant: Variant, data: bytes) -> bool:
    """True if a file looks like a game of this variant in USI; without a position it is taken for shogi."""
    words = _first_words(variant, data)
    if not _resemble(words):
        return False
    if words[0] == "sfen":
        return len(words) > 1 and variant.fits(words[1])
    return variant.fits(words[0]) if RANKS.fullmatch(words[0]) else variant.name == SHOGI.name


def _resemble(words: list[str]) -> bool:
    return words[:1] in (["startpos"], ["moves"], ["sfen"]) or bool(
        words and (MOVE.fullmatch(words[0]) or (RANKS.fullmatch(words[0]) and words[1:2] in (["b"], ["w"], [])))
    )


def _first_words(variant: Variant, data: bytes) -> list[str]:
    return cleaned(variant, " ".join(encodings.head(data[:HEAD]))).split()[:5]


def read_all(game: Game, data: bytes) -> list[GameRecord]:
    """All games of a file with a position a line.  Raises :class:`UnreadableRecord`."""
    lines = encodings.lines(data, MOST_MOVES * LONGEST_MOVE + HEAD)  # a whole game is one of them
    return [_read(game, words, len(lines)) for words in _games(game, lines)]


def _games(game: Game, lines: list[str]) -> list[list[tuple[int, str]]]:
    """The words of each game, with the numbers of their lines: one begins wherever a line says its position."""
    assert isinstance(game, Shogi)
    games: list[list[tuple[int, str]]] = []
    for number, line in enumerate(lines, 1):
        words = cleaned(game.variant, line).split()
        begins = words[:1] in (["startpos"], ["sfen"]) or bool(words and RANKS.fullmatch(words[0]))
        if words and (begins or not games):
            games.append([])
        if words:
            games[-1] += [(number, word) for word in words]
    if not games:
        raise UnreadableRecord("this file is empty: expected 'position startpos moves 7g7f ...'")
    return games


def _read(game: Game, words: list[tuple[int, str]], last: int) -> GameRecord:
    """The game in these words; ``last`` is the number of the file's last line, where it may break off."""
    assert isinstance(game, Shogi)
    builder = RecordBuilder(game, lambda state, action: str(action))
    if words and (words[0][1] == "sfen" or RANKS.fullmatch(words[0][1])):
        line = words[0][0]
        words = words[words[0][1] == "sfen" :]
        fields: list[str] = []
        while words and words[0][1] != "moves" and len(fields) < MOST_FIELDS and not MOVE.fullmatch(words[0][1]):
            fields.append(words.pop(0)[1])
        builder.begin(" ".join(fields), line)
    elif words and words[0][1] == "startpos":
        words = words[1:]
    if words and words[0][1] == "moves":
        words = words[1:]
    for place, (line, word) in enumerate(words):
        if word == "win":
            builder.declare(line, word, DECLARED)
        elif word == "resign":
            builder.end(line, word, RESIGNED)
        elif MOVE.fullmatch(word) is not None:
            builder.play(line, word, word)
        elif (
            place == len(words) - 1
            and line == last
            and builder.under_way
            and any(text.startswith(word) for text in [*map(str, builder.state.actions()), *WORDS])
        ):
            builder.note(line, f"the file breaks off here, in {shown(word)}")
        elif LIKE_A_MOVE.match(word) or not builder.under_way:
            raise UnreadableRecord(f"cannot read {shown(word)}: expected a move as '7g7f', '8h2b+' or 'P*5e'", line)
        else:
            builder.note(line, f"{shown(word)} and what follows is neither a move nor an ending, and was left out")
            break
    return builder.finish()


def write(record: GameRecord) -> str:
    """The line of USI that leads to the end of the game; only shogi uses ``startpos``."""
    usual = record.game == SHOGI.name and record.start == f"{SHOGI.start} 1"
    moves = "".join(f" {action}" for action in record.actions)
    return f"position {'startpos' if usual else f'sfen {record.start}'}{' moves' * bool(moves)}{moves}\n"
