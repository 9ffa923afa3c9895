"""From the bytes of a file to its lines: Japanese records come in several encodings and seldom say which."""

from __future__ import annotations

import codecs
import re
from typing import Final

MARKS: Final = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
CANDIDATES: Final = ("utf-8", "cp932", "euc_jp")  # cp932 is Shift_JIS as Windows has it
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
            texts.append(data.decode(encoding))
        except UnicodeDecodeError:
            continue
        if encoding == "utf-8":
            break
    return min(texts, key=lambda text: len(DOUBTFUL.findall(text)), default=data.decode("utf-8", errors="replace"))


def lines(data: bytes) -> list[str]:
    """The lines of a file, without their ends and trailing blanks."""
    return [line.rstrip() for line in LINE_END.split(decode(data))]
