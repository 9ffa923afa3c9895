"""Positions of Dice Shogi: an SFEN and the die, ``-`` before it is rolled."""

from __future__ import annotations

from boardgames.core.model.game import UnreadablePosition
from boardgames.games.dice_shogi.rules import UNROLLED, DiceShogi, State


def write(state: State) -> str:
    """A position as text: SFEN, and what the die shows."""
    return f"{state.base} {'-' if state.die == UNROLLED else state.die}"


def parse(game: DiceShogi, text: str) -> State:
    """The position that a text describes.

    Raises :class:`UnreadablePosition`.
    """
    placement, _, field = text.rstrip().rpartition(" ")
    faces = [str(roll.number) for roll, _ in game.rolls]
    if field not in (*faces, "-") or len(placement.split()) < 4:
        raise UnreadablePosition(f"expected an SFEN of 4 fields and the die, - or {faces[0]} to {faces[-1]}")
    state = State(game, game.base.parse(placement), UNROLLED)
    if field == "-":
        return state
    if state.outcome is not None:
        raise UnreadablePosition("field 5, the die, must be - when the game is over")
    return State(game, state.base, int(field))


def read_throw(text: str) -> str:
    """The canonical text of a roll written as a number.

    >>> read_throw("3"), read_throw("=3")
    ('=3', '=3')
    """
    text = text.strip()
    return text if text.startswith("=") else f"={text}"
