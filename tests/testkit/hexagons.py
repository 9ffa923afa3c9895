"""Hex with the swap, of which a broken text forgets that it was made: rare in random play, one choice of eighty."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import attrs

import boardgames as bg

SIZE = 9
CELLS = [(x, y) for y in range(SIZE) for x in range(SIZE)]
PUTS = [bg.SimpleAction(index, f"{'abcdefghi'[x]}{y + 1}") for index, (x, y) in enumerate(CELLS)]
SWAP = bg.SimpleAction(len(PUTS), "swap")
BESIDE = (1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)
STONES = "xo"


@cache
def connects(board: str, colour: int) -> bool:
    """Do the stones of a colour connect its edges?  The rungs ask each position many times."""
    stone = STONES[colour]
    edge = range(0, SIZE * SIZE, SIZE) if colour else range(SIZE)
    found = [place for place in edge if board[place] == stone]
    seen = set(found)
    while found:
        x, y = CELLS[found.pop()]
        if (x if colour else y) == SIZE - 1:
            return True
        for to, up in ((x + dx, y + dy) for dx, dy in BESIDE):
            place = up * SIZE + to
            if 0 <= to < SIZE and 0 <= up < SIZE and place not in seen and board[place] == stone:
                seen.add(place)
                found.append(place)
    return False


@attrs.frozen
class State(bg.BaseState):
    game: Any
    board: str
    swapped: bool

    @property
    def colour(self) -> int:
        """Whose stone comes next: x and o by turns; the swap is a turn without one."""
        return (len(self.board) - self.board.count(".")) % 2

    @property
    def seat(self) -> int:
        return self.colour if not self.swapped else 1 - self.colour

    @property
    def key(self) -> Any:
        return self.board, self.swapped

    @property
    def outcome(self) -> bg.Outcome | None:
        last = 1 - self.colour
        if not self.connects(last):
            return None
        return bg.Outcome.lost_by(self.seat, "connected")

    def connects(self, colour: int) -> bool:
        """x from the top to the bottom, o from left to right."""
        return connects(self.board, colour)

    @property
    def turn(self) -> int:
        return bg.OVER if self.outcome else self.seat

    def actions(self) -> list[Any]:
        if self.outcome:
            return []
        first = self.board.count(".") == SIZE * SIZE - 1 and not self.swapped
        return [put for put in PUTS if self.board[put.index] == "."] + ([SWAP] if first else [])

    def apply(self, action: Any) -> Any:
        if action is SWAP:
            return attrs.evolve(self, swapped=True)
        place = action.index
        return attrs.evolve(self, board=self.board[:place] + STONES[self.colour] + self.board[place + 1 :])

    def __str__(self) -> str:
        return f"{self.board} {'swapped' if self.swapped else '-'}"


class Hex(bg.SimpleGame):
    name = "hex"
    title = "Hex"
    all_actions = [*PUTS, SWAP]  # noqa: RUF012
    kind: Any = State

    def start(self) -> Any:
        return self.kind(self, "." * SIZE * SIZE, False)

    def parse(self, text: str) -> Any:
        found = re.fullmatch(f"([xo.]{{{SIZE * SIZE}}})( -| swapped)?", text)
        ahead = text.count("x") - text.count("o")
        if not found or ahead not in (0, 1) or (found[2] == " swapped" and "x" not in text):
            raise bg.UnreadablePosition(f"expected {SIZE * SIZE} cells, then - or swapped, not {text!r}")
        state = self.kind(self, found[1], found[2] == " swapped")
        if state.connects(state.colour):
            raise bg.UnreadablePosition(f"the side to act is connected already in {text!r}")
        return state


class ForgetsTheSwap(Hex):
    """Its text does not say whether the sides were swapped."""

    class kind(State):  # noqa: N801
        def __str__(self) -> str:
            return self.board


def spec_of(game: Any) -> bg.GameSpec:
    reasons = {"connected": "a side has connected its edges"}
    return bg.GameSpec(name="hex", title="Hex", game=game, reasons=reasons, max_plies=SIZE**2 + 1)


HEX, FORGETFUL = spec_of(Hex), spec_of(ForgetsTheSwap)
