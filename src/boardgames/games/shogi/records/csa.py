"""CSA, the game records of shogi programs: its words, and a writer that keeps to version 2.2.

The standard is that of the Computer Shogi Association (http://www2.computer-shogi.org/protocol/record_v22.html).  A
file has the players, headers, the position, the side to move, and moves that name the piece as it is afterwards::

    V2.2
    N+Ann
    N-Bob
    PI
    +
    +7776FU
    T16
    %TORYO
"""

from __future__ import annotations

from functools import cache
from typing import Final

from boardgames.games.shogi.io import kanji
from boardgames.games.shogi.io.diagram import Diagram
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.records.endings import CSA, OTHERS_FOUL
from boardgames.games.shogi.records.evaluations import floodgate_lines
from boardgames.games.shogi.records.record_text import LineText, RecordText, plain
from boardgames.games.shogi.rules import State
from boardgames.games.shogi.variant import SHOGI, Variant
from boardgames.records.game_record import GameRecord

VERSION: Final = "V2.2"
SIGNS: Final = "+-"
IN_HAND: Final = "00"
HEADERS: Final = {
    "EVENT": "event", "SITE": "site", "START_TIME": "start", "END_TIME": "end", "TIME_LIMIT": "time limit",
    "OPENING": "opening",
}  # fmt: skip


@cache
def names(variant: Variant) -> dict[str, str]:
    """CSA's name of each piece, by its letters in SFEN."""
    return variant.each(lambda piece: piece.csa)


def write(record: GameRecord) -> str:
    """The game as a CSA file of version 2.2.

    Seconds are rounded to whole ones; headers that CSA does not know become
    comments, and so does a verdict that it has no word for.
    """
    record_text = RecordText(record, lambda state, evaluation: floodgate_lines(state, evaluation, spell))
    keys = {value: key for key, value in HEADERS.items()}
    lines = [VERSION, *(f"N{sign}{name}" for sign, name in zip(SIGNS, record_text.names, strict=True) if name)]
    lines += [f"${keys[key]}:{value}" for key, value in record_text.headers() if key in keys]
    lines += [*start_lines(record_text.start), SIGNS[record_text.start.seat]]
    lines += [f"'*{key}：{value}" for key, value in record_text.headers() if key not in keys]
    lines += _comments(record_text.main, 0)
    for ply, state, action in record_text.main.each():
        lines.append(spell(state, action))
        seconds = record_text.main.seconds(ply)
        if seconds is not None:
            lines.append(f"T{seconds}")
        lines += _comments(record_text.main, ply)
    lines += _ending(record_text)
    if record_text.ending_seconds is not None:
        lines.append(f"T{record_text.ending_seconds}")
    return "\n".join(lines) + "\n"


def spell(state: State, action: Action) -> str:
    """A move as CSA has it.

    >>> import boardgames as bg
    >>> state = bg.load("shogi").start()
    >>> spell(state, state.read("7g7f"))
    '+7776FU'
    """
    if action.target < 0:
        return "%KACHI"
    target, called = kanji.digits(action.destination), names(state.game.variant)
    if action.piece:
        return f"{SIGNS[state.seat]}{IN_HAND}{target}{called[action.piece]}"
    letters = "+" * action.promotes + state.piece_at(action.origin).upper()
    return f"{SIGNS[state.seat]}{kanji.digits(action.origin)}{target}{called[letters]}"


def start_lines(start: State) -> list[str]:
    """The lines of a position, without the side to move."""
    variant = start.game.variant
    if variant.name == SHOGI.name and " ".join(str(start).split()[:3]) == variant.start:
        return ["PI"]
    drawing, called = Diagram.of(start), names(variant)
    lines = []
    for rank in range(variant.ranks):
        men = [drawing.men.get(square, "") for square in drawing.row(rank)]
        cells = [f"{SIGNS[man.islower()]}{called[man.upper()]}" if man else " * " for man in men]
        lines.append(f"P{rank + 1}{''.join(cells)}")
    for seat, sign in enumerate(SIGNS):
        pieces = "".join(f"{IN_HAND}{called[letter]}" * count for letter, count in start.hand(seat).items())
        if pieces:
            lines.append(f"P{sign}{pieces}")
    return lines


def _comments(line: LineText, ply: int) -> list[str]:
    return [f"'*{text}" for text in line.comments(ply)]


def _ending(record_text: RecordText) -> list[str]:
    if record_text.ending == OTHERS_FOUL:
        return ["%+ILLEGAL_ACTION" if record_text.mover else "%-ILLEGAL_ACTION"]
    word = next((word for word, ending in CSA.items() if ending == record_text.ending), None)
    if word is not None:
        return [word]
    if record_text.verdict is None:
        return ["%CHUDAN"]
    players = [name or sign for name, sign in zip(record_text.names, SIGNS, strict=True)]
    return [f"'*{plain(record_text.verdict.sentence(players))}", "%CHUDAN"]
