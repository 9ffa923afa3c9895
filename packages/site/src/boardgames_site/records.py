"""Records in the browser: the page of files calls these functions in Python's worker."""

from __future__ import annotations

import asyncio
import json
from typing import Final

from boardgames.session import OpenRecords
from boardgames_site.worker import at_once, post

TOPIC: Final = "records"
"""The progress of an analysis is posted under it."""

_records: Final = OpenRecords()
open_file = _records.open_file
replay = _records.replay
stop = _records.stop
write = _records.write


async def analyse(number: int, seconds: float) -> dict[str, object]:
    """Judge a game, ``seconds`` for each position.  Posts ``{"done": positions, "total": positions}``."""

    async def progress(done: int, total: int) -> None:
        post(TOPIC, json.dumps({"done": done, "total": total}))
        await asyncio.sleep(0)  # so that a message of the page is heard

    return await _records.analyse(number, seconds, progress, at_once)
