# length.py
import boardgames as bg
from boardgames.testkit import expect


def followers(state):
    """What may come next, with its probability."""
    if state.turn == bg.CHANCE:
        return [(state.apply(throw), float(chance)) for throw, chance in state.chances()]
    return [(state.apply(action), 1.0) for action in state.actions()[:1]]


def length(game, sweeps=200):
    """The mean number of plies, throws included, from the start; who acts takes the first action."""
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
expect(round(length(bg.load("ur", tokens=1)), 2), 31.48)
always_one = bg.load("ur", tokens=1, rosettes=(), safe_rosettes=(), dice=(0, 1))
expect(round(length(always_one), 3), 60)  # the second catches the first on cell 5, and is home after 15 turns
print("well done")
