"""The arena: the bots that are connected, the games that they play, and their next pairs."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from boardgames.contest import BadStore, new_seed
from boardgames.core.lookup import ChosenGame
from boardgames.core.protocol import LineProtocol
from boardgames.core.text import Said, printable
from boardgames.referee import ProgramFault
from boardgames.session import key_of
from boardgames_arena.accounts import Accounts, Refused
from boardgames_arena.connection import facts_of, facts_of_ending
from boardgames_arena.csa.time_control import TimeControl
from boardgames_arena.ladder import Ladders
from boardgames_arena.live_game import LiveGame
from boardgames_arena.messages import REFUSED, STOPPING, Hello
from boardgames_arena.pairing import WaitingBot, next_pair, round_pairs, sides_swapped
from boardgames_arena.session import BotSession, Ending, JoiningLink, Link
from boardgames_arena.settings import ArenaSettings
from boardgames_arena.store import Account, ArenaStore

TICK: Final = 0.25  # seconds
MAX_LIVE: Final = 250
"""Games at a time."""
AWAY_TIME: Final = 60.0  # seconds for a bot without a game to come back to its session
PATIENCE: Final = 30.0  # seconds; the longest wait for an opponent that a bot has met less often
MAX_FORFEITS: Final = 5
"""Forfeits in a row after which a bot is sent away."""
STOP_TIME: Final = 3.0  # seconds until games that are broken off must have ended
LEFT: Final = "its player left"
STOPS: Final = "the server is stopping: come back in a while"
FULL: Final = "{} bots are connected, and no more are allowed"


class Arena:
    """Only the event loop's thread uses it."""

    def __init__(
        self, games: Sequence[ChosenGame], store: ArenaStore, accounts: Accounts, settings: ArenaSettings
    ) -> None:
        self.games = games
        self.store = store
        self.accounts = accounts
        self.settings = settings
        self.sessions: dict[tuple[int, str], BotSession] = {}
        """The sessions by account and game."""
        self.live: dict[int, LiveGame] = {}
        """The games that are played now, by their numbers."""
        self.ladders = Ladders(store, [game.name for game in games], self._troubled)
        self.version = 0
        """Grows with every change that a page shows."""
        self.held = ""
        """Why people, or a mistake in the rules of a game, hold the arena; empty if games begin."""
        self.troubles: dict[object, str] = {}
        """Failures that are tried again: games that cannot be kept, by number, or a ladder, by game."""
        self.next_round = next_by_clock(time.time(), settings.every)
        """When the next round begins, in seconds since 1970, if rounds go by the clock."""
        self.set_by_people = False
        """That hour was set by the people who run the arena."""
        self.watchers: set[Callable[[LiveGame], None]] = set()
        """Called with each game that has ended."""
        self._met: Counter[tuple[str, int, int]] = Counter()
        for game in games:
            for first, second, times in store.meetings(game.name):
                self._met[game.name, min(first, second), max(first, second)] += times
        self._number, self._pair = store.last_number(), store.last_pair()
        self._durations: dict[str, float] = {}
        self._stopping = False
        self._deleting: set[int] = set()

    @property
    def paused(self) -> str:
        """The reason why no game begins now; empty if games begin."""
        return self.held or next(iter(self.troubles.values()), "")

    # -- bots come and go ----------------------------------------------------------------

    async def join(
        self, hello: Hello, connection: JoiningLink, *, time_control: TimeControl | None = None, waits: bool = True
    ) -> BotSession:
        """The session of a bot, and its welcome.  Unless it ``waits`` it gets no game yet.

        Raises :class:`~boardgames_arena.accounts.Refused`."""
        if self._stopping:
            raise Refused(STOPS)
        game = self._game_of(hello)
        protocol = _protocol_of(hello, game)
        names = {key_of(session.account.name) for session in self.sessions.values()}
        if key_of(hello.name) not in names and not self._has_place():  # before it gets a token that nobody hears
            raise Refused(FULL.format(self.settings.max_bots))
        account, made = await self._account_of(hello, connection.address)
        if self._stopping:
            raise Refused(STOPS)
        if account.number in self._deleting:
            raise Refused(f"the account {account.name!r} is being deleted: choose another name, or come again")
        session = self._session_that_goes_on(hello, account, game)
        resumed = session is not None
        if session is None:
            if not self._has_place():
                raise Refused(FULL.format(self.settings.max_bots))
            session = self.sessions[account.number, game.name] = BotSession(
                account=account,
                game=game,
                protocol=protocol,
                at_a_time=hello.at_a_time,
                wanted=hello.games if waits else 0,
                time_control=time_control,
                most_credit=self.settings.credit,
            )
        session.connect(connection)
        connection.welcome(
            session=session.number,
            name=account.name,
            token=made,
            game=game.name,
            protocol=protocol.name,
            credit=self.settings.credit,
            games=[facts_of(seated) for seated in session.seated.values()] if resumed else [],
            over=[facts_of_ending(ending) for ending in session.endings] if resumed else [],
        )
        for seated in session.seated.values():
            if not seated.program.go_back(hello.received.get(str(seated.number), 0)):
                seated.program.ended(ProgramFault("crash", "its connection broke, and too much was lost on the way"))
            connection.resume(seated)
        self._changed()
        asyncio.get_running_loop().call_soon(self.pair)
        return session

    async def _account_of(self, hello: Hello, address: str) -> tuple[Account, str | None]:
        try:
            if (account := self.accounts.known(hello.name, hello.token)) is not None:
                return account, None
            here = {one.account.number for one in self.sessions.values() if one.link is not None or one.seated}
            admitted = await self.store.changed(self.accounts.admit, hello.name, hello.token, address, here)
            while self.accounts.forgotten:  # one of them may have logged in meanwhile
                self._send_away(self.accounts.forgotten.pop(), "deleted")
            return admitted
        except BadStore as error:
            raise Refused(f"accounts cannot be read or kept now ({printable(str(error))}): come back later") from None

    def _has_place(self) -> bool:
        """True if there is a place for one more bot, if need be that of the idle bot that is away the longest."""
        if len(self.sessions) >= self.settings.max_bots:
            away = [session for session in self.sessions.values() if session.link is None and not session.seated]
            if away:
                self._drop(min(away, key=lambda session: session.since), LEFT)
        return len(self.sessions) < self.settings.max_bots

    def _game_of(self, hello: Hello) -> ChosenGame:
        game = offered(hello.game, self.games)
        if game is None:
            texts = ", ".join(game.name for game in self.games)
            raise Refused(f"this arena does not play {hello.game[:80]!r}; it plays: {texts}")
        return game

    def _session_that_goes_on(self, hello: Hello, account: Account, game: ChosenGame) -> BotSession | None:
        """The session that a bot comes back to; ``None`` if it begins anew."""
        session = self.sessions.get((account.number, game.name))
        if session is None:
            return None
        if hello.session == session.number:
            if session.link is not None:
                session.link.close(REFUSED, "the same session has come back over another connection")
            return session
        if session.link is not None:
            raise Refused(f"{account.name!r} is connected already for {game.name}: end that one, or use another name")
        self._drop(session, "it came back without its games")
        return None

    def leave(self, session: BotSession, connection: Link, for_good: bool) -> None:
        """A connection has ended."""
        if session.link is not connection:  # another one has taken over
            return
        session.disconnect()
        if not self.ladders[session.game.name].has(session.account.number):
            for seated in list(session.seated.values()):
                if not seated.program.started:
                    self.live[seated.number].abort(f"{session.account.name} left before its first game began")
        if for_good:
            session.quit(LEFT)
            if not session.seated:
                self._drop(session, LEFT)
        self._changed()

    def _drop(self, session: BotSession, why: str) -> None:
        session.quit(why)
        self.sessions.pop((session.account.number, session.game.name), None)

    # -- games -----------------------------------------------------------------------------

    def pair(self) -> None:
        """Begin the games that can begin now."""
        if self.settings.rounds == "clock":
            return
        for game in self.games:
            for control in self._time_controls(game):
                while (pair := self._next_pair(game, control)) is not None:
                    self._begin_pair(*pair)

    def _time_controls(self, game: ChosenGame) -> list[TimeControl | None]:
        return list(dict.fromkeys(session.time_control for session in self.sessions.values() if session.game is game))

    def _waiting(self, game: ChosenGame, control: TimeControl | None) -> dict[int, BotSession]:
        """The bots that can begin a game now, by account."""
        if self.paused or self._stopping or len(self.live) >= MAX_LIVE:
            return {}
        return {
            session.account.number: session
            for session in self.sessions.values()
            if session.game is game and session.time_control == control and session.free
        }

    def _as_waiting(self, session: BotSession) -> WaitingBot:
        rating = self.ladders[session.game.name].rating(session.account.number)
        return WaitingBot(session.account.number, session.since, rating)

    def _next_pair(self, game: ChosenGame, control: TimeControl | None) -> tuple[BotSession, BotSession] | None:
        free = self._waiting(game, control)
        if len(free) < 2:
            return None
        busy = [
            session.account.number
            for session in self.sessions.values()
            if session.game is game and session.time_control == control and session.link is not None and session.seated
        ]
        patience = min(PATIENCE, self._durations.get(game.name, 1.0))
        waiting = [self._as_waiting(session) for session in free.values()]
        pair = next_pair(waiting, busy, self._met_in(game), time.monotonic(), patience)
        return None if pair is None else (free[pair[0].account], free[pair[1].account])

    def _met_in(self, game: ChosenGame) -> Callable[[int, int], int]:
        return lambda one, other: self._met[game.name, min(one, other), max(one, other)]

    def begin_round(self) -> None:
        """Pair all that wait."""
        for game in self.games:
            for control in self._time_controls(game):
                free = self._waiting(game, control)
                waiting = [self._as_waiting(session) for session in free.values()]
                for one, other in round_pairs(waiting, self._met_in(game)):
                    self._begin_pair(free[one.account], free[other.account])

    def _begin_pair(self, one: BotSession, other: BotSession) -> None:
        if sides_swapped(self._met_in(one.game)(one.account.number, other.account.number)):
            one, other = other, one
        self._pair += 1
        self._begin([one, other], pair=self._pair, seed=new_seed(), second_half=False)

    def _begin(self, sessions: Sequence[BotSession], *, pair: int, seed: int, second_half: bool) -> None:
        self._number += 1
        game = sessions[0].game
        one, other = sorted(session.account.number for session in sessions)
        self._met[game.name, one, other] += 1
        live = LiveGame(
            game,
            sessions,
            self.settings.limits,
            number=self._number,
            pair=pair,
            seed=seed,
            second_half=second_half,
            max_plies=self.settings.max_plies,
            store=self.store,
            on_end=self._ended,
            on_trouble=self._troubled,
        )
        self.live[live.number] = live
        live.start()
        self._changed()

    def _troubled(self, what: object, problem: str) -> None:
        """Something failed and is tried again; no ``problem``: it went well."""
        self.troubles.pop(what, None)
        if problem:
            self.troubles[what] = problem
        self._changed()

    def _ended(self, live: LiveGame) -> None:
        del self.live[live.number]
        self._troubled(live.number, "")
        verdict = live.verdict
        sentence = live.reason if verdict is None else verdict.sentence(live.names)
        if live.error:
            sentence = printable(f"the game has no result: {live.error}")
            self.held = sentence  # a mistake in the rules would hit the next game too
        for seat, session in enumerate(live.sessions):
            returns = None if verdict is None else verdict.outcome.returns
            at_fault = verdict is not None and verdict.fault is not None and verdict.fault.seat == seat
            session.over(Ending(live.number, live.names, seat, returns, sentence), at_fault)
            if session.forfeits >= MAX_FORFEITS and session.link is not None:
                session.sent_away = True
                session.link.close(
                    REFUSED, f"your bot has forfeited {MAX_FORFEITS} games in a row: repair it, and connect again"
                )
        if verdict is not None:
            duration = time.monotonic() - live.begun
            average = self._durations.get(live.game.name, duration)
            self._durations[live.game.name] = 0.8 * average + 0.2 * duration
            self.ladders.game_over(live.game.name)
            if not live.second_half:
                self._begin_second_half(live)
        for watcher in list(self.watchers):
            watcher(live)
        self._changed()
        self.pair()

    def _begin_second_half(self, live: LiveGame) -> None:
        free = self._waiting(live.game, live.time_control)
        sessions = live.sessions[::-1]
        if all(free.get(session.account.number) is session for session in sessions):
            seed = new_seed() if self.settings.fresh_dice else live.seed
            self._begin(sessions, pair=live.pair, seed=seed, second_half=True)

    # -- by the clock ------------------------------------------------------------------------

    async def run(self) -> None:
        """Do what time asks for, until cancelled."""
        while True:
            await asyncio.sleep(TICK)
            now = time.time()
            if self.settings.rounds == "clock" and now >= self.next_round:
                self.next_round, self.set_by_people = next_by_clock(now, self.settings.every), False
                self.begin_round()
                self._changed()
            elif not self.set_by_people:  # if the clock was set back, the round does not wait for the old time
                self.next_round = min(self.next_round, next_by_clock(now, self.settings.every))
            self.pair()
            for session in list(self.sessions.values()):
                if session.link is None and not session.seated and time.monotonic() - session.since > AWAY_TIME:
                    self._drop(session, LEFT)
            self.ladders.keep_up()

    def _changed(self) -> None:
        self.version += 1

    # -- for the people who run it -----------------------------------------------------------

    def _account(self, name: str) -> Account:
        account = self.store.account(key_of(name))
        if account is None:
            raise Refused(Said("there is no account {name!r}", name=name))
        return account

    async def delete(self, name: str) -> Account:
        """Delete an account that never played.  Raises :class:`~boardgames_arena.accounts.Refused` for another name."""
        account = self._account(name)
        if any(number == account.number for number, _ in self.sessions):
            raise Refused(Said("{name} is connected: ban it instead", name=account.name))
        self._deleting.add(account.number)  # so it cannot log in meanwhile
        try:
            if not await self.store.changed(self.accounts.forget, account.number):
                raise Refused(Said("{name} has played or is banned, so it stays", name=account.name))
        finally:
            self._deleting.discard(account.number)
        self._changed()
        return account

    async def ban(self, name: str, banned: bool = True) -> Account:
        """Ban an account, or allow it again.  Raises :class:`~boardgames_arena.accounts.Refused` for a wrong name."""
        account = self._account(name)
        await self.store.changed(self.store.set_banned, account.number, banned)
        if banned:
            self._send_away(account.number, "banned")
        self._changed()
        return account

    def _send_away(self, number: int, what: str) -> None:
        for session in [session for session in self.sessions.values() if session.account.number == number]:
            if session.link is not None:
                session.link.close(REFUSED, f"the name {session.account.name!r} was {what}")
            self._drop(session, f"it was {what}")

    def pause(self, paused: bool = True) -> None:
        """Begin no more games, or begin them again.  Games that are played go on."""
        self.held = Said("the people who run this arena have paused it") if paused else ""
        self._changed()
        self.pair()

    def close_game(self, number: int) -> None:
        """Break off a game that is played now, without a result.

        Raises :class:`~boardgames_arena.accounts.Refused`.
        """
        if number not in self.live:
            raise Refused(Said("there is no game {number} that is played now", number=number))
        self.live[number].abort("the people who run this arena have closed the game")

    def set_next_round(self, at: float) -> None:
        """Say when the next round begins, in seconds since 1970."""
        if self.settings.rounds != "clock":
            raise Refused(Said("rounds do not go by the clock here: start the server with --rounds clock"))
        self.next_round, self.set_by_people = at, True
        self._changed()

    async def stop(self) -> None:
        """Break off all games, tell all bots, and wait until the games' threads have ended."""
        self._stopping = True
        self.ladders.stop()
        threads = [live.thread for live in self.live.values()]
        for live in list(self.live.values()):
            live.abort("the server stops; the game has no result")
        deadline = time.monotonic() + STOP_TIME
        while self.live and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        for session in self.sessions.values():
            if session.link is not None:
                session.link.close(STOPPING, "the server stops; connect again when it is back")
        await asyncio.sleep(0.05)  # for these last words to be sent
        for thread in threads:
            await asyncio.to_thread(thread.join, max(0.0, deadline - time.monotonic()))


def offered(text: str, games: Iterable[ChosenGame]) -> ChosenGame | None:
    """The game that a bot asks for by its text, or by its name if there is only one of that name.

    >>> games = [ChosenGame.of("morris"), ChosenGame.of("ur:tokens=1"), ChosenGame.of("ur:tokens=2")]
    >>> offered("morris", games) is games[0], offered("ur:tokens=2", games) is games[2], offered("ur", games)
    (True, True, None)
    """
    alike = [game for game in games if text == game.name]
    alike = alike or [game for game in games if text == game.spec.name]
    return alike[0] if len(alike) == 1 else None


def _protocol_of(hello: Hello, game: ChosenGame) -> LineProtocol:
    try:
        return game.spec.protocol(hello.protocol)
    except KeyError:
        names = ", ".join(game.spec.protocol_names())
        raise Refused(f"{game.spec.name} has no protocol {hello.protocol!r}; there are: {names}") from None


def next_by_clock(now: float, every: float) -> float:
    """The next time after ``now`` that is a multiple of ``every`` minutes: with 30, the next full or half hour.

    >>> next_by_clock(1000.0, 30) - 1000.0
    800.0
    """
    seconds = every * 60
    return (now // seconds + 1) * seconds
