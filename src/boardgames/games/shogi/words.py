"""Squares and moves in words for people."""

from __future__ import annotations

from functools import cache
from typing import Final

from boardgames.core.text.said import Ordinal, Said
from boardgames.games.shogi.moves.board import file_and_rank

SEATS: Final = (Said("Black"), Said("White"))


@cache
def square(name: str) -> Said:
    """A square; another language may write its file and rank in its own way.

    >>> square("7f")
    '7f'
    """
    return Said("{file}{rank:abcdefghi}", **_place(name))


def rank_in_words(number: int) -> Said:
    """The mark beside a rank.

    >>> rank_in_words(1)
    'a'
    """
    return Said("{rank:abcdefghi}", rank=Ordinal(number))


def moved(origin: str, target: str, piece: str, promotes: bool) -> Said:
    """A move of a man.

    >>> moved("7g", "7f", "pawn", False)
    '7g7f'
    """
    values = {"origin": square(origin), "target": square(target), "piece": Said(piece), **_place(origin)}
    return Said("{origin}{target}+", **values) if promotes else Said("{origin}{target}", **values)


def dropped(letter: str, target: str, piece: str) -> Said:
    """A drop.

    >>> dropped("P", "5e", "pawn")
    'P*5e'
    """
    return Said("{letter}*{target}", letter=letter, target=square(target), piece=Said(piece))


def _place(name: str) -> dict[str, Ordinal]:
    file, rank = file_and_rank(name)
    return {"file": Ordinal(file), "rank": Ordinal(rank)}
