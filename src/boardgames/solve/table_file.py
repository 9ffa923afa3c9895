"""The file of a table: a head that describes it, and cells in blocks, each with a checksum.

========  ============================================================================================
header    magic number, version, bytes of head and of index, checksum of all that stands before the blocks
head      JSON: game, options, solver, and the sections with their sizes
index     of each block: its bytes in the file, and their checksum
blocks    64 KiB of the cells of a section each, the last of a section shorter; compressed where that helps
========  ============================================================================================

A block is compared with its checksum when it is first read, so a damaged file never gives a wrong value.
"""

from __future__ import annotations

import errno
import json
import mmap
import os
import stat
import sys
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from io import FileIO
from itertools import accumulate
from pathlib import Path
from struct import Struct, calcsize
from typing import Any, BinaryIO, Final

import attrs

from boardgames.core.text.finite_json import read_json
from boardgames.solve.tablebase import NotInTablebase

MAGIC: Final = b"boardgames table\n\x1a"
EARLIER: Final = b"boardgames table of "
"""The first bytes of tables of version 1."""
VERSION: Final = 2
HEADER: Final = Struct("<18sHII")
CHECKSUM: Final = Struct("<I")
BLOCK: Final = 1 << 16
"""Bytes of cells in a block."""
CACHED: Final = 1024
"""Blocks that an open file keeps in memory: 64 MB, if they are compressed."""
LEVEL: Final = 15
"""The level of compression: a seventh smaller than with 3, for a twentieth of the time of solving.  Level 19 takes
three times as long to save another hundredth."""


class UnreadableTable(NotInTablebase):
    """The file is not a whole table of this version, so its values cannot be read; the message says why."""


@attrs.frozen
class Section:
    """A part of a table, such as a layer."""

    name: str
    size: int
    """The bytes of its cells."""
    positions: int = 0
    counts: tuple[tuple[int, int], ...] = ()
    """Pairs of a value and its number of positions: 0 for a draw, 1 + n for a win in n plies, -1 - n for a loss.

    Empty where values are chances."""
    plies: bool = True
    """False if values tell only who wins: 1 and -1."""
    details: Mapping[str, Any] = attrs.field(factory=dict)
    """Facts for the solver that reads the cells, as JSON."""

    @property
    def values(self) -> tuple[int, ...]:
        """The values that occur."""
        return tuple(value for value, _ in self.counts)

    @property
    def won(self) -> int:
        """The positions that the side to act wins."""
        return sum(count for value, count in self.counts if value > 0)

    @property
    def lost(self) -> int:
        """The positions that the side to act loses."""
        return sum(count for value, count in self.counts if value < 0)

    @property
    def drawn(self) -> int:
        """The positions that are draws."""
        return self.positions - self.won - self.lost

    @property
    def longest(self) -> int | None:
        """The plies of the longest win or loss, where plies are kept."""
        decided = [abs(value) - 1 for value, count in self.counts if value and count]
        return max(decided) if decided and self.plies else None

    def __str__(self) -> str:
        """The section in words: positions, won, lost, drawn, longest."""
        if not self.counts:
            return f"{self.name} positions {self.positions}"
        longest = "" if self.longest is None else f", longest {self.longest} plies"
        return f"{self.name} positions {self.positions}: won {self.won}, lost {self.lost}, drawn {self.drawn}{longest}"


@attrs.frozen
class Head:
    """The description of a table in its file."""

    solver: str
    """The solver's name in the entry point group ``boardgames.solvers``."""
    game: str
    options: str
    """The options as on the command line: ``tokens=3``; empty for the usual ones."""
    rules: Mapping[str, Any]
    """All that the values depend on, as JSON gives it back: tables with equal rules have equal values."""
    sections: tuple[Section, ...] = ()

    @property
    def positions(self) -> int:
        """The positions of all sections."""
        return sum(section.positions for section in self.sections)

    @property
    def named(self) -> str:
        """The game as on the command line."""
        return f"{self.game}:{self.options}" if self.options else self.game

    def json(self) -> bytes:
        """The head as it is written to a file."""
        return json.dumps(attrs.asdict(self), separators=(",", ":")).encode()

    @classmethod
    def read(cls, text: bytes) -> Head:
        """The head of a file.  Raises :class:`ValueError`, :class:`TypeError` and :class:`KeyError` for nonsense."""
        content = read_json(text)
        sections = []
        for fields in content.pop("sections"):
            counts = tuple((_natural(abs(value)) and value, _natural(count)) for value, count in fields.pop("counts"))
            sections.append(Section(**fields, counts=counts))
            _natural(sections[-1].size)
            _natural(sections[-1].positions)
        head = cls(**content, sections=tuple(sections))
        texts = (head.solver, head.game, head.options, *(section.name for section in sections))
        if not all(isinstance(text, str) for text in texts) or not isinstance(head.rules, dict):
            raise TypeError(texts)
        return head


def _natural(number: object) -> int:
    if type(number) is not int or number < 0:
        raise ValueError(number)
    return number


class Cells:
    """The cells of a section: bytes that are read block by block."""

    def __init__(
        self,
        section: Section,
        first: int,
        read: Callable[[int], memoryview],
        read_stored: Callable[[int], memoryview],
    ) -> None:
        self.section = section
        self._first = first
        self._read = read
        self._read_stored = read_stored

    def __len__(self) -> int:
        return self.section.size

    def __getitem__(self, at: int) -> int:
        return self._read(self._first + at // BLOCK)[at % BLOCK]

    def block(self, number: int) -> memoryview:
        """A block of the section, compared with its checksum.  Raises :class:`UnreadableTable`."""
        return self._read(self._first + number)

    def blocks(self) -> Iterator[memoryview]:
        return map(self.block, range(_blocks_of(self.section)))

    def stored(self) -> Iterator[memoryview]:
        """The blocks as they stand in the file.  Raises :class:`UnreadableTable`."""
        return map(self._read_stored, range(self._first, self._first + _blocks_of(self.section)))

    def read(self) -> bytes:
        """All cells.  Raises :class:`UnreadableTable`."""
        return b"".join(self.blocks())


class NumberCells:
    """Cells as numbers; ``code`` is theirs in :mod:`struct`, such as ``d``."""

    def __init__(self, cells: Cells, code: str) -> None:
        self._cells = cells
        self._code = code
        self._width = calcsize(code)
        if len(cells) % self._width:
            raise ValueError(len(cells))

    def __len__(self) -> int:
        return len(self._cells) // self._width

    def __getitem__(self, at: int) -> Any:
        block, place = divmod(at, BLOCK // self._width)
        numbers: Any = self._cells.block(block)
        return numbers.cast(self._code)[place]


class TableFile:
    """A table in a file, mapped into memory: opening it reads head and index alone.

    Raises :class:`UnreadableTable` for a file that is damaged, cut short, of another version or not a table, and
    :class:`OSError`.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        with _open_regular(self.path) as file:
            self.size = os.fstat(file.fileno()).st_size
            self.head, index, start = self._read_start(file)
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._data = memoryview(mapped)
        self._checksums = index[1::2]
        self._offsets = array("Q", accumulate(index[::2], initial=start))
        self._sizes = array("I", (size for section in self.head.sections for size in _sizes(section)))
        self._checked = bytearray(len(self._checksums))
        self._block = lru_cache(CACHED)(self._read_block)
        firsts = accumulate(map(_blocks_of, self.head.sections), initial=0)
        self.cells: dict[str, Cells] = {
            section.name: Cells(section, first, self._block, self._read_stored)
            for section, first in zip(self.head.sections, firsts, strict=False)
        }
        """The cells of each section, by its name."""

    def _read_start(self, file: BinaryIO) -> tuple[Head, array[int], int]:
        """Head, index and the place of the first block."""
        header = file.read(HEADER.size + CHECKSUM.size)
        if header.startswith(EARLIER):
            raise self.refusal("is a table of an earlier version of boardgames, which this one does not read")
        if not header.startswith(MAGIC):
            raise UnreadableTable(f"{self.path} is not a table made by 'boardgames solve'")
        if len(header) < HEADER.size + CHECKSUM.size:
            raise self.refusal(f"is cut short: it has {self.size} bytes")
        _, version, head_size, index_size = HEADER.unpack_from(header)
        if version != VERSION:
            raise self.refusal(f"is a table of version {version}; this version of boardgames reads {VERSION}")
        text, packed = file.read(min(head_size, self.size)), file.read(min(index_size, self.size))
        sum_ = zlib.crc32(packed, zlib.crc32(text, zlib.crc32(header[: HEADER.size])))
        if header[HEADER.size :] != CHECKSUM.pack(sum_) or len(text) + len(packed) != head_size + index_size:
            short = self.size < len(header) + head_size + index_size
            raise self.damaged("it is cut short" if short else "its head does not have its checksum")
        start = len(header) + head_size + index_size
        with self.making_sense():
            head, index = Head.read(text), array("I", packed)
            if len(index) != 2 * sum(map(_blocks_of, head.sections)):
                raise ValueError(index)
        if start + sum(index[::2]) != self.size:
            raise self.refusal(f"should have {start + sum(index[::2])} bytes, not {self.size}")
        return head, index, start

    def _read_stored(self, number: int) -> memoryview:
        begin, end = self._offsets[number], self._offsets[number + 1]
        stored = self._data[begin:end]
        if not self._checked[number]:
            if zlib.crc32(stored) != self._checksums[number]:
                raise self.damaged(f"bytes {begin} to {end} do not have their checksum")
            self._checked[number] = 1
        return stored

    def _read_block(self, number: int) -> memoryview:
        stored = self._read_stored(number)
        return stored if len(stored) == self._sizes[number] else self._unpacked(stored, self._sizes[number])

    def _unpacked(self, stored: memoryview, size: int) -> memoryview:
        zstd = _zstd()
        if zstd is None:
            raise UnreadableTable(
                f"{self.path} is compressed, and the library for that is not installed: "
                f"pip install 'abstract-boardgames[tables]'"
            )
        try:
            data = zstd.ZstdDecompressor().decompress(stored, size + 1)  # it may claim any size
        except zstd.ZstdError:
            data = b""
        if len(data) != size:
            raise self.damaged(f"a block should have {size} bytes, not {len(data)}")
        return memoryview(data)

    def check(self) -> None:
        """Compare all blocks with their checksums.  Raises :class:`UnreadableTable`."""
        for number in range(len(self._checksums)):
            self._read_block(number)

    @property
    def stored_size(self) -> int:
        """The bytes of all blocks in the file."""
        return self._offsets[-1] - self._offsets[0]

    # -- errors ---------------------------------------------------------------------

    def refusal(self, why: str) -> UnreadableTable:
        """The error for a table that must be made again."""
        game = self.head.named if hasattr(self, "head") else "GAME"
        return UnreadableTable(f"{self.path} {why}. Delete it and solve again: boardgames solve {game}")

    def damaged(self, why: str) -> UnreadableTable:
        """The error for a damaged file, with the reason."""
        return self.refusal(f"is damaged: {why}")

    @contextmanager
    def making_sense(self) -> Iterator[None]:
        """Turn errors of code that reads the head into :class:`UnreadableTable`."""
        try:
            yield
        except UnreadableTable:
            raise
        except (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError):
            raise self.damaged("its head makes no sense") from None


def write_table(
    path: Path, head: Head, cells: Iterable[Cells | Iterable[object]], *, packed: bool, kept: bool = True
) -> None:
    """Write a table into the file ``path``, whole or not at all.

    ``cells`` has the cells of each section of ``head``: as buffers of any length, or those of another file.
    ``packed`` compresses blocks, where a library for that is installed; those of another file stay as they are.
    ``kept`` waits until all is on the disk.

    Raises :class:`ValueError` for cells of another size, and :class:`OSError`.
    """
    zstd = _zstd() if packed else None
    text = head.json()
    blocks = sum(map(_blocks_of, head.sections))
    index = array("I")
    start = HEADER.pack(MAGIC, VERSION, len(text), 8 * blocks)
    with _new_file(path, kept) as file:
        file.seek(len(start) + CHECKSUM.size + len(text) + 8 * blocks)
        for section, source in zip(head.sections, cells, strict=True):
            for data in _stored_blocks(section, source, packed, zstd):
                index.extend((len(data), zlib.crc32(data)))
                file.write(data)
        sum_ = zlib.crc32(index, zlib.crc32(text, zlib.crc32(start)))
        file.seek(0)
        file.write(start + CHECKSUM.pack(sum_) + text + index.tobytes())


def _stored_blocks(section: Section, source: Cells | Iterable[object], packed: bool, zstd: Any) -> Iterator[Any]:
    """The blocks of a section as they will stand in the file."""
    written = 0
    if isinstance(source, Cells):
        written = len(source)
        yield from source.stored() if packed else source.blocks()
    else:
        for data in _in_blocks(source):
            written += len(data)
            smaller = data if zstd is None else zstd.compress(data, LEVEL)
            yield smaller if len(smaller) < len(data) else data
    if written != section.size:
        raise ValueError(f"section {section.name} has {written} bytes, not {section.size}")


def _in_blocks(buffers: Iterable[Any]) -> Iterator[Any]:
    rest = bytearray()
    for buffer in buffers:
        data = memoryview(buffer).cast("B")
        first = min(-len(rest) % BLOCK, len(data)) if rest else 0
        rest += data[:first]
        if len(rest) == BLOCK:
            yield rest
            rest = bytearray()
        last = first + (len(data) - first) // BLOCK * BLOCK
        for begin in range(first, last, BLOCK):
            yield data[begin : begin + BLOCK]
        rest += data[last:]
    if rest:
        yield rest


def _blocks_of(section: Section) -> int:
    return -(-section.size // BLOCK)


def _sizes(section: Section) -> Iterator[int]:
    return (min(BLOCK, section.size - begin) for begin in range(0, section.size, BLOCK))


def _zstd() -> Any:
    """The module that compresses: Python's own from 3.14 on, else one with the same functions; ``None`` without."""
    from importlib import import_module

    try:
        return import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
    except ImportError:
        return None


@contextmanager
def _new_file(path: Path, durable: bool) -> Iterator[BinaryIO]:
    """A file to write, which gets its name when all of it is written.  Raises :class:`OSError`."""
    begun = path.with_name(f"{path.name}.{os.getpid()}{BEGUN}")
    try:
        with begun.open("wb") as file:
            yield file
            file.flush()
            if durable:
                os.fsync(file.fileno())
        begun.replace(path)
    except BaseException:
        with suppress(OSError):
            begun.unlink()
        raise


BEGUN: Final = ".begun"
"""The end of a file's name while it is written, after the number of the process."""


def _open_regular(path: Path) -> BinaryIO:
    """Open a regular file for reading, unbuffered and without waiting, as a pipe would.

    Raises :class:`UnreadableTable` for a folder, a pipe or a device, and :class:`OSError`.
    """
    if path.is_dir():
        raise UnreadableTable(f"{path} is a folder, not a file")
    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError as error:
        if error.errno == errno.ENXIO:  # a socket, or a pipe that nobody reads
            raise UnreadableTable(f"{path} is not a regular file") from None
        raise
    file = FileIO(number, "rb")
    if not stat.S_ISREG(os.fstat(number).st_mode):
        file.close()
        raise UnreadableTable(f"{path} is not a regular file")
    return file
