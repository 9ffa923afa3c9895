"""A server with an arena, on its own or inside a program."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from typing import Final

from boardgames.contest import for_two
from boardgames.core.lookup import ChosenGame
from boardgames.core.model import Game
from boardgames_arena.accounts import INVITE, OPEN, Accounts, read_names
from boardgames_arena.arena import Arena
from boardgames_arena.csa.listener import CsaListener
from boardgames_arena.ladder import Ladder, read_ladder
from boardgames_arena.settings import ArenaSettings
from boardgames_arena.store import ArenaStore
from boardgames_arena.web.site import ArenaSite

START_TIME: Final = 30.0  # seconds


class Server:
    """An arena at an address of this machine.

    ``games`` are names as on the command line, or games; ``db`` is the file that keeps accounts and results.
    With ``csa_port`` shogi clients can connect there.  ``register`` says who gets an account: ``open``, ``invite``, or
    a file with a name a line.  ``url`` is the address that others see, if a proxy is in front; ``site`` makes the web
    server at a host, a port and that address.  As a context it serves in a thread of its own:

    >>> with Server(["ur:tokens=1"], ":temporary:") as server:  # doctest: +SKIP
    ...     connect(server.url, "ur:tokens=1", "greedy", games=10)

    Raises :class:`OSError` where it cannot listen, :class:`~boardgames.contest.BadStore`, :class:`ValueError` if no
    game is named, and what :func:`boardgames.load` raises.
    """

    def __init__(
        self,
        games: Sequence[str | Game],
        db: str | os.PathLike[str],
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        csa_port: int | None = None,
        register: str | os.PathLike[str] = OPEN,
        settings: ArenaSettings | None = None,
        url: str | None = None,
        admin_token: str | None = None,
        site: Callable[[str, int, str | None], ArenaSite] = ArenaSite,
    ) -> None:
        self.games = [for_two(game) for game in games]
        if not self.games:
            raise ValueError("name at least one game")
        self.settings = ArenaSettings() if settings is None else settings
        names = {} if os.fspath(register) in (OPEN, INVITE) else read_names(Path(register))
        self.admin_token = token_urlsafe(16) if admin_token is None else admin_token
        self.site = site(host, port, url)
        self.csa: CsaListener | None = None
        try:
            if csa_port is not None:
                self.csa = CsaListener(host, csa_port, self.games)
            self.store = ArenaStore(db)
        except BaseException:
            self._close_listeners()
            raise
        self.accounts = Accounts(self.store, OPEN if names else str(register), names)
        self.arena: Arena | None = None
        self._stop: Callable[[], object] | None = None
        self._thread: threading.Thread | None = None

    def _close_listeners(self) -> None:
        self.site.close()
        if self.csa is not None:
            self.csa.close()

    @property
    def url(self) -> str:
        """Its address, as others see it."""
        return self.site.url

    @property
    def admin_url(self) -> str:
        """The page of the people who run it."""
        return f"{self.url}/admin?token={self.admin_token}"

    def ladder(self, game: str | None = None) -> Ladder:
        """The ladder of a game, by default the first, from all results so far."""
        return read_ladder(self.store, self.games[0].text if game is None else ChosenGame.of(game).name)

    async def serve(self, ready: Callable[[Callable[[], None]], Awaitable[None]]) -> None:
        """Serve in this event loop until the function that ``ready`` was given is called."""
        try:
            self.arena = Arena(self.games, self.store, self.accounts, self.settings)
            tasks = [asyncio.create_task(self.arena.run())]
            if self.csa is not None:
                tasks.append(asyncio.create_task(self.csa.serve(self.arena, self.site.limits)))
            try:
                await self.site.serve(self.arena, self.admin_token, ready)
            finally:
                await self.arena.stop()
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            self._close_listeners()
            self.store.close()

    # -- in a thread of its own ------------------------------------------------------------

    def start(self) -> None:
        """Serve in a thread of its own.  Raises :class:`RuntimeError` if it does not start."""
        begun = threading.Event()
        failed: list[BaseException] = []

        async def ready(stop: Callable[[], None]) -> None:
            loop = asyncio.get_running_loop()
            self._stop = partial(loop.call_soon_threadsafe, stop)
            begun.set()

        def run() -> None:
            try:
                asyncio.run(self.serve(ready))
            except BaseException as error:
                failed.append(error)
            begun.set()

        self._thread = threading.Thread(target=run, name="arena", daemon=True)
        self._thread.start()
        if not begun.wait(START_TIME) or failed:
            raise RuntimeError("the arena's server did not start") from (failed[0] if failed else None)

    def stop(self) -> None:
        """Stop serving, and wait until all has ended.  Stopping twice does nothing."""
        if self._thread is None:
            self._close_listeners()
            self.store.close()
            return
        if self._stop is not None and self._thread.is_alive():
            self._stop()
        self._thread.join()

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
