"""The folder of a fit: its settings, and the samples of the games so far, a file for each block."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import attrs

from boardgames.core.lookup import find, load, split_name
from boardgames.processes import write_whole
from boardgames.solve import rules_digest
from boardgames_lab.fitting.self_play import Sample, play_samples
from boardgames_lab.fitting.settings import BLOCK, Games
from boardgames_lab.fitting.teacher_play import teacher_samples

SETTINGS = "settings.json"


class BadWorkFolder(ValueError):
    """A folder that belongs to another fit, or whose files are damaged."""


@attrs.frozen
class WorkFolder:
    """The samples of some games, kept in ``path``."""

    path: Path
    games: Games

    def open(self) -> None:
        """Make the folder, or see that it belongs to these games; more of them may be played than before.

        Raises :class:`BadWorkFolder` and :class:`OSError`.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        written = self.path / SETTINGS
        teacher = ("by", "by_nodes", "by_time", "by_set", "by_plays", "asides")
        left_out = ("games",) if self.games.by else ("games", *teacher)
        ours = {name: value for name, value in attrs.asdict(self.games).items() if name not in left_out}
        weights = Path(self.games.judgement)  # or a name
        checksum = crc32(weights.read_bytes() if weights.is_file() else b"")
        ours["digest"] = f"{rules_digest(load(self.games.game))}-{checksum:08x}"
        text = json.dumps(ours)
        if written.exists():
            try:
                theirs = json.loads(written.read_text(encoding="utf-8"))
            except (ValueError, RecursionError):
                raise BadWorkFolder(f"{written} is damaged: delete {self.path}, or name another folder") from None
            if theirs != json.loads(text):
                raise BadWorkFolder(f"{self.path} has the games of another fit ({theirs}): name another folder")
        else:
            write_whole(written, text + "\n")

    def block_file(self, block: int) -> Path:
        return self.path / f"games-{block:05}.txt"

    def missing(self) -> list[int]:
        """The blocks that are not yet played."""
        return [block for block in range(self.games.blocks) if not self.block_file(block).exists()]

    def write(self, block: int, samples: str) -> None:
        write_whole(self.block_file(block), samples)

    def samples(self) -> Iterator[Sample]:
        """The samples of all games, in their order.  Raises :class:`BadWorkFolder`."""
        for block in range(self.games.blocks):
            file = self.block_file(block)
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                try:
                    yield Sample.read(line)
                except ValueError:
                    raise BadWorkFolder(f"{file}, line {number}: no sample: delete the file to play it again") from None


def play_block(games: Games, block: int) -> str:
    """The samples of the games of a block, a line each; another machine finds the same."""
    spec, game = find(split_name(games.game)[0]), load(games.game)
    teacher = games.teacher(game.start())
    try:
        samples = [
            sample
            for number in range(block * BLOCK, (block + 1) * BLOCK)
            for sample in (
                teacher_samples(spec, game, games, number, teacher)
                if games.by_plays and teacher is not None
                else play_samples(spec, game, games, number, teacher)
            )
        ]
    finally:
        if teacher is not None:
            teacher.close()
    return "".join(f"{sample}\n" for sample in samples)
