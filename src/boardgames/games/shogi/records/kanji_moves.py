"""A move in kanji, as in KIF and KI2: ``７六歩(77)``, ``同　銀右``, ``５五角打``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from boardgames.core.text.printable import shown
from boardgames.games.shogi.io import kanji
from boardgames.games.shogi.moves.board import square_at
from boardgames.games.shogi.records import origins
from boardgames.games.shogi.rules import State
from boardgames.games.shogi.variant import Variant
from boardgames.records.game_record import UnreadableRecord

SIDE: Final = "▲△▼▽☗☖"


@cache
def a_move(variant: Variant, rest: str = "") -> re.Pattern[str]:
    """The pattern of a move with the blanks behind it, and of a ``rest``."""
    text = rf"""[{SIDE}]?\s*
        (?: 同 | (?P<file>[1-9{kanji.DIGITS}]) (?P<rank>[1-9{kanji.DIGITS}]) 同? ) \s*
        (?P<piece>{any_of(kanji.pieces(variant))})
        (?P<words>[左右上下直寄引行入]*)
        (?P<promotes>不成|成|不|生)?
        (?P<drop>打)?
        \s* (?:\(\s*(?P<from>[0-9]{{2}})\s*\))? \s* {rest}"""
    return re.compile(text, re.VERBOSE)


def any_of(names: Iterable[str]) -> str:
    """A pattern that matches any of these names, the longest first."""
    return "|".join(sorted(map(re.escape, names), key=len, reverse=True))


def checked_square(variant: Variant, line: int | None, file: int, rank: int) -> str:
    """The name of a square, by its file and rank from 1; ``line`` is where a record names it.

    Raises :class:`UnreadableRecord` if the board has no such square.
    """
    if not (1 <= file <= variant.files and 1 <= rank <= variant.ranks):
        raise UnreadableRecord(
            f"there is no square {file}{rank} on a board of {variant.files} files and {variant.ranks} ranks", line
        )
    return square_at(file, rank)


def usi(state: State, move: re.Match[str], line: int | None, notes: list[str]) -> str:
    """The move of a match of :func:`a_move`, in USI; a doubt is added to the ``notes``.

    Raises :class:`UnreadableRecord`.
    """
    variant = state.game.variant
    letters = kanji.pieces(variant)[move["piece"]]
    target = _target(state, move, line)
    sign = "+" * (move["promotes"] == "成")
    if move["from"] not in (None, "00"):
        source = checked_square(variant, line, *map(int, move["from"]))
        man = state.piece_at(source)
        if man.upper() != letters:
            name = kanji.names(variant)[man.upper()] if man else "nobody"
            doubt = f"{shown(move['piece'])} is to move from {kanji.square(source)}, but {name} stands there"
            if man[-1:].upper() != letters[-1]:
                raise UnreadableRecord(doubt, line)
            # 角 for 馬, or 馬 for a 角 that promotes
            notes.append(str(UnreadableRecord(f"{doubt}, and was moved", line)))
            sign = "+" if letters.startswith("+") else sign
        return source + target + sign
    if move["drop"] or move["from"]:
        return f"{letters}*{target}"
    try:
        return origins.usi(state, letters, target, move["words"], sign)
    except origins.Unclear as error:
        which = ", ".join(map(kanji.square, error.fitting or error.able))
        why = "may come from any of" if error.fitting else "does not fit those that can go there, from"
        raise UnreadableRecord(
            f"{shown(move[0])} {why} {which}: expected its origin, as '(77)', or words as '右上'", line
        ) from None


def _target(state: State, move: re.Match[str], line: int | None) -> str:
    if move["file"]:
        file, rank = (kanji.DIGITS.find(digit) + 1 or int(digit) for digit in (move["file"], move["rank"]))
        return checked_square(state.game.variant, line, file, rank)
    if state.last is None or state.last.target < 0:
        raise UnreadableRecord("同 names the square of the move before, and there is none", line)
    return state.last.destination
