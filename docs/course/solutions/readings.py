# readings.py
import boardgames as bg
from boardgames.testkit import checks

START = "4k/5/5/5/K3R w - 1"
MOVES = "1a2a 1e3e 2a1a 3e1e 1a2a 1e3e 2a1a 3e1e"  # 1e3e is no check

# -- check ---------------------------------------------------------------------
with checks():
    states = [bg.load("minishogi").parse(START)]
    for move in MOVES.split():
        states.append(states[-1].play(move))
    end = states[-1]
    assert end.outcome is not None, "the game goes on"
    assert end.outcome.reason == "perpetual check", f"the game ended by {end.outcome.reason}"
    first = [state.key for state in states].index(end.key)
    after_the_loser = [state for state in states[first:] if state.seat == end.outcome.winner]
    assert not all(state.in_check() for state in after_the_loser), "every move was a check: both readings agree"
