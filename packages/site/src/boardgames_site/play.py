"""A table in the browser: the page is its host, and the only page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Final

from typing_extensions import override

from boardgames.contest import BadEntrant, Conditions
from boardgames.core.model import State
from boardgames.core.text import Said
from boardgames.language import ENGLISH, preferred
from boardgames.referee import Limits
from boardgames.session import (
    DEFAULT_OPPONENT,
    GUEST,
    HUMAN,
    Analyst,
    GameSession,
    GameSetup,
    Slot,
    SteppedSession,
    offered_players,
    saved_file,
)
from boardgames.view import page
from boardgames.web import Lobby, PageFeed, Permissions, Table
from boardgames_site.worker import at_once, post

PACE: Final = 0.4
"""Seconds between two events, so that people can follow."""
MOVE_TIME: Final = 4.0
"""Seconds that a player may think: while it does, the page gets no other answer."""
ANALYSIS_NODES: Final = 500
"""Positions that the judge of an analysis searches from each position: Python in a browser is slow."""
TOPIC: Final = "table"
"""Facts about the table are posted under it."""


class BrowserTable(Table):
    """A table whose games are played in one thread."""

    session: SteppedSession

    @override
    async def new_session(
        self, setup: GameSetup, slots: Sequence[Slot], names: Sequence[str], seed: int | None
    ) -> GameSession:
        return SteppedSession(setup, slots, names, seed, self.notify)

    @override
    async def best_actions(self, state: State) -> list[dict[str, object]]:
        return self.rate(state)


class BrowserTableState:
    """The table that the page shows, and what the page has been sent of it."""

    def __init__(self, table: BrowserTable, language: str = ENGLISH) -> None:
        self.table = table
        permissions = table.permissions(table.host_token)
        assert permissions is not None
        self.permissions: Permissions = permissions
        self.feed = PageFeed(table, permissions, language, at_once)

    def send(self) -> None:
        """Post all facts that the page has not been sent yet."""
        for fact in self.feed.unsent():
            post(TOPIC, fact)


_open: list[BrowserTableState] = []


def current() -> BrowserTableState:
    """The table that was opened last.  Raises :class:`LookupError`."""
    if not _open:
        raise LookupError("no table is open")
    return _open[0]


async def open_table(setup: GameSetup, language: str = ENGLISH) -> None:
    """Begin a game at a new table, in place of the one before.

    Raises :class:`~boardgames.contest.BadEntrant` and :class:`~boardgames.core.model.options.BadOption`.
    """
    table = BrowserTable("1", setup, "host", Analyst(ANALYSIS_NODES, at_once))
    await table.start_game()
    for old in _open:
        old.table.close()
        old.table.listeners.clear()
    _open[:] = [BrowserTableState(table, language)]
    table.listeners.add(_open[0].send)
    _open[0].send()


async def open_form(form: Mapping[str, str]) -> None:
    """The same for a game as the lobby's form describes it.  Raises :class:`ValueError`, with a sentence."""
    if GUEST in form.values():
        raise BadEntrant(Said("a guest with a link needs a server: start 'boardgames web'"))
    offered = {text for text, _ in offered_players()}
    if any(
        (key.startswith("command-") and text) or (key.startswith(("player-", "other-")) and text not in {"", *offered})
        for key, text in form.items()
    ):
        raise BadEntrant(
            "the page offers no other players than those in its list; others play on a computer of yours: start "
            "'boardgames web --allow-commands'"
        )
    lobby = Lobby(pace=PACE, conditions=Conditions(limits=Limits(move_time=MOVE_TIME)))
    form = {f"player-{seat}": player for seat, player in enumerate((HUMAN, DEFAULT_OPPONENT))} | dict(form)
    form.pop("clock", None)  # nobody counts the time here
    await open_table(lobby.setup(form), preferred("", form.get("language")))


async def receive(text: str) -> None:
    """Do what a message of the page asks for (:mod:`boardgames.web.messages`)."""
    state = current()
    view = state.feed.view
    await state.feed.receive(text)
    if state.feed.view is not view:
        state.table.session.seen.set()
    state.send()


def record() -> str:
    """The record of the game so far, as JSON."""
    state = current()
    return state.table.record(state.permissions).json() + "\n"


def saved(format_name: str) -> str:
    """The bytes of a file with the game so far, in base64.  Raises :class:`ValueError`, with a sentence."""
    state = current()
    record = state.table.record(state.permissions)
    return b64encode(saved_file(record, format_name)).decode()


def replay() -> str:
    """The game so far as one page to step through."""
    state = current()
    return page(state.table.record(state.permissions))
