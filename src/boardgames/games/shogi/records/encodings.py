"""Lines from the bytes of a file: Japanese records come in several encodings and seldom say which."""

from __future__ import annotations

import codecs
import re
from functools import lru_cache
from typing import Final

from boardgames.records.game_record import UnreadableRecord

MARKS: Final = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
CANDIDATES: Final = ("utf-8", "cp932", "euc_jp")  # cp932 is Shift_JIS as Windows has it
MOST_LINES: Final = 1_000_000
LONGEST_LINE: Final = 100_000
HEAD: Final = 100_000
LONGEST_MARK: Final = 200
CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]")
LINE_END: Final = re.compile(r"\r\n|\n|\r")
DOUBTFUL: Final = re.compile("[\uff61-\uff9f\ue000-\uf8ff\x80-\x9f]")
"""Half-width katakana, private and control characters: what EUC-JP looks like when it is read as Shift_JIS."""


def decode(data: bytes) -> str:
    """The text of a file in UTF-8, Shift_JIS, EUC-JP or, with a byte order mark, UTF-16.

    Bytes that make sense in none of them become U+FFFD.

    >>> [decode("先手：阿部".encode(encoding)) for encoding in ("utf-8", "cp932", "euc_jp")]
    ['先手：阿部', '先手：阿部', '先手：阿部']
    """
    for mark, encoding in MARKS.items():
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    texts = []
    for encoding in CANDIDATES:
        try:
            texts.append(codecs.getincrementaldecoder(encoding)().decode(data))  # a file may end within a character
        except UnicodeDecodeError:
            continue
        if encoding == "utf-8":
            break
    if not texts:
        return data.decode("utf-8", errors="replace")
    return min(texts, key=lambda text: len(DOUBTFUL.findall(text)))


def lines(data: bytes, longest: int = LONGEST_LINE) -> list[str]:
    """The lines of a file, without their ends, trailing blanks and control characters.

    Raises :class:`UnreadableRecord` for more or longer ones than a record has.
    """
    lines = [line.rstrip() for line in LINE_END.split(CONTROL.sub(" ", decode(data)))]
    if len(lines) > MOST_LINES:
        raise UnreadableRecord(f"there are {len(lines)} lines: expected at most {MOST_LINES}")
    for number, line in enumerate(lines, 1):
        if len(line) > longest:
            raise UnreadableRecord(f"this has {len(line)} characters: expected at most {longest}", number)
    return lines


def head(data: bytes) -> tuple[str, ...]:
    """The first lines of a file that are not empty, enough to know its format by."""
    return first_lines(data[:HEAD])


@lru_cache(maxsize=2)  # every format of every variant asks for that of the same file
def first_lines(data: bytes) -> tuple[str, ...]:
    """The lines of these bytes that are not empty; long ones are cut."""
    text = CONTROL.sub(" ", decode(data))
    return tuple(line[:LONGEST_MARK] for line in LINE_END.split(text) if line and not line.isspace())
