"""``boardgames convert``: a game record in another format."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from boardgames.cli.arguments import Chosen, GameType, UserError
from boardgames.cli.record_argument import readable
from boardgames.core import json_record, records
from boardgames.core.records import UnknownFormat

ENCODINGS = {"utf-8": "utf-8", "utf-8-bom": "utf-8-sig", "shift_jis": "cp932", "euc-jp": "euc_jp"}


@click.command()
@click.argument("record_file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--to", "target", required=True, metavar="FORMAT", help="json, or a format of the game: kif, csa, usi.")
@click.option("--output", metavar="FILE", type=click.Path(path_type=Path), help="Write to FILE instead of printing.")
@click.option(
    "--encoding", type=click.Choice(list(ENCODINGS)), default="utf-8", show_default=True, help="What to write in."
)
@click.option(
    "--game", "chosen", metavar="GAME", type=GameType(), help="The game, with its options, if FILE leaves it open."
)
def convert(record_file: Path, target: str, output: Path | None, encoding: str, chosen: Chosen | None) -> None:
    """Write a game record in another format.

    The format of FILE is found out from what is in it: KIF, CSA, the position
    line of USI or the JSON of --record.  Every move is checked against the
    rules.  What is left out or doubtful is told on standard error.

    \b
    Examples:
      boardgames convert game.kif --to csa
      boardgames convert game.json --to kif --output game.kif --encoding shift_jis
      boardgames convert game.csa --to usi
    """
    if chosen is not None:
        _refuse_needless(record_file)
    record = readable(record_file, None if chosen is None else chosen.game)
    try:
        text = records.write(record, target)
        lost = records.losses(record, target)
    except UnknownFormat as error:
        raise UserError(f"--to {target}: {error}") from None
    except ValueError as error:
        raise UserError(f"{record_file}: {error}") from None
    try:
        data = text.encode(ENCODINGS[encoding])
    except UnicodeEncodeError as error:
        raise UserError(f"{text[error.start]!r} cannot be written in {encoding}; utf-8 has all characters") from None
    for note in [*record.notes, *lost]:
        click.echo(f"{record_file}: {note}", err=True)
    if output is None:
        sys.stdout.buffer.write(data)
        return
    try:
        output.write_bytes(data)
    except OSError as error:
        raise UserError(f"cannot write {output}: {error.strerror}") from None


def _refuse_needless(path: Path) -> None:
    """A JSON record says which game it is.  Raises :class:`UserError`."""
    try:
        told = json_record.recognises(path.read_bytes())
    except OSError:  # which is told when it is read
        return
    if told:
        raise UserError(f"--game: {path} says itself which game it is, with its options; leave --game out")
