"""Shogi in Japanese letters: pieces, squares and numbers."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from boardgames.games.shogi.moves.board import file_and_rank
from boardgames.games.shogi.variant import Variant

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
    file, rank = file_and_rank(name)
    return FILES[file - 1] + DIGITS[rank - 1]


def digits(name: str) -> str:
    """A square in two digits.

    >>> digits("7f")
    '76'
    """
    file, rank = file_and_rank(name)
    return f"{file}{rank}"


@cache
def names(variant: Variant) -> dict[str, str]:
    """The name of a piece in moves, by its letters in SFEN.

    >>> from boardgames.games.shogi.variant import SHOGI
    >>> names(SHOGI)["P"], names(SHOGI)["+S"]
    ('歩', '成銀')
    """
    return variant.by_letters(lambda piece: piece.kanji)


@cache
def english(variant: Variant) -> dict[str, str]:
    """The English name of each piece, by its letters in SFEN."""
    return variant.by_letters(lambda piece: (piece.called(False), piece.called(True)))


@cache
def signs(variant: Variant) -> dict[str, str]:
    """A single character for each piece, as diagrams have them, by its letters in SFEN."""
    return variant.by_letters(lambda piece: piece.sign)


@cache
def pieces(variant: Variant) -> dict[str, str]:
    """The letters of a piece in SFEN by any of its names, also by those as Unicode's NFKC has them."""
    letters_of = {name: letters for words in (names(variant), signs(variant)) for letters, name in words.items()}
    others = variant.by_letters(lambda piece: (piece.spellings, piece.promoted_spellings))
    letters_of |= {name: letters for letters, spellings in others.items() for name in spellings}
    return {unicodedata.normalize("NFKC", name): letters for name, letters in letters_of.items()} | letters_of
