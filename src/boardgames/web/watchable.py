"""Watchable: all that a page needs of a game that it shows, at a table or elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Protocol

from boardgames.session.engine_output import EngineOutput
from boardgames.session.event_log import EventLog
from boardgames.session.game_session import Turn
from boardgames.web.messages import TableMessage
from boardgames.web.permissions import Permissions


class WatchableSession(Protocol):
    """One game: :class:`~boardgames.session.game_session.GameSession`, or a game that is played elsewhere."""

    @property
    def log(self) -> EventLog: ...

    @property
    def output(self) -> EngineOutput: ...

    @property
    def turn(self) -> Turn | None: ...

    @property
    def undo_request(self) -> int | None: ...

    @property
    def resigning(self) -> Collection[int]: ...

    @property
    def left(self) -> Sequence[float | None]:
        """The seconds left to each seat, if a clock counts for the whole game."""

    @property
    def byoyomi(self) -> float:
        """The seconds for each answer when those are used up."""

    @property
    def awaited(self) -> Sequence[int]:
        """The seats whose persons have not opened the page yet."""


class Watchable(Protocol):
    """A :class:`~boardgames.web.table.Table`, or a game of an arena."""

    @property
    def number(self) -> str: ...

    @property
    def names(self) -> Sequence[str]: ...

    @property
    def watch_token(self) -> str: ...

    @property
    def guest_tokens(self) -> Sequence[str]: ...

    @property
    def listeners(self) -> set[Callable[[], None]]:
        """Called after every change, one for each open page."""

    @property
    def session(self) -> WatchableSession: ...

    @property
    def report(self) -> dict[str, Any] | None: ...

    def seats(self, permissions: Permissions) -> list[int]:
        """The seats for which these permissions let a page act."""

    def title(self) -> str:
        """The game and its players, in a line."""

    def may_analyse(self, permissions: Permissions) -> bool:
        """True if a page with these permissions may have the game analysed once it is over."""

    async def handle(self, permissions: Permissions, message: TableMessage) -> None:
        """Do what a page asks for.  Raises :class:`~boardgames.web.permissions.NotAllowed`."""

    async def hint(self, permissions: Permissions) -> dict[str, Any]:
        """The best actions, as a fact for the page.  Raises :class:`~boardgames.web.permissions.NotAllowed`."""
