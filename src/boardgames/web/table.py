"""A table: the players, their links, and the game that they play now."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable
from random import Random
from secrets import token_urlsafe
from threading import Lock
from typing import Any, Final

import attrs

from boardgames.contest import names_of
from boardgames.core.lookup.players import PLAYERS, UnknownPlayer
from boardgames.core.model.game import IllegalAction, State
from boardgames.core.model.options import BadOption
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.player import Player, Undo
from boardgames.core.text.printable import printable
from boardgames.web.messages import Act, Agree, Begin, GiveUp, TakeBack
from boardgames.web.round import Round, Setting, Turn

MOST_VISITORS: Final = 100
"""Pages that may be open at a table at a time."""
ADVISER: Final = "alphabeta"
HINT_TIME: Final = 1.0  # seconds
HINTED: Final = 12  # the best actions, as many as are told


class Refusal(ValueError):
    """What was asked cannot be done now; the message says why."""


@attrs.frozen
class Pass:
    """What a link allows at a table."""

    chairs: frozenset[int] = frozenset()
    """The numbers of the chairs for which it may act."""
    is_host: bool = False


class Table:
    """Players around a game.  It belongs to the event loop's thread."""

    def __init__(self, number: str, setting: Setting, host_token: str) -> None:
        self.number = number
        self.setting = setting
        self.host_token = host_token
        self.watch_token = token_urlsafe(16)
        self.guest_tokens = [token_urlsafe(16) if chair.is_guest else "" for chair in setting.chairs]
        self.order = list(range(len(setting.chairs)))
        """By seat, the number of the chair that plays there now."""
        self.names = names_of([chair.who for chair in setting.chairs], [chair.name for chair in setting.chairs])
        self.games = 0
        self.round: Round
        self.visitors: set[Callable[[], None]] = set()
        """What is called when there is news, for each page."""
        self.adviser: Player | None = None
        self.advising = Lock()
        self.beginning = False

    # -- who may do what -----------------------------------------------------------------

    def admit(self, token: str) -> Pass | None:
        """What a token allows; ``None`` for a wrong one."""
        if _same(token, self.host_token):
            return Pass(frozenset(number for number, chair in enumerate(self.setting.chairs) if chair.is_host), True)
        for number, own in enumerate(self.guest_tokens):
            if own and _same(token, own):
                return Pass(frozenset({number}))
        return Pass() if _same(token, self.watch_token) else None

    def seats(self, visitor: Pass) -> list[int]:
        """The seats for which somebody may act in this game."""
        return [seat for seat, chair in enumerate(self.order) if chair in visitor.chairs]

    # -- games ---------------------------------------------------------------------------

    async def begin(self, swap: bool = False) -> None:
        """Begin a game, in place of the one before.

        Raises :class:`~boardgames.contest.entrants.BadEntrant` and
        :class:`~boardgames.core.model.options.BadOption`; the game before then goes on.
        """
        order = self.order[1:] + self.order[:1] if swap else self.order
        seed = None if self.setting.seed is None else self.setting.seed + self.games
        chairs = [self.setting.chairs[number] for number in order]
        names = [self.names[number] for number in order]
        loop = asyncio.get_running_loop()
        made = await asyncio.to_thread(Round, self.setting, chairs, names, seed, loop, self.news)
        if self.games:
            self.round.break_off()
        self.games += 1
        self.order, self.round = order, made
        made.start()
        self.news()

    def news(self) -> None:
        for tell in list(self.visitors):
            tell()

    def close(self) -> None:
        if self.games:
            self.round.break_off()

    # -- what visitors ask for: each raises Refusal ------------------------------------------

    async def do(self, visitor: Pass, message: Act | GiveUp | TakeBack | Agree | Begin) -> None:
        """Do what a visitor says.  Raises :class:`Refusal`."""
        match message:
            case Act():
                self._act(self._turn(visitor), message)
            case GiveUp():
                self._give_up(visitor)
            case TakeBack():
                self._take_back(visitor)
            case Agree():
                self._agree(visitor)
            case Begin():
                await self._begin_anew(visitor, message.swap)

    def _turn(self, visitor: Pass) -> Turn:
        """The turn, if it is this visitor's."""
        turn = self.round.turn
        if not visitor.chairs:
            raise Refusal("you are watching: only who has a seat can play")
        if self.round.story.over:
            raise Refusal("the game is over")
        if turn is None or turn.seat not in self.seats(visitor):
            raise Refusal("it is not your turn")
        return turn

    def _act(self, turn: Turn, message: Act) -> None:
        plies = self.round.story.playthrough.plies
        if message.ply != plies:
            raise Refusal(f"that was for ply {message.ply + 1}, and the game is at ply {plies + 1}")
        try:
            action = turn.state.read(message.action)
        except IllegalAction as error:
            raise Refusal(printable(str(error))) from None
        self.round.choose(action)

    def _give_up(self, visitor: Pass) -> None:
        seats = self.seats(visitor)
        if not seats:
            raise Refusal("you are watching: only who has a seat can resign")
        if self.round.story.over:
            raise Refusal("the game is over")
        turn = self.round.turn
        self.round.give_up(turn.seat if turn is not None and turn.seat in seats else seats[0])

    def _take_back(self, visitor: Pass) -> None:
        turn = self._turn(visitor)
        others = [seat for seat in self.round.people if self.order[seat] not in visitor.chairs]
        if others:
            self.round.asks_back = turn.seat
            self.news()
        else:
            self.round.choose(Undo())

    def _agree(self, visitor: Pass) -> None:
        asking = self.round.asks_back
        if asking is None or self.round.turn is None or self.round.turn.seat != asking:
            raise Refusal("nobody asks to take anything back")
        seats = self.seats(visitor)
        if not seats or asking in seats:
            raise Refusal("the other side has to agree")
        self.round.choose(Undo())

    async def _begin_anew(self, visitor: Pass, swap: bool) -> None:
        if not visitor.is_host:
            raise Refusal("only the host begins a new game")
        if self.beginning:
            raise Refusal("a new game is just beginning")
        self.beginning = True
        try:
            await self.begin(swap)
        except ValueError as error:  # the players could be seated before, so something has changed since
            raise Refusal(f"no new game can begin: {error}") from None
        finally:
            self.beginning = False

    async def hint(self, visitor: Pass) -> dict[str, Any]:
        """What a strong player thinks of each action of the visitor's turn, the best first."""
        state = self._turn(visitor).state
        ply = self.round.story.playthrough.plies
        if not self.advising.acquire(blocking=False):
            raise Refusal("a hint is being thought of")
        try:
            rated = await asyncio.to_thread(self._rated, state)
        finally:
            self.advising.release()
        if not rated:
            raise Refusal("there is nobody to ask for a hint in this game")
        return {"kind": "hint", "ply": ply, "rated": rated}

    def _rated(self, state: State) -> list[dict[str, Any]]:
        spec = self.setting.spec
        try:
            if self.adviser is None:
                self.adviser = PLAYERS.find(ADVISER).player(spec, PLAYERS.find(ADVISER).options(), Random(0))
            rated = self.adviser.rate(state, Clock(HINT_TIME, HINT_TIME))
        except (BadOption, UnknownPlayer):
            return []
        return [
            {"action": str(action), "path": list(spec.clicks(state, action)), "chance": round(50 + 50 * value, 1)}
            for action, value in rated[:HINTED]
        ]

    def described(self) -> str:
        """Who plays, in a line."""
        names = [self.names[number] for number in self.order]
        return printable(f"{self.setting.spec.title}: {' – '.join(names)}")


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())
