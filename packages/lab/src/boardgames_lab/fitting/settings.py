"""The settings of a fit: the games to play, and the way to fit weights to them; for the command and for Python."""

from __future__ import annotations

from typing import Final

import attrs

from boardgames.analysis import Judge, JudgeEffort, judge_of
from boardgames.core.model import BadOption, State, option
from boardgames.core.text import SEED
from boardgames.players import MATERIAL

BLOCK: Final = 50
"""Games in a file."""
EXPLORATION: Final = 0.03
"""The usual share of random actions after the opening: they lead to positions that the search would avoid."""


@attrs.frozen
class Games:
    """The games that a fit is made from: ``game`` is a name, or a text with options."""

    game: str
    games: int = option(2000, "Games to play; the last block of 50 is filled.", least=1, most=10**7)
    nodes: int = option(500, "Positions to look at for each action.", least=1, most=10**9)
    seed: int = option(1, "The same seed, the same weights.", kind=SEED)
    exploration: float = option(
        EXPLORATION, "Share of actions after the opening that are random.", least=0.0, most=1.0, metavar="SHARE"
    )
    later: float = option(
        0.0, "Share of the next ply's value in that of a position, and so on.", least=0.0, most=1.0, metavar="SHARE"
    )
    judgement: str = option(
        MATERIAL, "Judgement that the games are played by: as the option of alphabeta.", metavar="NAME"
    )

    by: str = option(
        "",
        "Player or engine that values the positions in place of the search, as alphabeta:nodes=20000 or usi:ENGINE.",
        metavar="PLAYER",
    )
    by_nodes: int | None = option(None, "Positions that it looks at for each.", least=1, most=10**12)
    by_time: float | None = option(
        None, "Seconds that it may take for each.", least=0.001, most=86_400.0, metavar="SECONDS"
    )
    by_set: tuple[str, ...] = option((), "Set an option of an engine's own.", metavar="NAME=VALUE")

    by_plays: bool = option(False, "It plays the games, too.")
    asides: float = option(
        0.0,
        "Share of the plies of such games at which a line beside them is valued, too: it begins with random actions.",
        least=0.0,
        most=1.0,
        metavar="SHARE",
    )

    def teacher(self, start: State) -> Judge | None:
        """The judge that values positions of games from ``start``; ``None`` if the search does.

        Raises :class:`~boardgames.analysis.NoJudge`, and :class:`~boardgames.core.model.options.BadOption` for games
        that it cannot play.
        """
        if self.by_plays and not self.by:
            raise BadOption("by-plays needs a teacher: name one with --by PLAYER")
        if self.by_plays and start.game.chance_count:
            raise BadOption("by-plays is for games without dice: leave it out, and the search plays")
        if self.asides and not self.by_plays:
            raise BadOption("asides are lines beside the games of a teacher: add --by-plays")
        if not self.by:
            return None
        return judge_of(self.by, start, JudgeEffort(nodes=self.by_nodes, seconds=self.by_time, settings=self.by_set))

    @property
    def blocks(self) -> int:
        """The number of files of the games."""
        return -(-self.games // BLOCK)


@attrs.frozen
class FitSettings:
    """The way to fit weights to games."""

    passes: int = option(12, "Passes over the positions.", least=1, most=10**4)
    result: float = option(
        0.75,
        "Share of the result in a position's label; the rest is the search's.",
        least=0.0,
        most=1.0,
        metavar="SHARE",
    )
    decay: float | None = option(
        None,
        "How strongly weights are held to the plain judgement; less where there are many games.  [the game's own]",
        least=0.0,
        most=1.0,
    )
    exact: bool = option(False, "Fit to exact values instead, of a game that is solved ('solve').")
