"""Our tables beside those that others computed, cell by cell.

``BOARDGAMES_ORACLES`` names a folder with files of others: sectors of Malom's database of Nine Men's Morris
(``*.sec2``, ``std.secval``, ``malom_symmetries.json``), and a solved game of RoyalUr's (``finkel2p.rgu``).
``BOARDGAMES_CLASSIC`` may name our table of the whole of ``morris:preset=classic``, for sectors with men in stock, or
the folder of that table while it is not finished.
"""

from __future__ import annotations

import json
import os
import struct
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import boardgames as bg
from boardgames.games.morris.table import solver as morris_solver
from boardgames.games.morris.table.layers import Board
from boardgames.games.morris.table.table import MorrisTable
from boardgames.games.ur.table.table import UrTable
from boardgames.solve import load
from boardgames.solve.draft import Draft
from boardgames.solve.tablebase import Unsolved

FOLDER = Path(os.environ.get("BOARDGAMES_ORACLES", "nowhere"))
SECTORS = sorted(FOLDER.glob("std_*.sec2"))
CLASSIC: Any = bg.load("morris", preset="classic")
MOST_SOLVED = 5
"""Men of a side, of endings that are solved for this test."""
WIN = 299
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not FOLDER.is_dir(), reason="BOARDGAMES_ORACLES names no folder"),
]


# -- morris ---------------------------------------------------------------------------


class Sector:
    """A file of Malom's: a cell for each position, the set of the side to act canonical under 16 symmetries."""

    def __init__(self, path: Path) -> None:
        self.shape: Any = tuple(int(number) for number in path.stem.split("_")[1:])
        own, other = self.shape[:2]
        data = path.read_bytes()
        self.width, self.bits = struct.unpack("<ii", data[4:12])
        self.cells = data[64:]
        self.symmetries = json.loads((FOLDER / "malom_symmetries.json").read_text())
        self.rests = {rest: number for number, rest in enumerate(sets(24 - own, other))}
        self.number_of: dict[int, int] = {}
        self.canonical: list[int] = []
        for men in sets(24, own):
            if men not in self.number_of:
                for symmetry in range(16):
                    self.number_of[self.image(symmetry, men)] = len(self.canonical)
                self.canonical.append(men)
        lines = (FOLDER / "std.secval").read_text().splitlines()
        values = {tuple(map(int, words[:4])): int(words[4]) for words in map(str.split, lines) if len(words) == 5}
        self.value = values[self.shape]

    def image(self, symmetry: int, men: int) -> int:
        return sum(1 << self.symmetries[symmetry][point] for point in range(24) if men >> point & 1)

    def numbers(self, own: int, rest: int) -> tuple[int, int]:
        """The two numbers of a cell."""
        at = (self.number_of[own] * len(self.rests) + self.rests[rest]) * self.width
        raw = int.from_bytes(self.cells[at : at + self.width], "little")
        return signed(raw & (1 << self.bits) - 1, self.bits), signed(raw >> self.bits, 8 * self.width - self.bits)

    def positions(self) -> Iterator[tuple[int, int, int, int]]:
        """Both sides' men, who wins (1, -1 or 0), and in how many plies."""
        for own in self.canonical:
            free = [point for point in range(24) if not own >> point & 1]
            for rest in self.rests:
                other = sum(1 << point for nth, point in enumerate(free) if rest >> nth & 1)
                first, second = self.numbers(own, rest)
                if first == 0 and second < 0:
                    turned = self.image(-1 - second, own), self.image(-1 - second, other)
                    assert turned[0] == self.canonical[self.number_of[own]]
                    left = [point for point in range(24) if not turned[0] >> point & 1]
                    packed = sum(1 << nth for nth, point in enumerate(left) if turned[1] >> point & 1)
                    first, second = self.numbers(turned[0], packed)
                total = first + self.value
                yield ours(own), ours(other), (total == WIN) - (total == -WIN), second


def sets(points: int, size: int) -> list[int]:
    """All sets of ``size`` points, in the order of their numbers."""
    return sorted(sum(1 << point for point in chosen) for chosen in combinations(range(points), size))


def signed(raw: int, bits: int) -> int:
    return raw - (1 << bits) if raw >> bits - 1 else raw


def ours(men: int) -> int:
    """A set by our numbers of points; Malom's begin with the inner ring, an eighth of a turn further."""
    return sum(1 << 8 * (2 - point // 8) + (point - 1) % 8 for point in range(24) if men >> point & 1)


@pytest.fixture(scope="module")
def classic(tmp_path_factory: pytest.TempPathFactory) -> MorrisTable:
    """The table of the whole game, if there is one; else of the largest endings that a sector needs."""
    path = os.environ.get("BOARDGAMES_CLASSIC")
    if path is not None:
        if Path(path).is_dir():
            return MorrisTable(Path(path), Board.of(CLASSIC), Draft.at(Path(path)).parts())
        table = load(path, check=False)
        assert isinstance(table, MorrisTable)
        return table
    shapes = [tuple(map(int, sector.stem.split("_")[1:])) for sector in SECTORS]
    men = [max(shape[:2]) for shape in shapes if not any(shape[2:]) and max(shape[:2]) <= MOST_SOLVED]
    return morris_solver.solve(CLASSIC, tmp_path_factory.mktemp("oracles") / "endings.table", men=max(men, default=3))


@pytest.mark.parametrize("path", SECTORS, ids=lambda path: path.stem)
def test_every_cell_of_a_sector_of_malom(classic: MorrisTable, path: Path) -> None:
    sector = Sector(path)
    try:
        place = classic.place(sector.shape)
    except Unsolved:
        pytest.skip("our table does not have these men: BOARDGAMES_CLASSIC names a whole one")
    plies_are_kept = place.cells.section.plies
    compared: Counter[int] = Counter()
    for own, other, wins, plies in sector.positions():
        value = place.value(own, other)
        assert (value > 0) - (value < 0) == wins, (own, other)
        if wins and plies_are_kept:
            assert abs(value) - 1 == plies, (own, other)
        compared[wins] += 1
    print(f"{path.name}: {compared.total()} cells equal: {dict(compared)}")


# -- Ur -------------------------------------------------------------------------------

SIDE = (4, 3, 2, 1, 14, 13)
"""The own cells of a side, in the order of RoyalUr's bits."""


@pytest.mark.skipif(not (FOLDER / "finkel2p.rgu").exists(), reason="no finkel2p.rgu")
def test_every_position_of_royalur(two: UrTable) -> None:
    """A map of keys of 32 bits to chances of 16 bits: the winning chance of the side that throws."""
    data = (FOLDER / "finkel2p.rgu").read_bytes()
    assert data[:3] == b"RGU"
    at = 8 + int.from_bytes(data[4:8], "big")
    assert int.from_bytes(data[at : at + 4], "big") == 1  # one map
    count = int.from_bytes(data[at + 4 : at + 8], "big")
    keys = struct.unpack_from(f">{count}I", data, at + 8)
    chances = struct.unpack_from(f">{count}H", data, at + 8 + 4 * count)
    game: Any = bg.load("ur", tokens=2)
    middles = list(middle_cells(2, 2))
    compared = 0
    for key, chance in zip(keys, chances, strict=True):
        light, dark = key >> 16 & 63, key & 63
        own = sum(1 << SIDE[bit] for bit in range(6) if light >> bit & 1)
        other = sum(1 << SIDE[bit] for bit in range(6) if dark >> bit & 1)
        for cell, occupant in enumerate(middles[key >> 6 & 1023], 5):
            own |= (occupant == 2) << cell
            other |= (occupant == 1) << cell
        own_waiting, other_waiting = key >> 25 & 7, key >> 22 & 7
        if not (own or own_waiting) or not (other or other_waiting):
            continue  # the game is over
        waiting = own_waiting, other_waiting
        cells = [
            ",".join(map(str, [0] * left + on + [15] * (2 - left - len(on))))
            for left, on in zip(waiting, (cells_of(own), cells_of(other)), strict=True)
        ]
        state = game.parse(f"{cells[0]} {cells[1]} 0 -")
        assert two.value(state) == pytest.approx(chance / 65535, abs=1 / 65535), str(state)
        compared += 1
    print(f"finkel2p.rgu: {compared} positions equal")
    assert compared > 0.9 * count


def cells_of(men: int) -> list[int]:
    return [cell for cell in range(1, 15) if men >> cell & 1]


def middle_cells(light: int, dark: int, left: int = 8) -> Iterator[tuple[int, ...]]:
    """Who stands on each of the common cells, 0 for nobody, in RoyalUr's order."""
    if not left:
        yield ()
        return
    for occupant in range(3):
        lights, darks = light - (occupant == 2), dark - (occupant == 1)
        if lights >= 0 and darks >= 0:
            for rest in middle_cells(lights, darks, left - 1):
                yield (occupant, *rest)
