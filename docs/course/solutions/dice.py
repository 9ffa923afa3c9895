# dice.py
from itertools import product

import boardgames as bg
from boardgames.testkit import checks, expect


def weights(dice):
    """In how many ways the dice, each a list of its faces, show a sum of 0, 1, 2, ... as a tuple."""
    sums = [sum(faces) for faces in product(*dice)]
    return tuple(sums.count(number) for number in range(max(sums) + 1))


# -- check ---------------------------------------------------------------------
with checks():
    coin = [0, 1]
    expect(weights([coin]), (1, 1))
    expect(weights([coin] * 3), (1, 3, 3, 1))
    expect(weights([coin] * 4), (1, 4, 6, 4, 1))
    expect(weights([[1, 2, 3, 4]]), (0, 1, 1, 1, 1))
    expect(weights([[0, 2], [1, 1, 5]]), (0, 2, 0, 2, 0, 1, 0, 1))
    game = bg.load("ur", dice=weights([[0, 1, 2], coin]))
    expect([str(chance) for _, chance in game.start().chances()], ["1/6", "1/3", "1/3", "1/6"])
