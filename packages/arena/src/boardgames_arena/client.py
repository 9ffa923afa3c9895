"""A bot of this computer at an arena elsewhere: the connection, and the games that the bot plays over it."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import closing, suppress
from typing import Any, Final
from urllib.parse import urlsplit

import attrs
from websockets.asyncio.client import ClientConnection, connect as open_websocket
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Subprotocol

from boardgames.contest import NAME_LENGTH, Conditions, PlayerEntrant, ProgramEntrant, check_name, for_two
from boardgames.core.lookup import ChosenGame, make, split_name
from boardgames.core.model import BadOption, Game
from boardgames.core.text import printable, read_json
from boardgames.referee import ProgramSeat
from boardgames.web import BadMessage
from boardgames_arena.home_bot import RECONNECTING, CannotConnect, HomeBot, TurnedAway, home_entrant, no_message
from boardgames_arena.home_game import HomeGame
from boardgames_arena.messages import PATH, REFUSED, SUBPROTOCOL, as_json, frame, split_frame
from boardgames_arena.session import Ending
from boardgames_arena.tokens import keep_token, token_for

OPENING_TIME: Final = 20.0  # seconds
FIRST_WAIT: Final = 0.2  # seconds before the first attempt to connect again; each later one waits twice as long
LONGEST_WAIT: Final = 5.0
MAX_FRAME: Final = 1024 * 1024


@attrs.define(kw_only=True)
class Client(HomeBot):
    """One bot at one arena."""

    url: str
    bot: ProgramEntrant
    token: str | None = None
    at_a_time: int = 1
    session: str | None = attrs.field(default=None, init=False)
    live: dict[int, HomeGame] = attrs.field(factory=dict, init=False)
    ended: set[int] = attrs.field(factory=set, init=False)
    """Games of this session that are over."""
    ends: set[asyncio.Task[None]] = attrs.field(factory=set, init=False)
    control: list[str] = attrs.field(factory=list, init=False)
    due: asyncio.Event = attrs.field(factory=asyncio.Event, init=False)

    @property
    def address(self) -> str:
        """The address of the arena's WebSocket."""
        parts = urlsplit(self.url)
        scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
        return f"{scheme}://{parts.netloc}{parts.path.rstrip('/')}{PATH}"

    async def run(self) -> list[Ending]:
        """Play until the wanted number of games is over.  Raises :class:`CannotConnect` and :class:`TurnedAway`."""
        wait, broken_at = FIRST_WAIT, None
        try:
            while not self.finished:
                try:
                    async with open_websocket(
                        self.address,
                        subprotocols=[Subprotocol(SUBPROTOCOL)],
                        open_timeout=OPENING_TIME,
                        max_size=MAX_FRAME,
                        compression=None,
                        ping_interval=None,
                        close_timeout=2,
                    ) as websocket:
                        try:
                            if await self._play(websocket):
                                wait, broken_at = FIRST_WAIT, None
                        except asyncio.CancelledError:  # Ctrl-C; unless told, the arena would wait for this bot
                            await websocket.close(1001)
                            raise
                except CannotConnect:  # it sent nonsense, and would again
                    raise
                except (OSError, InvalidHandshake, TimeoutError) as error:
                    if self.session is None:
                        raise CannotConnect(self._why(error)) from None
                if self.finished:
                    break
                if broken_at is None:
                    broken_at = time.monotonic()
                    self.say("The connection is broken; trying again ...")
                elif time.monotonic() - broken_at > RECONNECTING:
                    raise CannotConnect(f"{self.url} has been gone for {RECONNECTING / 60:.0f} minutes")
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
        finally:
            for game in list(self.live.values()):
                self._end(game)
            while self.ends:
                await asyncio.wait(self.ends)
        return self.endings

    def _why(self, error: Exception) -> str:
        if isinstance(error, InvalidStatus):
            answer = printable((error.response.body or b"").decode("utf-8", "replace").strip())[:200]
            return f"{self.url} is not an arena (status {error.response.status_code}): {answer or 'check the address'}"
        if isinstance(error, InvalidHandshake):
            return f"{self.url} is not an arena: check the address ({printable(str(error))[:200]})"
        reason = printable(getattr(error, "strerror", None) or str(error) or type(error).__name__)
        return f"cannot reach {self.url} ({reason}): is the server running, and is this its address?"

    # -- one connection --------------------------------------------------------------------

    async def _play(self, websocket: ClientConnection) -> bool:
        """Play over a connection until it ends.  Returns whether the arena has welcomed the bot."""
        self.control.clear()
        self.due.set()
        hello = {
            "name": self.name,
            "game": self.game.name,
            "protocol": self.bot.protocol.name,
            "token": self.token,
            "games": None if self.games is None else self.games - len(self.endings),
            "at_a_time": self.at_a_time,
            "session": self.session,
            "received": {str(number): game.received for number, game in self.live.items()},
        }
        sending: asyncio.Task[None] | None = None
        welcomed = False
        try:
            await websocket.send(as_json("hello", **{key: value for key, value in hello.items() if value is not None}))
            async for message in websocket:
                if isinstance(message, bytes):
                    number, data = split_frame(message)
                    if number in self.live:
                        self.live[number].feed(data)
                    continue
                facts = read_json(message)
                if facts["kind"] == "welcome":
                    welcomed = True
                    self._welcomed(facts)
                    sending = asyncio.create_task(self._send(websocket))
                else:
                    self._heard(facts)
                if self.finished:
                    break
        except ConnectionClosed:
            pass
        except (BadMessage, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            if isinstance(error, TurnedAway):
                raise
            raise CannotConnect(f"{self.url} sent what no arena sends: {error!r}; is it of another version?") from None
        finally:
            if sending is not None:
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)
        if websocket.close_code == REFUSED:
            raise TurnedAway("the arena has closed the connection")
        return welcomed

    def _welcomed(self, facts: dict[str, Any]) -> None:
        again = self.session is not None
        for ending in facts["over"] if again else []:
            self._over(ending)
        if facts["session"] != self.session:  # a new server gives the numbers of broken-off games again
            self.ended.clear()
        self.name, self.session = facts["name"], facts["session"]
        if facts["token"]:
            self.token = facts["token"]
            path = keep_token(self.url, self.name, facts["token"])
            where = f"it is kept in {path}" if path else "keep it"
            self.say(f"The name {self.name!r} is yours now. Its token is {self.token} ({where}).")
        self._play_as(facts["game"])
        self.say(f"{'Back' if again else 'Welcome'} at {self.url} as {self.name!r}, for {facts['game']}.")
        going_on = {game["game"]: game for game in facts["games"]}
        for number in set(self.live) - set(going_on):  # the server was started anew
            self._end(self.live[number])
        for number, game in going_on.items():
            if number not in self.live:
                self._begin(number, game["seat"], game["names"])
            if not self.live[number].outgoing.go_back(game["received"]):
                self._say(as_json("ended", game=number, fault="crash", detail="too much was lost on the way"))
            self.live[number].fault_reported = self.live[number].start_reported = False
        self.due.set()

    def _play_as(self, text: str) -> None:
        """Start the bot for the game of the welcome, whose options may be others.  Raises :class:`CannotConnect`."""
        try:
            played = ChosenGame.of(make(self.game.spec, split_name(text)[1]))
            self.bot = bot_of(self.bot.text, played)
            self.bot.protocol.player(played.game)
        except BadOption as error:
            raise CannotConnect(f"the arena plays {printable(text)}, which this bot does not: {error}") from None
        if played.name != self.game.name:
            self.say(f"The arena plays {played.name}, not {self.game.name}: your bot must play by these rules.")

    def _heard(self, facts: dict[str, Any]) -> None:
        match facts["kind"]:
            case "game":
                self._begin(facts["game"], facts["seat"], facts["names"])
            case "end of input":
                if facts["game"] in self.live:
                    self.live[facts["game"]].shut_input()
            case "over":
                self._over(facts)
            case "ping":
                self._say(as_json("pong", number=facts["number"]))
            case "notice":
                self.say(str(facts["sentence"]))
            case "refused":
                raise TurnedAway(printable(str(facts["sentence"])))

    async def _send(self, websocket: ClientConnection) -> None:
        try:
            while True:
                await self.due.wait()
                self.due.clear()
                while self.control:
                    await websocket.send(self.control.pop(0))
                for number, game in list(self.live.items()):
                    if game.over:
                        continue
                    if game.process is not None and not game.start_reported:
                        game.start_reported = True
                        await websocket.send(as_json("started", game=number))
                    while data := game.outgoing.next():
                        await websocket.send(frame(number, data))
                        game.pump()
                    if game.fault is not None and not game.fault_reported:
                        game.fault_reported = True
                        await websocket.send(
                            as_json("ended", game=number, fault=game.fault.kind, detail=game.fault.detail[:300])
                        )
        except ConnectionClosed:
            pass

    def _say(self, message: str) -> None:
        self.control.append(message)
        self.due.set()

    # -- games -------------------------------------------------------------------------------

    def _begin(self, number: int, seat: int, names: list[str]) -> None:
        if len(self.live) >= self.at_a_time:
            raise BadMessage(f"a game more than the {self.at_a_time} at a time that were offered")
        program = self.bot.take_seat(self.game.spec, seat, 0, names[seat], self.conditions)
        assert isinstance(program, ProgramSeat)
        self.live[number] = HomeGame(number, program, self.due.set, self.to_rest)

    def _over(self, facts: dict[str, Any]) -> None:
        number = facts["game"]
        if number in self.ended:
            return
        self.ended.add(number)
        returns = None if facts["returns"] is None else tuple(map(float, facts["returns"]))
        names = tuple(map(str, facts["names"]))
        self.take(Ending(number, names, facts["seat"], returns, str(facts["sentence"])))
        if number in self.live:
            self._end(self.live[number])

    def _end(self, game: HomeGame) -> None:
        """End a game's program; it has half a second to end by itself, which nothing waits for but the end of all."""
        self.live.pop(game.number, None)
        game.end()
        self.ends.add(game.task)
        game.task.add_done_callback(self.ends.discard)


def bot_of(bot: str, game: ChosenGame) -> ProgramEntrant:
    """The bot that a text names, as a program: an installed player runs as ``boardgames bot``.

    Raises :class:`~boardgames.contest.BadEntrant`.
    """
    who = home_entrant(bot, game)
    if isinstance(who, PlayerEntrant):
        command = (sys.executable, "-m", "boardgames", "bot", game.text, bot)
        return ProgramEntrant(text=bot, name=who.name, command=command, protocol=game.spec.protocol())
    return who


def connect(
    url: str,
    game: str | Game,
    bot: str,
    *,
    name: str | None = None,
    token: str | None = None,
    games: int | None = None,
    at_a_time: int = 1,
    pause: float = 0.0,
    conditions: Conditions | None = None,
    on_message: Callable[[str], None] = no_message,
    on_game: Callable[[Ending], None] = lambda ending: None,
) -> list[Ending]:
    """Let a bot of this computer play at an arena, as ``boardgames connect`` does.

    ``url`` is the arena's address, ``game`` the game that the bot plays, ``at_a_time`` how many games it plays at
    once.  Its program is started ``pause`` seconds after the end of its last game, at most
    :data:`~boardgames_arena.home_bot.LONGEST_PAUSE`.  ``conditions`` are limits and the sandbox of the bot on this
    computer.  ``on_message`` is called with each sentence for the user, ``on_game`` with each game that has ended.

    ``bot`` is a command or an installed player, as on the command line.  Without a ``token`` the one that this
    arena gave to this user for this name is used, if any.  Returns the games that were played, after ``games`` of
    them; else it stays.  Raises :class:`CannotConnect`, :class:`TurnedAway`,
    :class:`~boardgames.contest.BadEntrant`, and what :func:`boardgames.load` raises.
    """
    chosen = for_two(game)
    conditions = Conditions() if conditions is None else conditions
    program = bot_of(bot, chosen)
    called = check_name(program.name[:NAME_LENGTH] if name is None else name)
    url = url.rstrip("/")
    if urlsplit(url).scheme not in ("http", "https", "ws", "wss") or not urlsplit(url).netloc:
        raise CannotConnect(f"{url!r} is not the address of an arena, such as http://127.0.0.1:8713")
    client = Client(
        url=url,
        game=chosen,
        bot=program,
        name=called,
        token=token_for(url, called) if token is None else token,
        games=games,
        at_a_time=at_a_time,
        pause=pause,
        conditions=conditions,
        on_message=on_message,
        on_game=on_game,
    )
    return _until_done(client)


def _until_done(client: Client) -> list[Ending]:
    """Play in this thread; where a loop runs in it already, as in a notebook, in a thread of its own."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(client.run())
    loop = asyncio.new_event_loop()
    with ThreadPoolExecutor(1) as executor, closing(loop):
        task = loop.create_task(client.run())
        playing = executor.submit(loop.run_until_complete, task)
        try:
            return playing.result()
        except KeyboardInterrupt:
            loop.call_soon_threadsafe(task.cancel)
            with suppress(asyncio.CancelledError, CancelledError):
                playing.result()
            raise
