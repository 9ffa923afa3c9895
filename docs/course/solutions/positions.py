# positions.py
import boardgames as bg
from boardgames.testkit import checks, expect


def positions(state, plies):
    """The keys of all positions after exactly so many plies, as a set."""
    if plies == 0:
        return {state.key}
    return set().union(*[positions(state.apply(action), plies - 1) for action in state.actions()])


# -- check ---------------------------------------------------------------------
with checks():
    start = bg.load("minishogi").start()
    expect(positions(start, 0) == {start.key}, True)
    expect(start.play("5d5c").key in positions(start, 1), True)
    expect([len(positions(start, plies)) for plies in (1, 2, 3)], [14, 181, 1600])
    mated = bg.load("minishogi").parse("4k/4G/4G/5/K4 w - 2")  # checkmate: nothing goes on
    expect(positions(mated, 1) == set(), True)
