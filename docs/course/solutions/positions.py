# positions.py
import boardgames as bg
from boardgames.testkit import expect


def positions(state, plies):
    """The keys of all positions after exactly so many plies, as a set."""
    if plies == 0:
        return {state.key}
    return set().union(*[positions(state.apply(action), plies - 1) for action in state.actions()])


# -- check ---------------------------------------------------------------------
start = bg.load("minishogi").start()
expect(positions(start, 0), {start.key})
expect([len(positions(start, plies)) for plies in (1, 2, 3)], [14, 181, 1600])
expect(bg.perft(start, 3), 2512)  # ways
print("well done")
