"""mygame: all that belongs to the game, in one SPEC."""

from __future__ import annotations

import boardgames as bg
from mygame.rules import MOST, STONES, MyGame, draw

RULES = f"""\
# mygame

There are {STONES} stones. Each side in turn takes one to {MOST} of them.
The side that takes the last stone wins.

A position is written as the stones that are left and the seat to act: `{STONES} 0`.
An action is written as the number of stones taken: `{MOST}`.
"""

SPEC = bg.GameSpec(
    name="mygame",
    title="My Game",
    game=MyGame,
    reasons={"last stone": "the side that took the last stone wins"},
    picture=draw,
    max_plies=STONES,
    rules=RULES,
    sources=("Known as 21, a game of the family of Nim",),
)
