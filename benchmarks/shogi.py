"""What a ply of the shogi family costs, beside other programs doing the same.

    python -m benchmarks.shogi [GAMES]

Random play from Python: list the legal actions, choose one, apply it; at most
512 plies a game.  *Judged* asks at every ply whether the game is over,
repetition included.  All in turn in one process, microseconds of CPU a ply, the
median of the rounds and the least.
"""

from __future__ import annotations

import gc
import importlib
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import boardgames as bg
from boardgames import build

ROUNDS = 5
LIMIT = 512
SLOW_LIMIT = 120  # plies a game, for programs that take milliseconds for one
GROWTH = (20, 200, 2000)


def ours(name: str, judged: bool) -> Callable[[Random, int], int]:
    game: Any = bg.load(name)
    rolls = game.name == "dice-shogi"

    def play(rng: Random, limit: int) -> int:
        state = game.start()
        for ply in range(limit):
            if judged and state.outcome is not None:
                return ply
            if rolls:
                chances = state.chances()
                if not chances:
                    return ply
                state = state.apply(rng.choice(chances)[0])
            actions = state.actions()
            if not actions:
                return ply
            state = state.apply(rng.choice(actions))
        return limit

    return play


def cshogi(judged: bool) -> Callable[[Random, int], int]:
    library = importlib.import_module("cshogi")

    def play(rng: Random, limit: int) -> int:
        board = library.Board()
        for ply in range(limit):
            if judged and board.is_draw() == library.REPETITION_DRAW:
                pass  # it speaks at the second occurrence: play on, to do as much as the others
            moves = list(board.legal_moves)
            if not moves:
                return ply
            board.push(rng.choice(moves))
        return limit

    return play


def open_spiel() -> Callable[[Random, int], int]:
    game = importlib.import_module("pyspiel").load_game("shogi")

    def play(rng: Random, limit: int) -> int:
        state = game.new_initial_state()
        for ply in range(limit):
            if state.is_terminal():
                return ply
            state.apply_action(rng.choice(state.legal_actions()))
        return limit

    return play


def python_shogi() -> Callable[[Random, int], int]:
    library = importlib.import_module("shogi")

    def play(rng: Random, limit: int) -> int:
        board = library.Board()
        for ply in range(min(limit, SLOW_LIMIT)):
            moves = list(board.legal_moves)
            if not moves:
                return ply
            board.push(rng.choice(moves))
        return min(limit, SLOW_LIMIT)

    return play


def pyffish(variant: str) -> Callable[[Random, int], int]:
    library = importlib.import_module("pyffish")

    def play(rng: Random, limit: int) -> int:
        fen = library.start_fen(variant)
        for ply in range(min(limit, SLOW_LIMIT)):
            moves = library.legal_moves(variant, fen, [])
            if not moves:
                return ply
            fen = library.get_fen(variant, fen, [rng.choice(moves)])
        return min(limit, SLOW_LIMIT)

    return play


def endless(name: str) -> str:
    return f"{name}:max_plies=0" + (",repetition=fourfold" if name == "minishogi" else "")


# label, share of the games, how to play; the first peers are what the others are compared with
PLAYS: list[tuple[str, float, Callable[[], Callable[[Random, int], int]]]] = [
    ("cshogi", 1, lambda: cshogi(False)),
    ("cshogi, judged", 1, lambda: cshogi(True)),
    ("shogi", 1, lambda: ours("shogi", False)),
    ("shogi, judged", 1, lambda: ours("shogi", True)),
    ("open_spiel shogi, judged", 0.2, open_spiel),
    ("python-shogi", 0.02, python_shogi),
    ("pyffish shogi", 0.02, lambda: pyffish("shogi")),
    ("minishogi", 3, lambda: ours(endless("minishogi"), False)),
    ("minishogi, judged", 3, lambda: ours(endless("minishogi"), True)),
    ("pyffish minishogi", 0.02, lambda: pyffish("minishogi")),
    ("dice-shogi, judged", 3, lambda: ours(endless("dice-shogi"), True)),
]


def cost(play: Callable[[Random, int], int], games: int, seed: int) -> float:
    """Microseconds of CPU a ply."""
    rng = Random(seed)
    start = time.process_time()
    plies = sum(play(rng, LIMIT) for _ in range(games))
    return (time.process_time() - start) / plies * 1e6


def growth() -> list[tuple[int, float]]:
    """The cost of a ply, judged, after so many plies of one game.

    The same 20 plies are played each time, so that only the past differs.
    """
    game: Any = bg.load("shogi", impasse="none")
    rng = Random(5)
    state = game.start()
    found = []
    for ply in range(1, max(GROWTH) + 1):
        if ply in GROWTH:
            costs = []
            for _ in range(400):
                later = game.place(game.start().codes, 1, ply, 0, -1, state.past())
                choices = Random(1)
                start = time.process_time_ns()
                for _ in range(20):
                    if later.outcome is None:
                        later = later.apply(choices.choice(later.actions()))
                costs.append((time.process_time_ns() - start) / 20_000)
            found.append((ply, median(costs)))
        state = state.apply(rng.choice([action for action in state.actions() if state.apply(action).outcome is None]))
    return found


def size() -> float:
    """Bytes a state of a game that is kept whole, history included, its actions listed once."""
    game: Any = bg.load("shogi")
    gc.collect()
    tracemalloc.start()
    rng = Random(1)
    games = [[game.start()] for _ in range(20)]
    before = tracemalloc.get_traced_memory()[0]
    for states in games:
        while len(states) < 300 and states[-1].outcome is None:
            states.append(states[-1].apply(rng.choice(states[-1].actions())))
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return grown / sum(len(states) for states in games)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    plays = []
    for label, share, prepare in PLAYS:
        try:
            plays.append((label, max(1, int(games * share)), prepare()))
        except ImportError as error:
            print(f"left out: {label} ({error})")
    costs: dict[str, list[float]] = {label: [] for label, _, _ in plays}
    for seed in range(ROUNDS):
        for label, count, play in plays:
            costs[label].append(cost(play, count, seed))
    print(f"boardgames {build.kind()}, {ROUNDS} rounds of {games} games, microseconds of CPU a ply")
    print(f"{'':28}{'median':>9}{'least':>9}{'/ cshogi':>10}{'/ judged':>10}")
    for label, values in costs.items():
        ratios = [
            f"{median(value / peer for value, peer in zip(values, costs[peer_label], strict=True)):10.2f}"
            if peer_label in costs and "mini" not in label and "dice" not in label
            else ""
            for peer_label in ("cshogi", "cshogi, judged")
        ]
        print(f"{label:28}{median(values):9.2f}{min(values):9.2f}" + "".join(ratios))
    for ply, value in growth():
        print(f"{f'a ply at ply {ply}':28}{value:9.2f}")
    print(f"{'bytes a state, with its past':28}{size():9.0f}")


if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).parent.parent)  # else "import shogi" would find this file
    main()
