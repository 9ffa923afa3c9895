# hexapawn.py
"""Hexapawn: pawns alone, on three files and three ranks.  It grows with the chapters of the course."""

import re
from typing import Any

import attrs

import boardgames as bg
from boardgames.core.model import option

FILES, RANKS = "abcde", 3
WAYS = [
    (file, rank, file + aside, rank + ahead)
    for ahead in (1, -1)
    for rank in range(RANKS)
    for file in range(len(FILES))
    for aside in (0, -1, 1)
    if 0 <= file + aside < len(FILES) and 0 <= rank + ahead < RANKS
]
STEPS = {
    (x, y, to, up): bg.SimpleAction(number, f"{FILES[x]}{y + 1}{FILES[to]}{up + 1}")
    for number, (x, y, to, up) in enumerate(WAYS)
}
WAY = {step: way for way, step in STEPS.items()}


@attrs.frozen
class State(bg.BaseState):
    game: Any
    board: tuple[str, ...]  # the ranks, White's own first
    seat: int  # 0 is White, 1 is Black

    def steps(self):
        """What the pawns of the seat can do, as if the game were not over."""
        own, other, ahead = ("W", "B", 1) if self.seat == 0 else ("B", "W", -1)
        return [
            step
            for (x, y, to, up), step in STEPS.items()
            if up == y + ahead and max(x, to) < len(self.board[0])
            if self.board[y][x] == own and self.board[up][to] == ("." if to == x else other)
        ]

    def actions(self):
        return [] if self.outcome else self.steps()

    def apply(self, action):
        x, y, to, up = WAY[action]
        board = [list(rank) for rank in self.board]
        board[up][to], board[y][x] = board[y][x], "."
        return State(self.game, tuple("".join(rank) for rank in board), 1 - self.seat)

    @property
    def outcome(self):
        if "W" in self.board[-1]:
            return bg.Outcome((1.0, -1.0), "far rank")
        if "B" in self.board[0]:
            return bg.Outcome((-1.0, 1.0), "far rank")
        if self.steps():
            return None
        if self.game.options.blocked == "draws":
            return bg.Outcome((0.0, 0.0), "no step")
        return bg.Outcome.lost_by(self.seat, "no step")

    @property
    def turn(self):
        return bg.OVER if self.outcome else self.seat

    @property
    def key(self):
        return self.board, self.seat

    def __str__(self):
        return f"{'/'.join(reversed(self.board))} {'wb'[self.seat]}"


@attrs.frozen
class Options:
    files: int = option(3, "files of the board", "Gardner 1962 has three", least=3, most=len(FILES))
    blocked: str = option(
        "loses", "what a side that cannot step does", "Gardner 1962: it loses", choices=("loses", "draws")
    )


class Hexapawn(bg.SimpleGame):
    name = "hexapawn"
    title = "Hexapawn"
    all_actions = tuple(STEPS.values())

    def start(self):
        files = self.options.files
        return State(self, ("W" * files, "." * files, "B" * files), 0)

    def parse(self, text):
        files = self.options.files
        if not re.fullmatch(f"[WB.]{{{files}}}/[WB.]{{{files}}}/[WB.]{{{files}}} [wb]", text):
            raise bg.UnreadablePosition(f"expected a position as in {str(self.start())!r}, not {text!r}")
        if max(text.count("W"), text.count("B")) > files:
            raise bg.UnreadablePosition(f"a side has at most {files} pawns, unlike in {text!r}")
        board = tuple(reversed(text[:-2].split("/")))
        if "W" in board[-1] and "B" in board[0]:
            raise bg.UnreadablePosition(f"the game would have ended before {text!r}")
        return State(self, board, "wb".index(text[-1]))


SPEC = bg.GameSpec(
    name="hexapawn",
    title="Hexapawn",
    game=Hexapawn,
    options=Options,
    reasons={"far rank": "a pawn has come to the far rank and wins", "no step": "the side to act has no step"},
    seat_names=("White", "Black"),
    sources=("Martin Gardner, Mathematical Games, Scientific American, March 1962",),
)
