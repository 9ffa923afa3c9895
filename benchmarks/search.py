"""What searches and trees cost: positions a second, and playouts a second beside OpenSpiel's tree search.

    python -m benchmarks.search [SECONDS]

The searches look at the start of each game and at a position from its middle.
OpenSpiel's is its MCTS in C++ (``pyspiel.MCTSBot`` with a random rollout
evaluator), from the same starts, one rollout a round, as ours; classic morris is
the game that both play alike.  CPU time, the programs by turns in one run, the
median of the rounds.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from contextlib import suppress
from random import Random
from statistics import median
from time import process_time

import boardgames as bg
from boardgames import build
from boardgames.core.model.walk import edges
from boardgames.players.alphabeta import Alphabeta, search_hints_of
from boardgames.players.bounded_search import OutOfBudget
from boardgames.players.budget import Budget, Effort
from boardgames.players.mates.mate_search import MateSearch
from boardgames.players.tree import UctTree

ROUNDS = 5
SEED = 20260101
MIDDLE = 40  # plies of random play
GAMES = ("shogi", "minishogi", "dice-shogi", "morris", "morris:preset=classic", "ur")
PEERS = {"shogi": "shogi", "morris:preset=classic": "nine_mens_morris"}
ROLLOUTS = {"shogi": 60, "nine_mens_morris": 2000}

Rate = Callable[[float, int], float]
"""So many a second of CPU, from so many seconds and a seed."""


def position(name: str, plies: int, seed: int) -> bg.State:
    """A position with a choice."""
    rng = Random(seed)
    while True:
        state: bg.State = bg.load(name).start()
        while plies > 0 or len(state.actions()) < 2:
            ways = edges(state)
            if not ways:
                break
            state = state.apply(rng.choice(ways))
            plies -= 1
        if len(state.actions()) > 1:
            return state


def search(name: str, full_width: bool) -> Rate:
    """Positions a second of an alpha-beta search by the usual judgement."""
    spec = bg.find(bg.load(name).name)
    player = Alphabeta(spec, Effort(), Random(SEED), full_width=full_width)

    def rate(seconds: float, seed: int) -> float:
        nodes = 0
        spent = 0.0
        for plies in (0, MIDDLE):
            state = position(name, plies, seed)
            actions = state.actions()
            engine = player.new_search(state)
            engine.begin(Budget(seconds / 2))
            begun = process_time()
            order = list(range(len(actions)))
            with suppress(OutOfBudget):
                for depth in range(1, 60):
                    engine.rated(state, actions, depth, [0.0] * len(actions), order, 1)
            spent += process_time() - begun
            nodes += int(engine.nodes)
        return nodes / spent

    return rate


def tree(name: str, playout: int | None) -> Rate:
    """Simulations a second of a tree that grows from the start."""
    insight = search_hints_of(bg.find(bg.load(name).name))

    def rate(seconds: float, seed: int) -> float:
        begun = process_time()
        grown = UctTree(position(name, 0, seed), Random(seed), insight.evaluate, playout, 1.0)
        grown.grow(Budget(seconds))
        return int(grown.simulations) / (process_time() - begun)

    return rate


def open_spiel(name: str) -> Rate:
    """Rollouts a second of OpenSpiel's tree search from the start."""
    import pyspiel

    game = pyspiel.load_game(name)

    def rate(seconds: float, seed: int) -> float:
        rounds = ROLLOUTS[name]
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, seed), 1.0, rounds, 1000, False, seed, False)
        state = game.new_initial_state()
        done = 0
        begun = process_time()
        while process_time() - begun < seconds:
            bot.mcts_search(state)
            done += rounds
        return done / (process_time() - begun)

    return rate


def mates(seconds: float, seed: int) -> float:
    """Positions a second of the mate search, where there is none to be found soon."""
    threats = search_hints_of(bg.find("shogi")).forcing_moves
    assert threats is not None
    nodes = 0
    begun = process_time()
    while process_time() - begun < seconds:
        engine = MateSearch(threats)
        with suppress(OutOfBudget):
            engine.find(position("shogi", 120, seed), 9, Budget(seconds))
        nodes += int(engine.nodes)
        seed += 1
    return nodes / (process_time() - begun)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    rates: dict[str, Rate] = {}
    for name in GAMES:
        rates[f"alphabeta {name}"] = search(name, False)
        rates[f"expectation {name}"] = search(name, True)
        rates[f"mcts {name}"] = tree(name, None)
        rates[f"mcts {name}, playout=0"] = tree(name, 0)
    rates["mate shogi"] = mates
    for name in PEERS.values():
        rates[f"open_spiel mcts {name}"] = open_spiel(name)
    seen: dict[str, list[float]] = {label: [] for label in rates}
    gc.disable()
    for number in range(ROUNDS):
        for label, rate in rates.items():
            seen[label].append(rate(seconds, SEED + number))
    print(f"boardgames {build.kind()}, {ROUNDS} rounds of {seconds:g} s, a second of CPU")
    print(f"{'':36}{'median':>12}{'least':>12}{'most':>12}")
    for label, values in seen.items():
        print(f"{label:36}{median(values):12,.0f}{min(values):12,.0f}{max(values):12,.0f}")
    for name, peer in PEERS.items():
        ours, theirs = seen[f"mcts {name}"], seen[f"open_spiel mcts {peer}"]
        ratios = [own / other for own, other in zip(ours, theirs, strict=True)]
        print(f"playouts of {name}, ours to OpenSpiel's: {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
