"""The folder of a fit: its settings, and the samples of the games played so far, a file for each block of games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from boardgames.core.lookup.installed_games import find, load, split_name
from boardgames.fitting.self_play import EXPLORATION, Sample, play_samples
from boardgames.players.judgement import MATERIAL
from boardgames.whole_file import write_whole

BLOCK = 50
"""Games in a file."""
SETTINGS = "settings.json"


class BadWorkFolder(ValueError):
    """A folder that belongs to another fit, or whose files are damaged."""


@attrs.frozen
class Games:
    """Which games a fit is made from: so many games of a seed, with ``nodes`` positions looked at for an action.

    ``selective``, ``exploration``, ``later`` and ``judgement`` are those of
    :func:`~boardgames.fitting.self_play.play_samples`.
    """

    game: str
    games: int
    nodes: int
    seed: int
    selective: bool = False
    exploration: float = EXPLORATION
    later: float = 0.0
    judgement: str = MATERIAL

    @property
    def recorded(self) -> dict[str, Any]:
        """The settings by name, without those that have their usual value and came later than the first files."""
        usual = {field.name: field.default for field in attrs.fields(type(self))}
        return {name: value for name, value in attrs.asdict(self).items() if value != usual[name]}

    @property
    def blocks(self) -> int:
        return -(-self.games // BLOCK)


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
        ours = {name: value for name, value in self.games.recorded.items() if name != "games"}
        if written.exists():
            try:
                theirs = json.loads(written.read_text(encoding="utf-8"))
            except ValueError:
                raise BadWorkFolder(f"{written} is damaged: delete {self.path}, or name another folder") from None
            if theirs != ours:
                raise BadWorkFolder(f"{self.path} has the games of another fit ({theirs}): name another folder")
        else:
            write_whole(written, json.dumps(ours) + "\n")

    def block_file(self, block: int) -> Path:
        return self.path / f"games-{block:05}.txt"

    def missing(self) -> list[int]:
        """The blocks that are not yet played."""
        return [block for block in range(self.games.blocks) if not self.block_file(block).exists()]

    def play(self, block: int) -> None:
        """Play the games of a block and write their samples."""
        spec, game = find(split_name(self.games.game)[0]), load(self.games.game)
        first, games = block * BLOCK, self.games
        lines = [
            f"{sample}\n"
            for number in range(first, first + BLOCK)
            for sample in play_samples(
                spec,
                game,
                games.seed,
                number,
                games.nodes,
                games.selective,
                games.exploration,
                games.later,
                games.judgement,
            )
        ]
        write_whole(self.block_file(block), "".join(lines))

    def samples(self) -> Iterator[Sample]:
        """The samples of all games, in their order.  Raises :class:`BadWorkFolder`."""
        for block in range(self.games.blocks):
            file = self.block_file(block)
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                try:
                    yield Sample.read(line)
                except ValueError:
                    raise BadWorkFolder(f"{file}, line {number}: no sample: delete the file to play it again") from None
