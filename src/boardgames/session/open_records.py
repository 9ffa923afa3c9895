"""Records that a page has opened: read from a file, stepped through, judged, and written in other formats."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import attrs

from boardgames.core.lookup.installed_games import find, load
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.protocol import Evaluation
from boardgames.core.text.printable import printable
from boardgames.core.text.said import Said
from boardgames.records import GameRecord, NotForTwo, UnreadableRecord, record_formats
from boardgames.session.analyst import Work
from boardgames.view.page import page

if TYPE_CHECKING:
    from boardgames.analysis import Judge

LARGEST: Final = 8_000_000
"""Bytes of the largest file that is read."""
OF_ENGINES: Final = ("usi", "bod")
"""Formats that hold a position, or moves alone: a page does not offer them."""


def saved_formats(spec: GameSpec) -> list[str]:
    """The formats in which a page saves games of a kind; ``spec`` is the game's."""
    return [name for name in record_formats.format_names(spec) if name not in OF_ENGINES]


def saved_file(record: GameRecord, format_name: str) -> bytes:
    """The bytes of a file with the game of a ``record``, which need not be installed for the ``format_name`` JSON.

    Raises :class:`ValueError`.
    """
    if format_name == record_formats.JSON:
        return f"{record.json()}\n".encode()
    return record_formats.content(record, f"game.{format_name}")


@attrs.define
class OpenRecords:
    """The games of the file that was opened last, and whether an analysis is to stop."""

    records: list[GameRecord] = attrs.field(factory=list)
    stopping: bool = False

    def open_file(self, content: str, game: str | None = None) -> list[dict[str, object]]:
        """Read the games of a file, whose bytes are given in base64; ``game`` says which it is where the file does not.

        Returns for each game its title, players, plies, what was doubtful, and the formats that it can be written in.
        Raises :class:`~boardgames.records.UnreadableRecord`, another :class:`ValueError` or
        :class:`~boardgames.core.model.game.UnknownGame`, with a sentence.
        """
        data = b64decode(content)
        if len(data) > LARGEST:
            raise UnreadableRecord(
                Said("it is larger than {number} MB, more than this page reads", number=LARGEST // 10**6)
            )
        self.records = record_formats.read_all(data, load(game) if game else None)
        return [_card(record) for record in self.records]

    def replay(self, number: int) -> str:
        """The page to step through a game, with its graph of chances if it was judged.

        Raises :class:`~boardgames.records.game_record.UnreadableRecord`.
        """
        return page(self.records[number])

    async def analyse(
        self, number: int, seconds: float, post: Callable[[int, int], Awaitable[None]], work: Work
    ) -> dict[str, object]:
        """Judge a game, ``seconds`` for each position; from now on its record holds the evaluations.

        Posts the positions judged, and all.  :meth:`stop` ends it early: what was judged is kept.
        Raises :class:`~boardgames.records.NotForTwo` or another :class:`ValueError`, with a sentence.
        """
        from boardgames.analysis import USUAL, JudgeEffort, JudgeFailed, judge_of, judged, summed_up

        record = self.records[number]
        playthrough = record.playthrough()
        if playthrough.start.game.seats != 2:
            raise NotForTwo(Said("only games for two can be analysed"))
        self.stopping = False
        judgements: dict[int, Evaluation] = {}
        name = USUAL.partition(":")[0]
        judge: Judge = await work(partial(judge_of, name, playthrough.start, JudgeEffort(seconds=seconds)))
        try:
            positions = judged(playthrough, judge)
            while not self.stopping and (item := await work(partial(next, positions, None))) is not None:
                judgements[item[0]] = item[1]
                await post(item[0] + 1, len(playthrough.states))
        except JudgeFailed as error:
            raise ValueError(str(error)) from None
        finally:
            judge.close()
        self.records[number] = (await work(partial(summed_up, record, playthrough, judgements, name))).record
        return {"positions": len(judgements), "whole": not self.stopping}

    def stop(self) -> None:
        """End the analysis that is under way."""
        self.stopping = True

    def write(self, number: int, format_name: str) -> dict[str, Any]:
        """A game in a format: its text, the bytes of its file in base64, and sentences about what it cannot hold.

        Raises :class:`ValueError` for a game that the format cannot hold at all.
        """
        record = self.records[number]
        return {
            "text": record_formats.write(record, format_name),
            "data": b64encode(saved_file(record, format_name)).decode(),
            "losses": record_formats.losses(record, format_name),
        }


def _card(record: GameRecord) -> dict[str, object]:
    spec = find(record.game)
    return {
        "game": record.game,
        "title": spec.title,
        "players": [printable(name) for name in record.names],
        "plies": len(record.actions),
        "notes": [printable(note) for note in record.notes],
        "formats": saved_formats(spec),
        "judged": bool(record.evaluations),
    }
