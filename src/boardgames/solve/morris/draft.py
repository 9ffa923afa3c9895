"""An unfinished table: a folder with a file for each layer that is solved."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO, Final

import attrs

from boardgames.core.lookup.tablebase import NoTablebase
from boardgames.solve.morris.layer import Shape, SolvedPart
from boardgames.solve.morris.layers import Board, Rules, solve_layer
from boardgames.solve.morris.table import solved_part
from boardgames.solve.morris.table_file import LayerFile, layer_bytes, write_table
from boardgames.solve.ur.table import UnreadableTable
from boardgames.whole_file import write_whole

SUFFIX: Final = ".unfinished"
PLAN: Final = "plan.json"
LOCK: Final = "lock"

Layer = tuple[Shape, ...]


@attrs.frozen
class Draft:
    """The folder of an unfinished table beside its path; several processes, on several machines, may fill it.

    A file appears whole or not at all, so a process that is killed loses only its layer.
    """

    folder: Path
    board: Board
    distances: bool

    @classmethod
    def begin(cls, table: Path, board: Board, distances: bool) -> Draft:
        """Make the folder, or go on with the one that is there.  Raises :class:`NoTablebase` and :class:`OSError`."""
        folder = table.with_name(table.name + SUFFIX)
        draft = cls(folder, board, distances)
        plan = folder / PLAN
        if folder.exists() and not (folder.is_dir() and (plan.exists() or not any(folder.iterdir()))):
            raise NoTablebase(f"{folder} is no unfinished table of morris: move it away, or give another --out")
        folder.mkdir(exist_ok=True)
        if plan.exists():
            known = cls.at(folder)
            if known != draft:
                raise NoTablebase(
                    f"{folder} is an unfinished table of other rules: move it away, or give another --out"
                )
        else:
            content = {"board": attrs.asdict(board), "distances": distances}
            write_whole(plan, json.dumps(content))
        return draft

    @classmethod
    def at(cls, folder: Path) -> Draft:
        """The unfinished table in a folder.  Raises :class:`NoTablebase` and :class:`OSError`."""
        try:
            content = json.loads((folder / PLAN).read_text())
            board = {name: _tuples(value) for name, value in content["board"].items() if name != "rules"}
            return cls(folder, Board(rules=Rules(**content["board"]["rules"]), **board), bool(content["distances"]))
        except (ValueError, TypeError, KeyError):
            raise NoTablebase(f"{folder / PLAN} is damaged: delete {folder}, and solve again") from None

    def lock(self) -> BinaryIO:
        """A lock on the folder, until it is closed.  Raises :class:`NoTablebase` if another process has it."""
        file = open(self.folder / LOCK, "wb")  # noqa: SIM115 - the caller closes it
        try:
            from fcntl import LOCK_EX, LOCK_NB, flock
        except ImportError:  # on Windows there is no lock
            return file
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except OSError:
            file.close()
            raise NoTablebase(
                f"another process is solving into {self.folder}: wait for it, or give another --out"
            ) from None
        return file

    def path_of(self, layer: Layer) -> Path:
        return self.folder / ("-".join(str(number) for number in layer[0]) + ".layer")

    def file(self, layer: Layer) -> LayerFile | None:
        """The file of a layer; ``None`` if it is not there, or not whole."""
        path = self.path_of(layer)
        if not path.exists():
            return None
        try:
            file = LayerFile(path)
            if set(file.entries) != {layer} or file.rules != self.board.rules:
                return None
            file.check()
        except UnreadableTable:
            return None
        return file

    def files(self) -> list[LayerFile]:
        """All layers that are there."""
        found = []
        for path in sorted(self.folder.glob("*.layer")):
            try:
                found.append(LayerFile(path))
            except UnreadableTable:
                continue
        return found

    def solve(self, layer: Layer, report: Callable[[float], None] = lambda done: None) -> None:
        """Solve a layer into its file; those that it leads to must be there."""

        def solved(shape: Shape) -> SolvedPart:
            return solved_part(self.board, LayerFile(self.path_of(self.board.rules.layer(shape))), shape)

        done = solve_layer(self.board, layer, solved, self.distances, report)
        write_whole(self.path_of(layer), layer_bytes(self.board.rules, done))

    def finish(self, table: Path, layers: Iterable[Layer]) -> None:
        """Put all layers into one file, and remove the folder."""
        files = [LayerFile(self.path_of(layer)) for layer in layers]
        whole = self.folder / "whole"
        with whole.open("wb") as file:
            write_table(file, self.board.rules, files)
            file.flush()
            os.fsync(file.fileno())
        whole.replace(table)
        for path in self.folder.iterdir():
            path.unlink()
        self.folder.rmdir()


def _tuples(item: Any) -> Any:
    return tuple(_tuples(part) for part in item) if isinstance(item, list) else item
