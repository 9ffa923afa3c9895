"""Clients that mean harm: nobody else notices, and the server goes on."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

import boardgames_arena as arena
import pytest
from boardgames_arena import connection
from boardgames_arena.connection import BotConnection
from boardgames_arena.messages import MAX_MESSAGE, Hello, as_json, frame, read, split_frame
from boardgames_arena.remote_program import RemoteProgram
from boardgames_arena.session import BotSession
from boardgames_arena.store import Account
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.sync.server import ServerConnection, serve
from websockets.typing import Subprotocol

from boardgames.core.lookup import ChosenGame
from boardgames.referee import Limits
from boardgames.referee.program_lines import ProgramFault
from boardgames.web import connection_limits
from boardgames.web.json_message import BadMessage
from packages.arena.tests.raw_bot import PATIENCE, RawBot

GAME = "ur:tokens=1"
PATIENT = arena.ArenaSettings(limits=Limits(move_time=PATIENCE, first_move_time=PATIENCE))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[arena.Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "REFUSAL_TIME", 0.0)
        with arena.Server([GAME], tmp_path_factory.mktemp("arena") / "a.db", settings=PATIENT) as server:
            yield server


@pytest.fixture
def honest(server: arena.Server) -> Iterator[None]:
    """Whatever a test does, two honest bots can play a game after it."""
    yield
    ann, bob = (RawBot(server.url, name, token="t", games=1) for name in ("ann", "bob"))
    with ann, bob:
        thread = threading.Thread(target=partial(ann.play, 1), daemon=True)
        thread.start()
        (over,) = bob.play(1)
        thread.join(PATIENCE)
    assert over["returns"] is not None and "forfeits" not in over["sentence"]


HELLO = as_json("hello", name="eve", game=GAME, token="t")


@pytest.mark.usefixtures("honest")
def test_what_is_no_message_ends_the_connection_with_a_sentence(server: arena.Server) -> None:
    garbage: list[list[str | bytes]] = [
        ["knight"],
        [b"17 roll"],
        ["[" * 10_000],
        ["x" * (MAX_MESSAGE + 1)],
        [as_json("pong", number=1)],
        [as_json("hello", name=7, game=GAME)],
        [as_json("hello", name="eve", game=GAME, at_a_time=10**9)],
        [as_json("hello", name="eve", game=GAME, received={"x": -1})],
        [json.dumps({"kind": "hello", "name": "a\ud800", "game": GAME})],
        [HELLO, HELLO],
        [HELLO, b"no number"],
        [HELLO, b"9" * 40_000],
        [HELLO, as_json("ended", game=1, fault="sulks", detail="x")],
        [HELLO, as_json("ended", game=1, fault=["crash"], detail="x")],
        [HELLO, as_json("pong", number=True)],
    ]
    for messages in garbage:
        with connect(
            f"ws{server.url[4:]}/arena", subprotocols=[Subprotocol("boardgames.1")], compression=None, proxy=None
        ) as bot:
            for message in messages:
                bot.send(message)
            with pytest.raises(ConnectionClosed) as closed:
                deque(iter(partial(bot.recv, PATIENCE), None))
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008, messages


@pytest.mark.usefixtures("honest")
def test_who_may_not_play_is_told_why(server: arena.Server) -> None:
    with RawBot(server.url, "eve", token="t") as eve:
        refused = {
            "is connected already": {"name": "EVE", "token": "t"},
            "this token is wrong": {"name": "eve", "token": "guess"},
            "does not play": {"name": "eve", "game": "/etc/passwd:SPEC"},
            "no protocol": {"name": "eve", "protocol": "telepathy"},
            "printable characters": {"name": "e\u202eve"},
        }
        for why, hello in refused.items():
            with RawBot(server.url, **{"name": "x", **hello}) as bot:
                assert bot.first["kind"] == "refused" and why in bot.first["sentence"]
        with RawBot(server.url, "eve", token="t", session=eve.session) as same:  # its own session moves over
            assert same.first["kind"] == "welcome"
            while eve.next()["kind"] != "refused":
                pass
    for headers, protocols in (({}, []), ({"Origin": "http://evil.example"}, ["boardgames.1"])):
        with pytest.raises(InvalidStatus):
            connect(
                f"ws{server.url[4:]}/arena",
                additional_headers=headers,
                subprotocols=[Subprotocol(each) for each in protocols] or None,
                proxy=None,
            ).__enter__()


@pytest.mark.usefixtures("honest")
def test_a_bot_touches_no_game_but_its_own(server: arena.Server) -> None:
    """Not its rival's, and not that of others; neither with answers, nor with its end."""
    ann, bob, eve = (RawBot(server.url, name, token="t", games=1) for name in ("ann2", "bob2", "eve"))
    with ann, bob, eve:
        while not (ann.games and bob.games):
            for bot in (ann, bob):
                if not bot.games:
                    bot.step()
        (number,) = ann.games
        for victim in (number, number + 1, 10**9):
            eve.socket.send(frame(victim, b"0\n" * 50))
            eve.say("ended", game=victim, fault="crash", detail="it was me")
            eve.say("started", game=victim)
        thread = threading.Thread(target=partial(ann.play, 1), daemon=True)
        thread.start()
        (over,) = bob.play(1)
        thread.join(PATIENCE)
    assert "forfeits" not in over["sentence"]


@pytest.mark.usefixtures("honest")
def test_a_flood_inside_a_game_loses_it_and_stays_bounded(server: arena.Server) -> None:
    ann, eve = RawBot(server.url, "ann3", token="t", games=1), RawBot(server.url, "eve", token="t", games=1)
    with ann, eve:
        thread = threading.Thread(target=partial(ann.play, 1), daemon=True)
        thread.start()
        while not eve.games:
            eve.step()
        (number,) = eve.games
        for _ in range(80):
            eve.socket.send(frame(number, b"0" * 60_000))
        while not eve.overs:
            eve.step(lambda line: "")
        thread.join(PATIENCE)
    assert "eve forfeits (output limit)" in eve.overs[0]["sentence"]


@pytest.mark.usefixtures("honest")
def test_half_open_connections_are_dropped(server: arena.Server, monkeypatch: pytest.MonkeyPatch) -> None:
    port = int(server.url.rpartition(":")[2])
    with (
        monkeypatch.context() as patch,  # undone before honest bots say hello
        socket.create_connection(("127.0.0.1", port)) as half,
    ):
        patch.setattr(connection, "HELLO_TIME", 0.05)
        half.sendall(b"GET /arena HT")
        with connect(
            f"ws{server.url[4:]}/arena", subprotocols=[Subprotocol("boardgames.1")], compression=None, proxy=None
        ) as silent:
            facts = json.loads(silent.recv(PATIENCE))
    assert facts["kind"] == "refused" and "no hello" in facts["sentence"]


def test_what_a_bot_says_too_early_stays_bounded() -> None:
    program = RemoteProgram(Limits(answer_bytes=1000, line_bytes=1000), lambda: None)
    for _ in range(100):
        program.feed(b"1\n" * 300)
    assert len(program.arrived) < 2000
    with pytest.raises(ProgramFault, match="bytes in one answer; 1000 allowed"):
        program.read_line(time.monotonic() + PATIENCE)


def test_a_bot_that_only_forfeits_is_sent_away(server: arena.Server) -> None:
    with RawBot(server.url, "rival", token="t") as rival, RawBot(server.url, "fool", token="t") as fool:
        threading.Thread(target=rival.play_on, daemon=True).start()
        while fool.heard[-1]["kind"] != "refused":
            fool.step(lambda line: "knight")
    assert "forfeited 5 games in a row" in fool.heard[-1]["sentence"]


def test_a_bot_that_is_sent_away_begins_no_other_game(server: arena.Server) -> None:
    """Else its rival would wait for a program that nobody starts."""
    with RawBot(server.url, "rival2", token="t") as rival, RawBot(server.url, "fool2", token="t") as fool:
        threading.Thread(target=rival.play_on, daemon=True).start()
        while fool.heard[-1]["kind"] != "refused":
            fool.step(lambda line: "knight")
        with suppress(ConnectionClosed):
            while True:
                fool.step(lambda line: "knight")
    assert len(fool.games) == len(fool.overs) >= 5


def test_who_comes_when_all_places_are_taken_can_register_later(tmp_path: Path) -> None:
    few = arena.ArenaSettings(max_bots=1)
    with arena.Server([GAME], tmp_path / "a.db", settings=few) as server:
        with RawBot(server.url, "ann"), RawBot(server.url, "bob") as bob:
            assert bob.first["kind"] == "refused" and "1 bots are connected" in bob.first["sentence"]
        assert server.store.account("bob") is None
        server.store.connection.execute("PRAGMA query_only = 1")  # a file that cannot be written
        with RawBot(server.url, "cid") as cid:
            assert cid.first["kind"] == "refused" and "come back later" in cid.first["sentence"]


def test_no_result_goes_into_a_file_that_was_moved_away(tmp_path: Path) -> None:
    """The finished game waits, and is kept once the file is back."""
    with (
        arena.Server([GAME], tmp_path / "a.db") as server,
        RawBot(server.url, "ann", games=1) as ann,
        RawBot(server.url, "bob", games=1) as bob,
    ):
        assert server.arena is not None
        moved = (tmp_path / "a.db").rename(tmp_path / "b.db")
        threading.Thread(target=bob.play_on, daemon=True).start()
        while not server.arena.troubles:
            ann.step()
        assert (
            "was moved or deleted: put it back, and start the server again if it has ended"
            in str(server.arena.troubles)
            and not ann.overs
            and not server.store.games()
        )
        moved.rename(tmp_path / "a.db")
        ann.play()
        assert len(server.store.games()) == 1


@pytest.mark.usefixtures("honest")
def test_bots_that_say_nothing_lock_nobody_out(server: arena.Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "MAX_PER_ADDRESS", 6)
    with ExitStack() as silent:
        for _ in range(8):
            silent.enter_context(
                connect(f"ws{server.url[4:]}/arena", subprotocols=[Subprotocol("boardgames.1")], proxy=None)
            )
        with RawBot(server.url, "ann4", token="t") as ann, RawBot(server.url, "bob4", token="t") as bob:
            assert ann.first["kind"] == bob.first["kind"] == "welcome"


class FakeSocket:
    """The WebSocket of a bot that takes one message, and then none; ``closed_with`` is what it closes with."""

    address = ""

    def __init__(self, closed_with: int | None = None) -> None:
        self.closed_with = closed_with
        self.taken: list[str | bytes] = []
        self.closed = asyncio.Event()
        self.heard_hello = False

    async def receive(self) -> str | bytes:
        if not self.heard_hello:
            self.heard_hello = True
            return HELLO
        if self.closed_with is None:
            await self.closed.wait()
        await asyncio.sleep(0.01)  # sending fails before it
        raise connection.Disconnected(self.closed_with)

    async def send(self, message: str | bytes) -> None:
        if not self.taken:
            self.taken.append(message)
        elif self.closed_with is None:
            await self.closed.wait()
        else:
            raise connection.Disconnected

    async def close(self, code: int, reason: str) -> None:
        self.closed.set()


class FakeArena:
    """Lets any bot in, and has something to say to it."""

    def __init__(self) -> None:
        self.left: bool | None = None

    async def join(self, hello: Hello, link: BotConnection) -> BotSession:
        game = ChosenGame.of(GAME)
        session = BotSession(account=Account(1, "eve", None, None), game=game, protocol=game.spec.protocol())
        session.connect(link)
        link.notice("welcome")
        link.notice("and more")
        return session

    def leave(self, session: BotSession, link: BotConnection, for_good: bool) -> None:
        self.left = for_good

    async def serve(self, closed_with: int | None, close: bool) -> None:
        socket = FakeSocket(closed_with)
        link = BotConnection(socket, self.join, self.leave)
        serving = asyncio.create_task(link.serve())
        await asyncio.sleep(0)
        if close:
            link.close(4403, "away with you")
        await asyncio.wait_for(serving, PATIENCE)


@pytest.mark.parametrize(("code", "for_good"), [(1000, True), (1006, False)])
def test_why_a_bot_left_is_read_though_sending_fails_first(code: int, for_good: bool) -> None:
    fake = FakeArena()
    asyncio.run(fake.serve(code, close=False))
    assert fake.left is for_good


def test_a_bot_that_is_sent_away_and_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "CLOSE_TIME", 0.01)
    monkeypatch.setattr(connection, "SILENCE", float("inf"))
    monkeypatch.setattr(connection, "PING_TIMES", (0.0, 0.05))
    fake = FakeArena()
    asyncio.run(fake.serve(None, close=True))
    assert fake.left is False


WELCOME: dict[str, object] = {"session": "s", "name": "ann", "token": None, "game": GAME, "games": [], "over": []}


@pytest.mark.parametrize(
    "said",
    [
        ['"welcome"'],
        ["[" * 100_000],
        [as_json("welcome", **{**WELCOME, "games": {}, "over": 7}), as_json("over")],
        [as_json("welcome", **WELCOME), as_json("game", game=1, seat=7, names=["ann", "bob"])],
        [as_json("welcome", **WELCOME)] + [as_json("game", game=n, seat=0, names=["ann", "bob"]) for n in (1, 2)],
    ],
)
def test_a_hostile_server_gets_a_sentence_and_no_program_more_than_offered(
    said: list[str], tmp_path: Path, left_over: Callable[[], list[str]]
) -> None:
    def speak(bot: ServerConnection) -> None:
        bot.recv(PATIENCE)
        for message in said:
            bot.send(message)
        with suppress(ConnectionClosed):
            bot.recv(PATIENCE)

    with serve(speak, "127.0.0.1", 0, subprotocols=[Subprotocol("boardgames.1")]) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        with pytest.raises(arena.CannotConnect, match=f"^{url} sent what no arena sends"):
            arena.connect(url, GAME, "cat", name="ann")
        server.shutdown()


def test_messages_are_read_or_refused_in_a_sentence() -> None:
    assert split_frame(frame(17, b"a b\n")) == (17, b"a b\n")
    assert split_frame(b"17 ") == (17, b"")
    for bad in (b"", b"17", b" x", "١ x".encode(), b"-1 x"):
        with pytest.raises(BadMessage):
            split_frame(bad)
    for text in ("{}", "[]", '{"kind": "hello", "name": "x"}', '{"kind": "pong", "number": 1, "more": 2}'):
        with pytest.raises(BadMessage):
            read(text)
