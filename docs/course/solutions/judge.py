# judge.py
import boardgames as bg
from boardgames.testkit import checks, expect


def loser(states):
    """The seat that gave check with each of its moves since the first occurrence; None if no one or both did."""
    keys = [state.key for state in states]
    since = states[keys.index(keys[-1]) + 1 :]
    chasers = [seat for seat in (0, 1) if all(state.in_check() for state in since if state.turn == 1 - seat)]
    return chasers[0] if len(chasers) == 1 else None


# -- check ---------------------------------------------------------------------
def played(position, moves):
    states = [bg.load("shogi", repetition="none").parse(position)]
    for move in moves.split():
        states.append(states[-1].play(move))
    return states


class MadeUp:
    """A state that no game has led to: no position is known in which both sides give check for ever."""

    def __init__(self, key, turn, check):
        self.key, self.turn, self.seat, self.check = key, turn, turn, check

    def in_check(self):
        return self.check

    def __repr__(self):
        return f"position {self.key}, {'check' if self.check else 'no check'}"


with checks():
    chased = "k8/9/9/9/9/9/9/9/1R6K b - 1"
    chase, pause = "8i9i 9a8a 9i8i 8a9a ", "1i2i 9a9b 2i1i 9b9a "
    turned = "k6r1/9/9/9/9/9/9/9/8K w - 1"
    expect(loser(played(chased, chase * 3)), 0)
    expect(loser(played(chased, chase + pause + chase)), None)
    expect(loser(played(turned, "2a1a 1i2i 1a2a 2i1i " * 3)), 1)
    expect(loser(played("k8/9/9/9/9/9/9/9/1R5K1 b - 1", "2i1i 9a9b " + "8i9i 9b8b 9i8i 8b9b " * 3)), 0)
    expect(loser(played(chased, pause * 3)), None)
    both = [MadeUp(ply % 4, ply % 2, True) for ply in range(13)]
    expect(loser(both), None)
    neither = [MadeUp(ply % 4, ply % 2, ply % 4 == 1) for ply in range(13)]  # every second move of seat 0
    expect(loser(neither), None)
