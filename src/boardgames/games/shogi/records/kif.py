"""KIF, the game records of Japanese shogi players: its words, and a writer that keeps to the standard.

The standard is that of Kifu for Windows (Yoshikazu Kakinoki, http://kakinoki.o.oo7.jp/kif_format.html).  A file has
headers, moves, each on a line with its number, and an ending in place of the last move::

    手合割：平手
    手数----指手---------消費時間--
       1 ７六歩(77)   ( 0:16/00:00:16)
       2 投了
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from boardgames.core.protocol.evaluation import Evaluation
from boardgames.games.shogi.io import kanji
from boardgames.games.shogi.io.diagram import Diagram
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.records.endings import DECLARED, FOUL, KIF, OTHERS_FOUL, TIMED_OUT
from boardgames.games.shogi.records.evaluations import shogihome_lines
from boardgames.games.shogi.records.handicaps import NAMES, SFENS
from boardgames.games.shogi.records.record_text import LineText, RecordText
from boardgames.games.shogi.rules import FIRST_PLY, State
from boardgames.games.shogi.variant import SHOGI
from boardgames.records.game_record import GameRecord

SIDES: Final = {"先手": 0, "下手": 0, "後手": 1, "上手": 1}
HEADERS: Final = {
    "棋戦": "event", "場所": "site", "開始日時": "start", "対局日": "start", "終了日時": "end",
    "持ち時間": "time limit", "戦型": "opening",
}  # fmt: skip
KEY: Final = re.compile(r"[^\s:：()（）|0-9０-９*#&][^:：()（）|]{0,40}")
SPLIT: Final = re.compile("[:：](?!//)")
UTF_8: Final = "#KIF version=2.0 encoding=UTF-8\n"
COLUMNS: Final = "手数----指手---------消費時間--"
MOVE_WIDTH: Final = 13


def write(record: GameRecord) -> str:
    """The game as a KIF file, its variations behind it.

    Seconds are rounded to whole ones, and headers that would be taken for
    something else become comments.  An ending for which KIF has no word, as when a
    side resigns out of turn, is only in the line after the moves.
    """
    record_text = RecordText(record, evaluation_lines)
    head, remarks, sides = opening(record_text)
    lines = [*head, COLUMNS, *remarks]
    lines += _moves(record_text.main, [0, 0])
    word = word_of(record_text)
    if word is not None:
        time = _time(record_text.ending_seconds, word, record_text.main.spent([0, 0]), record_text.mover)
        lines.append(f"{len(record_text.main.moves) + 1:4} {word}{time}")
    lines.append(f"まで{len(record_text.main.moves)}手で{result(record_text, sides)}")
    for line, spent in behind(record_text.main, [0, 0]):
        lines += ["", f"変化：{line.ply + 1}手", *_moves(line, spent)]
    return "\n".join(lines) + "\n"


def evaluation_lines(state: State, evaluation: Evaluation) -> list[str]:
    """The lines of a comment that say what a position is worth."""
    return shogihome_lines(state, evaluation, spell)


def opening(record_text: RecordText) -> tuple[list[str], list[str], tuple[str, str]]:
    """The lines about the game and its start; headers that must be comments; and the names of the sides."""
    begin = start_lines(record_text.start)
    sides = ("下手", "上手") if begin[0].removeprefix("手合割：") in SFENS else ("先手", "後手")
    japanese = {value: key for key, value in reversed(HEADERS.items())}
    headers = [(japanese.get(key, key), value) for key, value in record_text.headers()]
    lines = [f"{key}：{value}" for key, value in headers if _can_head(key)]
    lines += begin
    lines += [f"{side}：{name}" for side, name in zip(sides, record_text.names, strict=True)]
    return lines, [f"*{key}：{value}" for key, value in headers if not _can_head(key)], sides


def word_of(record_text: RecordText) -> str | None:
    """The word for how the game ended, if there is one."""
    return next((word for word, ending in KIF.items() if ending == record_text.ending), None)


def header(line: str) -> tuple[str, str] | None:
    """The name and the value of a header.

    >>> header("先手 ：Ann"), header("1 ７六歩(77)")
    (('先手', 'Ann'), None)
    """
    colon = SPLIT.search(line)
    if colon is None:
        return None
    key = line[: colon.start()].strip()
    return (key, line[colon.end() :].strip()) if KEY.fullmatch(key) else None


def spell(state: State, action: Action, last: Action | None = None) -> str:
    """A move as KIF has it, ``last`` being the one before.

    >>> import boardgames as bg
    >>> state = bg.load("shogi").start()
    >>> spell(state, state.read("7g7f"))
    '７六歩(77)'
    """
    if action.target < 0:
        return "入玉勝ち"
    square = "同　" if last is not None and last.target == action.target else kanji.square(action.destination)
    if action.piece:
        return f"{square}{kanji.names(state.game.variant)[action.piece]}打"
    name = kanji.names(state.game.variant)[state.piece_at(action.origin).upper()]
    return f"{square}{name}{'成' * action.promotes}({kanji.digits(action.origin)})"


def diagram(state: State) -> list[str]:
    """The board and the hands as KIF draws them."""
    variant = state.game.variant
    edge = "+" + "-" * (3 * variant.files) + "+"
    lines = [f"後手の持駒：{_hand_text(state, 1)}"]
    lines += ["  " + " ".join(kanji.FILES[file] for file in range(variant.files - 1, -1, -1)), edge]
    drawing, signs = Diagram.of(state), kanji.signs(variant)
    for rank in range(variant.ranks):
        cells = ""
        for square in drawing.row(rank):
            man = drawing.men.get(square, "")
            cells += ("v" if man.islower() else " ") + (signs[man.upper()] if man else "・")
        lines.append(f"|{cells}|{kanji.DIGITS[rank]}")
    lines += [edge, f"先手の持駒：{_hand_text(state, 0)}"]
    if state.ply > FIRST_PLY:
        lines.append(f"手数＝{state.ply - 1}  まで")
    return lines if state.seat == 0 else [*lines, "後手番"]


def _can_head(key: str) -> bool:
    """True if a header of this name is read as a header, and not as a move or a player."""
    plain = unicodedata.normalize("NFKC", key).strip()
    return header(f"{plain}：") is not None and not re.search(rf"[0-9]|^(手合割|変化|{'|'.join(SIDES)})", plain)


def start_lines(start: State) -> list[str]:
    """The lines that say how the game begins."""
    even = start.game.variant.even
    text = str(start)
    if even and text == str(start.game.start()):
        return [f"手合割：{even}"]
    if text in NAMES and start.game.variant.name == SHOGI.name:
        return [f"手合割：{NAMES[text]}"]
    return ["手合割：その他", *diagram(start)]


def _hand_text(state: State, seat: int) -> str:
    names, hand = kanji.names(state.game.variant), state.hand(seat).items()
    return "　".join(names[letter] + (kanji.number(count) if count > 1 else "") for letter, count in hand) or "なし"


def remarks(line: LineText, ply: int) -> list[str]:
    """The comment after ``ply`` moves."""
    return [f"*{text}" for text in line.comments(ply)]


def _moves(line: LineText, spent: list[int]) -> list[str]:
    """The moves of a line; ``spent`` are the seconds of both sides before it."""
    spent = list(spent)
    lines = remarks(line, line.ply)
    last = line.states[0].last
    for ply, state, action in line.actions():
        text = spell(state, action, last)
        lines.append(f"{ply:4} {text}{_time(line.seconds(ply), text, spent, state.seat)}".rstrip())
        lines += remarks(line, ply)
        last = action
    return lines


def behind(line: LineText, spent: Sequence[int]) -> Iterator[tuple[LineText, list[int]]]:
    """The variations of a line, the last to leave it first, each before its own; and the time spent before it."""
    for variation in sorted(line.variations, key=lambda branch: -branch.ply):
        before = line.spent(spent, variation.ply)
        yield variation, before
        yield from behind(variation, before)


def _time(seconds: int | None, text: str, spent: list[int], seat: int) -> str:
    if seconds is None:
        return ""
    spent[seat] += seconds
    minutes, rest = divmod(spent[seat], 60)
    width = sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
    gap = " " * max(1, MOVE_WIDTH - width)
    return f"{gap}({seconds // 60:2}:{seconds % 60:02}/{minutes // 60:02}:{minutes % 60:02}:{rest:02})"


def result(record_text: RecordText, sides: tuple[str, str]) -> str:
    """The end in the words of the line after the moves."""
    verdict, ending = record_text.verdict, record_text.ending
    if verdict is None:
        return "中断"
    if verdict.loser is None:
        return str(word_of(record_text))
    winner = f"{sides[1 - verdict.loser]}の"
    if ending == FOUL:
        return f"{sides[verdict.loser]}の反則負け"
    return {
        OTHERS_FOUL: f"{winner}反則勝ち",
        DECLARED: f"{winner}入玉勝ち",
        TIMED_OUT: f"時間切れにより{winner}勝ち",
    }.get(ending or KIF["中断"], f"{winner}勝ち")
