"""CSA, the game records of shogi programs: its words, and a writer that keeps to versions 2.2 and 3.0.

The standard is that of the Computer Shogi Association (http://www2.computer-shogi.org/protocol/record_v22.html, and
record_v3.html).  A file has the players, headers, the position, the side to move, and moves that name the piece as it
is afterwards::

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

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from boardgames.games.shogi.io.diagram import Diagram
from boardgames.games.shogi.records.csa_moves import IN_HAND, SIGNS, names, spell
from boardgames.games.shogi.records.endings import ENDING
from boardgames.games.shogi.records.evaluations import floodgate_lines
from boardgames.games.shogi.records.record_text import LineText, RecordText, plain
from boardgames.games.shogi.rules import State
from boardgames.games.shogi.variant import SHOGI
from boardgames.records.game_record import GameRecord

VERSION: Final = "V2.2"
NEWER_VERSION: Final = "'CSA encoding=UTF-8\nV3.0"
NEWER: Final = ("TIME", "TIME+", "TIME-", "MAX_MOVES", "JISHOGI", "NOTE")
"""Headers of version 3.0."""
HEADERS: Final = {
    "EVENT": "event", "SITE": "site", "START_TIME": "start", "END_TIME": "end", "TIME_LIMIT": "time limit",
    "OPENING": "opening",
}  # fmt: skip

DATE: Final = re.compile(
    r"([0-9]{4})[-/.年]\s?(0?[1-9]|1[0-2])[-/.月]\s?(0?[1-9]|[12][0-9]|3[01])日?\s*(?:\(.\))?"
    r"(?:[\sT]*([01]?[0-9]|2[0-3])[:時]([0-5][0-9])(?:[:分]([0-5][0-9]))?秒?分?Z?)?"
)
LIMIT: Final = re.compile(
    r"各?\s*(?:([0-9]{1,2})(?:時間|:(?=[0-9]{2}\+)))?\s*(?:([0-9]{1,3})(?:分|(?=\+)))?"
    r"(?:[\s+、。/(]*(?:秒読み|[1一]手|切れたら)*\s?([0-9]{1,3})(?:秒\)?)?)?\s*(?:切れ負け)?"
)


def write(record: GameRecord) -> str:
    """The game as a CSA file of version 2.2, or of 3.0 where a header or the ending is of that version alone.

    Seconds are rounded to whole ones; headers that CSA does not know become
    comments, and so does a verdict that it has no word for.
    """
    record_text = RecordText(record, floodgate_lines)
    headers = {(key, value): _header(key, value) for key, value in record_text.headers() if key != ENDING}
    ending = _ending(record_text)
    newer = ending == ["%MAX_MOVES"] or any(key in NEWER for key, _ in headers)
    lines = [NEWER_VERSION if newer else VERSION]
    lines += [f"N{sign}{name}" for sign, name in zip(SIGNS, record_text.names, strict=True) if name]
    lines += [line for line in headers.values() if line]
    lines += [*start_lines(record_text.start), SIGNS[record_text.start.seat]]
    lines += [f"'*{key}：{value}" for (key, value), line in headers.items() if line is None]
    lines += _comments(record_text.main, 0)
    for ply, state, action in record_text.main.actions():
        lines.append(spell(state, action))
        seconds = record_text.main.seconds(ply)
        if seconds is not None:
            lines.append(f"T{seconds}")
        lines += _comments(record_text.main, ply)
    lines += ending
    if record_text.ending_seconds is not None:
        lines.append(f"T{record_text.ending_seconds}")
    return "\n".join(lines) + "\n"


def join(texts: Sequence[str]) -> str:
    """One file from those of several games, with the version once."""
    own = [NEWER_VERSION if text.startswith(NEWER_VERSION) else VERSION for text in texts]
    version = NEWER_VERSION if NEWER_VERSION in own else VERSION
    return f"{version}\n" + "/\n".join(text[len(head) + 1 :] for text, head in zip(texts, own, strict=True))


def _header(key: str, value: str) -> str | None:
    """The line of a header; ``None`` if CSA has none of its name, or it is not of CSA's form.

    >>> _header("start", "1999/07/15(木) 9:07:12"), _header("time limit", "各1時間30分 秒読み60秒")
    ('$START_TIME:1999/07/15 09:07:12', '$TIME_LIMIT:01:30+60')
    """
    name = next((name for name, header in HEADERS.items() if header == key), key)
    plain_value = unicodedata.normalize("NFKC", value)
    date, limit = DATE.fullmatch(plain_value), LIMIT.fullmatch(plain_value)
    if key in ("start", "end") and date is not None:
        year, month, day, hour, minute, second = [int(part or 0) for part in date.groups()]
        value = f"{year:04}/{month:02}/{day:02}" + f" {hour:02}:{minute:02}:{second:02}" * bool(date[4])
    elif key == "time limit" and limit is not None and any(limit.groups()):
        minutes = 60 * int(limit[1] or 0) + int(limit[2] or 0)
        value = f"{minutes // 60:02}:{minutes % 60:02}+{int(limit[3] or 0):02}"
    elif name not in (*HEADERS, *NEWER) or key in ("start", "end", "time limit"):
        return None
    return f"${name}:{value}"


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
    word = record_text.csa_word
    if word is not None or record_text.verdict is None:
        return [word or "%CHUDAN"]
    players = [name or sign for name, sign in zip(record_text.names, SIGNS, strict=True)]
    return [f"'*{plain(record_text.verdict.sentence(players))}", "%CHUDAN"]
