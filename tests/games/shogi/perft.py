"""Reads perft files: published counts of action sequences.

Each line is a game, its position and the counts for depth 1, 2, ..., parted by
semicolons; ``#`` begins a comment.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs

SUITE = Path(__file__).parent / "positions.perft"


@attrs.frozen
class Row:
    game: str
    position: str
    depth: int
    nodes: int

    def __str__(self) -> str:
        return f"{self.game} {self.position} depth {self.depth}"


def rows(path: Path = SUITE) -> Iterator[Row]:
    """One row for each count in the file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        line = line.partition("#")[0].strip()
        if line:
            game, position, counts = (field.strip() for field in line.split(";"))
            for depth, nodes in enumerate(counts.split(), 1):
                yield Row(game, position, depth, int(nodes))
