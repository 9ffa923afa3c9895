"""A bot of this computer at a shogi server that speaks the CSA server protocol."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from itertools import count
from typing import Any, Final, Protocol, cast
from urllib.parse import urlsplit

import attrs

from boardgames.contest import BadEntrant, Conditions, Entrant, for_two, new_seed
from boardgames.core.lookup import make
from boardgames.core.model import Game, Outcome, State
from boardgames.core.protocol import (
    PLY_LIMIT,
    RESIGNATION,
    Answer,
    Ask,
    Breach,
    Briefing,
    Clock,
    Event,
    Fault,
    Over,
    PlayerDialogue,
    Resign,
    SearchInfo,
    Unavailable,
    Verdict,
)
from boardgames.core.text import printable
from boardgames.referee import Seat
from boardgames_arena.csa.line_socket import LineSocket
from boardgames_arena.home_bot import RECONNECTING, CannotConnect, HomeBot, TurnedAway, home_entrant, no_message
from boardgames_arena.session import Ending

PORT: Final = 4081
PROTOCOL: Final = "csa"
LOGIN_TIME: Final = 30.0  # seconds
FIRST_WAIT: Final = 1.0  # seconds before the next attempt to connect; each later one waits twice as long
LONGEST_WAIT: Final = 60.0
MARGIN: Final = 0.5  # seconds, at most, of each answer that are left for the network
MARGIN_PART: Final = 0.1  # of the time, at most
GRACE: Final = 10.0
"""Seconds that a program may be late here: the server's clock counts, and says when the time is up."""
NAME: Final = re.compile(r"[A-Za-z0-9_@.-]{1,32}")
IMPASSE: Final = "none"
"""The server judges an impasse; the protocol's side of ours declares where that wins."""
REASONS: Final[Mapping[str, str]] = {
    "#RESIGN": RESIGNATION,
    "#TIME_UP": "timeout",
    "#ILLEGAL_MOVE": "illegal",
    "#ILLEGAL_ACTION": "illegal",
    "#SENNICHITE": "repetition",
    "#OUTE_SENNICHITE": "perpetual check",
    "#JISHOGI": "declaration",
    "#MAX_MOVES": PLY_LIMIT,
}
RETURNS: Final[Mapping[str, float]] = {"#WIN": 1.0, "#LOSE": -1.0, "#DRAW": 0.0, "#CENSORED": 0.0}


class ServerDialogue(PlayerDialogue, Protocol):
    """The player's side of the protocol, as the game's package has it."""

    state: State
    seat: int
    clocks: Sequence[Clock]
    running: bool
    summary: Any
    rejection: str
    last: tuple[State, Any] | None
    result: str
    reason: str

    def answer_with(self, action: Any, thought: SearchInfo | None) -> list[str]:
        """The lines that answer a turn with this action; ``thought`` goes along as a comment."""


@attrs.define(kw_only=True)
class CsaClient(HomeBot):
    """One bot at one server: a connection for each game, as other clients do it."""

    host: str
    port: int
    rules: Game
    bot: Entrant
    password: str

    def run(self) -> list[Ending]:
        """Play until the wanted number of games is over.  Raises :class:`CannotConnect` and :class:`TurnedAway`."""
        wait, gone_since, welcomed = FIRST_WAIT, time.monotonic(), False
        for number in count(1):
            try:
                ending = GameAtServer(self, number).play()
                welcomed = True
            except (OSError, TimeoutError) as error:
                if not welcomed or time.monotonic() - gone_since > RECONNECTING:
                    raise CannotConnect(self._why(error)) from None
                self.say("The connection is broken; trying again ...")
                time.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
                continue
            wait, gone_since = FIRST_WAIT, time.monotonic()
            if ending is not None:
                self.take(ending)
            if self.finished:
                break
            time.sleep(self.to_rest)
        return self.endings

    def _why(self, error: OSError) -> str:
        where = f"csa://{self.host}:{self.port}"
        if isinstance(error, CannotConnect):
            return str(error)
        reason = printable(error.strerror or str(error) or "no answer in time")
        return f"cannot reach {where} ({reason}): is a shogi server running there?"


class GameAtServer:
    """One login and one game."""

    def __init__(self, client: CsaClient, number: int) -> None:
        self.client = client
        self.number = number
        protocol = client.game.spec.protocol(PROTOCOL)
        self.dialogue = cast(ServerDialogue, protocol.player(client.rules))
        self.seat: Seat | None = None
        self.clocks = [Clock(), Clock()]
        """The clocks as the player sees them: a moment shorter than the server's."""
        self.over = False
        self.verdict: Verdict | None = None
        self.lines = LineSocket(client.host, client.port, self._look)

    def _look(self, line: str) -> None:
        """A line has come, perhaps while the player thinks; another thread calls this."""
        if line.startswith("#"):
            self.over = True
            for clock in self.clocks:
                clock.stopped = True
            if self.seat is not None:
                self.seat.halt()

    def play(self) -> Ending | None:
        """Log in and play.  Returns ``None`` if no game came about."""
        try:
            self._log_in()
            while (line := self.lines.next_line()) is not None:
                if self._hear(line):
                    self.lines.send(["LOGOUT"])
                    return self._ending()
            raise CannotConnect("the server has ended the connection")
        finally:
            self.lines.close()
            if self.seat is not None:
                self.seat.dismiss(self.verdict)
                self.seat.close()

    def _log_in(self) -> None:
        name = self.client.name
        self.lines.send([f"LOGIN {name} {self.client.password}"])
        deadline = time.monotonic() + LOGIN_TIME
        line = ""
        while not line.startswith("LOGIN:"):
            heard = self.lines.next_line(max(0.0, deadline - time.monotonic()))
            if heard is None:
                raise TurnedAway("it ended the connection at the login: check --name, --password and the address")
            line = heard.strip()
        if line != f"LOGIN:{name} OK":
            raise TurnedAway(
                f"{printable(line)[:80]}: check --name and --password; is this name connected already from elsewhere?"
            )
        self.client.say(f"Logged in at {self.client.host}:{self.client.port} as {name!r}; waiting for a game.")

    def _hear(self, line: str) -> bool:
        """Do what a line asks for.  Returns whether the game is over."""
        dialogue, summary = self.dialogue, self.dialogue.summary
        heard = dialogue.hear(line)
        if isinstance(heard, Breach):
            if dialogue.running:
                why = f"cannot follow the server's line {printable(line.strip())[:120]!r}: {heard.detail}"
                raise CannotConnect(why)
            self.client.say(f"Game {self.number} is rejected: {heard.detail}")
            self.lines.send([dialogue.rejection])
            return False
        if dialogue.summary is not summary and not self._sit_down():
            return True
        if dialogue.last is not None and self.seat is not None:
            before, action = dialogue.last
            dialogue.last = None
            self.seat.happened(Event(before, action, before.apply(action)))
        if isinstance(heard, Over):
            return True
        self.lines.send(self._choose(heard) if isinstance(heard, Ask) else heard.send)
        return False

    def _sit_down(self) -> bool:
        """Start the player for the game that the server proposes.  Returns whether it is ready."""
        if self.seat is not None:
            self.seat.dismiss(None)
            self.seat.close()
        client, dialogue, summary = self.client, self.dialogue, self.dialogue.summary
        seed = new_seed()
        limits = attrs.evolve(client.conditions.limits, grace=GRACE)
        conditions = attrs.evolve(client.conditions, limits=limits)
        self.seat = client.bot.take_seat(client.game.spec, dialogue.seat, seed, client.name, conditions)
        self.clocks = [copy(clock) for clock in dialogue.clocks]
        self.seat.clock = self.clocks[dialogue.seat]
        client.say(f"Game {self.number}: {summary.names[0]} against {summary.names[1]}.")
        fault = self.seat.open(Briefing(dialogue.state, summary.names, clocks=self.clocks, seed=seed), dialogue.seat)
        if fault is not None:
            self.lines.send([f"REJECT {summary.game_id}"])
            raise BadEntrant(f"{client.bot.text} cannot play: {fault.detail}")
        self.seat.started()
        return True

    def _choose(self, ask: Ask[Any]) -> Sequence[str]:
        """The lines to send for a question of the server."""
        dialogue, seat = self.dialogue, self.seat
        assert seat is not None
        for clock, actual in zip(self.clocks, dialogue.clocks, strict=True):
            clock.remaining, clock.increment, clock.byoyomi = actual.remaining, actual.increment, actual.byoyomi
        own = self.clocks[dialogue.seat]
        if own.remaining is not None:
            margin = min(MARGIN, MARGIN_PART * own.allowed)
            from_byoyomi = min(margin, own.byoyomi)
            own.byoyomi -= from_byoyomi
            own.remaining = max(0.0, own.remaining - (margin - from_byoyomi))
            own.increment = min(own.increment, own.remaining)
        if self.over:
            return ()
        try:
            answer = seat.choose(ask.state, seat.flush)
        except Unavailable as error:  # a server of games waits for nobody
            self.client.say(f"Game {self.number}: {self.client.name} resigns: {printable(str(error))}")
            answer = Resign()
        if self.over:  # the server has ended the game meanwhile
            return ()
        if isinstance(answer, Answer):
            return dialogue.answer_with(answer.action, answer.thought)
        if isinstance(answer, Fault):
            self.client.say(f"Game {self.number}: {self.client.name} resigns: {printable(answer.detail)}")
        assert isinstance(answer, (Fault, Resign))
        return ("%TORYO",)

    def _ending(self) -> Ending:
        dialogue, summary = self.dialogue, self.dialogue.summary
        names, seat = ("", ""), 0
        if summary is not None:
            names, seat = summary.names, dialogue.seat
        value = RETURNS.get(dialogue.result)
        if value is None:
            why = printable(dialogue.reason or dialogue.result)
            return Ending(self.number, names, seat, None, f"the game was broken off: {why}")
        reason = REASONS.get(dialogue.reason, printable(dialogue.reason.removeprefix("#")).lower() or RESIGNATION)
        outcome = Outcome((value, -value) if seat == 0 else (-value, value), reason)
        mate = dialogue.state.outcome
        if mate is not None and reason == RESIGNATION and mate.returns == outcome.returns:
            outcome = mate  # servers know no mate: the mated side resigns
        self.verdict = Verdict(outcome)
        return Ending(self.number, names, seat, outcome.returns, self.verdict.sentence(names))


def connect(
    url: str,
    game: str | Game,
    bot: str,
    *,
    name: str,
    password: str,
    games: int | None = None,
    pause: float = 0.0,
    conditions: Conditions | None = None,
    on_message: Callable[[str], None] = no_message,
    on_game: Callable[[Ending], None] = lambda ending: None,
) -> list[Ending]:
    """Let a bot of this computer play at a shogi server, as ``boardgames connect csa://HOST:4081`` does.

    ``url`` is the server's address, as ``csa://HOST:4081``.  ``conditions`` are limits and the sandbox of the bot on
    this computer, ``pause`` the seconds between two games.  ``on_message`` is called with each sentence for the user,
    ``on_game`` with each game that has ended.

    Servers take the game's name in the password, as in ``floodgate-300-10F,secret``.  Returns the games that were
    played, after ``games`` of them; else it stays.  Raises :class:`~boardgames_arena.CannotConnect`,
    :class:`~boardgames_arena.TurnedAway`, :class:`~boardgames.contest.BadEntrant`, and what
    :func:`boardgames.load` raises.
    """
    parts = urlsplit(url)
    try:
        port = parts.port or PORT
    except ValueError:
        port = 0
    if parts.scheme != "csa" or not parts.hostname or not port or parts.path.strip("/"):
        raise CannotConnect(f"{url!r} is not the address of a shogi server, such as csa://127.0.0.1:{PORT}")
    chosen = for_two(game)
    if PROTOCOL not in chosen.spec.protocol_names():
        raise CannotConnect(f"a CSA server plays shogi, not {chosen.name}: connect csa://{parts.netloc} shogi ...")
    if NAME.fullmatch(name) is None:
        raise BadEntrant(f"a name at a CSA server is 1 to 32 letters, digits or _ @ . -, not {name!r}: choose a --name")
    if not password or not password.isprintable() or " " in password:
        raise BadEntrant("a password is printable and has no spaces, as in floodgate-300-10F,secret")
    default = chosen.name == chosen.spec.name
    client = CsaClient(
        host=parts.hostname,
        port=port,
        game=chosen,
        rules=make(chosen.spec, {"impasse": IMPASSE}) if default else chosen.game,
        bot=home_entrant(bot, chosen),
        name=name,
        password=password,
        games=games,
        pause=pause,
        conditions=Conditions() if conditions is None else conditions,
        on_message=on_message,
        on_game=on_game,
    )
    return client.run()
