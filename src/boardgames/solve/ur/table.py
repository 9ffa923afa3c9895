"""The table of Ur as a file: a header of 64 bytes, a checksum for each part, then a number for every position.

The number is the winning chance of the side that throws.  Positions are in the
order of :class:`~boardgames.solve.ur.numbering.Numbering`.  While a table is being
solved, the checksum in the header is zero, so an unfinished file is never taken
for a table.
"""

from __future__ import annotations

import mmap
import os
import zlib
from array import array
from pathlib import Path
from struct import Struct
from typing import Any, Final

import attrs

from boardgames.core.lookup.tablebase import NotInTablebase
from boardgames.core.model.game import CHANCE, OVER, Game, State
from boardgames.core.protocol.rated_actions import ActionChances
from boardgames.solve.draft import unfinished
from boardgames.solve.table_file import TableFormat, UnreadableTable, open_regular
from boardgames.solve.ur.numbering import Numbering

FORMAT: Final = TableFormat("ur", 1, "boardgames solve ur")
HEADER: Final = Struct("<24sHBBQdI16x")
"""Magic, version, tokens, bytes of a number, count of numbers, value of the start, checksum of header and checksums."""
CHECKSUM: Final = Struct("<I")
WIDTHS: Final = (4, 8)


@attrs.frozen
class Layout:
    """The places of everything in a file with numbers of ``width`` bytes."""

    numbering: Numbering
    width: int = 8

    @property
    def parts(self) -> int:
        return int(self.numbering.side) ** 2

    @property
    def first(self) -> int:
        """The place of the first number: a multiple of 64."""
        return HEADER.size + -(-CHECKSUM.size * self.parts // 64) * 64

    @property
    def size(self) -> int:
        return self.first + self.width * self.numbering.count

    def part_range(self, part: int) -> tuple[int, int]:
        """The place of a part, and its number of bytes."""
        begin, end = int(self.numbering.starts[part]), int(self.numbering.starts[part + 1])
        return self.first + self.width * begin, self.width * (end - begin)

    def header(self, start_value: float, checksums: bytes) -> bytes:
        """The header of a finished file."""
        tokens, count = int(self.numbering.tokens), self.numbering.count
        blank = HEADER.pack(FORMAT.magic, FORMAT.version, tokens, self.width, count, start_value, 0)
        sum_ = zlib.crc32(checksums, zlib.crc32(blank))
        return HEADER.pack(FORMAT.magic, FORMAT.version, tokens, self.width, count, start_value, sum_)


class UrTable:
    """The winning chance of every position of Ur under Finkel's rules, for one number of tokens.

    The file is mapped into memory: opening it reads almost nothing, and processes
    share what they read.  Made by :func:`load`.
    """

    def __init__(self, path: Path, layout: Layout, start_value: float, data: memoryview) -> None:
        self.path = path
        self.layout = layout
        self.start_value = start_value
        """The winning chance of the side that throws first."""
        self.tokens = int(layout.numbering.tokens)
        self._index = layout.numbering.index
        self._part_of = layout.numbering.part_of
        self._bytes = data
        numbers = data[layout.first :]
        self._values = numbers.cast("d") if layout.width == 8 else numbers.cast("f")
        self._game: Game | None = None

    def value(self, state: State) -> float:
        """The chance that the side to act, or to throw, wins under best play.

        At the end of a game it is 0: the side whose turn it would be has lost.
        Raises :class:`~boardgames.core.lookup.tablebase.NotInTablebase` for another game, or
        Ur with other options or another number of tokens.
        """
        if state.game is not self._game:
            self._check(state.game)
        turn = state.turn
        if turn == CHANCE:
            return self._before_throw(state)
        return 0.0 if turn == OVER else max(self.rate(state).values())

    def rate(self, state: State) -> dict[Any, float]:
        """The value of each legal action for the side to act, as a winning chance; the best first."""
        if state.game is not self._game:
            self._check(state.game)
        side = state.turn
        if side < 0:
            return {}
        values = {}
        for action in state.actions():
            after: Any = state.apply(action)
            if after.turn == OVER:
                values[action] = 1.0
            else:
                chance = self._before_throw(after)
                values[action] = chance if after.seat == side else 1.0 - chance
        return ActionChances(sorted(values.items(), key=lambda item: -item[1]))

    def _before_throw(self, state: Any) -> float:
        value: float = self._values[self._index(state.own, state.other, state.own_waiting, state.other_waiting)]
        return value

    def _check(self, game: Game) -> None:
        why = why_not(game)
        if why is None and game.options.tokens != self.tokens:
            why = f"it has {game.options.tokens} tokens a side"
        if why:
            raise NotInTablebase(f"this table is of ur with {self.tokens} tokens a side, Finkel's rules: {why}")
        self._game = game

    def check(self) -> None:
        """Compare the whole file with its checksums, which takes a second or two for seven tokens.

        Raises :class:`UnreadableTable`.
        """
        for part in range(self.layout.parts):
            begin, size = self.layout.part_range(part)
            (expected,) = CHECKSUM.unpack_from(self._bytes, HEADER.size + CHECKSUM.size * part)
            if zlib.crc32(self._bytes[begin : begin + size]) != expected:
                raise FORMAT.damaged(self.path, f"bytes {begin} to {begin + size} do not have their checksum")

    def rounded(self, path: Path) -> UrTable:
        """Write a table of half the size, with numbers of 4 bytes: exact to 7 digits, enough to choose actions."""
        layout = Layout(self.layout.numbering, 4)
        draft = unfinished(path)
        checksums = bytearray()
        with draft.open("wb") as file:
            file.seek(layout.first)
            for part in range(layout.parts):
                begin, end = (int(self.layout.numbering.starts[part + side]) for side in range(2))
                values = array("f", self._values[begin:end]).tobytes()
                checksums += CHECKSUM.pack(zlib.crc32(values))
                file.write(values)
            file.seek(0)
            file.write(layout.header(self.start_value, bytes(checksums)) + checksums)
        draft.replace(path)
        return load(path, check=False)

    def __repr__(self) -> str:
        return f"<UrTable {self.path}: {self.tokens} tokens, start {self.start_value:.12f}>"


def load(path: str | Path, check: bool = True) -> UrTable:
    """The table in a file, mapped into memory.

    ``check`` compares all of it with its checksums first; otherwise only the header
    and the size are checked.  Raises :class:`UnreadableTable` for a file that is
    damaged, cut short, of another version or no table at all, and :class:`OSError`.
    """
    path = Path(path)
    with open_regular(path, os.O_RDONLY) as file:
        size = os.fstat(file.fileno()).st_size
        header = file.read(HEADER.size)
        FORMAT.check_start(path, header, HEADER.size, size)
        _, _, tokens, width, _, start_value, head_sum = HEADER.unpack(header)
        if not head_sum:
            raise UnreadableTable(f"{path} is an unfinished table: 'boardgames solve ur --tokens {tokens}' goes on")
        if not (1 <= tokens <= 7 and width in WIDTHS):
            raise FORMAT.damaged(path, "its head makes no sense")
        layout = Layout(Numbering(tokens), width)
        FORMAT.check_size(path, layout.size, size)
        checksums = file.read(CHECKSUM.size * layout.parts)
        if layout.header(start_value, checksums) != header:
            raise FORMAT.damaged(path, "its head does not have its checksum")
        if any(file.read(layout.first - file.tell())):
            raise FORMAT.damaged(path, "its checksums are followed by more than zeros")
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    table = UrTable(path, layout, start_value, memoryview(mapped))
    if check:
        table.check()
    return table


def why_not(game: Game) -> str | None:
    """Why the solver cannot solve a game; ``None`` if it can."""
    if game.name != "ur":
        return f"the game is {game.name}"
    defaults = type(game.options)(tokens=game.options.tokens)
    if game.options != defaults:
        changed = [
            field.name
            for field in attrs.fields(type(defaults))
            if getattr(game.options, field.name) != getattr(defaults, field.name)
        ]
        return f"it plays with another {' and '.join(changed)}"
    return None
