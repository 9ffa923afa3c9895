"""RGN, the Royal Game Notation of RoyalUr: tags in brackets, then a line for each turn of both sides.

``A@A4 *`` enters a token, which lands on a rosette; ``B4B6x`` captures, ``A7A+`` brings a token home, ``2 --`` is a
throw after which no token can move.  A throw is not written where a move follows: the move shows it.  RoyalUr calls
seat 0, which begins, Light.

Source: ``RGN.java`` of https://github.com/RoyalUr/RoyalUr-Java, which writes this notation and does not read it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from boardgames.core.model.options import differences
from boardgames.games.tagged_records import RULES, all_tags, escape
from boardgames.games.ur.actions import CELL, WAITING, Move
from boardgames.games.ur.rgn_reader import PLAYERS, READER, recognises
from boardgames.games.ur.rules import State
from boardgames.games.ur.tracks import Track, mirrored
from boardgames.records.game_record import GameRecord
from boardgames.records.record_format import RecordFormat

LONGEST_TURN: Final = 60
"""A line that would be longer is broken, as RoyalUr does."""


def write(record: GameRecord) -> str:
    """The text of a record.  Raises :class:`ValueError` for a game that did not begin at the beginning."""
    playthrough = record.playthrough()
    start: State = playthrough.start
    if str(start) != str(start.game.start()):
        raise ValueError(f"rgn holds whole games only, and this one begins at {start}")
    tags = {}
    if differences(start.game.options):
        tags[RULES] = f"ur:{differences(start.game.options)}"
    lines = [f"[{escape(tag)} {escape(value)}]" for tag, value in all_tags(record, tags, PLAYERS).items()]
    moves = list(turns(record))
    return "\n".join([*lines, *([""] if lines and moves else []), *moves]) + "\n"


def turns(record: GameRecord) -> Iterator[str]:
    """The lines of the moves: those of Light, then those of Dark."""
    steps = list(actions(record))
    turn, last_seat, line, width = 0, None, "", 0
    for place, (seat, text) in enumerate(steps):
        if seat != last_seat:
            if line and seat == 0:
                yield line
                line, width = "", 0
            turn, last_seat = turn + 1, seat
            text = f"{(turn + 1) // 2}. {text}" if seat == 0 else f"/ {text}"
        if place == len(steps) - 1 and record.verdict is not None:
            text += "#"
        width += len(text)
        if not line:
            line = text
        elif width + 1 < LONGEST_TURN:
            line, width = f"{line} {text}", width + 1
        else:
            line, width = f"{line}\n{text}", len(text)
    if line:
        yield line


def actions(record: GameRecord) -> Iterator[tuple[int, str]]:
    """Each move, and each throw after which there is none, with its seat."""
    before: State = record.playthrough().start
    for number, text in enumerate(record.actions, 1):
        action = before.read(text)
        after = before.apply(action)
        if isinstance(action, Move):
            yield int(before.seat), spell(before, action)
        elif after.thrown < 0 or number == len(record.actions):
            yield int(before.seat), f"{action.number} --"
        before = after


def spell(before: State, move: Move) -> str:
    """A move as RGN writes it.

    >>> import boardgames as bg
    >>> state = bg.load("ur").start().play("=4")
    >>> spell(state, state.read("0"))
    'A@A1 *'
    """
    game, seat = before.game, int(before.seat)
    target = int(move.cell + before.thrown)
    source = f"{row(game.track, seat, WAITING)}@" if move.cell == WAITING else square(game.track, seat, int(move.cell))
    if target == game.home:
        return f"{source}{row(game.track, seat, target)}+"
    captures = "x" * bool(before.other & game.meets[target])
    return source + square(game.track, seat, target) + captures + " *" * bool(CELL[target] & game.rosettes)


def square(track: Track, seat: int, cell: int) -> str:
    """The square of a cell, as RoyalUr calls it."""
    own = track.squares[cell - 1]
    return (mirrored(own) if seat else own).upper()


def row(track: Track, seat: int, cell: int) -> str:
    """The row of the place beside the board where tokens wait, or, behind the last cell, leave."""
    own = "a1" if cell == WAITING else f"{track.leaves}1"
    return (mirrored(own) if seat else own)[0].upper()


FORMATS: Final = {
    "rgn": RecordFormat(
        name="rgn",
        title="RGN, of RoyalUr",
        recognises=recognises,
        read_all=READER.read_all,
        join="\n".join,
        write=write,
    )
}
