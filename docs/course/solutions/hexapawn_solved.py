# hexapawn_solved.py
from collections import Counter

import boardgames as bg
from boardgames.testkit import checks, expect, verify


def winner(state):
    """The seat that wins from here if both sides play as well as can be; None for a draw."""
    if state.outcome:
        return state.outcome.winner
    winners = {winner(state.apply(action)) for action in state.actions()}
    if state.seat in winners:
        return state.seat
    return None if None in winners else 1 - state.seat


def reachable(state, found):
    """All states from this one on, each board and seat once."""
    if (state.board, state.seat) not in found:
        found[state.board, state.seat] = state
        for action in state.actions():
            reachable(state.apply(action), found)
    return list(found.values())


# -- check ---------------------------------------------------------------------
with checks():
    start, drawn = [bg.load("hexapawn.py:SPEC", blocked=blocked).start() for blocked in ("loses", "draws")]
    expect(winner(start), 1)
    expect(winner(drawn), None)
    expect(Counter(winner(state) for state in reachable(start, {})), Counter({1: 82, 0: 53}))
    expect(Counter(winner(state) for state in reachable(drawn, {})), Counter({1: 58, 0: 47, None: 30}))
    four = bg.load("hexapawn.py:SPEC", files=4).start()
    expect({str(action): winner(four.apply(action)) for action in four.actions()}["b1b2"], 1)
    expect({str(action): winner(four.apply(action)) for action in four.actions()}["a1a2"], 0)
    report = verify("hexapawn.py:SPEC:files=4", games=20)  # the whole ladder, once more
    assert not report.failures, str(report)
