"""The solver of games that have none of their own, with its values in a file."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Hashable
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import quote
from zlib import crc32

from typing_extensions import override

from boardgames.core.model.game import Game, State
from boardgames.core.model.options import differences
from boardgames.core.text.foreign_code import described
from boardgames.core.text.printable import quoted
from boardgames.solve.cache import cache_folder
from boardgames.solve.generic import solver as in_memory
from boardgames.solve.generic.solver import Solution
from boardgames.solve.making import Report
from boardgames.solve.signed_table import SignedTable
from boardgames.solve.table_file import Head, NumberCells, Section, TableFile, UnreadableTable, write_table
from boardgames.solve.tablebase import ANY_GAME, NoTablebase, NotInTablebase, Solver, Unsolved, unsolved
from boardgames.solve.workers import check_jobs

KEYS: Final = "keys"
"""The section with the digests of all keys, sorted; 8 bytes each."""
VALUES: Final = "values"
"""The section with the values, in the same order: of 4 bytes if they are signed, of 8 if they are chances."""
SIGNED: Final = "i"
CHANCES: Final = "d"
SAMPLE: Final = 400
"""Positions whose digest tells rules from others."""


class _Stored:
    """Values of positions in a file, found by the digests of their keys."""

    def __init__(self, file: TableFile) -> None:
        self.path: Path = file.path
        self._head = file.head
        with file.making_sense():
            self.section = file.cells[VALUES].section
            code = self.section.details["code"]
            if code not in (SIGNED, CHANCES):
                raise ValueError(code)
            self._values = NumberCells(file.cells[VALUES], code)
            self._keys = NumberCells(file.cells[KEYS], "Q")
            if not len(self._keys) == len(self._values) == self.section.positions:
                raise ValueError(self.section)
        self._game: Game | None = None

    def check_game(self, game: Game) -> None:
        """Raise :class:`~boardgames.solve.tablebase.NotInTablebase` for a game by other rules."""
        if game is not self._game:
            why = _why_other(self._head, game)
            if why:
                raise NotInTablebase(f"{self.path} is a table of {self._head.named}: {why}")
            self._game = game

    def number(self, state: State) -> Any:
        """The number of a position.  Raises :class:`~boardgames.solve.tablebase.Unsolved`."""
        key = _digest(state.key)
        at = bisect_left(self._keys, key)
        if at == len(self._keys) or self._keys[at] != key:
            raise Unsolved(f"{self.path} does not have {str(state)!r}, which the game's start does not lead to")
        return self._values[at]


class StoredPlies(_Stored, SignedTable):
    """The values of a game without dice, in a file."""

    @override
    def signed(self, state: Any) -> int:
        value: int = self.number(state)
        return value


class StoredChances(_Stored):
    """The values of a game with dice, in a file."""

    def value(self, state: State) -> float:
        """The chance that the side to act, or to throw, wins under best play; a draw counts half.

        Raises :class:`~boardgames.solve.tablebase.NotInTablebase`.
        """
        self.check_game(state.game)
        value: float = self.number(state)
        return value

    def rate(self, state: State) -> dict[Any, float]:
        """The value of each legal action for the side to act, as a winning chance; the best first."""
        return in_memory.rated(state, self.value)

    def plies(self, state: State) -> None:
        """``None``: games with dice have no such number."""


def table(game: Game) -> StoredPlies | StoredChances:
    """The table of a game in the cache folder.  Raises :class:`~boardgames.solve.tablebase.NoTablebase`."""
    path = usual_path(game)
    if not path.exists():
        raise NoTablebase(unsolved(game))
    try:
        file = TableFile(path)
        why = _why_other(file.head, game)
        if why:
            raise file.refusal(f"is a table of {file.head.named}: {why}")
        return opened(file)
    except (OSError, UnreadableTable) as error:
        raise NoTablebase(str(error)) from None


def opened(file: TableFile) -> StoredPlies | StoredChances:
    """The tablebase in a file.  Raises :class:`~boardgames.solve.UnreadableTable`."""
    with file.making_sense():
        signed = file.cells[VALUES].section.details["code"] == SIGNED
    return StoredPlies(file) if signed else StoredChances(file)


def usual_path(game: Game) -> Path:
    """The path of a table in the cache folder."""
    options = differences(game.options)
    end = f"-{crc32(options.encode()):08x}" if options else ""
    return cache_folder() / f"{quote(game.name, safe='')}{end}.table"


def solve(
    game: Game,
    out: Path | None = None,
    jobs: int = 1,
    report: Report | None = None,
    positions: int = in_memory.MOST_POSITIONS,
) -> StoredPlies | StoredChances:
    """Solve all positions that the start of a game leads to, at most ``positions``, into a file.

    An existing file is kept if it is of these rules; in the cache folder one of other rules is replaced.  The work is
    done by this process, in memory.

    Raises :class:`~boardgames.solve.tablebase.NoTablebase` where that is impossible, and :class:`OSError`.
    """
    check_jobs(jobs)
    path = usual_path(game) if out is None else out
    if path.exists():
        try:
            file = TableFile(path)
            file.check()
            why = _why_other(file.head, game)
            if why is None:
                return opened(file)
            if out is not None:
                raise NoTablebase(f"{path} is a table of {file.head.named}: {why}; it is not overwritten")
        except UnreadableTable as error:
            raise NoTablebase(f"{error}; it is not overwritten") from None
    if out is None:
        path.parent.mkdir(parents=True, exist_ok=True)
    write(in_memory.solve(game.start(), most=positions), game, path)
    return opened(TableFile(path))


def write(solution: Solution, game: Game, path: Path) -> None:
    """Write the values of a game's positions into a file, whole or not at all.

    Raises :class:`~boardgames.solve.tablebase.NoTablebase` for keys that a file cannot have, and :class:`OSError`.
    """
    keys = sorted((_digest(key), number) for number, key in enumerate(solution.graph.number))
    if len({key for key, _ in keys}) < len(keys):
        raise NoTablebase(f"two positions of {game.name} have the same digest, so no file can have its values")
    counts: tuple[tuple[int, int], ...] = ()
    values: array[Any]
    if solution.distances is None:
        values = array(CHANCES, (solution.graph.values[number] for _, number in keys))
    else:
        values = array(SIGNED, (_signed(solution, number) for _, number in keys))
        counts = tuple(sorted(Counter(values).items()))
    sections = (
        Section(KEYS, 8 * len(keys)),
        Section(VALUES, values.itemsize * len(keys), len(keys), counts, details={"code": values.typecode}),
    )
    head = Head(ANY_GAME, game.name, differences(game.options), {"digest": rules_digest(game)}, sections)
    write_table(path, head, [[array("Q", (key for key, _ in keys))], [values]], packed=False)


def _signed(solution: Solution, number: int) -> int:
    value = solution.graph.values[number]
    plies = int(solution.distances[number])
    return 0 if value == 0.5 else 1 + plies if value == 1.0 else -1 - plies


# -- digests ----------------------------------------------------------------------


def _digest(key: Hashable) -> int:
    return int.from_bytes(blake2b(_encoded(key), digest_size=8).digest(), "big")


def _encoded(key: Any) -> bytes:
    """A key as bytes that are the same in every process.  Raises :class:`NoTablebase` for keys of other kinds."""
    if key is None or isinstance(key, (bool, int, float, str, bytes)):
        text = repr(key).encode("utf-8", "backslashreplace")
        return b"%d:%b" % (len(text), text)
    if isinstance(key, (tuple, list)):
        return b"(%b)" % b"".join(map(_encoded, key))
    if isinstance(key, (frozenset, set)):
        return b"{%b}" % b"".join(sorted(map(_encoded, key)))
    raise NoTablebase(
        f"a key of a position has {quoted(type(key).__name__)} in it: a file can have keys of numbers, texts, bytes, "
        f"tuples and frozensets"
    )


def rules_digest(game: Game) -> str:
    """A digest of some positions of a game, with their actions, chances and outcomes: other rules have another one."""
    rng = Random(0)
    waiting: deque[Any] = deque([game.start()])
    keys: set[Hashable] = set()
    sum_ = blake2b(digest_size=16)
    while len(keys) < SAMPLE and waiting:
        state = waiting.popleft() if len(keys) < SAMPLE // 2 else waiting.pop()  # first wide, then deep
        if state.key in keys:
            continue
        keys.add(state.key)
        edges = [*state.actions(), *(throw for throw, _ in state.chances())]
        outcome = state.outcome
        end = None if outcome is None else (outcome.returns, outcome.reason)
        chances = [str(chance) for _, chance in state.chances()]
        sum_.update(repr((str(state), int(state.turn), list(map(str, edges)), chances, end)).encode())
        after = [state.apply(edge) for edge in edges]
        rng.shuffle(after)
        waiting.extend(after)
    return sum_.hexdigest()


def _why_other(head: Head, game: Game) -> str | None:
    """The reason why a table lacks the values of a game; ``None`` if it has them."""
    if head.game != game.name:
        return f"the game is {game.name}"
    if head.options != differences(game.options):
        return f"the options are {differences(game.options) or 'the usual ones'}"
    try:
        same = head.rules.get("digest") == rules_digest(game)
    except Exception as error:  # the game's own code can raise anything
        return f"the game's code raised {described(error)}"
    return None if same else "its rules have changed since"


def details(solved: StoredPlies | StoredChances) -> list[str]:
    """The number of positions; with plies also how many are won, lost and drawn."""
    section = solved.section
    return [f"positions {section.positions}"] + ([str(section)] if section.counts else [])


ANY: Final = Solver(
    name=ANY_GAME,
    summary="any game for two whose positions fit into memory",
    why_not=lambda game: None if game.seats == 2 else "it is not for two players",
    table=table,
    solve=solve,
    options=frozenset({"positions"}),
    details=details,
    open=lambda path: opened(TableFile(path)),
)
