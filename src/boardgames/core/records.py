"""Game records in any format that an installed game has: found out, read, written, and what a format cannot hold.

JSON serves every game; the others stand in ``GameSpec.formats``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boardgames.core import json_record
from boardgames.core.model import Game
from boardgames.core.record import GameRecord, UnreadableRecord
from boardgames.core.record_format import RecordFormat
from boardgames.core.spec import GameSpec, UnknownGame, find, games, make

JSON = "json"


class UnknownFormat(LookupError):
    """A format that the game does not have; the message lists those that it has."""

    def __str__(self) -> str:
        return str(self.args[0])


def read(data: bytes, game: Game | None = None) -> GameRecord:
    """The game in a file, in whatever format, every action checked.

    ``game`` says which game it is, with its options, where the file leaves it open.
    Raises :class:`~boardgames.core.record.UnreadableRecord`, or what
    :func:`boardgames.core.spec.load` raises.
    """
    if json_record.recognises(data):
        return json_record.read(data)
    for spec in _specs() if game is None else [find(game.name)]:
        for form in spec.formats.values():
            if form.recognises(data) or (game is not None and _named_alike(form, data)):
                return form.read(make(spec, form.options) if game is None else game, data)
    raise UnreadableRecord(f"this is no game record that is known here: expected {_known(game)}")


def write(record: GameRecord, format_name: str) -> str:
    """The text of a record in a format.

    Raises :class:`UnknownFormat`, or :class:`ValueError` for what the format cannot hold.
    """
    if format_name == JSON:
        return json_record.write(record)
    return _format(record, format_name).write(record)


def losses(record: GameRecord, format_name: str) -> list[str]:
    """What the format does not hold of a record, in a sentence, if there is anything."""
    if format_name == JSON:
        return []
    data = write(record, format_name).encode("utf-8", "replace")
    game = record.playthrough().start.game
    back = _format(record, format_name).read(game, data)
    parts = [part for part, told in _parts(record).items() if told != _parts(back)[part]]
    return [f"{format_name} cannot hold all of the {', '.join(parts)}"] if parts else []


def format_names(spec: GameSpec) -> list[str]:
    """The formats in which records of a game can be written."""
    return [*spec.formats, JSON]


def _format(record: GameRecord, name: str) -> RecordFormat:
    spec = find(record.game)
    if name not in spec.formats:
        raise UnknownFormat(f"{spec.name} can be written as {', '.join(format_names(spec))}, not {name!r}")
    return spec.formats[name]


def _parts(record: GameRecord) -> dict[str, Any]:
    return {
        "start": record.start,
        "actions": record.actions,
        "names": record.names,
        "times": [(ply, round(seconds)) for ply, seconds in enumerate(record.times) if seconds and seconds > 0.5],
        "comments": dict(record.comments),
        "headers": dict(record.headers),
        "variations": record.variations,
        "verdict": record.verdict and record.verdict.outcome,
    }


def _specs() -> Iterator[GameSpec]:
    for name in games():
        try:
            yield find(name)
        except UnknownGame:  # it is broken, and another may know the format
            continue


def _named_alike(form: RecordFormat, data: bytes) -> bool:
    """Is it a record of this format, of whatever game?"""
    return any(form.name in spec.formats and spec.formats[form.name].recognises(data) for spec in _specs())


def _known(game: Game | None) -> str:
    titles = {JSON: "a record of 'boardgames play --record'"}
    for spec in _specs() if game is None else [find(game.name)]:
        titles.update({form.name: form.title for form in spec.formats.values()})
    return "; ".join(titles.values())
