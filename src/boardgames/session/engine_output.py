"""The output of players while they think: search results of built-in players, lines and errors of programs.

Programs may write more than anybody can read, so only the last lines are kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from io import StringIO
from typing import Final

from boardgames.core.protocol.search_info import SearchInfo
from boardgames.core.text.printable import printable
from boardgames.core.text.said import Said
from boardgames.referee import ProtocolLog

KEPT_LINES: Final = 100
MAX_LINE: Final = 200  # characters
SHOWN_ACTIONS: Final = 10  # of the line that a search expects


class EngineOutput:
    """The last lines that players wrote, and how many there were in all.

    Any thread may add lines; only the event loop's thread reads them.  ``on_change`` is called
    in the thread that added a line.
    """

    def __init__(self, on_change: Callable[[], None]) -> None:
        self.on_change = on_change
        self.count = 0
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)

    def add(self, name: str, text: str) -> None:
        """Keep a line that a program printed, cut to a bound, or a sentence about what a player thinks."""
        line = printable(Said("{name}: {words}", name=name, words=text))
        self.lines.append(line if len(line) <= MAX_LINE else line[:MAX_LINE] + "…")
        self.count += 1
        self.on_change()

    def since(self, count: int) -> list[str]:
        """The lines after the first ``count``, if they are still kept."""
        new = self.count - count
        return list(self.lines)[-new:] if new > 0 else []

    def add_search_info(self, name: str, info: SearchInfo) -> None:
        """Keep what a player tells of its search, as a line."""
        self.add(name, thought(info))

    def add_stderr(self, name: str, data: bytes) -> None:
        """Add what a program wrote on its standard error."""
        for line in data.decode("utf-8", "backslashreplace").splitlines()[-KEPT_LINES:]:
            self.add(f"{name} (stderr)", line)


def thought(info: SearchInfo) -> Said:
    """The findings of a player in words, as ``str`` says them.

    >>> thought(SearchInfo(value=0.2, line=("7g7f", "3c3d"), depth=2, nodes=1234))
    '60 % (depth 2, 1,234 nodes): 7g7f 3c3d'
    """
    if info.plies_to_end is None:
        result = Said("{number} %", number=f"{100 * info.chance:.0f}")
    elif info.value > 0:
        result = Said("won in {number}", number=info.plies_to_end)
    else:
        result = Said("lost in {number}", number=info.plies_to_end)
    effort = [Said("depth {number}", number=info.depth)] * bool(info.depth)
    effort += [Said("{number} nodes", number=f"{info.nodes:,}")] * bool(info.nodes)
    if effort:
        result = Said("{result} ({effort})", result=result, effort=Said.joined(", ", effort))
    line = [action if isinstance(action, Said) else str(action) for action in info.line[:SHOWN_ACTIONS]]
    return Said("{result}: {line}", result=result, line=Said.joined(" ", line))


class OutputLog(ProtocolLog):
    """Passes on each protocol line that a program wrote."""

    def __init__(self, output: EngineOutput) -> None:
        super().__init__(StringIO())
        self.output = output

    def note(self, name: str, sign: str, line: str) -> None:
        if sign == "<":
            self.output.add(name, line)

    def _write(self, line: str) -> None:
        pass  # what happens in the game the page hears from others
