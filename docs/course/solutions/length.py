# length.py
from fractions import Fraction

import boardgames as bg
from boardgames.testkit import checks, expect


def followers(state):
    """What may come next, with its probability."""
    if state.turn == bg.CHANCE:
        return [(state.apply(throw), float(chance)) for throw, chance in state.chances()]
    return [(state.apply(action), 1.0) for action in state.actions()[:1]]


def length(game, sweeps=200):
    """The mean number of plies, throws included, from the start; the side to act takes the first action."""
    found, frontier = {}, [game.start()]
    while frontier:
        state = frontier.pop()
        if state.key not in found:
            found[state.key] = followers(state)
            frontier += [after for after, _ in found[state.key]]
    plies = dict.fromkeys(found, 0.0)
    for _ in range(sweeps):
        for key, after in found.items():
            if after:
                plies[key] = 1 + sum(chance * plies[state.key] for state, chance in after)
    return plies[game.start().key]


# -- check ---------------------------------------------------------------------
class Node:
    """A state of a small game: what follows, each with its chance at a chance node."""

    def __init__(self, key, turn, *after):
        self.key, self.turn, self.after = key, turn, after
        self.outcome = None if after else bg.Outcome((1.0, -1.0), "end")

    def start(self):
        return self

    def actions(self):
        return list(self.after) if self.turn >= 0 else []

    def chances(self):
        return list(zip(self.after, (Fraction(1, 4), Fraction(3, 4)), strict=True)) if self.turn == bg.CHANCE else []

    def apply(self, action):
        return action

    def __repr__(self):
        return f"{self.key} -> {self.after or None}"


with checks():
    end = Node("end", bg.OVER)
    choice = Node("choice", 0, end, Node("more", 1, end))
    expect(length(end), 0)
    expect(length(choice), 1)  # the first action ends the game
    expect(length(Node("dice", bg.CHANCE, choice, end)), 1.25)
    # Every throw is a 1: the second catches the first on cell 5, and is home after 15 turns.
    always_one = bg.load("ur", tokens=1, rosettes=(), safe_rosettes=(), dice=(0, 1))
    expect(round(length(always_one), 3), 60)
    expect(round(length(bg.load("ur", tokens=1)), 2), 31.48)
