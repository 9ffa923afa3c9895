"""A game session without threads: the referee goes on in steps, as a task of the event loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Any, Final

import attrs
from typing_extensions import override

from boardgames.core.model.game import State
from boardgames.referee import GameAborted
from boardgames.session.game_session import GameSession, GameSetup, cannot_go_on

LOOKING: Final = 5.0
"""The most seconds that a game waits for its page to say how it shows the board."""


class SteppedSession(GameSession):
    """One game whose players choose where the page's messages are answered.

    While a player of ours thinks, nothing else is answered; between two events everything is.
    """

    def __init__(self, setup: GameSetup, *parts: Any) -> None:
        self.pace = setup.pace
        self.answered = asyncio.Event()
        self.seen = asyncio.Event()
        """Set once the page has said how it shows the board; without a pace nobody waits for that."""
        self.task: asyncio.Task[None] | None = None
        super().__init__(attrs.evolve(setup, pace=0.0), *parts)

    @override
    def start(self) -> None:
        self.task = asyncio.get_running_loop().create_task(self._referee())

    @override
    def abort(self) -> None:
        super().abort()
        if self.task is not None:
            self.task.cancel()

    @override
    def choose(self, choice: object) -> None:
        super().choose(choice)
        self.answered.set()

    async def _referee(self) -> None:
        due = time.monotonic() + self.pace
        if self.pace:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.seen.wait(), LOOKING)
        try:
            with closing(self.game.referee.steps()) as steps:
                for seat in steps:
                    if seat in self.people:
                        self.answered.clear()
                        self._apply(self._ask, (seat, self.log.state, time.monotonic(), self._left()))
                        await self.answered.wait()
                    else:
                        await asyncio.sleep(max(0.0, due - time.monotonic()))
                    due = time.monotonic() + self.pace
        except GameAborted:
            pass
        except Exception as error:  # of a game's rules
            self._apply(self._failed, (cannot_go_on(error), error))

    @override
    def _on_turn(self, seat: int, state: State) -> None:
        pass  # the person has answered already

    @override
    def _post(self, change: Callable[..., None], *facts: object) -> None:
        if self.aborted:
            raise GameAborted
        self._apply(change, facts)

    @override
    def _notify_soon(self) -> None:
        self.on_change()
