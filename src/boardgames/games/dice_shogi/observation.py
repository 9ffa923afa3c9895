"""Dice Shogi for learning: the planes of its base game, and one for each number of the die.

The die shows a file, so it is turned with the board.  Before the roll no plane of it has a 1.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i32, i64

from boardgames.core.vectors import vec
from boardgames.games.dice_shogi.rules import UNROLLED, DiceShogi, State
from boardgames.games.shogi import observation as shogi
from boardgames.games.shogi.moves.board import WHITE
from boardgames.learning.floats import spread
from boardgames.learning.observation import ONE, Observation, Plane
from boardgames.learning.state_writer import StateWriter


@final
class DiceShogiWriter(StateWriter):
    """Writes the states of one game as numbers."""

    def __init__(self, game: DiceShogi, numbers_of_base: int) -> None:
        self.base: Final = shogi.ShogiWriter(game.base)
        self.numbers_of_base: Final[i64] = numbers_of_base
        self.squares: Final[i64] = game.base.variant.squares
        self.sides: Final[i64] = len(game.rolls)

    def fill(self, state: Any, floats: vec[i32], at: i64) -> None:
        rolled: State = state
        self.base.fill(rolled.base, floats, at)
        plane = self.plane_of(rolled)
        at += self.numbers_of_base
        for number in range(i64(1), self.sides + 1):
            spread(i32(ONE) if number == plane else i32(0), floats, at, self.squares)
            at += self.squares

    def plane_of(self, state: State) -> i64:
        """The plane of the die, counted from 1; ``UNROLLED`` for none."""
        if state.base.side == WHITE and UNROLLED < state.die < self.sides:
            return self.sides - state.die  # White counts files from the other edge
        return state.die

    def number(self, state: Any, numbers: vec[i32], at: i64) -> i64:
        """Writes the indices of the legal actions without making a list of them."""
        rolled: State = state
        if rolled.die == UNROLLED:
            return 0
        start = at
        room: i64 = len(numbers)
        binds = rolled.binds()
        for action in rolled.base.actions():
            if not binds or rolled.allows(action):
                if at < room:
                    numbers[at] = i32(action.index)
                at += 1
        return at - start


def observation(game: DiceShogi) -> Observation:
    """39 planes of 5 by 5."""
    base = shogi.observation(game.base)
    files = int(game.files)
    dice = [
        Plane(f"die {file}", f"1 everywhere where the die shows the file that is number {file} from the mover's right")
        for file in range(1, files + 1)
    ]
    dice.append(Plane("die free", f"1 everywhere where the die shows {files + 1}, which binds nothing"))
    return Observation(
        shape=(base.shape[0] + len(dice), *base.shape[1:]),
        planes=(*base.planes, *dice),
        left_out=base.left_out,
        markov=base.markov,
        writer=DiceShogiWriter(game, base.size),
        turns=base.turns,
    )
