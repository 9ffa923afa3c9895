"""The games to analyse: in files, in folders, in the file of a match or tournament."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from boardgames.cli.arguments import UserError, mistakes
from boardgames.cli.records.reading import GameChoice, readable
from boardgames.contest.store import BadStore, Store
from boardgames.core.model.game import UnknownGame
from boardgames.core.model.options import BadOption
from boardgames.core.text.printable import printable
from boardgames.records import GameRecord, UnreadableRecord

Named = tuple[str, GameRecord]


def in_files(paths: Sequence[str], choice: GameChoice) -> Iterator[Named]:
    """The games in files, and in the files of folders; what cannot be read in a folder is told of and left out."""
    for text in paths:
        path = Path(text)
        if not path.is_dir():
            for name, record in _named(path, choice):
                for note in record.notes:
                    click.echo(f"{printable(text)}: {printable(note)}", err=True)
                yield name, record
            continue
        for file in sorted(path.iterdir()):
            if file.is_file():
                try:
                    yield from _named(file, choice)
                except UserError as error:
                    click.echo(f"left out: {error.format_message()}", err=True)


def _named(path: Path, choice: GameChoice) -> list[Named]:
    records = readable(path, choice)
    name = printable(str(path))
    return [(f"{name}, game {number}" if len(records) > 1 else name, record) for number, record in records]


def stored(db: Path, numbers: Sequence[str], choice: GameChoice) -> Iterator[Named]:
    """Games of a match or tournament: those of these numbers, or all."""
    games = [option.game for option in choice if not isinstance(option, int)]
    wrong = next((number for number in numbers if not (number.isdecimal() and len(number) < 10)), None)
    if wrong is not None:
        raise UserError(
            f"with --db, say the number of a game, not {printable(repr(wrong))}; "
            f"'boardgames tournament games --db {db}' lists them"
        )
    with mistakes(BadStore, UnreadableRecord, UnknownGame, BadOption), Store.reading(db) as store:
        for number in [int(text) for text in numbers] or [game.number for game in store.games()]:
            yield f"game {number}", store.record(number, games[0] if games else None)
