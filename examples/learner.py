"""Learns the Royal Game of Ur from nothing but games against itself, with numpy alone.

    python examples/learner.py                  trains, measures, writes values.npz and curve.svg
    boardgames match ur examples/learner.py:Learned greedy --games 200

Positions are judged before the throw, when chance has the word: `values(position)` is what
the side to throw can expect, from -1 to 1.  Who is to act looks at what each of its
actions leads to and takes the best.  After each game every judgement is drawn
towards what came later: the judgements that followed, and in the end the result (TD(lambda)).
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

import numpy as np

import boardgames as bg
from boardgames import rl
from boardgames.contest import play_match
from boardgames.core.protocol import Player

GAME = "ur"
FILE = Path("values.npz")
SIZE = 37  # numbers of an observation
HIDDEN = 32
RATE = 1.5  # at first; in the end it is 0
MEMORY = 0.7  # the lambda of TD(lambda): how much the result counts, and not the next judgement
CURIOSITY = 0.02  # how often any action is taken
TOGETHER = 16  # games played side by side, so that numpy has many positions to judge at once


class Values:
    """What the side to throw can expect: a straight line through the observation, and a small hidden layer."""

    def __init__(self, rng):
        self.straight = np.zeros(SIZE)
        self.into = rng.normal(0, SIZE**-0.5, (SIZE, HIDDEN))
        self.out = rng.normal(0, 0.1, HIDDEN)

    def __call__(self, seen):
        return np.tanh(seen @ self.straight + np.tanh(seen @ self.into) @ self.out)

    def learn(self, seen, wanted, rate):
        """One step downhill on half the squared error."""
        hidden = np.tanh(seen @ self.into)
        value = np.tanh(seen @ self.straight + hidden @ self.out)
        error = (wanted - value) * (1 - value**2) / len(seen)
        inner = np.outer(error, self.out) * (1 - hidden**2)
        self.straight += rate * error @ seen
        self.out += rate * error @ hidden
        self.into += rate * seen.T @ inner

    def expected(self, states, seats):
        """What each of these seats can expect in each of these states; and what was seen there."""
        seen = np.array([rl.observe(state) for state in states])
        mine = np.array([1 if state.seat == seat else -1 for state, seat in zip(states, seats, strict=True)])
        worth = mine * self(seen)
        for place, state in enumerate(states):
            if state.outcome:
                worth[place] = state.outcome.returns[seats[place]]
        return worth, seen


class Learned(Player):
    """Takes the action after which it expects most."""

    def __init__(self, values=None):
        self.values = values
        if values is None:
            self.values = Values(np.random.default_rng())
            self.values.__dict__.update(np.load(FILE))

    def choose(self, state, clock):
        actions = state.actions()
        after = [state.apply(action) for action in actions]
        return actions[np.argmax(self.values.expected(after, [state.turn] * len(after))[0])]


def self_play(values, rng):
    """Endless games against itself; of each, what was seen before the throws, by which seat, and who won."""
    luck = Random(int(rng.integers(2**32)))
    start = bg.load(GAME).start()
    games = [start] * TOGETHER
    logs = [[] for _ in games]
    while True:
        for place, state in enumerate(games):
            while state.turn == bg.CHANCE:
                state = state.apply(bg.throw(state.chances(), luck))
            games[place] = state
        after = [state.apply(action) for state in games for action in state.actions()]
        seats = [state.turn for state in games for _ in state.actions()]
        worth, seen = values.expected(after, seats)
        first = 0
        for place, state in enumerate(games):
            last = first + len(state.actions())
            any_one = rng.random() < CURIOSITY
            best = int(rng.integers(first, last)) if any_one else first + np.argmax(worth[first:last])
            first = last
            games[place] = after[best]
            if games[place].outcome:
                yield logs[place], games[place].outcome.returns[0]
                games[place], logs[place] = start, []
            else:
                logs[place].append((seen[best], after[best].seat))


def lesson(values, log, result):
    """The positions of a game, and what should have been expected there."""
    seen = np.array([numbers for numbers, _ in log])
    side = np.array([1 if seat == 0 else -1 for _, seat in log])  # all is counted for seat 0, and turned at the end
    judged = side * values(seen)
    wanted = np.empty(len(log))
    for place in reversed(range(len(log))):
        wanted[place] = result
        result = MEMORY * result + (1 - MEMORY) * judged[place]
    return seen, side * wanted


def train(games, seed, measure_every, measure):
    """Learn from so many games; `measure(games so far, values)` is called now and then."""
    rng = np.random.default_rng(seed)
    values = Values(rng)
    measure(0, values)
    for played, (log, result) in zip(range(1, games + 1), self_play(values, rng), strict=False):
        values.learn(*lesson(values, log, result), RATE * (1 - played / (games + 1)))
        if played % measure_every == 0:
            measure(played, values)
    return values


# -- how well it plays -----------------------------------------------------------


def measured(values, opponent, games):
    """Its score against a player, with the 95 % interval, from pairs of games with the same dice."""
    return play_match(GAME, Learned(values), opponent, games=games, seed=1).tally.trials.score


def curve(points, games):
    """The scores as an SVG: against each opponent a line, and an upright for each interval."""
    width, height, left, top = 640, 320, 60, 20
    colours = {"random": "#2d5d8a", "greedy": "#b23a2e"}
    parts = ['<rect width="100%" height="100%" fill="#fff"/>']
    for percent in range(0, 101, 25):
        y = top + height * (1 - percent / 100)
        parts.append(f'<line x1="{left}" x2="{left + width}" y1="{y}" y2="{y}" stroke="#bbb"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 5}" text-anchor="end">{percent} %</text>')
    for opponent, colour in colours.items():
        line = []
        for played, scores in points:
            score = scores[opponent]
            x = left + width * played / games
            value, low, high = (top + height * (1 - min(1, max(0, at))) for at in (score.value, score.low, score.high))
            line.append(f"{x:.1f},{value:.1f}")
            parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{high:.1f}" stroke="{colour}"/>')
        parts.append(f'<polyline points="{" ".join(line)}" fill="none" stroke="{colour}" stroke-width="3"/>')
        y = top + height * (1 - points[-1][1][opponent].value)
        parts.append(f'<text x="{left + width + 8}" y="{y + 5:.1f}" fill="{colour}">against {opponent}</text>')
    middle = f'x="{left + width / 2}" y="{top + height + 24}" text-anchor="middle"'
    parts.append(f"<text {middle}>games against itself: {games}</text>")
    words = "".join(parts)
    size = f'width="{left + width + 140}" height="{top + height + 40}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="14">{words}</svg>\n'


def main():
    parser = argparse.ArgumentParser(description="Learn the Royal Game of Ur from games against oneself.")
    parser.add_argument("--games", type=int, default=1000, help="games against itself (default 1000)")
    parser.add_argument("--matches", type=int, default=100, help="games of each match on the way (default 100)")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    points = []

    def measure(played, values):
        scores = {opponent: measured(values, opponent, wanted.matches) for opponent in ("random", "greedy")}
        points.append((played, scores))
        told = [
            f"{score.value:6.1%} ({max(0, score.low):.0%} to {min(1, score.high):.0%})" for score in scores.values()
        ]
        print(f"{played:6} games   against random {told[0]}   against greedy {told[1]}", flush=True)

    values = train(wanted.games, wanted.seed, max(1, wanted.games // 5), measure)
    np.savez(FILE, **vars(values))
    Path("curve.svg").write_text(curve(points, wanted.games), encoding="utf-8")


if __name__ == "__main__":
    main()
