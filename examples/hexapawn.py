"""Hexapawn, a whole game in one file.  Nothing needs to be installed:

    boardgames show hexapawn.py:SPEC
    boardgames verify hexapawn.py:SPEC
    boardgames play hexapawn.py:SPEC:files=4 human greedy

Pawns move and capture as in chess, one step at a time.  Who reaches the far
rank, or leaves the other side without a move, wins.
"""

from __future__ import annotations

import re
from typing import Any

import attrs

import boardgames as bg
from boardgames.core.model import option

RANKS = 3
MOST = 5
MEN = "WB"
FILES = "abcde"
WAYS = [
    (file, rank, file + aside, rank + ahead)
    for ahead in (1, -1)
    for rank in range(RANKS)
    for file in range(MOST)
    for aside in (0, -1, 1)
    if 0 <= file + aside < MOST and 0 <= rank + ahead < RANKS
]
STEPS = {
    way: bg.SimpleAction(index, f"{FILES[way[0]]}{way[1] + 1}{FILES[way[2]]}{way[3] + 1}")
    for index, way in enumerate(WAYS)
}
WAY = {step: way for way, step in STEPS.items()}


@attrs.frozen
class Options:
    files: int = option(3, "files of the board", "Gardner 1962 plays on three", least=3, most=MOST)


@attrs.frozen
class State(bg.BaseState):
    game: Any
    board: tuple[str, ...]  # ranks from White's side, each a string of W, B and .
    seat: int

    @property
    def key(self) -> Any:
        return self.board, self.seat

    @property
    def outcome(self) -> bg.Outcome | None:
        if MEN[0] in self.board[-1] or MEN[1] in self.board[0]:
            return bg.Outcome.lost_by(1 if MEN[0] in self.board[-1] else 0, "far rank")
        return None if self.steps() else bg.Outcome.lost_by(self.seat, "no move")

    @property
    def turn(self) -> int:
        return bg.OVER if self.outcome else self.seat

    def steps(self) -> list[bg.SimpleAction]:
        ahead, foe = (1, MEN[1]) if self.seat == 0 else (-1, MEN[0])
        return [
            step
            for (x, y, to, up), step in STEPS.items()
            if up == y + ahead and max(x, to) < self.game.options.files
            if self.board[y][x] == MEN[self.seat] and self.board[up][to] == ("." if to == x else foe)
        ]

    def actions(self) -> list[bg.SimpleAction]:
        return [] if self.outcome else self.steps()

    def apply(self, step: bg.SimpleAction) -> State:
        x, y, to, up = WAY[step]
        board = [list(rank) for rank in self.board]
        board[y][x], board[up][to] = ".", MEN[self.seat]
        return State(self.game, tuple(map("".join, board)), 1 - self.seat)

    def __str__(self) -> str:
        return f"{'/'.join(reversed(self.board))} {'wb'[self.seat]}"


class Hexapawn(bg.SimpleGame):
    name = "hexapawn"
    title = "Hexapawn"
    all_actions = tuple(STEPS.values())

    def start(self) -> State:
        files = self.options.files
        return State(self, (MEN[0] * files, *["." * files] * (RANKS - 2), MEN[1] * files), 0)

    def parse(self, text: str) -> State:
        files = self.options.files
        if (
            not re.fullmatch("/".join([f"[WB.]{{{files}}}"] * RANKS) + " [wb]", text)
            or max(map(text.count, MEN)) > files
        ):
            raise bg.UnreadablePosition(f"expected a position as in {str(self.start())!r}, not {text!r}")
        ranks, side = text.split()
        board = tuple(reversed(ranks.split("/")))
        if MEN[0] in board[-1] and MEN[1] in board[0]:
            raise bg.UnreadablePosition(f"both sides have reached the far rank in {text!r}")
        return State(self, board, "wb".index(side))


def draw(state: State) -> str:
    ranks = [f"{RANKS - row} {' '.join(rank)}" for row, rank in enumerate(reversed(state.board))]
    return "\n".join([*ranks, f"  {' '.join(FILES[: len(state.board[0])])}"])


SPEC = bg.GameSpec(
    name="hexapawn",
    title="Hexapawn",
    game=Hexapawn,
    options=Options,
    reasons={
        "far rank": "a side has brought a pawn to the far rank and wins",
        "no move": "the side to act cannot: it loses",
    },
    picture=draw,
    seat_names=("White", "Black"),
    max_plies=MOST * 2 * (RANKS - 1),
    sources=("Martin Gardner, Mathematical Games, Scientific American, March 1962",),
)
