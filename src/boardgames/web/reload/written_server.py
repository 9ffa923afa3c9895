"""The server of a table whose rules are being written: a process that the next one replaces when they are saved.

It hears orders and sends messages, one JSON object a line, by its standard input and output; what the rules print goes
to standard error.  An empty message is a sign of life.
"""

from __future__ import annotations

import asyncio
import faulthandler
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import IO, Any, Final, NoReturn

import attrs
from typing_extensions import override

from boardgames.contest import BadEntrant
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import find, refer
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import Game, IllegalAction, State, UnreadablePosition
from boardgames.core.model.options import BadOption
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol.player import Player
from boardgames.core.protocol.verdict import Verdict
from boardgames.core.text.printable import printable
from boardgames.session.click_paths import click_paths
from boardgames.session.game_session import GameSession, GameSetup, ThreadedSession, cannot_go_on
from boardgames.session.slots import Slot
from boardgames.web.lobby import Lobby
from boardgames.web.reload.checks import CheckedPlaythrough, check_clicks, checked_spec
from boardgames.web.reload.mistake import Mistake, RulesMistake, mistake_at, mistake_of
from boardgames.web.reload.reloader import CONTINUES, PAUSED, SERVER_FILES
from boardgames.web.table import Table

BEAT: Final = 0.25
"""Seconds between two signs of life."""
RULE_TIME: Final = 3.0
"""Seconds for one call of the rules."""
LOAD_TIME: Final = 6.0
"""Seconds until the file must be loaded."""
MAX_MEMORY: Final = 2 * 1024**3
"""Bytes of data that the server, the rules and the players may use."""
PROCESS_EVENTS: Final = ("os.fork", "os.forkpty", "os.exec")
"""Python's names for the start of a copy of this process, and of another program in its place."""
MakeSlots = Callable[[GameSpec, Game], Sequence[Slot]]


def server_files() -> tuple[int, int] | None:
    """The numbers of the socket and of the pipe for stacks, if this process is such a server."""
    files = os.environ.pop(SERVER_FILES, "").split()
    return (int(files[0]), int(files[1])) if files else None


class Channel:
    """The orders to this server and its messages.  ``root`` is the folder of the rules."""

    def __init__(self, root: str, dump: int) -> None:
        self.root = os.path.realpath(root) + os.sep
        self._orders, self._messages = _take_standard_files(dump)
        self._lock = threading.Lock()
        self._rules: dict[str, bool] = {}
        sys.addaudithook(self._audit)
        self.send()
        threading.Thread(target=self._beat, args=(os.getppid(),), name="signs of life", daemon=True).start()

    def send(self, **message: object) -> None:
        """Send a message to the reloader, if it is there."""
        with self._lock, suppress(OSError):
            self._messages.write(json.dumps(message) + "\n")
            self._messages.flush()

    def order(self) -> dict[str, Any]:
        """Wait for the next order.  Ends this process if there will be none."""
        line = self._orders.readline()
        if not line:
            os._exit(0)
        order: dict[str, object] = json.loads(line)
        return order

    def _beat(self, parent: int) -> None:
        """Give signs of life, as long as the rules answer and the process that sends orders lives."""
        calls: dict[int, tuple[FrameType, float]] = {}
        while os.getppid() == parent:
            time.sleep(BEAT)
            now, running = time.monotonic(), {}
            for thread, frame in sys._current_frames().items():
                call = self._call(frame)
                if call is None:
                    continue
                before = calls.get(thread)
                running[thread] = before if before is not None and before[0] is call else (call, now)
                bound = LOAD_TIME if call.f_code.co_name == "<module>" else RULE_TIME
                if now - running[thread][1] > bound:
                    self.send(mistake=self._endless(frame, bound).facts())
            calls = running
            self.send()
        os._exit(0)

    def _audit(self, event: str, _: object) -> None:
        """Raise a mistake where the rules would copy or replace this process."""
        if event in PROCESS_EVENTS and self._call(sys._getframe()) is not None:
            raise RuntimeError("rules must not start processes, or replace this one")

    def _call(self, frame: FrameType | None) -> FrameType | None:
        """The outermost call of the rules; a player of the user's own may take its time."""
        call = None
        while frame is not None:
            if self._is_of_rules(frame):
                if isinstance(frame.f_locals.get("self"), Player):
                    return None
                call = frame
            frame = frame.f_back
        return call

    def _is_of_rules(self, frame: FrameType) -> bool:
        file = frame.f_code.co_filename
        if file not in self._rules:
            package = str(frame.f_globals.get("__name__", "")).partition(".")[0]
            inside = os.path.realpath(file).startswith(self.root) and "site-packages" not in file
            self._rules[file] = inside and package not in ("boardgames", "__main__")
        return self._rules[file]

    def _endless(self, frame: FrameType, bound: float) -> Mistake:
        """The mistake at the innermost line of the rules that a thread is at."""
        innermost: FrameType | None = frame
        while innermost is not None and not self._is_of_rules(innermost):
            innermost = innermost.f_back
        assert innermost is not None
        name = innermost.f_code.co_name
        sentence = f"{'the file' if name == '<module>' else name} has not ended after {bound:.0f} s and was stopped"
        return mistake_at(f"{sentence}: is there an endless loop?", innermost.f_code.co_filename, innermost.f_lineno)


def _take_standard_files(dump: int) -> tuple[IO[str], IO[str]]:
    """Orders and messages go by standard input and output; bound the memory, and have signals tell the line."""
    orders, messages = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    sys.stdin, sys.stdout = open(0, closefd=False), sys.stderr  # noqa: SIM115
    sys.dont_write_bytecode = True  # that of a file which is saved twice in a second would be taken for the newer one's
    faulthandler.enable(dump)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is told when to end
    if sys.platform != "win32":
        faulthandler.register(signal.SIGUSR1, dump)
        with suppress(ImportError, ValueError, OSError):
            import resource

            resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY, MAX_MEMORY))
    return orders, messages


@attrs.frozen
class LoadedRules:
    """Rules that work at the position to which the game has come."""

    spec: GameSpec
    playthrough: Playthrough
    slots: tuple[Slot, ...]
    note: str
    """A sentence on the actions that had been played."""


@attrs.frozen
class Rules:
    """Rules that are being written, and who plays by them."""

    reference: str
    """``file.py:SPEC`` or ``module:SPEC``."""
    options: Mapping[str, str]
    position: str | None
    """The text of the position in which games begin."""
    make_slots: MakeSlots

    def load(self, actions: Sequence[str], tried: bool) -> LoadedRules:
        """Load them and play the actions as far as they are legal.

        ``tried`` says to draw and describe the position too, so that mistakes show before the game is changed.
        Raises :class:`RulesMistake`.
        """
        try:
            spec = find(self.reference)
            game = make(spec, dict(self.options))
            start = game.start() if self.position is None else game.parse(self.position)
            playthrough = CheckedPlaythrough(spec, game, start)
            refer(spec, self.reference)
            note = _play(playthrough, actions)
            if tried:
                _try_out(checked_spec(spec, lambda mistake: None), playthrough)
            return LoadedRules(spec, playthrough, tuple(self.make_slots(spec, game)), note)
        except (BadEntrant, BadOption, UnreadablePosition) as error:
            raise RulesMistake(mistake_at(str(error))) from None
        except RulesMistake:
            raise
        except BaseException as error:  # code of others may raise anything, SystemExit too
            raise RulesMistake(mistake_of(error)) from None


def _play(playthrough: Playthrough, actions: Sequence[str]) -> str:
    """Play actions as far as they are legal; what became of them, in a sentence."""
    for ply, text in enumerate(actions, 1):
        try:
            playthrough.play(text)
        except IllegalAction as error:
            return f"Move {ply} {text!r} is not legal any more: {error.why}; the game continues before it."
    if not actions:
        return "The rules were loaded again."
    return f"The rules were loaded again, and the game continues after {len(actions)} moves."


def _try_out(spec: GameSpec, playthrough: Playthrough) -> None:
    """Use the rules as the page will use them next."""
    state = playthrough.state
    spec.scene(state, 0)
    if state.turn >= 0:
        check_clicks(spec, state)
        click_paths(spec, state)
    edges = state.actions() or [throw for throw, _ in state.chances()]
    if edges:
        spec.describe(state, edges[0], state.apply(edges[0]))
    if playthrough.actions:
        spec.describe(playthrough.states[-2], playthrough.actions[-1], state)


class WrittenSession(ThreadedSession):
    """A game whose rules are checked at each action.  ``tell`` gets each mistake, in any thread."""

    def __init__(self, *parts: object, tell: Callable[[Mistake], None], paused: bool, **others: Any) -> None:
        self.tell = tell
        self.paused = paused
        super().__init__(*parts, **others)

    @override
    def replayed(self, setup: GameSetup) -> Playthrough:
        playthrough = CheckedPlaythrough(setup.spec, setup.start.game, setup.start)
        for text in setup.earlier:
            playthrough.play(text)
        return playthrough

    @override
    def start(self) -> None:
        if not self.paused:
            super().start()

    @override
    def _ask(self, seat: int, state: State, since: float, left: list[float | None]) -> None:
        check_clicks(self.log.spec, state)
        super()._ask(seat, state, since, left)

    @override
    def _end(self, verdict: Verdict, left: list[float | None]) -> None:
        """A player of ours that raises an error has met a mistake in the rules: no player loses by it."""
        error = None if verdict.fault is None else getattr(self.game.seats[verdict.fault.seat], "error", None)
        if error is None:
            super()._end(verdict, left)
        else:
            self._failed(cannot_go_on(error), error)

    @override
    def _failed(self, sentence: str, error: BaseException) -> None:
        super()._failed(sentence, error)
        self.tell(mistake_of(error))


class WrittenTable(Table):
    """The table on which the game is tried while its rules are written."""

    paused = False

    def mistaken(self, mistake: Mistake) -> None:
        """The rules made a mistake while they were played.  After a person's choice continue from before it."""
        log = self.session.log
        note = "" if not log.is_stopped else CONTINUES if self.session.choices else PAUSED
        self.report = {"mistake": mistake.facts(), "note": note}
        self.notify()
        if note == CONTINUES:
            self.session.choices = 0  # a game that makes the mistake by itself does not continue twice
            self.continuing = asyncio.create_task(self._continue(log.playthrough.texts))

    async def _continue(self, texts: list[str]) -> None:
        for plies in (len(texts), len(texts) - 1):  # the rules may be unable to show what the last one led to
            with suppress(Exception):
                await self.start_game(earlier=texts[:plies])
                return
        self.report = {**(self.report or {}), "note": PAUSED}
        self.notify()

    @override
    async def new_session(
        self, setup: GameSetup, slots: Sequence[Slot], names: Sequence[str], seed: int | None
    ) -> GameSession:
        loop = asyncio.get_running_loop()

        def tell(mistake: Mistake) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self.mistaken, mistake)

        setup = attrs.evolve(setup, spec=checked_spec(self.setup.spec, tell))
        paused, self.paused = self.paused, False
        make_session = partial(WrittenSession, tell=tell, paused=paused, loop=loop)
        return await asyncio.to_thread(make_session, setup, slots, names, seed, self.notify)


class WrittenServer:
    """Loads the rules when that is ordered, opens the table, and ends when that is ordered."""

    def __init__(self, channel: Channel, rules: Rules) -> None:
        self.channel = channel
        self.rules = rules
        self.earlier_games = 0
        """Games that were over before this server."""
        self.sent: dict[str, object] = {}

    async def open(self, lobby: Lobby, settings: Mapping[str, object]) -> WrittenTable:
        """Load the rules when that is ordered, and open the table.  A mistake is sent, and ends this process."""
        try:
            order = await asyncio.to_thread(self.channel.order)
            if "end" in order:
                os._exit(0)
            actions = (order["kept"] or {}).get("actions", [])
            loaded = await asyncio.to_thread(self.rules.load, actions, order["tried"])
            if order["kept"] and len(loaded.slots) != len(order["kept"]["seating"]):
                sentence = f"the game has {len(loaded.slots)} seats now: end the server, and start it again"
                raise RulesMistake(mistake_at(sentence))
            files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
            self.channel.send(files=[file for file in files if isinstance(file, str) and file.endswith(".py")])
            order = await asyncio.to_thread(self.channel.order)
            if "end" in order:
                os._exit(0)
            kept = order["kept"]
            if kept and kept["actions"] != actions:  # somebody has acted meanwhile
                loaded = await asyncio.to_thread(self.rules.load, kept["actions"], False)
            return await self._open(lobby, loaded, settings, order)
        except (RulesMistake, BadEntrant, BadOption) as error:
            self.fail(error)

    def fail(self, error: Exception) -> NoReturn:
        """Send a mistake, and end this process."""
        mistake = error.mistake if isinstance(error, RulesMistake) else mistake_at(str(error))
        self.channel.send(mistake=mistake.facts())
        os._exit(0)

    async def _open(
        self, lobby: Lobby, loaded: LoadedRules, settings: Mapping[str, Any], order: Mapping[str, Any]
    ) -> WrittenTable:
        kept = order["kept"]
        setup = GameSetup(spec=loaded.spec, start=loaded.playthrough.start, slots=loaded.slots, **settings)
        if kept:
            lobby.host_token, self.earlier_games = kept["host_token"], kept["earlier_games"]
            if setup.seed is not None:
                setup = attrs.evolve(setup, seed=setup.seed + self.earlier_games)
        lobby.opened = 1
        table = lobby.tables["1"] = WrittenTable("1", setup, lobby.host_token, lobby.analyst)
        if kept:
            table.watch_token, table.guest_tokens, table.seating = (
                kept["watch_token"],
                kept["guest_tokens"],
                kept["seating"],
            )
            report = order["report"]
            table.report = {**report, "note": report["note"] or printable(loaded.note)}
        table.paused = order["paused"]
        await table.start_game(earlier=loaded.playthrough.texts)
        if order["paused"]:
            table.session.log.stopped(f"the game cannot go on: {order['report']['mistake']['sentence']}")
        self.table = table
        table.listeners.add(self._keep)
        self._keep()
        return table

    def _keep(self) -> None:
        """Send what the next server needs of the table, if that has changed."""
        table = self.table
        kept = {
            "actions": table.session.log.playthrough.texts,
            "chosen": table.session.choices > 0,
            "seating": table.seating,
            "earlier_games": self.earlier_games + table.games - 1,
            "host_token": table.host_token,
            "watch_token": table.watch_token,
            "guest_tokens": table.guest_tokens,
        }
        if kept != self.sent:
            self.sent = kept
            self.channel.send(kept=kept)

    async def obey(self, end: Callable[[], None]) -> None:
        """Show what is reported of newer rules; ``end`` the server when that is ordered."""
        while "end" not in (order := await asyncio.to_thread(self.channel.order)):
            self.table.report = order["report"]
            self.table.notify()
        self.table.session.abort()
        self._keep()
        end()
