"""A soak of the arena: thirty bots of five games on loopback, and what a game costs the server beyond its referee.

    python -m benchmarks.arena [--games 2000] [--minutes M]

The server is a process of its own; one more process has all the bots, each a client with a program in C for each game.
Beside it the same programs play under the referee in this process.  CPU time is that of one process alone.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median

import attrs
from boardgames_arena import ArenaStore
from boardgames_arena.client import Client, bot_of

from benchmarks.referee import ROOT, compiled
from boardgames.contest import play_game
from boardgames.core.lookup import ChosenGame
from boardgames.referee import Limits

GAMES = ("ur", "morris", "minishogi", "dice-shogi", "shogi")
BOTS = 30
MAX_PLIES = 80
WARMING = 10  # games before anything is measured
COMPARED = 4  # games of each kind under the bare referee
TICKS = os.sysconf("SC_CLK_TCK")
LIMITS = Limits(move_time=60.0, first_move_time=60.0)


@attrs.frozen
class Usage:
    """What a process uses."""

    cpu: float
    """Seconds so far."""
    memory: float
    """MiB held."""
    files: int
    threads: int
    children: int


def usage(process: int) -> Usage:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return Usage(
        (int(fields[11]) + int(fields[12])) / TICKS,
        pages * os.sysconf("SC_PAGE_SIZE") / 2**20,
        len(os.listdir(f"/proc/{process}/fd")),
        len(os.listdir(f"/proc/{process}/task")),
        len(children),
    )


@contextmanager
def serving(db: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """``boardgames serve``, and its address."""
    command = [sys.executable, "-m", "boardgames", "serve", *GAMES, "--port", "0", "--db", str(db)]
    command += ["--move-time", "60", "--max-plies", str(MAX_PLIES)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        assert server.stdout is not None
        try:
            yield server, server.stdout.readline().strip()
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)


async def play(clients: Sequence[Client], games: int, seconds: float) -> None:
    """Let all bots play until so many games are over, or for so long."""
    over = asyncio.Event()

    def count(ending: object) -> None:
        if sum(len(client.endings) for client in clients) >= 2 * games:
            over.set()

    for client in clients:
        client.on_game = count
    playing = [asyncio.create_task(client.run()) for client in clients]
    with suppress(TimeoutError):
        await asyncio.wait_for(over.wait(), seconds)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def clients_of(url: str, bot: str, number: int, name: str) -> list[Client]:
    """So many bots, of each game the same number."""
    games = [ChosenGame.of(GAMES[each % len(GAMES)]) for each in range(number)]
    return [Client(url=url, game=game, bot=bot_of(bot, game), name=f"{name}{n}") for n, game in enumerate(games)]


@attrs.frozen
class Soak:
    """What came out."""

    games: int
    """Finished, as the server's file has them."""
    told: int
    """Finished, as the bots were told."""
    faults: int
    seconds: float
    before: Usage
    after: Usage
    referee_cpu: float
    """Seconds of CPU of the bare referee for as many games of the same kinds."""
    added: float
    """Seconds that an answer takes longer than under the bare referee (medians), where one game is played."""
    plies: int

    def report(self) -> str:
        cpu = self.after.cpu - self.before.cpu
        lines = [
            f"{self.games} games ({self.plies} plies) in {self.seconds:.0f} s; the bots were told of {self.told}; "
            f"{self.faults} faults",
            f"server: {1000 * cpu / self.games:.1f} ms of CPU a game, of which the bare referee needs "
            f"{1000 * self.referee_cpu / self.games:.1f}",
            f"an answer takes {1000 * self.added:.2f} ms longer than under the bare referee, where one game is played",
            f"memory {self.before.memory:.1f} -> {self.after.memory:.1f} MiB, files {self.before.files} -> "
            f"{self.after.files}, threads {self.before.threads} -> {self.after.threads}, processes "
            f"{self.before.children} -> {self.after.children}",
        ]
        return "\n".join(lines)


def soak(folder: Path, games: int, minutes: float, bots: int = BOTS) -> Soak:
    """Play so many games in all, but not longer than some minutes."""
    bot = f"plain:{compiled(ROOT / 'examples' / 'bots' / 'plain_first.c', folder)}"
    db = folder / "arena.db"
    with serving(db) as (server, url):
        clients = clients_of(url, bot, bots, "bot")
        asyncio.run(play(clients_of(url, bot, 10, "first"), WARMING, 60 * minutes))
        one, *_, other = clients_of(url, bot, 6, "alone")
        asyncio.run(play([one, other], WARMING, 60 * minutes))
        time.sleep(1.0)
        store = ArenaStore(db, readonly=True)
        rows_before, alone = len(store.games()), store.games()[-WARMING:]
        store.close()
        before, begun = usage(server.pid), time.monotonic()
        asyncio.run(play(clients, games, 60 * minutes))
        seconds = time.monotonic() - begun
        time.sleep(1.0)
        after = usage(server.pid)
    store = ArenaStore(db, readonly=True)
    rows = store.games()
    rows = rows[rows_before:]
    kinds = Counter(row.game for row in rows)
    referee_cpu = 0.0
    for kind, times in kinds.items():
        begun = time.process_time()
        for seed in range(COMPARED):
            play_game(kind, bot, bot, seed=seed, limits=LIMITS, max_plies=MAX_PLIES)
        referee_cpu += (time.process_time() - begun) / COMPARED * times
    remote = [taken for row in alone if (record := store.record(row.number)) for taken in record.times if taken]
    bare = [play_game(GAMES[0], bot, bot, seed=seed, limits=LIMITS, max_plies=MAX_PLIES) for seed in range(COMPARED)]
    added = median(remote) - median([taken for record in bare for taken in record.times if taken])
    store.close()
    told = {ending.number for client in clients for ending in client.endings}
    assert sum(len(client.endings) for client in clients) >= len(told)
    return Soak(
        games=len(rows),
        told=len(told),
        faults=sum(row.fault is not None for row in rows),
        seconds=seconds,
        before=before,
        after=after,
        referee_cpu=referee_cpu,
        added=added,
        plies=sum(row.plies for row in rows),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--minutes", type=float, default=60.0)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = folder
        print(soak(Path(folder), chosen.games, chosen.minutes).report())


if __name__ == "__main__":
    main()
