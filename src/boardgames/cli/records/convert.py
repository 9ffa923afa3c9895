"""``boardgames convert``: a game record in another format."""

from __future__ import annotations

from pathlib import Path

import attrs
import click

from boardgames.cli.arguments import UserError, mistakes, says_when_interrupted, write_file
from boardgames.cli.options import FILE, MORE, Command, file_option, takes
from boardgames.cli.records.reading import GAME_CHOICE, GameChoice, readable
from boardgames.core.lookup.installed_games import find
from boardgames.core.model.options import option
from boardgames.core.text.kinds import Text
from boardgames.core.text.printable import printable
from boardgames.records import record_formats as records
from boardgames.records.record_formats import UnknownFormat

ENCODINGS = {"utf-8": "utf-8", "utf-8-bom": "utf-8-sig", "shift_jis": "cp932", "euc-jp": "euc_jp"}


@attrs.frozen(kw_only=True)
class ConvertOptions:
    """The game that is converted, and what it becomes."""

    to: str = option(
        None,
        "json; of shogi and its relatives kif, ki2, csa, usi, jkf, bod; of Ur rgn; of morris pgn.",
        kind=Text(),
        metavar="FORMAT",
        required=True,
    )
    out: Path | None = file_option("Write to FILE instead of printing.")
    game: GameChoice = GAME_CHOICE
    encoding: str | None = option(
        None,
        "The encoding to write in.  [default: what FILE's ending means, shift_jis for .kif and .ki2, else utf-8]",
        choices=tuple(ENCODINGS),
        section=MORE,
    )


@click.command(cls=Command)
@click.argument("record_file", metavar="FILE", type=FILE)
@takes(ConvertOptions)
def convert(record_file: Path, options: ConvertOptions) -> None:
    """Write a game record in another format.

    The format of FILE is recognised by its content: KIF, KI2, CSA, USI or
    SFEN lines, JKF, a diagram (BOD), or the JSON of --record.  Every move is
    checked against the rules.  What is left out or doubtful is named on
    standard error.

    A file of several games becomes a file of several games in json, csa and usi.
    The other formats hold one: with --out game.kif they are written as
    game-1.kif, game-2.kif and so on, and --game N picks one.

    \b
    Examples:
      boardgames convert game.kif --to csa
      boardgames convert game.json --to kif --out game.kif
      boardgames convert club.csa --game 3 --to ki2
      boardgames convert club.csa --to jkf --out club.jkf
    """
    written: list[str] = []

    def so_far() -> str:
        return f"{', '.join(written) or 'No file'} {'is' if len(written) < 2 else 'are'} written."

    with says_when_interrupted(so_far):
        for path, data in _converted(record_file, options).items():
            write_file(path or Path("-"), data)
            written += [printable(str(path))] if path is not None else []


def _converted(record_file: Path, options: ConvertOptions) -> dict[Path | None, bytes]:
    """The files to write, ``None`` being standard output; what is lost is said.  Raises :class:`UserError`."""
    target, output, encoding = options.to, options.out, options.encoding
    read = readable(record_file, options.game)
    texts, notes = [], []
    for number, record in read:
        where = printable(str(record_file)) + (f", game {number}" if len(read) > 1 else "")
        with mistakes(UnknownFormat, prefix=f"--to {target}: "), mistakes(ValueError, prefix=f"{where}: "):
            texts.append(records.write(record, target))
            lost = records.losses(record, target)
        notes += [f"{where}: {printable(note)}" for note in [*record.notes, *lost]]
    spec, codec = find(read[0][1].game), ENCODINGS.get(encoding or "", "")
    whole = texts[0] if len(texts) == 1 else records.join(texts, spec, target)
    files: dict[Path | None, str]
    if whole is not None:
        files = {output: whole}
    elif output is not None:
        numbers = [number for number, _ in read]
        files = {
            output.with_name(f"{output.stem}-{number}{output.suffix}"): text
            for number, text in zip(numbers, texts, strict=True)
        }
    else:
        raise UserError(
            f"there are {len(read)} games in {printable(str(record_file))}, and {target} holds one a file: --game N "
            f"picks one, or --out game.{target} writes game-1.{target} to game-{len(read)}.{target}"
        )
    try:
        contents = {path: records.encoded(text, spec, target, str(path or ""), codec) for path, text in files.items()}
    except UnicodeEncodeError as error:
        sign = printable(error.object[error.start])
        raise UserError(f"'{sign}' cannot be written in {encoding}; utf-8 has all characters") from None
    for note in notes:
        click.echo(note, err=True)
    return contents
