"""The page of games in files: its requests, each a call of a function with a list of arguments in JSON.

The answer is a JSON object a line: how far an analysis is, then the ``result`` or the ``error``.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, Final

from boardgames.core.model.game import UnknownGame
from boardgames.core.text.printable import printable
from boardgames.core.text.said import sentence_of
from boardgames.language.phrases import phrases
from boardgames.session.open_records import LARGEST, OpenRecords

MAX_PAGES: Final = 16
"""Pages whose files are kept; that of the page that was opened first goes."""
MAX_CALL: Final = LARGEST * 4 // 3 + 1000
"""Bytes of a call: base64 makes four of three."""
FUNCTIONS: Final = ("open_file", "replay", "write", "stop", "analyse")
SECONDS: Final = 60.0
"""The longest that one position may be looked at."""


class RecordPages:
    """The files that the pages of a server have opened."""

    def __init__(self) -> None:
        self.pages: dict[str, OpenRecords] = {}

    def of(self, page: str) -> OpenRecords:
        """The files of a page."""
        if page not in self.pages and len(self.pages) >= MAX_PAGES:
            self.pages.pop(next(iter(self.pages))).stop()
        return self.pages.setdefault(page, OpenRecords())

    async def answer(self, page: str, function: str, body: bytes, language: str) -> AsyncIterator[str]:
        """The lines that answer a call."""
        records, answers = self.of(page), asyncio.Queue[dict[str, Any]]()
        task = asyncio.create_task(self._called(records, function, body, language, answers))
        try:
            while True:
                answer = await answers.get()
                yield json.dumps(answer, ensure_ascii=False) + "\n" * ("total" in answer)
                if "total" not in answer:
                    break
        finally:  # the page may be gone
            if function == "analyse":
                records.stop()
            await task

    async def _called(
        self, records: OpenRecords, function: str, body: bytes, language: str, answers: asyncio.Queue[dict[str, Any]]
    ) -> None:
        async def progress(done: int, total: int) -> None:
            await answers.put({"done": done, "total": total})

        words = phrases(language)
        try:
            arguments = json.loads(body)
            if function == "analyse":
                number, seconds = arguments
                result = await records.analyse(number, min(SECONDS, float(seconds)), progress, asyncio.to_thread)
            else:
                result = await asyncio.to_thread(getattr(records, function), *arguments)
            await answers.put({"result": result})
        except (ValueError, LookupError, TypeError, UnknownGame) as error:
            await answers.put({"error": words.text(printable(sentence_of(error)))})
        except Exception as error:  # of a game's own code
            await answers.put({"error": printable(f"{type(error).__name__}: {error}")})
