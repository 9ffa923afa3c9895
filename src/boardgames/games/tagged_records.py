"""Records that begin with tags in brackets, ``[Light "Ann"]``: RGN, and the move lists of morris.

A tag ``[Rules "ur:tokens=3"]`` is ours: programs of others do not write by which rules a game was played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import attrs

from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import spec_of
from boardgames.core.model.game import Game
from boardgames.core.model.options import BadOption
from boardgames.core.text.printable import WIDE_BLANK, shown
from boardgames.records.game_record import GameRecord, RecordedPlayer, UnreadableRecord

HEADERS: Final = {
    "Event": "event", "Site": "site", "StartTime": "start", "EndTime": "end", "TimeControl": "time limit",
}  # fmt: skip
RULES: Final = "Rules"
MOST_LINES: Final = 200_000
LONGEST_LINE: Final = 100_000
HEAD: Final = 100_000

TEXT: Final = r'"(?:[^"\\]|\\.)*"|[^\s"\]]+'
TAG: Final = re.compile(rf"\[\s*({TEXT})\s+({TEXT})\s*\]")
PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\r": "\\r", "\n": "\\n"}
UNESCAPES: Final = {"r": "\r", "n": "\n"}

Lines = list[tuple[int, str]]
"""Lines of one game, each with its number in the file."""


def lines_of(data: bytes) -> list[str]:
    """The lines of a file.  Other ends of lines than these, such as U+2028, may stand in a name."""
    text = data.decode("utf-8-sig", errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def tags_of(lines: Lines) -> dict[str, str]:
    """The tags of a game."""
    tags = {}
    for number, text in lines:
        if text.startswith("["):
            tag = TAG.fullmatch(text)
            if tag is None:
                raise UnreadableRecord(f'expected a tag such as [Light "Ann"], not {shown(text)}', number)
            tags[_plain(tag[1])] = _plain(tag[2])
    return tags


def line_of(lines: Lines, tag: str) -> int | None:
    """The number of the line with a tag."""
    return next((number for number, text in lines if text.startswith(f"[{tag} ")), None)


def _plain(text: str) -> str:
    """The text of the key or value of a tag."""
    if not text.startswith('"'):
        return text
    return re.sub(r"\\(.)", lambda match: UNESCAPES.get(match[1], match[1]), text[1:-1])


def heading_of(tags: dict[str, str], players: Sequence[str]) -> dict[str, Any]:
    """The players and headers of a record from its tags; ``players`` are the tags of their names."""
    names = [RecordedPlayer(tags.pop(tag, "")) for tag in players]
    return {"players": names, "headers": {HEADERS.get(tag, tag): value for tag, value in tags.items()}}


def all_tags(
    record: GameRecord, tags: dict[str, str], players: Sequence[str], own: Sequence[str] = ()
) -> dict[str, str]:
    """Some tags, players and headers; no header replaces a player or one of the format's ``own`` tags."""
    names = {tag: name for tag, name in zip(players, record.names, strict=False) if name}
    spelled = {header: tag for tag, header in HEADERS.items()}
    headers = {spelled.get(header, header): value for header, value in record.headers.items()}
    return tags | names | {tag: value for tag, value in headers.items() if tag not in (*players, *own, RULES)}


def escape(value: str) -> str:
    """The key or value of a tag, in quotation marks if it is more than a plain word."""
    return value if PLAIN.fullmatch(value) else f'"{escaped(value)}"'


def escaped(text: str) -> str:
    """A text for quotation marks; a blank for a character that would end the line or change a terminal."""
    return "".join(
        ESCAPES.get(character) or (character if character.isprintable() or character == WIDE_BLANK else " ")
        for character in text
    )


@attrs.frozen(kw_only=True)
class TaggedReader:
    """The reader of a format.

    Programs of others do not write by which rules a game was played.  So where those of the game are the ``usual`` ones
    and do not fit, presets are tried.
    """

    title: str
    begins: re.Pattern[str]
    """The beginning of the moves of a game."""
    play: Callable[[Game, Lines, dict[str, str]], GameRecord]
    """The record of one game by some rules, of its lines and tags."""
    usual: Mapping[str, Any]
    example: str
    """A preset by which a game may have been played."""

    def read_all(self, game: Game, data: bytes) -> list[GameRecord]:
        """All games in a file.  Raises :class:`UnreadableRecord`."""
        return [self._read(game, lines) for lines in self._games(data)]

    def _games(self, data: bytes) -> Iterator[Lines]:
        """The lines of each game: one begins with tags that follow moves, or with the moves of another."""
        lines = lines_of(data)
        if len(lines) > MOST_LINES:
            raise UnreadableRecord(f"there are {len(lines)} lines: expected at most {MOST_LINES}")
        part: Lines = []
        in_moves = begun = False
        for number, line in enumerate(lines, 1):
            text = line.strip()
            if len(text) > LONGEST_LINE:
                raise UnreadableRecord(f"this has {len(text)} characters: expected at most {LONGEST_LINE}", number)
            is_tag, is_first = text.startswith("["), self.begins.match(text) is not None
            if (in_moves and is_tag) or (begun and is_first):
                yield part
                part, in_moves, begun = [], False, False
            begun = begun or is_first
            if text:
                part.append((number, text))
                in_moves = in_moves or not is_tag
        if not part:
            raise UnreadableRecord(f"this file is empty: expected a game in {self.title}")
        yield part

    def _read(self, game: Game, lines: Lines) -> GameRecord:
        """One game, by the rules of its tag ``Rules`` if that is ours, else by those of ``game``."""
        tags, spec = tags_of(lines), spec_of(game)
        name, _, options = tags.get(RULES, "").partition(":")
        if name == spec.name:
            del tags[RULES]
            try:
                game = make(spec, dict(setting.partition("=")[::2] for setting in options.split(",") if setting))
            except BadOption as error:
                raise UnreadableRecord(f"the tag Rules: {error}", line_of(lines, RULES)) from None
            return self.play(game, lines, dict(tags))
        try:
            return self.play(game, lines, dict(tags))
        except UnreadableRecord as error:
            if game is not make(spec, self.usual):
                raise
            for preset in spec.presets:
                with suppress(UnreadableRecord):
                    record = self.play(make(spec, {"preset": preset}), lines, dict(tags))
                    why = f"by those of {spec.name}, {error}"
                    note = f"the record does not say its rules: it was read as {spec.name}:preset={preset}, since {why}"
                    return attrs.evolve(record, notes=(note, *record.notes))
            other = f"{spec.name}:preset={self.example}"
            raise UnreadableRecord(
                f"{error.message}. If it was played by other rules, name them: --game {other}", error.line
            ) from None
