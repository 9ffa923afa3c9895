"""Analysis: what a judged ply costs beside the judge itself, and how searches come closer to the exact losses in Ur.

    python -m benchmarks.analysis

Seconds are of the processor.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random

from boardgames.analysis import analyse
from boardgames.contest import GameRecord, entrant, play_game
from boardgames.core.lookup import find
from boardgames.core.protocol import Clock

NODES = 5_000
GAMES = 20


def seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def search_alone(record: GameRecord) -> None:
    """The same searches as an analysis makes, and nothing else."""
    player = entrant(f"alphabeta:nodes={NODES}", find(record.game)).make(find(record.game), Random(0))  # type: ignore[union-attr]
    playthrough = record.playthrough()
    for state, action in zip(playthrough.states, playthrough.actions, strict=False):
        if len(state.actions()) > 1:
            player.compare(state, action, Clock())


def main() -> None:
    """Print the measurements."""
    for game in ("minishogi", "morris"):
        record = play_game(game, "greedy", "random", seed=1, max_plies=60)
        both = [
            (seconds(partial(search_alone, record)), seconds(partial(analyse, record, f"alphabeta:nodes={NODES}")))
            for _ in range(3)
        ]
        alone, whole = (min(each) for each in zip(*both, strict=True))
        print(
            f"{game}: {len(record.actions)} plies, {alone:.3f} s of search, {100 * (whole / alone - 1):+.1f} % beside"
        )
    records = [play_game("ur:tokens=2", "random", "greedy", seed=seed) for seed in range(GAMES)]
    exact = [analyse(record, by="exact") for record in records]
    plies = sum(len(record.actions) for record in records)
    taken = seconds(lambda: [analyse(record, by="exact") for record in records])
    print(f"ur, exact: {1e6 * taken / plies:.0f} µs a ply over {plies} plies")
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
