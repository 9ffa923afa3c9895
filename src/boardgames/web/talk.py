"""What players say while they think: thoughts of ours, lines and errors of programs, told live.

They may say much more than anybody can read; the last of it is kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from boardgames.core.protocol.dialogue import Briefing, Event
from boardgames.core.protocol.search_info import SearchInfo
from boardgames.core.record.verdict import Verdict
from boardgames.core.text.printable import printable
from boardgames.referee import ProtocolLog

KEPT: Final = 100  # lines
LONGEST: Final = 200  # characters of a line
LINE_LENGTH: Final = 10  # actions of a thought


class Talk:
    """The last lines, and how many there were.  Written in any thread, read in the event loop's."""

    def __init__(self, on_news: Callable[[], None]) -> None:
        self.on_news = on_news
        self.count = 0
        self.kept: deque[str] = deque(maxlen=KEPT)

    def say(self, name: str, words: str) -> None:
        line = printable(f"{name}: {words}")
        self.kept.append(line if len(line) <= LONGEST else line[:LONGEST] + "…")
        self.count += 1
        self.on_news()

    def after(self, heard: int) -> list[str]:
        """The lines since so many had been said, as far as they are kept."""
        fresh = self.count - heard
        return list(self.kept)[-fresh:] if fresh > 0 else []

    def thought(self, name: str, thought: SearchInfo) -> None:
        shown = SearchInfo(
            value=thought.value,
            line=thought.line[:LINE_LENGTH],
            depth=thought.depth,
            nodes=thought.nodes,
            plies_to_end=thought.plies_to_end,
        )
        self.say(name, str(shown))

    def error(self, name: str, data: bytes) -> None:
        """What a program writes on its standard error."""
        for line in data.decode("utf-8", "backslashreplace").splitlines()[-KEPT:]:
            self.say(f"{name} (stderr)", line)


class Overheard(ProtocolLog):
    """The protocol's lines, of which those that programs say are passed on."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk

    def note(self, name: str, sign: str, line: str) -> None:
        if sign == "<":
            self.talk.say(name, line)

    def opening(self, briefing: Briefing) -> None:
        pass

    def happened(self, event: Event) -> None:
        pass

    def undone(self, plies: int) -> None:
        pass

    def closing(self, verdict: Verdict | None) -> None:
        pass
