"""How fast the game tree is counted, beside cshogi driven from Python.

    python -m benchmarks.perft [LARGEST]

All rows of the perft suite with at most LARGEST nodes (default 600 million);
each count is checked.  cshogi recurses in Python and counts the last ply as a
whole, as ours does.
"""

from __future__ import annotations

import importlib
import sys
import time
from typing import Any

import boardgames as bg
from boardgames import build
from tests.games.shogi.perft import rows

PEER_DEPTH_NODES = 20_000_000


def count(board: Any, depth: int) -> int:
    if depth == 1:
        return len(list(board.legal_moves))
    nodes = 0
    for move in list(board.legal_moves):
        board.push(move)
        nodes += count(board, depth - 1)
        board.pop()
    return nodes


def main() -> None:
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else 600_000_000
    try:
        library = importlib.import_module("cshogi")
    except ImportError:
        library = None
    print(f"boardgames {build.kind()}, million nodes a second of CPU")
    print(f"{'ours':>8}{'cshogi':>8}{'ratio':>7}{'nodes':>12}")
    for row in rows():
        if not 100_000 <= row.nodes <= largest:
            continue
        state = bg.load(row.game).parse(row.position)
        start = time.process_time()
        nodes = bg.perft(state, row.depth)
        ours = nodes / (time.process_time() - start) / 1e6
        if nodes != row.nodes:
            raise SystemExit(f"{row}: counted {nodes}, expected {row.nodes}")
        peer = ""
        if library is not None and row.game == "shogi" and row.nodes <= PEER_DEPTH_NODES:
            board = library.Board(row.position)
            start = time.process_time()
            assert count(board, row.depth) == row.nodes
            theirs = row.nodes / (time.process_time() - start) / 1e6
            peer = f"{theirs:8.1f}{ours / theirs:7.2f}"
        print(f"{ours:8.1f}{peer:15}{row.nodes:12}  {row}")


if __name__ == "__main__":
    main()
