"""An unfinished table: a folder with a file for each layer that is solved."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar, Final

import attrs

from boardgames.core.lookup.tablebase import NoTablebase
from boardgames.solve.draft import MOVE_IT, FolderDraft
from boardgames.solve.morris.exits import SolvedPart
from boardgames.solve.morris.layer import Shape
from boardgames.solve.morris.layer_file import LayerFile, layer_bytes, tuples, write_table
from boardgames.solve.morris.layers import Board, Rules, solve_layer
from boardgames.solve.morris.table import solved_part
from boardgames.solve.table_file import UnreadableTable, new_file
from boardgames.whole_file import write_whole

PLAN: Final = "plan.json"
WHOLE: Final = "whole"
LAYERS: Final = "[0-9]*-[0-9]*-[0-9]*-[0-9]*.layer"
"""Which files have layers; their names are shapes."""

Layer = tuple[Shape, ...]


@attrs.frozen
class Draft(FolderDraft):
    """The folder of an unfinished table beside its path; several processes, on several machines, may fill it."""

    game: ClassVar = "morris"
    mark: ClassVar = PLAN
    own: ClassVar = (PLAN, LAYERS, WHOLE, f"{WHOLE}.*.begun", f".{PLAN}.*.part", f".{LAYERS}.*.part")

    board: Board
    distances: bool

    @classmethod
    def begin(cls, table: Path, board: Board, distances: bool) -> Draft:
        """Make the folder, or go on with the one that is there.

        Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase` and :class:`OSError`.
        """
        folder = cls.make_folder(table)
        draft, plan = cls(folder, board, distances), folder / PLAN
        if plan.exists():
            known = cls.at(folder)
            if known != draft:
                raise NoTablebase(f"{folder} is an unfinished table of other rules: {MOVE_IT}")
        else:
            content = {"board": attrs.asdict(board), "distances": distances}
            write_whole(plan, json.dumps(content))
        return draft

    @classmethod
    def at(cls, folder: Path) -> Draft:
        """The unfinished table in a folder.

        Raises :class:`~boardgames.core.lookup.tablebase.NoTablebase` and :class:`OSError`.
        """
        try:
            content = json.loads((folder / PLAN).read_text())
            board = {name: tuples(value) for name, value in content["board"].items() if name != "rules"}
            return cls(folder, Board(rules=Rules(**content["board"]["rules"]), **board), bool(content["distances"]))
        except (ValueError, TypeError, KeyError):
            raise NoTablebase(f"{folder / PLAN} is damaged: delete {folder}, and solve again") from None

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
        whole = self.folder / WHOLE
        with new_file(whole) as file:
            write_table(file, self.board.rules, files)
        self.put_in_place(whole, table)
