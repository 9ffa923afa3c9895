"""KI2, the records that people read and print: moves by square and piece, with words where several could go there.

The format is that of Kifu for Windows, and the words (:mod:`.origins`) those of the Japan Shogi Association::

    手合割：平手
    ▲７六歩　△３四歩　▲５八金右
    まで3手で中断
"""

from __future__ import annotations

from typing import Final

from boardgames.games.shogi.io import kanji
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.records import origins
from boardgames.games.shogi.records.kif import behind, evaluation_lines, opening, remarks, result, word_of
from boardgames.games.shogi.records.record_text import LineText, RecordText
from boardgames.games.shogi.rules import State
from boardgames.records.game_record import GameRecord

SIGNS: Final = "▲△"
A_LINE: Final = 6  # moves
TOLD: Final = ("詰み", "不戦敗", "不戦勝")
"""Endings for which the line after the moves has their own word."""


def write(record: GameRecord) -> str:
    """The game as a KI2 file, its variations behind it; KI2 has no times."""
    record_text = RecordText(record, evaluation_lines)
    head, comments, sides = opening(record_text)
    word = word_of(record_text)
    end = word if word in TOLD else result(record_text, sides)
    lines = [*head, "", *comments, *_moves(record_text.main), f"まで{len(record_text.main.moves)}手で{end}"]
    for line, _ in behind(record_text.main, [0, 0]):
        lines += ["", f"変化：{line.ply + 1}手", *_moves(line)]
    return "\n".join(lines) + "\n"


def spell(state: State, action: Action, last: Action | None = None) -> str:
    """A move as KI2 has it, ``last`` being the one before.

    >>> import boardgames as bg
    >>> state = bg.load("shogi").start()
    >>> [spell(state, state.read(text)) for text in ("7g7f", "6i5h", "4i5h")]
    ['▲７六歩', '▲５八金左', '▲５八金右']
    """
    sign = SIGNS[state.seat]
    if action.target < 0:
        return f"{sign}入玉勝ち"
    names, target = kanji.names(state.game.variant), action.destination
    same = last is not None and last.target == action.target
    name = names[action.piece or state.piece_at(action.origin).upper()]
    square = ("同" if len(name) > 1 else "同　") if same else kanji.square(target)
    if action.piece:
        return f"{sign}{square}{name}{origins.words(state, action)}"
    words = origins.words(state, action)
    text = f"{sign}{square}{name}{words or ''}"
    if origins.can_promote(state, action):
        text += "成" if action.promotes else "不成"
    return text if words is not None else f"{text}({kanji.digits(action.origin)})"


def _moves(line: LineText) -> list[str]:
    lines = remarks(line, line.ply)
    last = line.states[0].last
    row: list[str] = []
    for ply, state, action in line.actions():
        row.append(spell(state, action, last))
        last = action
        comments = remarks(line, ply)
        if comments or len(row) == A_LINE or ply == line.end:
            lines += ["　".join(row), *comments]
            row = []
    return lines
