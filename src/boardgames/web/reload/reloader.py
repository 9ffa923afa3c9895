"""Puts new rules under a game that is played: loads them when their file was saved, and plays the actions again."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib.machinery import PathFinder
from random import Random
from typing import Any, Final

import attrs

from boardgames.contest import BadEntrant, PlayerEntrant
from boardgames.core.lookup.installed_games import refer
from boardgames.core.lookup.object_reference import is_path
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import IllegalAction, UnreadablePosition
from boardgames.core.model.options import BadOption
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol.player import Player
from boardgames.core.text.printable import printable
from boardgames.session.click_paths import click_paths
from boardgames.session.game_session import GameSetup
from boardgames.session.slots import Slot
from boardgames.web.reload.mistake import Mistake, RulesMistake, mistake_at
from boardgames.web.reload.remote_rules import RemoteGame, RemotePlayer, remote_spec, require_plain
from boardgames.web.reload.rules_process import START_TIME, RulesProcess
from boardgames.web.reload.watch import Watch
from boardgames.web.table import Table

ADVISER: Final = "alphabeta"
UNCHANGED: Final = "The board still plays by the rules as they were."
TAKEN_UP: Final = "The game was taken up before this move: choose another one, or mend the rules and save them."
STANDS: Final = "The game stands still until the rules are mended and saved."
MakeSlots = Callable[[GameSpec, RemoteGame], Sequence[Slot]]


@attrs.frozen
class LoadedRules:
    """Rules that work at the position to which the game has come."""

    process: RulesProcess
    spec: GameSpec
    game: RemoteGame
    playthrough: Playthrough
    files: Sequence[str]
    adviser: Player | None
    """The player that gives hints."""
    note: str
    """What became of the actions that had been played."""


@attrs.define(eq=False)
class Reloader:
    """Keeps the rules of one table as they are in their file.  Only the event loop's thread uses it."""

    reference: str
    """The rules: ``file.py:SPEC`` or ``module:SPEC``."""
    options: Mapping[str, str]
    position: str | None
    """The text of the position in which games begin."""
    make_slots: MakeSlots
    """The slots for the players, who are checked again after each change."""
    table: Table | None = None
    spare: RulesProcess | None = None
    """A process for the next rules, which has imported all but them."""
    loaded: LoadedRules | None = None
    watch: Watch = attrs.field(init=False)
    closed: bool = False
    loading: asyncio.Lock = attrs.field(factory=asyncio.Lock, init=False)
    recovery: asyncio.Task[None] | None = attrs.field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        self.watch = Watch(self.folder)

    @property
    def file(self) -> str:
        """The file of the rules as the user wrote it; a module as it is."""
        return self.reference.partition(":")[0]

    @property
    def folder(self) -> str:
        """The folder of the rules: mistakes are looked for in its files."""
        if not is_path(self.file):
            found = PathFinder.find_spec(self.file.partition(".")[0], [os.getcwd(), *sys.path])
            if found is not None and found.submodule_search_locations:
                return str(found.submodule_search_locations[0])
            return os.path.dirname(found.origin) if found is not None and found.origin else os.getcwd()
        path = os.path.abspath(self.file)
        return path if os.path.isdir(path) else os.path.dirname(path)

    # -- loading, in a thread of its own -----------------------------------------------

    def load(self, actions: Sequence[str]) -> LoadedRules:
        """Load the rules and play the actions as far as they are legal.

        Raises :class:`~boardgames.web.reload.mistake.RulesMistake`; the rules before stay as they are.
        """
        process, self.spare = self.spare or RulesProcess(), None
        process.root = self.folder
        try:
            if is_path(self.file) and not os.path.exists(self.file):
                raise RulesMistake(mistake_at("the file is gone: save it again under this name", self.file))
            process.ask("ready", START_TIME)
            spec, game, files = remote_spec(process, self.reference, dict(self.options))
            playthrough = Playthrough(game.start() if self.position is None else game.parse(self.position))
            refer(spec, self.reference)
            note = _play(playthrough, actions)
            _try_out(spec, playthrough)
            adviser = None
            with suppress(BadOption):
                adviser = RemotePlayer(ADVISER, game, Random(0))
            return LoadedRules(process, spec, game, playthrough, files, adviser, note)
        except (BadOption, UnreadablePosition) as error:
            process.close()
            raise RulesMistake(mistake_at(str(error))) from None
        except BaseException:
            process.close()
            raise

    def setup(self, loaded: LoadedRules, **others: Any) -> GameSetup:
        """The game of these rules.  Raises :class:`~boardgames.web.reload.mistake.RulesMistake`."""
        try:
            slots = tuple(self.make_slots(loaded.spec, loaded.game))
        except (BadEntrant, BadOption) as error:
            raise RulesMistake(mistake_at(str(error))) from None
        return GameSetup(spec=loaded.spec, start=loaded.playthrough.start, slots=slots, **others)

    # -- while the server runs -------------------------------------------------------------

    async def first(self, tell: Callable[[Mistake], None]) -> LoadedRules:
        """The rules once they can be loaded; ``tell`` gets each mistake, and the file is awaited."""
        while True:
            try:
                self.loaded = await asyncio.to_thread(self.load, ())
                return self.loaded
            except RulesMistake as error:
                tell(error.mistake)
            await self.watch.changed()

    async def run(self, table: Table) -> None:
        """Keep the table's rules as they are in the file, until this task is cancelled."""
        self.table = table
        table.reloads = True
        try:
            self._attach()
            await self._prepare_spare()
            while not table.closed:
                await self.watch.changed()
                await self.reload()
        finally:
            self.close()

    def close(self) -> None:
        """End the processes."""
        self.closed = True
        for process in (self.spare, self.loaded.process if self.loaded else None):
            if process is not None:
                process.on_mistake = lambda mistake: None
                process.close()

    async def _prepare_spare(self) -> None:
        if self.spare is None:
            self.spare = await asyncio.to_thread(RulesProcess)

    def _attach(self) -> None:
        """Watch the files of the rules, and hear of mistakes in them."""
        assert self.loaded is not None and self.table is not None
        self.watch.watch(self.loaded.files)
        loop, process = asyncio.get_running_loop(), self.loaded.process

        def hear(mistake: Mistake) -> None:
            loop.call_soon_threadsafe(self._hear, process, mistake)

        process.on_mistake = hear
        self.table.adviser = self.loaded.adviser

    def _hear(self, process: RulesProcess, mistake: Mistake) -> None:
        """The rules made a mistake while they were played."""
        if self.closed or self.loaded is None or process is not self.loaded.process or self.table is None:
            return
        session = self.table.session
        stands = process.ended is not None or session.log.is_stopped or session.turn is None
        self.show(mistake, STANDS if stands and not session.choices else "")
        if stands and session.choices:
            session.choices = 0  # a game that makes the mistake by itself is not taken up twice
            self.recovery = asyncio.create_task(self.reload(mistake))

    async def reload(self, mistake: Mistake | None = None) -> None:
        """Load the rules, and let the game go on under them.

        With a ``mistake`` the rules are those that made it: it stays on the page.
        """
        assert self.table is not None
        async with self.loading:
            try:
                loaded = await self._load_for(self.table)
                await self._take_over(self.table, loaded, mistake)
            except RulesMistake as error:
                self.show(*((error.mistake, UNCHANGED) if mistake is None else (mistake, STANDS)))
        await self._prepare_spare()

    async def _load_for(self, table: Table) -> LoadedRules:
        """The rules, with all that has been played at a table."""
        while True:
            actions = list(table.session.log.playthrough.texts)
            loaded = await asyncio.to_thread(self.load, actions)
            if actions == table.session.log.playthrough.texts:
                return loaded
            loaded.process.close()  # somebody has acted meanwhile

    async def _take_over(self, table: Table, loaded: LoadedRules, mistake: Mistake | None) -> None:
        """Let the game at a table go on under loaded rules.  If it cannot, it goes on as it was."""
        before, previous = table.setup, self.loaded
        try:
            setup = self.setup(loaded)
            if len(setup.slots) != len(before.slots):
                sentence = f"the game has {len(setup.slots)} seats now: end the server, and start it again"
                raise RulesMistake(mistake_at(sentence))
            table.setup = attrs.evolve(before, spec=setup.spec, start=setup.start, slots=setup.slots)
            table.report = _report(mistake, TAKEN_UP if mistake else loaded.note)
            await table.start_game(earlier=loaded.playthrough.texts)
        except ValueError as error:  # of the rules, or of a player that cannot play by them
            table.setup = before
            loaded.process.close()
            raise error if isinstance(error, RulesMistake) else RulesMistake(mistake_at(str(error))) from None
        self.loaded = loaded
        if previous is not None:
            previous.process.on_mistake = lambda mistake: None
            await asyncio.to_thread(previous.process.close)
        self._attach()

    def show(self, mistake: Mistake, note: str = "") -> None:
        """Have every page of the table show a mistake, and what it means for the game."""
        assert self.table is not None
        self.table.report = _report(mistake, note)
        self.table.notify()


def _report(mistake: Mistake | None, note: str = "") -> dict[str, Any]:
    """What pages show: a mistake, if there is one, and what becomes of the game."""
    return {"mistake": None if mistake is None else mistake.facts(), "note": printable(note)}


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
    """Use the rules as the page will use them next, so that mistakes show before the game is changed."""
    state = playthrough.state
    spec.scene(state, 0)
    if state.turn >= 0:
        click_paths(spec, state)
    edges = state.actions() or [throw for throw, _ in state.chances()]
    if edges:
        spec.describe(state, edges[0], state.apply(edges[0]))
    if playthrough.actions:
        spec.describe(playthrough.states[-2], playthrough.actions[-1], state)


def in_rules_process(slot: Slot, game: RemoteGame) -> Slot:
    """A slot whose player thinks beside the rules; people and programs stay as they are.

    Raises :class:`~boardgames.web.reload.mistake.RulesMistake` for a program that could not be spoken to.
    """
    who = slot.entrant
    if not isinstance(who, PlayerEntrant):
        require_plain(game.protocols)
        return slot
    if slot.is_host or slot.is_guest:
        return slot
    text = who.text
    remote = PlayerEntrant(text=text, name=who.name, make=lambda spec, rng: RemotePlayer(text, game, rng))
    return attrs.evolve(slot, entrant=remote)
