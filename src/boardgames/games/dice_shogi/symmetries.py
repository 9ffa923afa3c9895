"""Dice Shogi mirrored: its base game and the die, whose numbers are files."""

from __future__ import annotations

from boardgames.core.model.symmetry import Symmetry
from boardgames.games.dice_shogi.rules import UNROLLED, DiceShogi, Roll, State, roll_of
from boardgames.games.shogi import symmetries as shogi
from boardgames.games.shogi.moves.actions import Action


def mirrored_number(number: int, files: int) -> int:
    """The file that a number of the die becomes; the free number stays, and so does an unrolled die."""
    return number if number in (UNROLLED, files + 1) else files + 1 - number


def symmetries(game: DiceShogi) -> tuple[Symmetry, ...]:
    """The board mirrored, with each file's number of the die."""
    files = int(game.files)

    def state(rolled: State) -> State:
        return State(game, shogi.mirrored_state(rolled.base), mirrored_number(int(rolled.die), files))

    def action(chosen: Action | Roll) -> Action | Roll:
        if isinstance(chosen, Roll):
            return roll_of(mirrored_number(int(chosen.number), files))
        return shogi.mirrored_action(chosen)

    return (Symmetry(shogi.MIRROR.name, state, action),) if shogi.is_mirrored(game.base.variant) else ()
