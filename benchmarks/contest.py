"""What a contest costs: games a second, and the runner's own CPU a game, against the number of workers.

    python -m benchmarks.contest [GAMES [PROGRAM_GAMES]]

In-process games are of Ur between two players that take the first legal action,
so that next to nothing is their thinking; the games of programs are between two
instant bots in C.  The runner's CPU is that of its process alone, with workers,
so without playing: planning, sending, receiving, keeping and counting.  The
database's share is the CPU of keeping a game, measured on the same records.
Peers, where they were built by us once: c-chess-cli 21 and fastchess 56
microseconds of CPU a ply, with instant engines and without rules (published by
this project's own measurements, on a machine of this kind).
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import fmean, pvariance

from boardgames import build
from boardgames.contest import KeptGame, Store, play_match
from boardgames.contest.configuration import Configuration
from boardgames.contest.game_task import play
from boardgames.contest.plan import plan
from boardgames.contest.play import configured, entries
from boardgames.contest.score import MatchScore
from boardgames.contest.store import FinishedGame

ROOT = Path(__file__).parent.parent
FIRST = f"{ROOT / 'benchmarks' / 'contest_players.py'}:First"
WAVERING = f"{ROOT / 'benchmarks' / 'contest_players.py'}:Wavering"
WORKERS = (0, 1, 2)


def contest(games: int, one: str, other: str, **others: object) -> Configuration:
    return configured("ur", entries("ur", [one, other], ["one", "other"]), games=games, seed=1, **others)  # type: ignore[arg-type]


def cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def measure(label: str, games: int, one: str, other: str, workers: int, folder: Path) -> None:
    """Play a match with a database, and print its line."""
    plies: list[int] = []
    before, begun = cpu(), time.perf_counter()
    play_match(
        "ur",
        one,
        other,
        names=["one", "other"],
        games=games,
        seed=1,
        jobs=workers,
        db=folder / f"{label}{workers}.db",
        on_game=lambda game: plies.append(game.plies),
    )
    took, own = time.perf_counter() - begun, cpu() - before
    who = "this process" if workers == 0 else f"{workers} worker{'s' * (workers > 1)}"
    line = f"{label:22}{who:14}{games / took:10.0f}{own / games * 1e6:12.0f}{own / sum(plies) * 1e6:12.2f}"
    print(line, flush=True)


def keeping(games: int, folder: Path) -> float:
    """Microseconds of CPU to keep a game."""
    configuration = contest(games, FIRST, FIRST)
    finished: list[FinishedGame] = [play(configuration, planned) for planned in plan(configuration, {}).games]
    with Store.create_or_open(folder / "keeping.db", configuration) as store:
        before = cpu()
        for planned, game in zip(plan(configuration, {}).games, finished, strict=True):
            store.add(planned, game)
        return (cpu() - before) / games * 1e6


def looking(games: int, folder: Path) -> float:
    """Seconds of CPU for what ``status`` does with a file of so many games."""
    configuration = contest(games, "random", "random")
    path = folder / "status.db"
    with Store.create_or_open(path, configuration) as store:
        rest = ("home", None, None, None, 250, 0.1, 0.1, 0.01, 0.01, 0.0)
        rows = [
            (game.number, 1, game.pair, game.first, game.second, float(game.number % 3 == 0), *rest)
            for game in plan(configuration, {}).games
        ]
        store.connection.execute("BEGIN")
        store.connection.executemany(f"INSERT INTO games VALUES ({', '.join('?' * 16)})", rows)
        store.connection.execute("COMMIT")
    before = cpu()
    with Store.reading(path) as store:
        MatchScore.of(store.configuration, store.games())
    return cpu() - before


def paired_dice(games: int) -> tuple[float, float]:
    """The variance of a pair's mean with the same dice, and with dice of their own, between two equal players.

    They draw otherwise, as a pair of games between players that do the same would be one game told twice.
    """
    variances = []
    for swap in (True, False):
        points: list[tuple[int, float]] = []

        def note(game: KeptGame, points: list[tuple[int, float]] = points) -> None:
            points.append((game.number, game.points(0)))

        play_match("ur", WAVERING, f"{WAVERING}Too", names=["a", "b"], games=games, seed=1, swap=swap, on_game=note)
        scores = [score for _, score in sorted(points)]
        variances.append(pvariance([fmean(pair) for pair in zip(scores[::2], scores[1::2], strict=True)]))
    return variances[0], variances[1]


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    programs = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000
    print(f"boardgames {build.kind()}; {games} games in process, {programs} of programs, of Ur")
    print(f"{'':36}{'games/s':>10}{'own us/game':>12}{'own us/ply':>12}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for workers in WORKERS:
            measure("in process", games, FIRST, FIRST, workers, folder)
        bot = folder / "ur_first"
        subprocess.run(["cc", "-O2", "-o", str(bot), str(ROOT / "examples/bots/ur_first.c")], check=True)
        for workers in WORKERS:
            measure("bots in C", programs, str(bot), str(bot), workers, folder)
        print(f"keeping a game: {keeping(min(games, 1000), folder):.0f} us of CPU")
        print(f"status of 100,000 games: {looking(100_000, folder):.2f} s of CPU")
        same, own = paired_dice(min(games, 2000))
        print(f"variance of a pair's mean, between two alike: {same:.4f} with the same dice, {own:.4f} with their own")
        print(f"  ratio {same / own:.2f}")


if __name__ == "__main__":
    main()
