"""How a player's fault is reported: its last words as the lines that they were, and how to see it again."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from itertools import groupby

from boardgames.core.model.options import with_options
from boardgames.core.protocol.verdict import LAST_WORDS, Verdict
from boardgames.core.text.printable import printable
from boardgames.language.catalogue import ENGLISH
from boardgames.language.phrases import phrases
from boardgames.records.game_record import GameRecord


def told(verdict: Verdict, names: Sequence[str], game: str) -> list[str]:
    """The verdict in a game's words, in lines that are safe on a terminal, a traceback in as many as it had."""
    text = phrases(ENGLISH, game).text(verdict.sentence(names))
    head, separator, words = text.partition(LAST_WORDS)
    lines = words.split("\\n")
    return (
        [f"{head}; its stderr ended with:", *(f"  | {line}" for line in folded(lines))]
        if separator and lines[1:]
        else [text]
    )


def folded(lines: Iterable[str]) -> list[str]:
    """Lines in which equal ones in a row are one, with their number."""
    counts = [(line, sum(1 for _ in equal)) for line, equal in groupby(map(printable, lines))]
    return [f"{line} ({count} times)" if count > 1 else line for line, count in counts]


def again(record: GameRecord, conditions: Sequence[str] = ()) -> list[str]:
    """The position in which a player was at fault, and the commands that show it and play the game again.

    ``conditions`` are the options of the command line for limits and the like.
    """
    playthrough = record.playthrough()
    game = with_options(record.game, playthrough.start.game.options)
    position = str(playthrough.state)
    lines = [f"Position: {position}", f"See it:   {shlex.join(['boardgames', 'show', game, '--position', position])}"]
    if record.seed is not None and all(player.player for player in record.players):
        words = ["boardgames", "play", game, *(str(player.player) for player in record.players)]
        if playthrough.start != playthrough.start.game.start():
            words += ["--position", record.start]
        lines.append(f"Again:    {shlex.join([*words, *conditions, '--seed', str(record.seed)])}")
    return [printable(line) for line in lines]
