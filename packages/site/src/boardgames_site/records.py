"""Records in the browser: read from a file, stepped through, judged, and written in other formats."""

from __future__ import annotations

import asyncio
import json
from base64 import b64decode, b64encode
from typing import Final

import attrs

from boardgames.analysis import USUAL, JudgeEffort, JudgeFailed, judge_of, judged, summed_up
from boardgames.core.lookup import find, load
from boardgames.core.protocol import Evaluation
from boardgames.core.text import printable
from boardgames.records import GameRecord, NotForTwo, UnreadableRecord, record_formats
from boardgames.view import page
from boardgames_site.worker import post

TOPIC: Final = "records"
"""How far an analysis is, is posted under it."""
LARGEST: Final = 8_000_000
"""Bytes of the largest file that is read."""
JUDGE: Final = USUAL.partition(":")[0]


@attrs.define
class OpenRecords:
    """The games of the file that was opened last, and whether an analysis is to stop."""

    records: list[GameRecord] = attrs.field(factory=list)
    stopping: bool = False


_records: Final = OpenRecords()


def open_file(content: str, game: str | None = None) -> list[dict[str, object]]:
    """Read the games of a file, whose bytes are given in base64; ``game`` says which it is where the file does not.

    Returns for each game its title, players, plies, what was doubtful, and the formats that it can be written in.
    Raises :class:`ValueError` and :class:`~boardgames.core.model.game.UnknownGame`, with a sentence.
    """
    data = b64decode(content)
    if len(data) > LARGEST:
        raise UnreadableRecord(f"it is larger than {LARGEST // 10**6} MB, more than this page reads")
    _records.records = record_formats.read_all(data, load(game) if game else None)
    return [_card(record) for record in _records.records]


def _card(record: GameRecord) -> dict[str, object]:
    spec = find(record.game)
    return {
        "game": record.game,
        "title": spec.title,
        "players": [printable(name) for name in record.names],
        "plies": len(record.actions),
        "notes": [printable(note) for note in record.notes],
        "formats": [name for name in record_formats.format_names(spec) if name not in ("usi", "bod")],
        "judged": bool(record.evaluations),
    }


def replay(number: int) -> str:
    """The page to step through a game, with its graph of chances if it was judged.

    Raises :class:`~boardgames.records.game_record.UnreadableRecord`.
    """
    return page(_records.records[number])


async def analyse(number: int, seconds: float) -> dict[str, object]:
    """Judge a game, ``seconds`` for each position; from now on its record holds the evaluations.

    Posts ``{"done": positions, "total": positions}``.  :func:`stop` ends it early: what was judged is kept.
    Raises :class:`ValueError` with a sentence for a game that cannot be judged.
    """
    record = _records.records[number]
    playthrough = record.playthrough()
    if playthrough.start.game.seats != 2:
        raise NotForTwo("only games for two can be analysed")
    _records.stopping = False
    found: dict[int, Evaluation] = {}
    judge = judge_of(JUDGE, playthrough.start, JudgeEffort(seconds=seconds))
    total = len(playthrough.states)
    try:
        for ply, evaluation in judged(playthrough, judge):
            found[ply] = evaluation
            post(TOPIC, json.dumps({"done": ply + 1, "total": total}))
            await asyncio.sleep(0)  # so that a message of the page is heard
            if _records.stopping:
                break
    except JudgeFailed as error:
        raise ValueError(str(error)) from None
    finally:
        judge.close()
    analysis = summed_up(record, playthrough, found, JUDGE)
    _records.records[number] = analysis.record
    return {"positions": len(found), "whole": not _records.stopping}


def stop() -> None:
    """End the analysis that is under way."""
    _records.stopping = True


def write(number: int, format_name: str) -> dict[str, object]:
    """A game in a format: its text, the bytes of its file in base64, and sentences about what the format cannot hold.

    Raises :class:`ValueError` for a game that it cannot hold at all.
    """
    record = _records.records[number]
    return {
        "text": record_formats.write(record, format_name),
        "data": b64encode(record_formats.content(record, f"game.{format_name}")).decode(),
        "losses": record_formats.losses(record, format_name),
    }
