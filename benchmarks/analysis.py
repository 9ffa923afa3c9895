"""Analysis: what a judged ply costs beside the judge itself, whether memory grows from game to game, and how searches
come closer to the exact losses in Ur.

    python -m benchmarks.analysis

Seconds are of the processor.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, TypeVar

from boardgames.analysis import analyse
from boardgames.contest import GameRecord, entrant, play_game
from boardgames.core.lookup import find
from boardgames.core.protocol import Clock, Player, SearchInfo

T = TypeVar("T")

NODES = 5_000
GAMES = 20
ROUNDS = 2
MANY_GAMES = 1_000


def seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


class Timed(Player[Any]):
    """A judge, and the seconds that its own searches took."""

    def __init__(self, player: Player[Any]) -> None:
        self.player = player
        self.spent = 0.0

    def compare(self, state: Any, action: Any, clock: Clock) -> tuple[SearchInfo, float]:
        return self._timed(lambda: self.player.compare(state, action, clock))

    def value(self, state: Any, clock: Clock) -> float:
        return self._timed(lambda: self.player.value(state, clock))

    def _timed(self, search: Callable[[], T]) -> T:
        begun = time.process_time()
        try:
            return search()
        finally:
            self.spent += time.process_time() - begun


def beside(record: GameRecord) -> tuple[float, float]:
    """The seconds of an analysis in its searches, and those beside."""
    spec = find(record.game)
    judge = Timed(entrant(f"alphabeta:nodes={NODES}", spec).make(spec, Random(0)))  # type: ignore[union-attr]
    whole = seconds(partial(analyse, record, judge))
    return judge.spent, whole - judge.spent


def growth() -> float:
    """The megabytes by which this process grows while it analyses many games."""
    before = 0.0
    for seed in range(MANY_GAMES):
        analyse(play_game("ur:tokens=2", "random", "greedy", seed=seed), by="exact")
        if seed == MANY_GAMES // 10:
            before = resident()
    return resident() - before


def resident() -> float:
    """The megabytes of this process in memory."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def main() -> None:
    """Print the measurements."""
    for game in ("shogi", "minishogi", "dice-shogi", "morris"):
        record = play_game(game, "alphabeta:nodes=200", "alphabeta:nodes=300", seed=1, max_plies=60)
        within, around = (sum(each) for each in zip(*(beside(record) for _ in range(ROUNDS)), strict=True))
        plies = ROUNDS * len(record.actions)
        print(
            f"{game}: {1e3 * within / plies:.1f} ms of search a ply, {1e6 * around / plies:.0f} µs beside: "
            f"{100 * around / within:.1f} %",
            flush=True,
        )
    records = [play_game("ur:tokens=2", "random", "greedy", seed=seed) for seed in range(GAMES)]
    exact = [analyse(record, by="exact") for record in records]
    plies = sum(len(record.actions) for record in records)
    taken = seconds(lambda: [analyse(record, by="exact") for record in records])
    print(f"ur, exact: {1e6 * taken / plies:.0f} µs a ply over {plies} plies")
    print(f"{MANY_GAMES} games of ur, exact: memory grows by {growth():.1f} MB after the first hundred")
    for depth in range(1, 6):
        judged = [analyse(record, by=f"expectation:depth={depth}") for record in records]
        errors = [
            abs(mine.loss - its.loss)
            for one, other in zip(judged, exact, strict=True)
            for mine, its in zip(one.plies, other.plies, strict=True)
            if mine.loss is not None and its.loss is not None and not mine.forced
        ]
        print(f"ur, expectation:depth={depth}: {100 * sum(errors) / len(errors):.2f} points from the exact loss")


if __name__ == "__main__":
    main()
