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
from typing import Final

from boardgames.core.record import GameRecord
from boardgames.games.shogi import kanji
from boardgames.games.shogi.records.diagram import Diagram
from boardgames.games.shogi.records.endings import DECLARED, FOUL, KIF, OTHERS_FOUL, TIMED_OUT
from boardgames.games.shogi.records.fair_copy import FairCopy
from boardgames.games.shogi.rules import FIRST_PLY, State
from boardgames.games.shogi.tables import Action

HANDICAPS: Final = {
    "香落ち": "lnsgkgsn1/1r5b1", "右香落ち": "1nsgkgsnl/1r5b1", "角落ち": "lnsgkgsnl/1r7",
    "飛車落ち": "lnsgkgsnl/7b1", "飛香落ち": "lnsgkgsn1/7b1", "二枚落ち": "lnsgkgsnl/9",
    "三枚落ち": "lnsgkgsn1/9", "四枚落ち": "1nsgkgsn1/9", "五枚落ち": "2sgkgsn1/9", "左五枚落ち": "1nsgkgs2/9",
    "六枚落ち": "2sgkgs2/9", "左七枚落ち": "2sgkg3/9", "右七枚落ち": "3gkgs2/9", "八枚落ち": "3gkg3/9",
    "十枚落ち": "4k4/9",
}  # fmt: skip
"""White's first two ranks without the pieces that it gives up; White, called 上手, moves first."""

REST: Final = "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
SIDES: Final = {"先手": 0, "下手": 0, "後手": 1, "上手": 1}
HEADERS: Final = {
    "棋戦": "event", "場所": "site", "開始日時": "start", "対局日": "start", "終了日時": "end",
    "持ち時間": "time limit", "戦型": "opening",
}  # fmt: skip
HEADER: Final = re.compile(r"\s*([^\s:：()（）|0-9０-９*#&][^:：()（）|]{0,40}?)\s*[:：](.*)")
COLUMNS: Final = "手数----指手---------消費時間--"
MOVE_WIDTH: Final = 13


def write(record: GameRecord) -> str:
    """The game as a KIF file.

    Seconds are rounded to whole ones, and headers that would be taken for
    something else become comments.  What KIF has no word for, as a side that
    resigns out of turn, is told by the line after the moves alone.
    """
    copy = FairCopy(record)
    start = copy.states[0]
    begin = _start(start)
    sides = ("下手", "上手") if begin[0].removeprefix("手合割：") in HANDICAPS else ("先手", "後手")
    japanese = {value: key for key, value in reversed(HEADERS.items())}
    headers = [(japanese.get(key, key), value) for key, value in copy.headers()]
    lines = [f"{key}：{value}" for key, value in headers if _can_head(key)]
    lines += begin
    lines += [f"{side}：{name}" for side, name in zip(sides, copy.names, strict=True)]
    lines += [COLUMNS, *(f"*{key}：{value}" for key, value in headers if not _can_head(key)), *_comments(copy, 0)]
    spent = [0, 0]
    last: Action | None = None
    for ply, (state, action) in enumerate(zip(copy.states, copy.moves, strict=False), 1):
        text = spell(state, action, last)
        lines.append(f"{ply:4} {text}{_time(copy, ply, text, spent, state.seat)}".rstrip())
        lines += _comments(copy, ply)
        last = action
    word = next((word for word, ending in KIF.items() if ending == copy.ending), None)
    if word is not None:
        lines.append(f"{len(copy.moves) + 1:4} {word}")
    lines.append(f"まで{len(copy.moves)}手で{_result(copy, word, sides)}")
    return "\n".join(lines) + "\n"


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
    """Would a header of this name be read as that, and not as a move or the players?"""
    plain = unicodedata.normalize("NFKC", key)
    header = HEADER.fullmatch(f"{plain}：")
    return header is not None and not re.search(rf"[0-9]|^(手合割|変化|{'|'.join(SIDES)})", plain)


def _start(start: State) -> list[str]:
    """The lines that say how the game begins."""
    even = start.game.variant.even
    text = str(start)
    if even and text == str(start.game.start()):
        return [f"手合割：{even}"]
    for handicap, ranks in HANDICAPS.items():
        if text == ranks + REST:
            return [f"手合割：{handicap}"]
    return ["手合割：その他", *diagram(start)]


def _hand_text(state: State, seat: int) -> str:
    names, hand = kanji.names(state.game.variant), state.hand(seat).items()
    return "　".join(names[letter] + (kanji.number(count) if count > 1 else "") for letter, count in hand) or "なし"


def _comments(copy: FairCopy, ply: int) -> list[str]:
    return [f"*{line}" for line in copy.comments(ply)]


def _time(copy: FairCopy, ply: int, text: str, spent: list[int], seat: int) -> str:
    seconds = copy.seconds(ply)
    if seconds is None:
        return ""
    spent[seat] += seconds
    minutes, rest = divmod(spent[seat], 60)
    width = sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
    gap = " " * max(1, MOVE_WIDTH - width)
    return f"{gap}({seconds // 60:2}:{seconds % 60:02}/{minutes // 60:02}:{minutes % 60:02}:{rest:02})"


def _result(copy: FairCopy, word: str | None, sides: tuple[str, str]) -> str:
    verdict, ending = copy.verdict, copy.ending
    if verdict is None:
        return "中断"
    if verdict.loser is None:
        return str(word)
    winner = f"{sides[1 - verdict.loser]}の"
    if ending == FOUL:
        return f"{sides[verdict.loser]}の反則負け"
    return {
        OTHERS_FOUL: f"{winner}反則勝ち",
        DECLARED: f"{winner}入玉勝ち",
        TIMED_OUT: f"時間切れにより{winner}勝ち",
    }.get(ending or KIF["中断"], f"{winner}勝ち")
