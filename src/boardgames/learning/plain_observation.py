"""The view of a game that describes none: the legal actions, the seat to act, and the text of the position."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final

from boardgames.core.lookup.installed_games import spec_of
from boardgames.core.model.game import Game
from boardgames.learning.observation import Observation, Plane

MOST_ACTIONS: Final = 4096
"""The view of a game with more actions leaves out which are legal; a learner gets them in the action mask."""
LETTERS: Final = 128
"""Characters of the text that are shown one by one."""
ALPHABET: Final = 128
"""Characters with a higher number look like this one."""
DIGEST: Final = 64
"""Bits of the digest of the whole text, so that no two positions look the same."""

TURNED = "The view is not turned to the side to act: the text is shown as it is."
HISTORY = "The history of the game, such as how often the position occurred before."


def plain_observation(game: Game) -> Observation:
    """The plain view of a game: numbers in a row, which determine the position and show little of its meaning.

    >>> from boardgames.core.lookup.installed_games import load
    >>> view = plain_observation(load("ur"))
    >>> view.shape, view.planes[0].name, view.planes[15].name, view.planes[17].name
    ((209,), 'action 0', 'seat 0', 'character 1')
    """
    actions = int(game.action_count) if game.action_count <= MOST_ACTIONS else 0
    seats = game.seats
    planes = (
        *(Plane(f"action {index}", f"1 where the action numbered {index} is legal") for index in range(actions)),
        *(Plane(f"seat {seat}", f"1 where seat {seat} is to act or to throw") for seat in range(seats)),
        *(
            Plane(
                f"character {place + 1}", f"the text's character {place + 1}: its Unicode number / {ALPHABET}, up to 1"
            )
            for place in range(LETTERS)
        ),
        *(Plane(f"digest {bit}", f"bit {bit} of a digest of the whole text") for bit in range(DIGEST)),
    )

    def encode(state: Any) -> list[float]:
        numbers = [0.0] * len(planes)
        if actions:
            for action in state.actions():
                numbers[action.index] = 1.0
        numbers[actions + state.seat] = 1.0
        text = str(state)
        at = actions + seats
        for place, letter in enumerate(text[:LETTERS], at):
            numbers[place] = min(ord(letter), ALPHABET) / ALPHABET
        digest = int.from_bytes(blake2b(text.encode(), digest_size=DIGEST // 8).digest(), "big")
        at += LETTERS
        for bit in range(DIGEST):
            numbers[at + bit] = float(digest >> bit & 1)
        return numbers

    by_history = bool(spec_of(game).by_history)
    return Observation(
        shape=(len(planes),),
        planes=planes,
        left_out=(TURNED, HISTORY) if by_history else (TURNED,),
        markov=not by_history,
        encode=encode,
    )
