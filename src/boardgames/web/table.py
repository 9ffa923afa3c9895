"""A table: its players, their links, and the game that they play now."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable, Sequence
from functools import reduce
from random import Random
from secrets import token_urlsafe
from threading import Lock
from typing import Any, Final

import attrs

from boardgames.contest import BadEntrant, names_of
from boardgames.contest.entrants import check_name
from boardgames.core.lookup.players import PLAYERS, UnknownPlayer
from boardgames.core.model.game import GAME_OVER, IllegalAction, State
from boardgames.core.model.options import BadOption
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player, Undo
from boardgames.core.text.foreign_code import described
from boardgames.core.text.printable import printable
from boardgames.core.text.said import Said, sentence_of
from boardgames.reasons.spelling import read_spelling
from boardgames.records.game_record import GameRecord
from boardgames.session.analyst import Analyst
from boardgames.session.game_session import GameSession, GameSetup, ThreadedSession, Turn
from boardgames.session.look_alikes import key_of
from boardgames.session.slots import OPPONENT, Slot
from boardgames.web.messages import (
    AgreeToUndo,
    AnalyseGame,
    GiveName,
    NewGame,
    PlayAction,
    RequestUndo,
    ResignGame,
    StopAnalysis,
    TableMessage,
)
from boardgames.web.permissions import NotAllowed, Permissions

MAX_PAGES: Final = 100
"""Pages that may be open at one table at a time."""
PLAYERS_PAGES: Final = 20
"""Pages reserved for the host and the players, so that people who watch cannot lock them out."""
ADVISER: Final = "alphabeta"
HINT_TIME: Final = 1.0  # seconds
MAX_HINTS: Final = 3  # different chances
MAX_EQUAL: Final = 4  # actions of the same chance


class Table:
    """Players, and the session of the game that they play now.  Only the event loop's thread uses it."""

    def __init__(self, number: str, setup: GameSetup, host_token: str, analyst: Analyst) -> None:
        self.number = number
        self.setup = setup
        self.host_token = host_token
        self.watch_token = token_urlsafe(16)
        self.guest_tokens = [token_urlsafe(16) if slot.is_guest else "" for slot in setup.slots]
        """By slot; empty where no guest plays."""
        self.seating = list(range(len(setup.slots)))
        """By seat, the number of the slot that plays there now."""
        names = names_of([slot.entrant for slot in setup.slots], [slot.name for slot in setup.slots])
        self.names = [_in_words(slot, name) for slot, name in zip(setup.slots, names, strict=True)]
        """By slot."""
        self.arrived: set[int] = set()
        """The slots whose persons have opened the page."""
        self.games = 0
        """How many games were started here."""
        self.session: GameSession
        self.listeners: set[Callable[[], None]] = set()
        """Called after every change, one for each open page."""
        self.analyst = analyst
        """The one of the server: it analyses one game at a time."""
        self.adviser: Player | None = None
        self.advising = Lock()
        self.starting = False
        self.closed = False
        self.report: dict[str, Any] | None = None
        """The report on rules that are being written: a mistake, or how the game continues."""

    # -- permissions ---------------------------------------------------------------------

    def permissions(self, token: str) -> Permissions | None:
        """The permissions of a token; ``None`` for a wrong one."""
        if _equal(token, self.host_token):
            return Permissions(frozenset(n for n, slot in enumerate(self.setup.slots) if slot.is_host), True)
        for number, guest_token in enumerate(self.guest_tokens):
            if guest_token and _equal(token, guest_token):
                return Permissions(frozenset({number}))
        return Permissions() if _equal(token, self.watch_token) else None

    def seats(self, permissions: Permissions) -> list[int]:
        """The seats of the current game for which these permissions let a page act."""
        return [seat for seat, slot in enumerate(self.seating) if slot in permissions.slots]

    def arrive(self, permissions: Permissions) -> None:
        """Somebody with these permissions has opened the page."""
        self.arrived |= permissions.slots
        for seat in self.seats(permissions):
            self.session.arrive(seat)

    # -- games ---------------------------------------------------------------------------

    def record(self, permissions: Permissions) -> GameRecord:
        """The current game so far, with its seed if that tells nobody the throws to come.

        If the host gave the seed of the first game, the next game takes the next number, so only the host may
        see it.
        """
        return self.session.log.record(with_seed=self.setup.seed is None or permissions.is_host)

    async def start_game(self, swap: bool = False, earlier: Sequence[str] = ()) -> None:
        """Start a game, in place of the one before; ``earlier`` are the actions that it begins with.

        Raises :class:`NotAllowed` at a closed table, :class:`~boardgames.contest.BadEntrant` and
        :class:`~boardgames.core.model.options.BadOption`; the game before then goes on.
        """
        seating = self.seating[1:] + self.seating[:1] if swap else self.seating
        seed = None if self.setup.seed is None else self.setup.seed + self.games
        slots = [self.setup.slots[number] for number in seating]
        names = [self.names[number] for number in seating]
        setup = attrs.evolve(self.setup, earlier=earlier)
        session = await self.new_session(setup, slots, names, seed)
        if self.closed:
            raise NotAllowed(Said("the table was closed"))
        if self.games:
            self._leave_session()
        self.games += 1
        self.seating, self.session = seating, session
        self.arrive(Permissions(frozenset(self.arrived)))
        session.start()
        self.notify()

    async def new_session(
        self, setup: GameSetup, slots: Sequence[Slot], names: Sequence[str], seed: int | None
    ) -> GameSession:
        """A session between these players, in the order of their seats.  Making one may take a while."""
        parts = (setup, slots, names, seed, self.notify)
        return await asyncio.to_thread(ThreadedSession, *parts, loop=asyncio.get_running_loop())

    async def best_actions(self, state: State) -> list[dict[str, object]]:
        """The best chances, in percent, each with the actions that have it; empty if they are not known."""
        return await asyncio.to_thread(self.rate, state)

    def notify(self) -> None:
        """Wake every open page."""
        for listener in list(self.listeners):
            listener()

    def close(self) -> None:
        self.closed = True
        if self.games:
            self._leave_session()

    def _leave_session(self) -> None:
        """End the game, and its analysis, as no page can see them any more."""
        self.session.abort()
        if self.session.log.analysis is not None:
            self.session.log.analysis.stop()

    # -- requests of pages: each raises NotAllowed ----------------------------------------------

    async def handle(self, permissions: Permissions, message: TableMessage) -> None:
        """Do what a page asks for.  Raises :class:`NotAllowed`."""
        match message:
            case PlayAction():
                self._play(self._turn(permissions), message)
            case ResignGame():
                self._resign(permissions)
            case RequestUndo():
                self._request_undo(permissions)
            case AgreeToUndo():
                self._agree_to_undo(permissions, message.refused)
            case AnalyseGame():
                self._analyse(permissions)
            case StopAnalysis():
                self._stop_analysis(permissions)
            case GiveName():
                self._give_name(permissions, message.name)
            case NewGame():
                await self._new_game(permissions, message.swap)

    def _turn(self, permissions: Permissions) -> Turn:
        """The current turn, if a page with these permissions may act."""
        turn = self.session.turn
        if not permissions.slots:
            raise NotAllowed(Said("you are watching: only players can do that"))
        if self.session.log.over:
            raise NotAllowed(GAME_OVER)
        if turn is None or turn.seat not in self.seats(permissions):
            raise NotAllowed(Said("it is not your turn"))
        return turn

    def _play(self, turn: Turn, message: PlayAction) -> None:
        plies = self.session.log.plies
        if message.ply != plies:
            late = Said(
                "that was for ply {number}, and the game is at ply {number2}", number=message.ply + 1, number2=plies + 1
            )
            raise NotAllowed(late)
        try:
            action = read_spelling(turn.state, message.action)
        except IllegalAction as error:
            raise NotAllowed(printable(str(error))) from None
        except Exception as error:  # a game's rules are foreign code
            raise NotAllowed(Said("this action cannot be read: {error}", error=described(error))) from None
        self.session.choose(action)

    def _resign(self, permissions: Permissions) -> None:
        seats = self.seats(permissions)
        if not seats:
            raise NotAllowed(Said("you are watching: only players can resign"))
        if self.session.log.over:
            raise NotAllowed(GAME_OVER)
        turn = self.session.turn
        self.session.resign(turn.seat if turn is not None and turn.seat in seats else seats[0])

    def _request_undo(self, permissions: Permissions) -> None:
        turn = self._turn(permissions)
        if any(self.seating[seat] not in permissions.slots for seat in self.session.people):
            self.session.request_undo(turn.seat)
        else:
            self.session.choose(Undo())

    def _agree_to_undo(self, permissions: Permissions, refused: bool) -> None:
        asking = self.session.undo_request
        if asking is None or self.session.turn is None or self.session.turn.seat != asking:
            raise NotAllowed(Said("nobody asks to take anything back"))
        seats = self.seats(permissions)
        if not seats or asking in seats:
            raise NotAllowed(Said("the other side has to agree"))
        if refused:
            self.session.request_undo(None)
            self.session.log.message(Said("Nothing is taken back: the game goes on."))
        else:
            self.session.choose(Undo())

    def may_analyse(self, permissions: Permissions) -> bool:
        """True if a page with these permissions may have the game analysed once it is over."""
        is_player = permissions.is_host or bool(permissions.slots)
        return is_player and self.setup.start.game.seats == 2

    def _analyse(self, permissions: Permissions) -> None:
        log = self.session.log
        if not self.may_analyse(permissions):
            raise NotAllowed(Said("only the host and the players can have a game for two analysed"))
        if not log.has_ended:
            raise NotAllowed(Said("the game is not over: ask for its analysis when it is"))
        if log.analysis is not None and (log.analysis.running or log.analysis.is_whole):
            raise NotAllowed(Said("this game is being analysed, or was already"))
        if self.analyst.is_busy:
            raise NotAllowed(Said("another game of this server is being analysed: ask again when that is done"))
        names = tuple(log.names)
        log.analysis = self.analyst.begin(log.spec, names, log.playthrough, log.verdict, self.notify)

    def _stop_analysis(self, permissions: Permissions) -> None:
        if not self.may_analyse(permissions):
            raise NotAllowed(Said("you are watching: only the host and the players can stop an analysis"))
        if self.session.log.analysis is not None:
            self.session.log.analysis.stop()

    def _give_name(self, permissions: Permissions, name: str) -> None:
        seats = [seat for seat in self.seats(permissions) if self.setup.slots[self.seating[seat]].is_guest]
        if not seats:
            raise NotAllowed(Said("only a guest can give a name here"))
        try:
            check_name(name.strip())
        except BadEntrant as error:
            raise NotAllowed(sentence_of(error)) from None
        others = {key_of(other) for slot, other in enumerate(self.names) if slot != self.seating[seats[0]]}
        if key_of(name.strip()) in others:
            raise NotAllowed(Said("somebody else at this table is called that: choose another name"))
        self.names[self.seating[seats[0]]] = name.strip()
        self.session.log.renamed(seats[0], name.strip())
        self.notify()

    async def _new_game(self, permissions: Permissions, swap: bool) -> None:
        if not permissions.is_host:
            raise NotAllowed(Said("only the host can start a new game"))
        if self.starting:
            raise NotAllowed(Said("a new game is already starting"))
        self.starting = True
        try:
            await self.start_game(swap)
        except ValueError as error:  # the same players could play before, so something has changed since
            raise NotAllowed(Said("no new game can start: {error}", error=sentence_of(error))) from None
        finally:
            self.starting = False

    async def hint(self, permissions: Permissions) -> dict[str, Any]:
        """The chances of the best actions by a strong player, as a fact for the page.  Raises :class:`NotAllowed`."""
        state = self._turn(permissions).state
        ply = self.session.log.plies
        if not self.advising.acquire(blocking=False):
            raise NotAllowed(Said("a hint is on its way"))
        try:
            rated = await self.best_actions(state)
        except Exception as error:  # a game's rules are foreign code
            raise NotAllowed(Said("there is no hint: {error}", error=described(error))) from None
        finally:
            self.advising.release()
        if not rated:
            raise NotAllowed(Said("no player gives hints in this game"))
        return {"kind": "hint", "ply": ply, "rated": rated}

    def rate(self, state: State) -> list[dict[str, object]]:
        """The answer of :meth:`best_actions`; it takes :data:`HINT_TIME`."""
        spec = self.setup.spec
        try:
            if self.adviser is None:
                self.adviser = PLAYERS.find(ADVISER).player(spec, PLAYERS.find(ADVISER).options(), Random(0))
            rated = self.adviser.rate(state, Clock(HINT_TIME, HINT_TIME))
        except (BadOption, UnknownPlayer):
            return []
        by_chance: dict[float, list[object]] = {}
        for action, value in rated:
            by_chance.setdefault(round(50 + 50 * value, 1), []).append(action)
        return [
            {
                "chance": chance,
                "actions": [
                    {
                        "action": str(action),
                        "text": printable(spec.describe(state, action, state.apply(action))),
                        "path": list(spec.clicks(state, action)),
                    }
                    for action in actions[:MAX_EQUAL]
                ],
            }
            for chance, actions in list(by_chance.items())[:MAX_HINTS]
        ]

    def title(self) -> str:
        """The game and its players, in a line."""
        names = [self.names[number] for number in self.seating]
        listed = reduce(lambda others, name: Said("{others} – {name}", others=others, name=name), names)
        return printable(Said("{title}: {names}", title=Said(self.setup.spec.title), names=listed))


def _in_words(slot: Slot, name: str) -> str:
    """The name of a person that has given none, as ``human-2``, or of the usual opponent: ``Level 3``."""
    word, _, number = name.partition("-")
    if slot.name is None and word == OPPONENT and number.isdigit():
        return Said("Level {number}", number=number)
    if slot.name is not None or not (slot.is_host or slot.is_guest):
        return name
    return Said("{name}-{number}", name=Said(word), number=number) if number else Said(word)


def _equal(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())
