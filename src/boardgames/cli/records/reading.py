"""Recorded games as several commands take them: in a file, in folders, in the file of a match or tournament."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import click

from boardgames.cli.arguments import Chosen, GameType, UserError, files_used, mistakes
from boardgames.contest import BadStore, Store, read_records
from boardgames.core.lookup.installed_games import games as installed
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import UnknownGame
from boardgames.core.model.options import BadOption, option
from boardgames.core.text.printable import printable
from boardgames.records import json_record, record_formats
from boardgames.records.game_record import GameRecord, UnreadableRecord


class GameOrNumber(click.ParamType[Any]):
    """The number of a game in a file, from 1, or which game it is: ``2``, ``shogi``, ``rules.py:SPEC``."""

    name = "game or number"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int | Chosen:
        if isinstance(value, (int, Chosen)):
            return value
        text = str(value)
        if text.lstrip("+-").isdecimal():
            number = int(text) if text.isascii() and len(text) < 10 else 0
            if number < 1:
                self.fail(f"games are counted from 1, so {text} picks none.", param, ctx)
            return number
        return GameType().convert(value, param, ctx)


GameChoice: TypeAlias = tuple[int | Chosen, ...]
NamedRecord: TypeAlias = tuple[str, GameRecord]

GAME_CHOICE: Final = option(
    (),
    "N picks one of the games in the file. GAME says which game it is, with its options, where the file does not, or "
    "where its rules are in a file of their own: shogi:impasse=none, rules.py:SPEC. Both may be given.",
    kind=GameOrNumber(),
    repeated=True,
    metavar="GAME|N",
)


def readable(path: Path, choice: GameChoice = ()) -> list[tuple[int, GameRecord]]:
    """The records in a file with their numbers from 1, or the one that is asked for.  Raises :class:`UserError`."""
    numbers = [option for option in choice if isinstance(option, int)]
    games = [option.game for option in choice if not isinstance(option, int)]
    if len(numbers) > 1 or len(games) > 1:
        raise UserError("--game may be given twice at most: a number to pick a game, and a name to say what it is")
    try:
        with files_used(f"cannot read {path}"):
            records = read_records(path, games[0] if games else None)
    except UnreadableRecord as error:
        others = [] if games else record_formats.read_by(path.read_bytes())
        advice = "".join(f"; by the rules of {name} it can be read: --game {name}" for name in others[:1])
        raise UserError(f"{path}: {error}{advice}") from None
    except (UnknownGame, ValueError) as error:  # a wrong option, or a path with a NUL
        raise UserError(f"{path}: {error}") from None
    if numbers and numbers[0] > len(records):
        held = "is one game" if len(records) == 1 else f"are {len(records)} games"
        raise UserError(f"there {held} in {path}, so --game {numbers[0]} picks none")
    if games and json_record.recognises(path.read_bytes()) and all(record.game in installed() for record in records):
        raise UserError(f"--game: {path} says itself which game it is, with its options; leave --game out")
    numbered = list(enumerate(records, 1))
    return [numbered[numbers[0] - 1]] if numbers else numbered


def require_format(path: Path, spec: GameSpec, others: Sequence[str] = (), without: Sequence[str] = ()) -> None:
    """Check that the name of ``--out`` ends with a format of the game, before any work is done.

    ``path`` is that name, ``spec`` the game; ``others`` are endings that may stand besides, ``without`` formats that
    the message does not offer.  Raises :class:`UserError`.
    """
    names = record_formats.format_names(spec)
    if path.suffix not in others and record_formats.format_of(spec, path.name) not in names:
        endings = ", ".join([*others, *(f".{name}" for name in names if name not in without)])
        raise UserError(f"--out {printable(str(path))}: the ending of the name says the format: {endings}")


def in_files(paths: Sequence[str], choice: GameChoice) -> Iterator[NamedRecord]:
    """The games in files, and in the files of folders; a note says what in a folder cannot be read."""
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


def _named(path: Path, choice: GameChoice) -> list[NamedRecord]:
    records = readable(path, choice)
    name = printable(str(path))
    return [(f"{name}, game {number}" if len(records) > 1 else name, record) for number, record in records]


def stored(db: Path, numbers: Sequence[str], choice: GameChoice) -> Iterator[NamedRecord]:
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
