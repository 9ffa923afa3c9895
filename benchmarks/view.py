"""Pictures a second of each game, and what a replay weighs.

    python -m benchmarks.view

Where python-chess is installed (``pip install chess``), its drawing of its own 64 squares
stands beside them.  CPU time of one core.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from gzip import compress
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

import boardgames as bg
from boardgames.records.game_record import GameRecord
from boardgames.view import page, svg

GAMES = ("ur", "morris", "minishogi", "dice-shogi", "shogi")
PLIES = 150
SECONDS = 1.0


def random_game(name: str) -> bg.Playthrough[Any]:
    rng = Random(1)
    playthrough = bg.Playthrough(bg.load(name).start())
    while playthrough.plies < PLIES and playthrough.state.outcome is None:
        state = playthrough.state
        playthrough.apply(rng.choice(list(state.actions()) or [throw for throw, _ in state.chances()]))
    return playthrough


def scene_of(spec: Any, state: Any) -> object:
    return spec.scene(state, 0)


def rate(work: Callable[[Any], object], items: list[Any]) -> float:
    """How many items a second of CPU."""
    done, start = 0, process_time()
    while process_time() - start < SECONDS:
        for item in items:
            work(item)
        done += len(items)
    return done / (process_time() - start)


def main() -> None:
    print(f"{'':12}{'scenes/s':>10}{'SVG/s':>8}{'SVG kB':>8}{'plies':>7}{'page kB':>9}{'gzip kB':>9}{'page s':>8}")
    for name in GAMES:
        spec, playthrough = bg.find(name), random_game(name)
        scenes = [spec.scene(state, 0) for state in playthrough.states]
        start = process_time()
        text = page(GameRecord.of(playthrough)).encode()
        took = process_time() - start
        print(
            f"{name:12}{rate(partial(scene_of, spec), playthrough.states):10.0f}"
            f"{rate(svg, scenes):8.0f}{len(svg(scenes[-1]).encode()) / 1000:8.1f}{playthrough.plies:7}"
            f"{len(text) / 1000:9.1f}{len(compress(text)) / 1000:9.1f}{took:8.2f}"
        )
    try:
        board, drawn = import_module("chess").Board(), import_module("chess.svg").board
    except ImportError:
        return
    print(f"{'chess':12}{'':10}{rate(drawn, [board]):8.0f}{len(drawn(board)) / 1000:8.1f}  (python-chess)")


if __name__ == "__main__":
    main()
