"""Shogi once more, slow and obvious, to check the rules against.

Every move that any man could make is tried on a copy of the board; it is legal
if the king is not left in check.  Nothing is shared with the rules under test
but the squares' names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"
GOLD = "N NE E S W NW"
STEPS = {
    "K": "N NE E SE S SW W NW", "G": GOLD, "S": "N NE SE SW NW", "N": "NNE NNW", "P": "N", "L": "", "R": "", "B": "",
    "+S": GOLD, "+N": GOLD, "+L": GOLD, "+P": GOLD, "+R": "NE SE SW NW", "+B": "N E S W",
}  # fmt: skip
SLIDES = {"L": "N", "R": "N E S W", "B": "NE SE SW NW", "+R": "N E S W", "+B": "NE SE SW NW"}
Square = tuple[int, int]  # file and rank, from 1 at the upper right
Men = dict[Square, tuple[int, str]]  # seat and letters of SFEN in capitals


class PlainShogi:
    def __init__(self) -> None:
        self.men: Men = {}
        for rank, row in enumerate(START.split("/"), 1):
            file = 9
            for letter in row:
                if letter.isalpha():
                    self.men[file, rank] = (int(letter.islower()), letter.upper())
                file -= 1 if letter.isalpha() else int(letter)
        self.hands: list[Counter[str]] = [Counter(), Counter()]
        self.seat = 0
        self.past = [(self.position(), False)]

    def position(self) -> tuple[object, ...]:
        return frozenset(self.men.items()), *(frozenset((+hand).items()) for hand in self.hands), self.seat

    def reach(self, men: Men, square: Square) -> Iterator[Square]:
        """The squares to which the man on ``square`` could go, were there no checks."""
        seat, letters = men[square]
        for ways, far in ((STEPS[letters], 1), (SLIDES.get(letters, ""), 8)):
            for way in ways.split():
                file_step, rank_step = way.count("W") - way.count("E"), way.count("S") - way.count("N")
                turn = -1 if seat else 1
                for distance in range(1, far + 1):
                    target = (square[0] + turn * file_step * distance, square[1] + turn * rank_step * distance)
                    if not (1 <= target[0] <= 9 and 1 <= target[1] <= 9) or men.get(target, (2,))[0] == seat:
                        break
                    yield target
                    if target in men:
                        break

    def check(self, men: Men, seat: int) -> bool:
        king = next(square for square, man in men.items() if man == (seat, "K"))
        return any(king in self.reach(men, square) for square, (owner, _) in men.items() if owner != seat)

    def stuck(self, seat: int, letter: str, rank: int) -> bool:
        """Could an unpromoted piece never move again from this rank?"""
        return (rank if seat == 0 else 10 - rank) <= {"P": 1, "L": 1, "N": 2}.get(letter, 0)

    def tries(self, men: Men, seat: int) -> Iterator[tuple[str, Men]]:
        """What a side could do, and the men after it."""
        for square in list(men):
            letters = men[square][1]
            for target in self.reach(men, square) if men[square][0] == seat else ():
                after = {place: man for place, man in men.items() if place != square}
                ranks = [rank if seat == 0 else 10 - rank for rank in (square[1], target[1])]
                if not self.stuck(seat, letters, target[1]):
                    yield name(square) + name(target), {**after, target: (seat, letters)}
                if min(ranks) <= 3 and letters in "SNLPRB":
                    yield name(square) + name(target) + "+", {**after, target: (seat, "+" + letters)}
        for letter in +self.hands[seat]:
            for square in ((file, rank) for file in range(1, 10) for rank in range(1, 10)):
                second_pawn = letter == "P" and any(men.get((square[0], rank)) == (seat, "P") for rank in range(1, 10))
                if square not in men and not second_pawn and not self.stuck(seat, letter, square[1]):
                    yield f"{letter}*{name(square)}", {**men, square: (seat, letter)}

    def legal(self) -> dict[str, Men]:
        safe = {text: men for text, men in self.tries(self.men, self.seat) if not self.check(men, self.seat)}
        return {text: men for text, men in safe.items() if not (text.startswith("P*") and self.mated(men))}

    def mated(self, men: Men) -> bool:
        """Is the other side in check without a reply?"""
        other = 1 - self.seat
        return self.check(men, other) and all(self.check(after, other) for _, after in self.tries(men, other))

    def play(self, text: str, men: Men) -> None:
        letter, _, _ = text.partition("*")
        captured = set(self.men) & {square for square in men if men[square] != self.men.get(square)}
        for square in captured:
            self.hands[self.seat][self.men[square][1][-1]] += 1
        self.hands[self.seat][letter] -= "*" in text
        self.men, self.seat = men, 1 - self.seat
        self.past.append((self.position(), self.check(men, self.seat)))

    def repeated(self) -> bool:
        """Has this position occurred four times?"""
        return [position for position, _ in self.past].count(self.position()) >= 4


def name(square: Square) -> str:
    return f"{square[0]}{'_abcdefghi'[square[1]]}"
