"""The rules: 21 stones, take one to three, who takes the last wins."""

from __future__ import annotations

import re
from typing import Any

import attrs

import boardgames as bg

STONES = 21
MOST = 3

# Every action of the game, made once.  The number is its place in this list, the text is how it is written.
TAKES = [bg.SimpleAction(number, str(number + 1)) for number in range(MOST)]


@attrs.frozen
class State(bg.BaseState):
    """A position: everything that must be remembered to go on, and nothing else.

    It never changes.  To act means to make another one.  Because of
    ``attrs.frozen`` two states are equal when all their fields are.
    """

    game: Any
    stones: int  # that are left
    seat: int  # whose turn it is: 0 or 1

    @property
    def outcome(self) -> bg.Outcome | None:
        """How the game ended, or None while it goes on: one return for each seat, and the reason."""
        if self.stones > 0:
            return None
        # The side to act finds no stone, so the other one has taken the last.
        return bg.Outcome.lost_by(self.seat, "last stone")

    @property
    def turn(self) -> int:
        """The seat to act, or OVER.  (A game with dice also has CHANCE.)"""
        return bg.OVER if self.outcome else self.seat

    @property
    def key(self) -> tuple[int, int]:
        """The position for tables: what decides the future, without counting moves."""
        return self.stones, self.seat

    def actions(self) -> list[bg.SimpleAction]:
        """The legal actions, each once: a new list at every call."""
        return TAKES[: self.stones]

    def apply(self, action: bg.SimpleAction) -> State:
        """The state after an action.  This state stays as it is."""
        return State(self.game, self.stones - (action.index + 1), 1 - self.seat)

    def __str__(self) -> str:
        """The position as text.  MyGame.parse reads it."""
        return f"{self.stones} {self.seat}"


class MyGame(bg.SimpleGame):
    """The game: where it begins, and how its positions are read."""

    name = "mygame"
    title = "My Game"
    all_actions = TAKES

    def start(self) -> State:
        return State(self, STONES, 0)

    def parse(self, text: str) -> State:
        """The position of a text.  Anything that is no position gets a sentence that says what was expected."""
        found = re.fullmatch("([0-9]{1,2}) ([01])", text)
        if not found or str(int(found[1])) != found[1] or int(found[1]) > STONES:
            raise bg.UnreadablePosition(
                f"expected the stones left, 0 to {STONES}, and the seat to act, as in '{STONES} 0', not {text!r}"
            )
        return State(self, int(found[1]), int(found[2]))


def draw(state: Any) -> str:
    """The position as a picture, for people."""
    return f"{'o' * state.stones}  ({state.stones} left)"
