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
    def log(self) -> EventLog:
        """The moves, times and results that the page shows beside the board."""

    @property
    def output(self) -> EngineOutput:
        """The lines that programs print while they think."""

    @property
    def turn(self) -> Turn | None: ...

    @property
    def undo_request(self) -> int | None:
        """The seat that asks to take an action back; ``None`` if none does."""

    @property
    def resigning(self) -> Collection[int]:
        """The seats that have resigned, as the referee is yet to notice."""

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
    def number(self) -> str:
        """Its number, as addresses have it."""

    @property
    def names(self) -> Sequence[str]:
        """The players' names by seat."""

    @property
    def watch_token(self) -> str:
        """The token of the link to watch."""

    @property
    def guest_tokens(self) -> Sequence[str]:
        """The tokens of the links to play, by slot; empty where no guest plays."""

    @property
    def listeners(self) -> set[Callable[[], None]]:
        """Called after every change, one for each open page."""

    @property
    def session(self) -> WatchableSession:
        """The game that is played now."""

    @property
    def report(self) -> dict[str, Any] | None:
        """The analysis of the game, as far as it is done; ``None`` if none was asked for."""

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
