"""Whatever is killed, each game has one verdict, and nothing that was finished is lost."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from boardgames_arena import ArenaStore, read_ladder
from boardgames_arena.ladder import make_ladder

from benchmarks.arena import soak
from packages.arena.tests.raw_bot import PATIENCE
from tests.conftest import BOTS, ROOT

GAME = "ur:tokens=3"
TOLD = re.compile(r"Game (\d+): (.* (?:wins against|draw).*)")


class CuttingProxy:
    """Passes bytes on to a port of this machine, and cuts all connections when it is told to."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                outer = self.listener.accept()[0]
                try:
                    inner = socket.create_connection(("127.0.0.1", self.target))
                except OSError:
                    outer.close()
                    continue
                self.open += [outer, inner]
                for ends in ((outer, inner), (inner, outer)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
        for each in (source, sink):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        cut, self.open = self.open, []
        for each in cut:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


def free_port() -> int:
    """A port below those that the system gives away, so that it is still free when the server begins again."""
    for port in Random(os.getpid()).sample(range(20_000, 32_000), 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


@pytest.mark.parametrize(
    "kills", [pytest.param(3, marks=pytest.mark.thorough), pytest.param(200, marks=pytest.mark.slow)]
)
def test_each_game_has_one_verdict(kills: int, tmp_path: Path, left_over: Callable[[], list[str]]) -> None:
    rng, port = Random(kills), free_port()
    proxy = CuttingProxy(port)
    url, db = f"http://127.0.0.1:{proxy.port}", tmp_path / "a.db"
    bot = tmp_path / "plain_first"
    subprocess.run(["cc", "-o", str(bot), str(BOTS / "plain_first.c")], check=True)

    def boardgames(*words: str, out: Path) -> subprocess.Popen[bytes]:
        with out.open("ab") as file:
            return subprocess.Popen([sys.executable, "-m", "boardgames", *words], stdout=file, stderr=file, cwd=ROOT)

    def serve() -> subprocess.Popen[bytes]:
        words = ("serve", GAME, "--db", str(db), "--port", str(port), "--url", url, "--move-time", "5")
        return boardgames(*words, out=tmp_path / "server.txt")

    def connect(name: str) -> subprocess.Popen[bytes]:
        words = ("connect", url, GAME, "--player", f"plain:{bot}", "--name", name, "--token", "t")
        return boardgames(*words, out=tmp_path / f"{name}.txt")

    server, names = serve(), ["ann", "bob", "cid", "dan"]
    wait_for(port)
    clients = {name: connect(name) for name in names}
    try:
        for _ in range(kills):
            time.sleep(rng.uniform(0.05, 0.6))
            victim = rng.choice(["server", "client", "connection", "connection"])
            if victim == "connection":
                proxy.cut()
            elif victim == "server":
                server.kill()
                server.wait()
                server = serve()
                wait_for(port)
            for name, client in clients.items():
                if (victim == "client" and name == rng.choice(names)) or client.poll() is not None:
                    client.kill()
                    client.wait()
                    clients[name] = connect(name)
        before = games_in(db)
        deadline = time.monotonic() + PATIENCE
        while games_in(db) < before + 4 and time.monotonic() < deadline:  # it still works
            time.sleep(0.1)
    finally:
        for each in clients.values():
            each.send_signal(signal.SIGINT)
        for each in clients.values():
            each.wait(PATIENCE)
        server.send_signal(signal.SIGINT)
        server.wait(PATIENCE)
    assert games_in(db) >= before + 4
    store = ArenaStore(db)
    games, accounts = store.games(), {each.number: each.name for each in store.accounts()}
    kept: dict[int, str] = {}
    for game in games:
        record = store.record(game.number)
        assert record is not None and record.verdict is not None
        assert record.playthrough().texts == list(record.actions)
        kept[game.number] = record.verdict.sentence(record.names)
    for name in names:
        told = TOLD.findall((tmp_path / f"{name}.txt").read_text())
        assert len({number for number, _ in told}) == len(told), f"{name} was told twice"
        for number, sentence in told:
            assert kept[int(number)] == sentence
    results = [(game.first, game.second, game.score, game.fault_seat, 1) for game in games]
    again, ladder = make_ladder(GAME, accounts, results), read_ladder(store, GAME)
    assert [(each.name, each.games) for each in again.standings] == [
        (each.name, each.games) for each in ladder.standings
    ]
    assert [each.rating for each in again.standings] == pytest.approx([each.rating for each in ladder.standings])
    store.close()
    assert "Traceback" not in (tmp_path / "server.txt").read_text()


def wait_for(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)


def games_in(db: Path) -> int:
    store = ArenaStore(db, readonly=True)
    try:
        return store.last_number()
    finally:
        store.close()


@pytest.mark.slow
def test_a_soak(tmp_path: Path, left_over: Callable[[], list[str]]) -> None:
    found = soak(tmp_path, games=10**9, minutes=10)
    assert found.faults <= 30, "only games that the end of the soak has cut"
    assert found.games - 30 <= found.told <= found.games
    assert found.after.memory < found.before.memory * 1.5 + 20
    assert (found.after.children, found.after.files) == (found.before.children, found.before.files)
