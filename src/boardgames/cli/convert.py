"""``boardgames convert``: a game record in another format."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from boardgames.cli.arguments import Chosen, GameType, UserError
from boardgames.core.model import IllegalAction, UnreadablePosition
from boardgames.core.options import BadOption
from boardgames.core.record_format import RecordFormat
from boardgames.core.spec import UnknownGame, find, games, make
from boardgames.core.transcript import Transcript, UnreadableRecord
from boardgames.referee import NamedPlayer, Record

JSON = "json"
MOST_SECONDS = 10**7
UNREADABLE = (UnreadableRecord, UnknownGame, BadOption, UnreadablePosition, IllegalAction)
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
    try:
        transcript = read(record_file.read_bytes(), chosen)
        text = written(transcript, target)
    except OSError as error:
        raise UserError(f"cannot read {record_file}: {error.strerror}") from None
    except UNREADABLE as error:
        raise UserError(f"{record_file}: {error}") from None
    try:
        data = text.encode(ENCODINGS[encoding])
    except UnicodeEncodeError as error:
        raise UserError(f"{text[error.start]!r} cannot be written in {encoding}; utf-8 has all characters") from None
    for note in [*transcript.notes, *lost(transcript, target, text)]:
        click.echo(f"{record_file}: {note}", err=True)
    if output is None:
        sys.stdout.buffer.write(data)
        return
    try:
        output.write_bytes(data)
    except OSError as error:
        raise UserError(f"cannot write {output}: {error.strerror}") from None


def read(data: bytes, chosen: Chosen | None) -> Transcript:
    """The game in a file of any format that an installed game has.

    Raises one of :data:`UNREADABLE`.
    """
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return _from_json(data)
    for name in games() if chosen is None else [chosen.spec.name]:
        try:
            spec = find(name)
        except UnknownGame:  # it is broken, and another may know the format
            continue
        for form in spec.formats.values():
            if form.recognises(data) or (chosen is not None and _named_alike(form, data)):
                game = make(spec, form.options) if chosen is None else chosen.game
                return form.read(game, data)
    raise UnreadableRecord(f"this is no game record that is known here: expected {_known(chosen)}")


def written(transcript: Transcript, target: str) -> str:
    """The text of a record in a format.  Raises :class:`UserError` for a format that the game does not have."""
    game = transcript.start.game
    if target == JSON:
        times = [seconds or 0.0 for seconds in transcript.seconds]
        playthrough = transcript.playthrough()
        times += [0.0] * (playthrough.plies - len(times))
        players = [NamedPlayer(name, "") for name in transcript.names]
        return Record.of(playthrough, players, None, times, transcript.verdict).json() + "\n"
    formats = find(game.name).formats
    if target not in formats:
        raise UserError(f"--to {target}: {game.name} can be written as {', '.join([*formats, JSON])}")
    return formats[target].write(transcript)


def lost(transcript: Transcript, target: str, text: str) -> list[str]:
    """What is not in the text any more, in a sentence, if there is anything."""
    data, game = text.encode("utf-8", "replace"), transcript.start.game
    back = _from_json(data) if target == JSON else find(game.name).formats[target].read(game, data)
    parts = [part for part, told in _parts(transcript).items() if told != _parts(back)[part]]
    return [f"{target} cannot hold all of the {', '.join(parts)}"] if parts else []


def _parts(transcript: Transcript) -> dict[str, Any]:
    return {
        "names": transcript.names,
        "seconds": [
            (ply, round(seconds)) for ply, seconds in enumerate(transcript.seconds) if seconds and seconds > 0.5
        ],
        "comments": transcript.comments,
        "headers": transcript.headers,
        "verdict": transcript.verdict and transcript.verdict.outcome,
    }


def _from_json(data: bytes) -> Transcript:
    try:
        record = Record.read(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise UnreadableRecord(f"not a record: it is not in UTF-8 ({error.reason} at byte {error.start})") from None
    playthrough = record.playthrough()
    if len(record.players) != playthrough.start.game.seats:
        raise UnreadableRecord(
            f"not a record: {playthrough.start.game.name} has {playthrough.start.game.seats} players"
        )
    if not isinstance(record.times, list) or not all(
        type(seconds) in (int, float) and 0 <= seconds < MOST_SECONDS for seconds in record.times
    ):
        raise UnreadableRecord("not a record: 'times' must be a list of seconds")
    return Transcript(
        start=playthrough.start,
        actions=tuple(playthrough.actions),
        names=tuple(player.name for player in record.players),
        seconds=tuple(record.times[: playthrough.plies]),
        verdict=record.verdict,
    )


def _named_alike(form: RecordFormat, data: bytes) -> bool:
    """Is it a record of this format, of whatever game?"""
    for name in games():
        try:
            others = find(name).formats
        except UnknownGame:
            continue
        if form.name in others and others[form.name].recognises(data):
            return True
    return False


def _known(chosen: Chosen | None) -> str:
    titles = {JSON: "a record of 'boardgames play --record'"}
    for name in games() if chosen is None else [chosen.spec.name]:
        try:
            titles.update({form.name: form.title for form in find(name).formats.values()})
        except UnknownGame:
            continue
    return "; ".join(titles.values())
