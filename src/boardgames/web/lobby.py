"""The lobby: all tables of a server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from secrets import token_urlsafe
from typing import Final

import attrs

from boardgames.contest import BadEntrant, Conditions
from boardgames.contest.entrants import check_name
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import find, games
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import Game, State, UnknownGame, UnreadablePosition
from boardgames.core.model.options import describe
from boardgames.core.text.kinds import SEED, refusal
from boardgames.core.text.said import Said, sentence_of
from boardgames.referee.limits import BaseAndIncrement
from boardgames.session.analyst import Analyst
from boardgames.session.game_session import GameSetup
from boardgames.session.slots import Slot, slot_from_form
from boardgames.web.permissions import NotAllowed
from boardgames.web.table import Table

MAX_TABLES: Final = 64
MAX_POSITION: Final = 4000  # characters
CLOCKS: Final = ((180, 2, 0), (300, 5, 0), (600, 0, 0), (900, 10, 0))
"""The clocks that the page offers: seconds for the game, more for each move, and for each move after that."""
BYOYOMI_CLOCKS: Final = ((60, 0, 10), (300, 0, 30), (600, 0, 30), (1800, 0, 60))
"""Clocks with byo-yomi, which shogi is played with."""
SHUTDOWN_TIME: Final = 3.0  # seconds for the players of all tables to end


class BadField(ValueError):
    """A field of a form that holds what it cannot; ``field`` is its name."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


@attrs.define(kw_only=True)
class Lobby:
    """The tables of a server, and the settings for tables that are opened from the page.

    Only the event loop's thread uses it.
    """

    host_token: str = attrs.field(factory=lambda: token_urlsafe(16))
    allow_commands: bool = False
    """True if the page may start programs."""
    conditions: Conditions = attrs.field(factory=Conditions)
    """The players' limits at tables that are opened from the page."""
    pace: float = 0.0
    max_plies: int | None = None
    analyst: Analyst = attrs.field(factory=Analyst)
    tables: dict[str, Table] = attrs.field(factory=dict)
    opened: int = 0
    """The number of tables that were opened so far."""

    async def open(self, setup: GameSetup) -> Table:
        """Open a table and start its first game.

        Raises :class:`~boardgames.web.permissions.NotAllowed`, :class:`~boardgames.contest.BadEntrant` and
        :class:`~boardgames.core.model.options.BadOption`.
        """
        if len(self.tables) >= MAX_TABLES:
            raise NotAllowed(
                Said("there are {number} tables, and no more are allowed: close one first", number=MAX_TABLES)
            )
        self.opened += 1
        table = Table(str(self.opened), setup, self.host_token, self.analyst)
        self.tables[table.number] = table
        try:
            await table.start_game()
        except BaseException:
            self.tables.pop(table.number, None)
            raise
        return table

    def setup(self, form: Mapping[str, str]) -> GameSetup:
        """The setup that the form describes.

        Raises :class:`~boardgames.core.model.game.UnknownGame`, :class:`BadField` or another :class:`ValueError`, each
        with a sentence for the page.
        """
        name = form.get("game", "")
        if name not in games():
            raise UnknownGame(f"choose one of the games: {', '.join(games())}")
        spec = find(name)
        options = {}
        for option, default, _, _ in describe(spec.options):
            value = form.get(f"option-{option}", default).strip()
            if value != default:
                options[option] = value
                with _at(f"option-{option}"):
                    make(spec, {option: value})
        if form.get("preset"):
            options["preset"] = form["preset"]
        game = make(spec, options)
        seed = _seed(form.get("seed", "").strip())
        clock = form.get("clock", "")
        if clock and clock not in dict(offered_clocks(spec)):
            raise BadField("clock", Said("clock: choose one of those in the list"))
        limits = self.conditions.limits
        if clock:
            limits = attrs.evolve(limits, clock=BaseAndIncrement().read(clock))
        return GameSetup(
            spec=spec,
            start=_start(game, spec, form),
            slots=tuple(self._slot(spec, seat, form) for seat in range(game.seats)),
            conditions=attrs.evolve(self.conditions, limits=limits),
            seed=seed,
            pace=self.pace,
            max_plies=self.max_plies,
        )

    def _slot(self, spec: GameSpec, seat: int, form: Mapping[str, str]) -> Slot:
        name = form.get(f"name-{seat}", "").strip()
        command = form.get(f"command-{seat}", "").strip()
        with _at(f"name-{seat}"):
            check_name(name or "-")
        player = form.get(f"other-{seat}") or form.get(f"player-{seat}", "")
        with _at(f"command-{seat}" if command and self.allow_commands else f"player-{seat}"):
            return slot_from_form(command or player, spec, name or None, self.allow_commands)

    def close(self, number: str) -> None:
        """Close a table.  Raises :class:`KeyError`."""
        table = self.tables.pop(number)
        table.close()
        table.notify()  # its pages find that it is gone

    async def shut_down(self) -> None:
        """Abort all games and wait until the programs that they started have ended."""
        sessions = [table.session for table in self.tables.values() if table.games]
        for number in list(self.tables):
            self.close(number)
        deadline = time.monotonic() + SHUTDOWN_TIME
        await asyncio.gather(*(asyncio.to_thread(session.join, deadline) for session in sessions))


def offered_clocks(spec: GameSpec) -> list[tuple[str, str]]:
    """The clocks that the page offers for a game: each as text, and in words.

    >>> offered_clocks(find("ur"))[0]
    ('180+2+0', '3 min, and 2 s more for each move')
    """
    clocks = BYOYOMI_CLOCKS + CLOCKS if "usi" in spec.protocols else CLOCKS
    return [("+".join(map(str, clock)), _clock(*clock)) for clock in clocks]


def _clock(base: int, more: int, byoyomi: int) -> str:
    minutes = base // 60
    if byoyomi:
        return Said("{minutes} min, then {seconds} s for each move", minutes=minutes, seconds=byoyomi)
    if more:
        return Said("{minutes} min, and {seconds} s more for each move", minutes=minutes, seconds=more)
    return Said("{minutes} min for the game", minutes=minutes)


def _start(game: Game, spec: GameSpec, form: Mapping[str, str]) -> State:
    """The position from which the form has the game begin."""
    position, name = form.get("position", "").strip(), form.get("start", "")
    if not position and name:
        if name not in spec.starts:
            raise BadField("start" if spec.starts else "", Said("handicap: choose one of those in the list"))
        position = spec.starts[name]
    if len(position) > MAX_POSITION:
        raise BadField("position", Said("a position of more than {number} characters", number=MAX_POSITION))
    try:
        start: State = game.parse(position) if position else game.start()
        return start
    except UnreadablePosition as error:
        raise BadField("position", Said("This position cannot be read: {why}", why=sentence_of(error))) from None


@contextmanager
def _at(field: str) -> Iterator[None]:
    """Says of an error in here that it is one of this field.  Raises :class:`BadField`."""
    try:
        yield
    except (ValueError, BadEntrant) as error:
        raise BadField(field, sentence_of(error)) from None


def _seed(text: str) -> int | None:
    if not text:
        return None
    try:
        return SEED.read(text)
    except ValueError:
        raise BadField("seed", f"seed: {refusal(SEED, text)}") from None
