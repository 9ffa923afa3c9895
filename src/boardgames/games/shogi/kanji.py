"""Shogi in Japanese letters: pieces, squares and numbers."""

from __future__ import annotations

from typing import Final

NAMES: Final = {
    "K": "玉", "R": "飛", "B": "角", "G": "金", "S": "銀", "N": "桂", "L": "香", "P": "歩",
    "+R": "龍", "+B": "馬", "+S": "成銀", "+N": "成桂", "+L": "成香", "+P": "と",
}  # fmt: skip
"""What moves call a piece, by its letters in SFEN."""

SIGNS: Final = {**NAMES, "+S": "全", "+N": "圭", "+L": "杏"}
"""A single character for each piece, as diagrams have them."""

PIECES: Final = {
    **{name: letters for letters, name in [*NAMES.items(), *SIGNS.items()]},
    "王": "K", "王将": "K", "玉将": "K", "飛車": "R", "角行": "B", "金将": "G", "銀将": "S", "桂馬": "N",
    "香車": "L", "歩兵": "P", "竜": "+R", "龍王": "+R", "竜王": "+R", "龍馬": "+B", "竜馬": "+B", "と金": "+P",
}  # fmt: skip
"""The letters of a piece by any of its names."""

DIGITS: Final = "一二三四五六七八九"
FILES: Final = "１２３４５６７８９"


def number(count: int) -> str:
    """A number from 1 to 99 in kanji.

    >>> number(2), number(10), number(18)
    ('二', '十', '十八')
    """
    tens, ones = divmod(count, 10)
    return (DIGITS[tens - 1] if tens > 1 else "") + ("十" if tens else "") + (DIGITS[ones - 1] if ones else "")


NUMBERS: Final = {number(count): count for count in range(1, 100)}


def square(name: str) -> str:
    """A square as records call it.

    >>> square("7f")
    '７六'
    """
    return FILES[int(name[0]) - 1] + DIGITS[ord(name[1]) - ord("a")]


def digits(name: str) -> str:
    """A square in two digits.

    >>> digits("7f")
    '76'
    """
    return f"{name[0]}{ord(name[1]) - ord('a') + 1}"
