"""Variations of a position: texts in which one man or one counter differs.

They are made from the text of the position alone, whatever the game: a board of letters, with a sign for what is empty
or with ranks as in FEN; pieces in hand as in SFEN; numbers.  The game's ``parse`` judges which of them are positions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

import attrs

BOARD: Final = re.compile(r"[A-Za-z0-9+]+(/[A-Za-z0-9+.]+)+|(?=.*[._*·])[A-Za-z._*·/]{4,}")
HAND: Final = re.compile(r"-|(\d*[A-Za-z])+")
NUMBERS: Final = re.compile(r"\d+(,\d+)*|-")


@attrs.frozen
class TextLayout:
    """A text of a position, taken apart."""

    fields: tuple[str, ...]
    board: int = -1
    """The field of the board; -1 without one."""
    cells: tuple[str, ...] = ()
    """The cells of the board, a man with its number behind a comma where a field numbers the men; ``/`` ends a rank."""
    empty: str = ""
    hand: Mapping[str, int] | None = None
    """The pieces in hand, by letter, in the field behind the side to act."""
    numbered: int = -1
    """The field that numbers the men in the order of the board; -1 without one."""

    @classmethod
    def of(cls, text: str) -> TextLayout:
        """The parts of a text."""
        fields = tuple(text.split(" "))
        board = next((place for place, field in enumerate(fields) if BOARD.fullmatch(field)), -1)
        if board < 0:
            return cls(fields)
        empty = next((sign for sign in "._*·" if sign in fields[board]), "1")
        cells = re.findall(r"\+?[A-Za-z]|.", re.sub(r"\d+", lambda gap: "1" * int(gap[0]), fields[board]))
        hand, men = None, [place for place, cell in enumerate(cells) if cell[-1].isalpha()]
        if empty == "1" and HAND.fullmatch("".join(fields[board + 2 : board + 3])):
            hand = {letter: int(count or 1) for count, letter in re.findall(r"(\d*)([A-Za-z])", fields[board + 2])}
        numbered = next((place for place, field in enumerate(fields) if 0 < field.count(",") == len(men) - 1), -1)
        for place, number in zip(men, fields[numbered].split(",") if numbered >= 0 else (), strict=False):
            cells[place] += f",{number}"
        layout = cls(fields, board, tuple(cells), empty, hand, numbered)
        return layout if str(layout) == text else cls(fields)

    def __str__(self) -> str:
        fields, parts = [*self.fields], [cell.partition(",") for cell in self.cells]
        if self.board >= 0:
            fields[self.board] = "".join(man for man, _, _ in parts)
        if self.empty == "1":
            fields[self.board] = re.sub("1+", lambda gap: str(len(gap[0])), fields[self.board])
        if self.hand is not None:
            pieces = (f"{count if count > 1 else ''}{letter}" for letter, count in self.hand.items() if count > 0)
            fields[self.board + 2] = "".join(pieces) or "-"
        if self.numbered >= 0:
            fields[self.numbered] = ",".join(number for _, comma, number in parts if comma) or "-"
        return " ".join(fields)

    def men(self) -> list[int]:
        """The cells on which men stand."""
        return [place for place, cell in enumerate(self.cells) if cell not in (self.empty, "/")]

    def without(self) -> Iterator[TextLayout]:
        """The layouts with one man taken away."""
        return (self._with({place: self.empty}) for place in self.men())

    def placed(self, target: int) -> Iterator[TextLayout]:
        """The layouts with a man on a cell, its content where he stood; with hands, also men from them or turned."""
        content = self.cells[target]
        men = [place for place in self.men() if self.cells[place] != content]
        yield from (self._with({place: content, target: self.cells[place]}) for place in men)
        if self.hand is not None:
            yield from (self._with({target: letter}, {letter: -1}) for letter in self.hand if content == self.empty)
            yield from (self._with({place: content, target: self.cells[place].swapcase()}) for place in men)

    def counted(self, action: str) -> Iterator[TextLayout]:
        """The layouts with a man in a hand, or a counter changed by one, to 0, or to a number in ``action``."""
        if self.hand is not None:
            for place in self.men():
                for letter in (self.cells[place][-1].swapcase(), self.cells[place][-1]):
                    yield self._with({place: self.empty}, {letter: 1})
            for letter in self.hand:
                yield self._with({}, {letter: -1})
                yield self._with({}, {letter: -1, letter.swapcase(): 1})
        used = (self.board, self.numbered, -1 if self.hand is None else self.board + 2)
        for place, field in enumerate(self.fields):
            for number in re.finditer(r"\d+|-", field) if NUMBERS.fullmatch(field) and place not in used else ():
                old, digits = int(number[0].replace("-", "0")), range(10 if len(field) == 1 else 0)
                values = {0, old - 1, old + 1, *digits, *map(int, re.findall(r"\d{1,6}", action))} - {-1}
                for value in sorted(values, key=lambda value: (abs(value - old), value)):
                    changed = f"{field[: number.start()]}{value}{field[number.end() :]}"
                    yield attrs.evolve(self, fields=(*self.fields[:place], changed, *self.fields[place + 1 :]))

    def _with(self, cells: Mapping[int, str], gains: Mapping[str, int] | None = None) -> TextLayout:
        """The layout with other men on some cells, and with ``gains`` added in hand."""
        hand = self.hand
        if gains:
            hand = {letter: (hand or {}).get(letter, 0) + gains.get(letter, 0) for letter in {**(hand or {}), **gains}}
        return attrs.evolve(self, cells=tuple(cells.get(at, cell) for at, cell in enumerate(self.cells)), hand=hand)
