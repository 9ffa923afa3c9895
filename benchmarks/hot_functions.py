"""Which compiled functions do the work: builds a copy that counts, plays and solves with it, and writes the names.

    python -m benchmarks.hot_functions [--write]

The build compiles these functions with optimisation and all others without, since
optimising what runs seldom was most of the time of an installation.  The measure
is how often the lines of a function's C are run, as gcov counts them, in each kind
of work for itself.  ``--write`` replaces ``build_tools/hot.txt``; do so after a
function in a compiled module was renamed, or when play changed.  Needs gcc with
gcov and the extra ``test``.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "build_tools"))
from splitting import DEFINITION, HOT, WRAPPER, module_of, names_in  # noqa: E402 - it is no part of the package

SHARE_OF_A_LINE = 8e-6
"""A function is hot if its lines run, one with another, at least this part of all lines that some work executes."""

OF_A_START = 4.5
"""So many times this part must run while a game is loaded, which happens once."""

OVERHEAD = 4
"""Lines that a call costs its caller: short functions count as so much longer."""

UNNAMED = "__mypyc_"
"""In the names that mypyc gives what has none in the source, as a lambda."""

START = """
import os, sys, tempfile
from random import Random
import boardgames as bg
from boardgames import build

assert build.kind() == "compiled"
"""

GAMES = {"shogi": 4, "minishogi": 5, "dice-shogi": 3, "morris": 5, "ur": 11}
"""Each game, and how deep its perft goes."""

PLAYERS = {
    "shogi": ("alphabeta:nodes=3000,search=selective,judgement=learned", "mcts:nodes=200,priors=line"),
    "minishogi": (
        "alphabeta:nodes=3000,search=selective,judgement=learned",
        "alphabeta:nodes=3000,search=selective,judgement=pairs",
        "mcts:nodes=200,priors=line",
    ),
    "dice-shogi": ("alphabeta:nodes=3000,search=selective,judgement=learned", "expectation:depth=2"),
    "morris": ("alphabeta:nodes=3000,judgement=learned",),
    "ur": ("expectation:depth=3,judgement=learned",),
}
"""Players of a game that have more of the machine than the usual ones."""

OTHER_RULES = (
    "torishogi",
    "kyotoshogi",
    "microshogi",
    "euroshogi",
    "checkshogi",
    "morris:preset=morabaraba",
    "ur:preset=masters",
)
"""Games with moves that those have not."""

PERFT = "bg.perft(bg.load({game!r}).start(), {depth})"

RANDOM_PLAY = """
rng = Random(1)
start = state = bg.load({game!r}).start()
for ply in range(60_000):
    actions = state.actions()
    if actions:
        state = state.apply(actions[int(rng.random() * len(actions))])
    elif chances := state.chances():
        state = state.apply(chances[int(rng.random() * len(chances))][0])
    else:
        state = start
"""

PLAYOUTS = """
rng = Random(1)
for game in range(300):
    bg.playout(bg.load({game!r}).start(), rng)
"""

SEARCH = """
from boardgames import contest

contest.play_game({game!r}, {player!r}, {player!r}, seed=1, max_plies=40)
"""

VECTOR = """
import numpy as np
from boardgames import rl

environment = rl.VectorEnv({game!r}, 64, seed=1, observation={observation!r}, max_plies=512)
info = environment.reset()[1]
drawn = np.random.default_rng(1)
for step in range(800):
    offsets = info["offsets"]
    chosen = offsets[:-1] + (drawn.random(64) * (offsets[1:] - offsets[:-1])).astype(np.int32)
    info = environment.step(info["legal"][chosen])[-1]
"""

SOLVE = """
from boardgames.__main__ import main

sys.argv = ["boardgames", "solve", "ur", "--tokens", "3", "--out", os.path.join(tempfile.mkdtemp(), "ur3")]
main()
"""

SOLVE_DOBUTSU = """
from pathlib import Path
from boardgames.solve.dobutsu.solver import solve_men

solve_men((1, 0, 2), Path(tempfile.mkdtemp(), "dobutsu"))
"""

SOLVE_MORRIS = """
from boardgames.__main__ import main

sys.argv = ["boardgames", "solve", "morris:preset=six", "--men", "4", "--out", os.path.join(tempfile.mkdtemp(), "six")]
main()
"""

GENERIC = """
from boardgames.solve import generic

generic.solve(bg.load("ur", tokens=1).start())
"""

GENERIC_WITHOUT_DICE = """
from boardgames.solve import generic

generic.solve(bg.load("morris", preset="three", turns=1_000).start())
"""

SELF_PLAY = """
import numpy as np
from itertools import islice
from boardgames.rl import SelfPlay, SelfPlayOptions

game = bg.load({game!r})
uniform = lambda planes: (np.zeros((len(planes), game.action_count), np.float32), np.zeros(len(planes), np.float32))
list(islice(SelfPlay(game, uniform, n=8, seed=1, options=SelfPlayOptions(nodes=64)).games(), 4))
"""

MATE = """
from contextlib import suppress
from boardgames.players.budget import Budget
from boardgames.players.mates.mate_search import MateSearch, Undecided

rng = Random(1)
for game in range(20):
    state = bg.playout(bg.load("shogi").start(), rng, 80)
    with suppress(Undecided):
        MateSearch(bg.find("shogi").insight.forcing_moves).find(state, 7, Budget(nodes=2_000))
"""


BEGIN = "bg.load({game!r}).start().actions()"
"""What every kind of work does once; its lines count only where it is the work, in shogi, whose tables are large."""

LOADING = "loading shogi"


def work() -> list[tuple[str, str | None, str]]:
    """Kinds of work: what each is called, the game that it begins with, and itself as Python."""
    kinds: list[tuple[str, str | None, str]] = [
        (LOADING, None, BEGIN.format(game="shogi")),
        ("solve ur", "ur", SOLVE),
        ("solve dobutsu", "dobutsu", SOLVE_DOBUTSU),
        ("solve morris", "morris", SOLVE_MORRIS),
        ("solve generic", "ur", GENERIC),
        ("solve generic without dice", "morris", GENERIC_WITHOUT_DICE),
        ("self-play minishogi", "minishogi", SELF_PLAY.format(game="minishogi")),
        ("self-play ur", "ur", SELF_PLAY.format(game="ur")),
        ("mate", "shogi", MATE),
    ]
    for game, depth in GAMES.items():
        kinds.append((f"perft {game}", game, PERFT.format(game=game, depth=depth)))
        kinds.append((f"random play {game}", game, RANDOM_PLAY.format(game=game)))
        kinds.append((f"playouts {game}", game, PLAYOUTS.format(game=game)))
        for player in ("alphabeta:nodes=3000", "mcts:nodes=600", *PLAYERS.get(game, ())):
            kinds.append((f"{player} {game}", game, SEARCH.format(game=game, player=player)))
        for observation in ("own", None):
            code = VECTOR.format(game=game, observation=observation)
            kinds.append((f"vector {observation} {game}", game, code))
    kinds += [(f"playouts {game}", game, PLAYOUTS.format(game=game)) for game in OTHER_RULES]
    return kinds


def built(folder: Path) -> None:
    """Builds a copy of the project that counts."""
    files = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True).split("\0")
    for name in filter(None, files):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(command, cwd=folder, env={**compiled_build(), "BOARDGAMES_OPTIMIZE": "coverage"}, check=True)


def compiled_build() -> dict[str, str]:
    """The environment without what asks for the pure build."""
    return {name: value for name, value in os.environ.items() if name != "BOARDGAMES_PURE"}


def counted(folder: Path, code: str) -> Counter[str]:
    """How many lines of each C function were run by some work, in the copy that counts."""
    for old in folder.glob("build/**/*.gcda"):
        old.unlink()
    subprocess.run([sys.executable, "-c", code], cwd=folder, env={**compiled_build(), "PYTHONPATH": "src"}, check=True)
    data = next(folder.glob("build/**/all.gcda"))
    report = json.loads(subprocess.check_output(["gcov", "-j", "-t", data.name], cwd=data.parent))
    lines: Counter[str] = Counter()
    for file in report["files"]:
        if file["file"].endswith(".c"):
            for line in file["lines"]:
                lines[line.get("function_name", "")] += line["count"]
    return lines


def hot() -> list[str]:
    """The names for ``hot.txt``."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        built(folder)
        named: dict[str, str] = {}
        size: Counter[str] = Counter()
        for source in folder.glob("build/__native_*.c"):
            text, module = source.read_text(encoding="utf-8"), module_of(source)
            written = [match for pattern in (DEFINITION, WRAPPER) for match in pattern.finditer(text)]
            lines_of = {match[2]: match[0].count("\n") for match in written}
            for function, short in names_in(text).items():
                named[function] = f"{module}:{short}"
                size[named[function]] += lines_of[function]
        games = {game for _, game, _ in work() if game is not None}
        begin = {game: counted(folder, START + BEGIN.format(game=game)) for game in games}
        names: set[str] = set()
        for kind, game, code in work():
            print(kind, file=sys.stderr)
            lines = counted(folder, START + code)
            if game is not None:
                lines -= begin[game]
            run: Counter[str] = Counter()
            for function, count in lines.items():
                if function in named:
                    run[named[function]] += count
            least = SHARE_OF_A_LINE * lines.total() * (OF_A_START if kind == LOADING else 1)
            names |= {name for name, count in run.items() if count >= least * (size[name] + OVERHEAD)}
        names -= {name for name in names if UNNAMED in name}
    return sorted(names)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help=f"replace {HOT.relative_to(ROOT)}")
    arguments = parser.parse_args()
    found = "\n".join(hot()) + "\n"
    if arguments.write:
        HOT.write_text(found, encoding="utf-8")
    else:
        print(found, end="")


if __name__ == "__main__":
    main()
