"""What the page costs: the server's CPU a move at 1 and 50 tables, and the time from a choice to the board's answer.

    python -m benchmarks.web

Two people at each table, played by this process over the same sockets as a browser.  Beside it
stands a bare server of the same libraries that only sends a text of the same size back.  Where
Chromium and Playwright are there, the time from a click to the new board is taken in it too.
CPU time is that of the server's process alone.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect

GAMES = ("ur", "morris", "minishogi", "shogi")
TABLES = (1, 50)
MOVES = 150  # in all
PAUSE = 0.06  # seconds from move to move, over all tables; a page may not say much more
CLICKS = 15
ECHO = """
import uvicorn, sys
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from boardgames.web.server import listen
async def echo(line):
    await line.accept()
    while True:
        await line.receive_text()
        await line.send_text("x" * int(sys.argv[1]))
door = listen("127.0.0.1", 0)
print(f"http://127.0.0.1:{door.getsockname()[1]}/?token=", flush=True)
uvicorn.Server(uvicorn.Config(Starlette(routes=[WebSocketRoute("/", echo)]), log_level="critical",
    ws="websockets-sansio", lifespan="off")).run(sockets=[door])
"""


class Server:
    """A process that serves, and the CPU that it has used."""

    def __init__(self, process: subprocess.Popen[str], link: str) -> None:
        self.process = process
        self.origin = "http://" + urlsplit(link).netloc
        self.token = parse_qs(urlsplit(link).query).get("token", [""])[0]

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")

    def open(self, game: str) -> str:
        """A table of two people; its address."""
        form = {"token": self.token, "game": game, "player-0": "human", "player-1": "human", "seed": "1"}
        with urlopen(Request(f"{self.origin}/open", urlencode(form).encode(), {"Origin": self.origin})) as answer:
            return str(answer.url)


@contextmanager
def begun(*words: str) -> Iterator[Server]:
    with subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as it:
        try:
            assert it.stdout is not None
            yield Server(it, it.stdout.readline().strip())
        finally:
            it.terminate()


def leaf(paths: Any, rng: random.Random) -> str:
    """An action at the end of some way."""
    while not isinstance(paths, str):
        paths = paths[rng.choice(sorted(paths))]
    return paths


async def play(server: Server, table: str, moves: int, seed: int, pause: float) -> tuple[list[float], int]:
    """Seconds from each action to the picture of what came of it, and the bytes that came in all."""
    rng, size, asked, ply = random.Random(seed), 0, 0.0, -1
    waits: list[float] = []
    live = table.replace("http:", "ws:").replace("?", "/live?")
    async with connect(live, origin=server.origin, max_size=None) as line:  # type: ignore[arg-type]
        while len(waits) < moves:
            text = await line.recv()
            size += len(text)
            fact = json.loads(text)
            if fact["kind"] == "picture" and asked and fact["ply"] > ply:
                waits.append(time.perf_counter() - asked)
                asked = 0.0
            elif fact["kind"] == "turn" and fact["paths"]:
                await asyncio.sleep(pause * 2 * rng.random())
                ply, asked = fact["ply"], time.perf_counter()
                await line.send(json.dumps({"do": "act", "ply": ply, "action": leaf(fact["paths"], rng)}))
            elif fact["kind"] == "events" and '"kind":"over"' in text:
                await line.send('{"do":"new"}')
                asked = 0.0
    return waits, size


async def echo(server: Server, moves: int) -> list[float]:
    waits = []
    async with connect(server.origin.replace("http:", "ws:")) as line:
        for _ in range(moves):
            asked = time.perf_counter()
            await line.send('{"do":"act","ply":0,"action":"7g7f"}')
            await line.recv()
            waits.append(time.perf_counter() - asked)
    return waits


def measured(game: str, tables: int) -> int:
    """One line of the table; the bytes a move."""

    async def all_tables(server: Server, places: list[str]) -> list[tuple[list[float], int]]:
        each = max(MOVES // tables, 6)
        return await asyncio.gather(
            *(play(server, place, each, seed, PAUSE * tables) for seed, place in enumerate(places))
        )

    with begun("-m", "boardgames", "web", "--port", "0", "--pace", "0") as server:
        places = [server.open(game) for _ in range(tables)]
        asyncio.run(play(server, places[0], 5, 0, PAUSE))  # what is made once has been made
        before = server.cpu()
        found = asyncio.run(all_tables(server, places))
        used = server.cpu() - before
    waits = sorted(wait for each, _ in found for wait in each)
    size = sum(size for _, size in found) // len(waits)
    line(game, str(tables), used / len(waits), waits, size)
    return size


def line(name: str, tables: str, cpu: float, waits: list[float], size: int) -> None:
    late = waits[int(0.95 * len(waits))]
    print(
        f"{name:12}{tables:>7}{1000 * cpu:>12.2f}{1000 * median(waits):>12.1f}{1000 * late:>10.1f}{size / 1000:>10.1f}"
    )


def main() -> None:
    print(f"{'':12}{'tables':>7}{'CPU ms/move':>12}{'answer ms':>12}{'95 % ms':>10}{'kB/move':>10}")
    size = 0
    for game in GAMES:
        for tables in TABLES:
            size = measured(game, tables)
    with begun("-c", ECHO, str(size)) as server:
        asyncio.run(echo(server, 20))
        before = server.cpu()
        waits = sorted(asyncio.run(echo(server, MOVES)))
        line("(bare echo)", "", (server.cpu() - before) / MOVES, waits, size)
    clicks()


CLICKED = """([first, second]) => new Promise(done => {
  const board = document.getElementById('board');
  const before = performance.now();
  new MutationObserver(() => requestAnimationFrame(() => done(performance.now() - before)))
    .observe(board, { attributes: true, attributeFilter: ['data-ply'] });
  for (const name of [first, second]) {
    const spot = document.querySelector(`[data-spot="${CSS.escape(name)}"]`);
    spot.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }
})"""


def clicks() -> None:
    """In a real browser: from the last click of a move to the frame that shows the new board."""
    try:
        from playwright.sync_api import sync_playwright

        found = os.environ.get("CHROMIUM") or "/usr/bin/chromium"
        with sync_playwright() as driver, begun("-m", "boardgames", "web", "--port", "0", "--pace", "0") as server:
            browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
            page = browser.new_page()
            page.goto(server.open("shogi"))
            waits = []
            pawns = [(f"{file}g", f"{file}f") for file in range(1, 10)]
            white = [(f"{file}c", f"{file}d") for file in range(1, 10)]
            for pair in [move for both in zip(pawns, white, strict=True) for move in both][:CLICKS]:
                page.wait_for_selector(".spot.open")
                waits.append(page.evaluate(CLICKED, pair) / 1000)
            browser.close()
    except ImportError:
        return
    waits.sort()
    middle, most = 1000 * median(waits), 1000 * waits[-1]
    print(f"from a click to the new board in Chromium (shogi): {middle:.0f} ms, at most {most:.0f}")


if __name__ == "__main__":
    main()
