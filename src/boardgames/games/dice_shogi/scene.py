"""Dice Shogi as a scene: its base game, and the die next to the hand of the side that rolls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from boardgames.core.picture.scene import Die, Scene
from boardgames.core.text.said import Said
from boardgames.games.dice_shogi.rules import UNROLLED, State
from boardgames.games.shogi.io import scene as shogi
from boardgames.games.shogi.moves.actions import Action
from boardgames.games.shogi.words import SEATS

CORNER = 0.6  # a hand leaves room for a die in its corner of the board


def scene(rolled: State, seat: int) -> Scene:
    """The position with the pieces in hand, and the die."""
    rendered = attrs.evolve(shogi.scene(rolled.base, 0), title=rolled.game.title)
    if rolled.outcome is None:
        bottom = shogi.TOP + rolled.game.base.variant.ranks
        x, y = (rendered.width - CORNER, shogi.TOP + CORNER) if rolled.seat == 0 else (CORNER, bottom - CORNER)
        number = None if rolled.die == UNROLLED else int(rolled.die)
        side = SEATS[rolled.seat]
        if number is None:
            caption = Said("{side} to roll", side=side)
        else:
            caption = Said("{side} to move, the die shows {number}", side=side, number=number)
        rendered = attrs.evolve(rendered, dice=(Die(x, y, value=number),), caption=caption)
    return rendered.seen_from(seat)


def clicks(state: State, action: Action) -> tuple[str, ...]:
    """The spots of the base game: the die binds the target, so a move and its promotion are both legal or neither."""
    return shogi.clicks(state.base, action)


def candidates(state: State, path: Sequence[str]) -> Iterator[Action]:
    """The actions of the base game."""
    return shogi.candidates(state.base, path)
