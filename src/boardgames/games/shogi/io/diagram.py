"""A position that is put together man by man, as the diagrams of records give it."""

from __future__ import annotations

from collections import Counter

from boardgames.games.shogi.io.sfen import gaps_counted, hands_field
from boardgames.games.shogi.moves.board import KING, square_at
from boardgames.games.shogi.rules import FIRST_PLY, State
from boardgames.games.shogi.variant import Variant


class Diagram:
    """The men on the board and in hand, and the side to move."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.men: dict[str, str] = {}
        """The letters of SFEN for each man, by the name of the square."""
        self.hands: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        self.seat = 0
        self.ply = FIRST_PLY

    @classmethod
    def of(cls, state: State) -> Diagram:
        """The diagram of a position."""
        diagram = cls(state.game.variant)
        for square in diagram.squares():
            man = state.piece_at(square)
            if man:
                diagram.men[square] = man
        diagram.hands = (Counter(state.hand(0)), Counter(state.hand(1)))
        diagram.seat, diagram.ply = state.seat, int(state.ply)
        return diagram

    def row(self, rank: int) -> list[str]:
        """The squares of a rank, counted from 0 at the top, in the order in which one reads them."""
        return [square_at(file, rank + 1) for file in range(self.variant.files, 0, -1)]

    def squares(self) -> list[str]:
        """The names of all squares in the order in which one reads them."""
        return [square for rank in range(self.variant.ranks) for square in self.row(rank)]

    def left_over(self) -> Counter[str]:
        """The pieces of the set that are neither on the board nor in hand, kings aside."""
        exist = Counter(letter.upper() for letter in self.variant.start.split()[0] if letter.isalpha())
        exist.subtract(man[-1].upper() for man in self.men.values())
        for hand in self.hands:
            exist.subtract(hand)
        del exist[self.variant.pieces[KING].letter]
        return +exist  # those of which some are left

    def sfen(self) -> str:
        """The diagram as SFEN."""
        rows = [[self.men.get(square, " ") for square in self.row(rank)] for rank in range(self.variant.ranks)]
        hands = [
            (letter.lower() if seat else letter, count)
            for seat, hand in enumerate(self.hands)
            for letter, count in sorted(hand.items())
            if count
        ]
        return f"{gaps_counted('/'.join(map(''.join, rows)))} {'bw'[self.seat]} {hands_field(hands)} {self.ply}"
