"""Game records in any format of an installed game: recognised, read, written, and compared.

JSON serves every game; the other formats are in ``GameSpec.formats``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Any, Final

import attrs

from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import GAMES, find, games, spec_of
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import Game, UnknownGame
from boardgames.records import json_record
from boardgames.records.foreign_formats import kind_of_file
from boardgames.records.game_record import GameRecord, UnreadableRecord, Variation
from boardgames.records.record_format import RecordFormat

JSON = "json"
HEAD: Final = 100_000
LISTED: Final = re.compile(
    rb"""(?:\A(?:\xef\xbb\xbf)?|[\r\n])\s*(?:\[|1[.)])|\A(?:\xef\xbb\xbf)?\s*(?:;|\{(?!\s*")|[a-gA-G][1-7])"""
)
"""A list of moves with tags, numbers or names of points: such files look alike in many games, so that the games are
asked in the order of their names."""


class UnknownFormat(LookupError):
    """The game does not have this format; the message lists those that it has."""


def read(data: bytes, game: Game | None = None) -> GameRecord:
    """The game in a file of any format, every action checked; the first if there are several.

    ``game`` is the game with its options, if the file does not say it, or if the file
    names code that is not installed (:func:`boardgames.records.json_record.read`).
    Raises :class:`~boardgames.records.game_record.UnreadableRecord`, or what
    :func:`boardgames.core.lookup.installed_games.load` raises.
    """
    return read_all(data, game)[0]


def read_all(data: bytes, game: Game | None = None) -> list[GameRecord]:
    """All games in a file, at least one; else as :func:`read`."""
    if json_record.recognises(data):
        return json_record.read_all(data, game)
    for spec, form in _asked(data, game):
        if form.recognises(data) or (game is not None and form.looks_alike(data)):
            records = form.read_all(make(spec, form.options) if game is None else game, data)
            return [attrs.evolve(record, language=form.language) for record in records]
    raise UnreadableRecord(_unknown(data, game))


def read_by(data: bytes) -> list[str]:
    """The games, by name, whose rules read a file that names no game, where its look is taken for another game's."""
    names = []
    for spec in _specs(games()):
        for form in spec.formats.values():
            if form.looks_alike(data) and not form.recognises(data):
                try:
                    form.read_all(make(spec, form.options), data)
                except UnreadableRecord:
                    continue
                names.append(spec.name)
                break
    return names


def write(record: GameRecord, format_name: str) -> str:
    """The text of a record in a format.

    Raises :class:`UnknownFormat`, or :class:`ValueError` for what the format cannot hold.
    """
    if format_name == JSON:
        return json_record.write(record)
    return _format(record, format_name).write(record)


def join(texts: Sequence[str], spec: GameSpec, format_name: str) -> str | None:
    """The text of one file from those of several games; ``None`` if the format holds one game a file."""
    if format_name == JSON:
        return "".join(texts)
    combine = spec.formats[format_name].join
    return None if combine is None else combine(texts)


def format_of(spec: GameSpec, file_name: str) -> str:
    """The name of the format that the ending of a file's name means, whether or not there is such a format."""
    ending = PurePath(file_name).suffix.lower()
    return next((form.name for form in spec.formats.values() if ending in form.encodings), ending.removeprefix("."))


def encoded(text: str, spec: GameSpec, format_name: str, file_name: str, encoding: str = "") -> bytes:
    """The bytes of a file, in the encoding that its name means to other programs, or in ``encoding``.

    Where that name's encoding lacks a character they are UTF-8, with the marks by which programs know it.
    Raises :class:`UnicodeEncodeError` if ``encoding`` lacks one.
    """
    form = spec.formats.get(format_name)
    usual, mark = ("", "") if form is None else (form.encodings.get(PurePath(file_name).suffix.lower(), ""), form.mark)
    if not encoding:
        try:
            return text.encode(usual or "utf-8")
        except UnicodeEncodeError:
            encoding = "utf-8-sig"
    return (mark * (usual != "utf-8" and encoding.startswith("utf-8")) + text).encode(encoding)


def content(record: GameRecord, file_name: str) -> bytes:
    """The bytes of a file with a record, in the format and the encoding that its name means."""
    spec = find(record.game)
    form = format_of(spec, file_name)
    return encoded(write(record, form), spec, form, file_name)


def losses(record: GameRecord, format_name: str) -> list[str]:
    """The parts of a record that the format cannot hold: a list with one sentence, or an empty one."""
    if format_name == JSON:
        return []
    data = write(record, format_name).encode("utf-8", "replace")
    game = record.playthrough().start.game
    back = _format(record, format_name).read(game, data)
    own, own_of_back = _parts(record), _parts(attrs.evolve(back, comments=_without_evaluations(record, back)))
    if own["times"] != own_of_back["times"]:  # those of variations are lost with them
        own["variations"], own_of_back["variations"] = _timeless(record.variations), _timeless(back.variations)
    parts = [part for part, value in own.items() if value != own_of_back[part]]
    return [f"{format_name} cannot hold all of the {', '.join(parts)}"] if parts else []


def format_names(spec: GameSpec) -> list[str]:
    """The formats in which records of a game can be written."""
    return [*spec.formats, JSON]


def _format(record: GameRecord, name: str) -> RecordFormat:
    spec = find(record.game)
    if name not in spec.formats:
        raise UnknownFormat(f"{spec.name} can be written as {', '.join(format_names(spec))}, not {name!r}")
    format: RecordFormat = spec.formats[name]
    return format


def _parts(record: GameRecord) -> dict[str, Any]:
    return {
        "start": record.start,
        "actions": record.actions,
        "names": record.names,
        "times": [
            (ply, round(seconds))
            for ply, seconds in enumerate([record.ending_time, *record.times])
            if seconds and seconds > 0.5
        ],
        "comments": dict(record.comments),
        "headers": dict(record.headers),
        "variations": [_rounded(variation) for variation in record.variations],
        "verdict": record.verdict and record.verdict.outcome,
    }


def _without_evaluations(record: GameRecord, back: GameRecord) -> dict[int, str]:
    """The comments of a record that was read back, where evaluations became part of them."""
    comments = dict(back.comments)
    for ply in record.evaluations.keys() & comments.keys():
        own = record.comments.get(ply)
        if own is None:
            del comments[ply]
        elif comments[ply].startswith(f"{own}\n"):
            comments[ply] = own
    return comments


def _rounded(variation: Variation) -> Variation:
    """The variation with its times in whole seconds, as most formats have them."""
    times = tuple(seconds if seconds is None else round(seconds) for seconds in variation.times)
    return attrs.evolve(variation, times=times, variations=tuple(map(_rounded, variation.variations)))


def _timeless(variations: Iterable[Variation]) -> tuple[Variation, ...]:
    return tuple(attrs.evolve(line, times=(), variations=_timeless(line.variations)) for line in variations)


def _asked(data: bytes, game: Game | None) -> Iterator[tuple[GameSpec, RecordFormat]]:
    """The formats that are asked if a file is theirs, each with its game.

    First is the only one that it looks like, of a game whose package has a folder ``records``: games built on it have
    the same formats.  So most files are read without an import of all games.
    """
    if game is None and not LISTED.search(data, 0, HEAD):
        for spec in _specs(filter(_heads_a_family, games())):
            alike = [form for form in spec.formats.values() if form.looks_alike(data)]
            if len(alike) == 1:
                yield spec, alike[0]
    for spec in _specs(games()) if game is None else [spec_of(game)]:
        for form in spec.formats.values():
            yield spec, form


def _heads_a_family(name: str) -> bool:
    folder = GAMES.package_folder(name)
    return folder is not None and os.path.isdir(os.path.join(folder, "records"))


def _specs(names: Iterable[str]) -> Iterator[GameSpec]:
    for name in names:
        try:
            yield find(name)
        except UnknownGame:  # this one is broken; another game may have the format
            continue


def _unknown(data: bytes, game: Game | None) -> str:
    """The kind of the file, if it is not a record, or not one of this game."""
    expected = f"expected {_titles(game)}"
    if not data.strip():
        return f"this file is empty: {expected}"
    forms = [(spec, form) for spec in _specs(games()) for form in spec.formats.values()]
    for spec, form in forms:
        if game is not None and form.recognises(data):
            return f"this is {form.title}, a record of {spec.name} and not of {game.name}: {expected}"
    for _, form in forms:
        if form.looks_alike(data):
            return f"this is {form.title}, but of no game that is known here: {expected}"
    what = kind_of_file(data)
    if what is None and json_record.resembles(data):
        what = "JSON, but not the record of a game"
    return f"this is {what}: {expected}" if what else f"this is no game record that is known here: {expected}"


def _titles(game: Game | None) -> str:
    titles = {JSON: "a record of 'boardgames play --record'"}
    for spec in _specs(games()) if game is None else [spec_of(game)]:
        titles.update({form.name: form.title for form in spec.formats.values()})
    return "; ".join(titles.values())
