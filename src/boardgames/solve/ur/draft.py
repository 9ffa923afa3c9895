"""The unfinished file of a table.  It is written layer by layer, so an interrupted solver can go on with it."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from boardgames.core.lookup.tablebase import NoTablebase
from boardgames.solve.draft import MOVE_IT, lock
from boardgames.solve.table_file import UnreadableTable, open_regular
from boardgames.solve.ur.layers import LayerSolver
from boardgames.solve.ur.table import CHECKSUM, FORMAT, HEADER, Layout


class Draft:
    """The unfinished file beside a table.

    The checksum of a part is written after its values.  So a part with the right
    checksum is whole, even if the writer was killed.  Several processes may open
    the file; each part has one writer.  One process, the ``owner``, begins and
    finishes the file.  Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase` for a second owner, and for a
    file of something else.
    """

    def __init__(self, path: Path, layout: Layout, owner: bool = True) -> None:
        self.path = path
        self.layout = layout
        # opened without truncating: it may hold hours of work
        try:
            self.file: BinaryIO = open_regular(path, os.O_RDWR | os.O_CREAT)
        except UnreadableTable as error:
            raise NoTablebase(f"{error}: {MOVE_IT}") from None
        if owner:
            lock(self.file, path)
            header = self.file.read(HEADER.size)
            if header != self._header() or os.fstat(self.file.fileno()).st_size != self.layout.size:
                self._check_not_foreign(header)
                self._initialise()

    def _check_not_foreign(self, header: bytes) -> None:
        """Refuse to begin a file anew that is no draft, or one of other tokens, and close it.

        A draft of this game with a damaged header, or with none yet, may be begun anew.
        """
        why = None
        if header.strip(b"\0"):
            if not header.startswith(FORMAT.magic):
                why = "is no unfinished table of ur"
            elif len(header) == HEADER.size and HEADER.unpack(header)[2] != int(self.layout.numbering.tokens):
                why = f"is an unfinished table of ur with {HEADER.unpack(header)[2]} tokens"
        if why is not None:
            self.file.close()
            raise NoTablebase(f"{self.path} {why}: {MOVE_IT}")

    def _header(self) -> bytes:
        numbering = self.layout.numbering
        tokens = int(numbering.tokens)
        return HEADER.pack(FORMAT.magic, FORMAT.version, tokens, self.layout.width, numbering.count, 0.0, 0)

    def _initialise(self) -> None:
        self.file.truncate(0)
        self.file.truncate(self.layout.size)
        self._write(0, self._header())

    def done(self) -> set[int]:
        """The parts that are whole, by their checksums."""
        layout = self.layout
        checksums = self._read(HEADER.size, CHECKSUM.size * layout.parts)
        whole = set()
        for part in range(layout.parts):
            (expected,) = CHECKSUM.unpack_from(checksums, CHECKSUM.size * part)
            if expected and zlib.crc32(self.read(part)) == expected:
                whole.add(part)
        return whole

    def read(self, part: int) -> bytes:
        """The values of a part."""
        begin, size = self.layout.part_range(part)
        return self._read(begin, size)

    def write(self, part: int, values: bytes) -> None:
        begin, _ = self.layout.part_range(part)
        self._write(begin, values)
        self._write(HEADER.size + CHECKSUM.size * part, CHECKSUM.pack(zlib.crc32(values)))

    def solver(self) -> Callable[[tuple[int, int]], None]:
        """What solves a layer, given by its stages, into this file; those that it leads to must be there."""
        solver = LayerSolver(self.layout.numbering, self.read)

        def solve(layer: tuple[int, int]) -> None:
            for part, values in solver.solve(layer).items():
                self.write(part, values)

        return solve

    def finish(self, start_value: float, path: Path) -> None:
        """Write the header of a finished table and give the file its name; all parts must be done."""
        checksums = self._read(HEADER.size, CHECKSUM.size * self.layout.parts)
        self._write(0, self.layout.header(start_value, checksums))
        os.fsync(self.file.fileno())
        self.file.close()
        self.path.replace(path)

    def close(self) -> None:
        self.file.close()

    def _read(self, begin: int, size: int) -> bytes:
        self.file.seek(begin)
        read = self.file.read(size)
        while len(read) < size:
            more = self.file.read(size - len(read))
            if not more:
                raise OSError(f"{self.path} ends at byte {begin + len(read)}")
            read += more
        return read

    def _write(self, begin: int, data: bytes) -> None:
        self.file.seek(begin)
        rest = memoryview(data)
        while rest:
            rest = rest[self.file.write(rest) :]
