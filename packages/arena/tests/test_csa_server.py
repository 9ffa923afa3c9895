"""Shogi clients at an arena: over sockets, by the CSA server protocol."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import boardgames_arena as arena
import pytest
from boardgames_arena import csa
from boardgames_arena.csa import connection
from boardgames_arena.store import ArenaStore

from boardgames.web import connection_limits
from tests.command import Run

GAME = "shogi:impasse=27-point,max_plies=6"
PATIENCE = 60.0


class Client:
    """A client that does what a test says."""

    def __init__(self, server: arena.Server) -> None:
        assert server.csa is not None
        self.socket = socket.create_connection(("127.0.0.1", server.csa.port), PATIENCE)
        self.lines = self.socket.makefile("r", newline="\n")

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.lines.close()
        self.socket.close()

    def say(self, line: str) -> None:
        self.socket.sendall(f"{line}\n".encode())

    def until(self, beginning: str) -> list[str]:
        """The lines up to one with this beginning."""
        lines = []
        for line in self.lines:
            lines.append(line.rstrip("\n"))
            if lines[-1].startswith(beginning):
                return lines
        raise AssertionError(f"no line {beginning!r}, but {lines}")

    def log_in(self, name: str, password: str = "test-600-10F,x", extended: bool = False) -> Client:
        self.say(f"LOGIN {name} {password}{' x1' if extended else ''}")
        assert self.until("LOGIN:") == [f"LOGIN:{name} OK"]
        return self

    def agree(self) -> list[str]:
        summary = self.until("END Game_Summary")
        self.say("AGREE")
        return summary


def all_agree(*clients: Client) -> list[list[str]]:
    """The summaries; the second side is asked when the first one has agreed."""
    with ThreadPoolExecutor() as threads:
        return list(threads.map(Client.agree, clients))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[arena.Server]:
    with arena.Server([GAME], tmp_path / "a.db", csa_port=0) as server:
        yield server


def results(server: arena.Server) -> dict[str, int]:
    return {each.name: each.games for each in server.ladder().standings}


def test_game_with_watcher_keep_alive_and_result(server: arena.Server) -> None:
    with Client(server) as ann, Client(server) as bob, Client(server) as eve:
        eve.log_in("eve", "secret", extended=True)
        ann.log_in("ann")
        bob.log_in("bob")
        summary, _ = all_agree(ann, bob)
        assert {"Total_Time:600", "Increment:10", "Byoyomi:0", "Max_Moves:6"} <= set(summary)
        black, white = (ann, bob) if "Your_Turn:+" in summary else (bob, ann)
        (start,) = black.until("START:")
        game_id = start.partition(":")[2]
        assert white.until("START:") == [start]
        white.say("")
        assert white.until("") == [""], "also while the other side is to move"
        eve.say("%%LIST")
        assert eve.until("##[LIST] +OK")[-2:] == [f"##[LIST] {game_id}", "##[LIST] +OK"]
        eve.say("%%WHO")
        assert "##[WHO] ann csa game" in eve.until("##[WHO] +OK")
        black.say("+7776FU,'* 30 -3334FU")
        for client in (black, white):
            assert client.until("+7776FU") == ["+7776FU,T0"]
        eve.say(f"%%MONITOR2ON {game_id}")
        assert f"##[MONITOR2][{game_id}] +7776FU" in eve.until(f"##[MONITOR2][{game_id}] +OK")
        white.say("%TORYO")
        assert white.until("#LOSE")[-3:] == ["%TORYO", "#RESIGN", "#LOSE"]
        assert black.until("#WIN")[-3:] == ["%TORYO", "#RESIGN", "#WIN"]
        assert f"##[MONITOR2][{game_id}] %TORYO" in eve.until(f"##[MONITOR2][{game_id}] %TORYO")
        black.say("LOGOUT")
        assert black.until("LOGOUT") == ["LOGOUT:completed"]
    assert results(server) == {"ann": 1, "bob": 1}


def test_rejected_game_counts_for_nobody(server: arena.Server) -> None:
    with Client(server) as ann, Client(server) as bob:
        ann.log_in("ann")
        bob.log_in("bob")
        ann.agree()
        bob.until("END Game_Summary")
        bob.say("REJECT")
        for client in (ann, bob):
            assert client.until("REJECT:")[-1].endswith(" by bob")
        assert bob.until("#CHUDAN")
        bob.say("")
        assert bob.until("") == [""], "it gets no other game"
        assert server.arena is not None and not server.arena.live
    assert results(server) == {}


def test_only_those_meet_that_named_the_same_time(server: arena.Server) -> None:
    with Client(server) as ann, Client(server) as bob, Client(server) as eve:
        ann.log_in("ann")
        bob.log_in("bob", "test-60-5,x")
        eve.log_in("eve", "x", extended=True)
        eve.say("%%GAME nonsense *")
        assert "bad game name" in eve.until("##[ERROR]")[-1]
        eve.say("%%GAME test-60-5 *")
        summary, _ = all_agree(bob, eve)
        assert {"Total_Time:60", "Byoyomi:5"} <= set(summary)
        eve.say("%%CHATTER")
        assert "unknown command" in eve.until("##[ERROR]")[-1]
        ann.say("%%WHO")
        ann.say("")
        assert ann.until("") == [""], "commands are for the mode x1"


def test_client_that_breaks_the_rules_or_leaves_loses(server: arena.Server) -> None:
    for first, last in (("+7775FU", "#ILLEGAL_MOVE"), ("LOGOUT", "#RESIGN")):
        with Client(server) as ann, Client(server) as bob:
            ann.log_in("ann")
            bob.log_in("bob")
            summary, _ = all_agree(ann, bob)
            black, white = (ann, bob) if "Your_Turn:+" in summary else (bob, ann)
            black.until("START:")
            black.say(first)
            assert last in white.until("#WIN")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("LOGIN ann wrong", ["LOGIN:incorrect"]),
        ("LOGIN ann", ["LOGIN:incorrect"]),
        ("GET / HTTP/1.1", ["LOGIN:incorrect"]),
        ("LOGIN a-name-of-more-than-16-letters x", ["LOGIN:incorrect"]),
        ("x" * 10_000, []),
    ],
)
def test_wrong_login(server: arena.Server, monkeypatch: pytest.MonkeyPatch, line: str, answer: list[str]) -> None:
    monkeypatch.setattr(connection, "REFUSAL_TIME", 0.0)
    with Client(server) as ann, Client(server) as other:
        ann.log_in("ann")
        other.say(line)
        try:
            assert other.lines.read().splitlines() == answer
        except ConnectionResetError:  # it had sent more than anybody reads
            assert not answer


def test_our_client_and_our_server(server: arena.Server, tmp_path: Path) -> None:
    assert server.csa is not None
    url = f"csa://127.0.0.1:{server.csa.port}"
    with ThreadPoolExecutor() as threads:
        games = [
            threads.submit(csa.connect, url, "shogi", "random", name=name, password="test-600-0,x", games=2)
            for name in ("ann", "bob")
        ]
        endings = [each.result(PATIENCE) for each in games]
    assert [[each.sentence for each in mine] for mine in endings] == [[s.sentence for s in endings[0]]] * 2
    server.stop()
    store = ArenaStore(tmp_path / "a.db", readonly=True)
    assert store.last_number() == 2
    store.close()


def test_no_shogi_no_clients(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="shogi clients play shogi"):
        arena.Server(["ur"], tmp_path / "a.db", csa_port=0)


def test_shogi_clients_count_whole_seconds(tmp_path: Path, run: Run) -> None:
    result = run("serve", "shogi", "--csa", "0", "--clock", "60+0.5", "--db", str(tmp_path / "a.db"))
    assert result.returncode == 2
    assert "whole seconds" in result.stderr


def test_connections_that_never_log_in_lock_nobody_out(server: arena.Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest of them is dropped; who has logged in stays."""
    monkeypatch.setattr(connection, "LOGIN_TIME", 600.0)
    monkeypatch.setattr(connection_limits, "MAX_WAITING", 4)
    monkeypatch.setattr(connection_limits, "MAX_PER_ADDRESS", 7)
    with ExitStack() as clients:
        ann = clients.enter_context(Client(server)).log_in("ann")
        idle = [clients.enter_context(Client(server)) for _ in range(9)]
        bob = clients.enter_context(Client(server)).log_in("bob", "test-60-0,x")
        assert idle[0].lines.read() == ""
        idle[-1].log_in("cid", "test-50-0,x")
        for client in (ann, bob, idle[-1]):
            client.say("")
            assert client.until("") == [""]


@pytest.mark.parametrize("password", ["test-600-10F", "test-600-10F,"])
def test_an_account_without_a_secret(server: arena.Server, password: str) -> None:
    for _ in range(2):
        with Client(server) as ann:
            ann.log_in("ann", password)
            ann.say("LOGOUT")
            ann.until("LOGOUT")
    with Client(server) as ann:
        ann.say("LOGIN ann test-600-10F,guess")
        assert ann.until("LOGIN:") == ["LOGIN:incorrect"]
