"""Which compiled functions do the work: builds a copy that counts, plays and solves with it, and writes the names.

    python -m benchmarks.hot_functions [--write]

The build compiles these functions with optimisation and all others without, since
optimising what runs seldom was most of the time of an installation.  The measure
is how often the lines of a function's C are run, as gcov counts them.  ``--write``
replaces ``build_tools/hot.txt``; do so after a function in a compiled module was
renamed, or when play changed.  Needs gcc with gcov and the extra ``test``.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
HOT = ROOT / "build_tools" / "hot.txt"
SHARE = 2e-4
"""What part of all executed lines makes a function hot."""

ALWAYS = ("src/boardgames/core/model/walk.py", "src/boardgames/solve/generic.py")
"""Modules that work in one call for long, and are hot as a whole."""

WORK = """
import contextlib, os, sys, tempfile
from random import Random
import numpy as np
import boardgames as bg
from boardgames import build, contest, rl
from boardgames.__main__ import main

assert build.kind() == "compiled"
GAMES = ["shogi", "minishogi", "morris", "ur", "dice-shogi"]
for name in GAMES:
    rng = Random(1)
    start = state = bg.load(name).start()
    for ply in range(60_000):
        actions = state.actions()
        if actions:
            state = state.apply(actions[int(rng.random() * len(actions))])
        elif chances := state.chances():
            state = state.apply(chances[int(rng.random() * len(chances))][0])
        else:
            state = start
    for player in ("alphabeta:nodes=3000", "mcts:nodes=600"):
        contest.play_game(name, player, player, seed=1, max_plies=40)
    for observation in ("own", None):
        environment = rl.VectorEnv(name, 64, seed=1, observation=observation, max_plies=512)
        info = environment.reset()[1]
        drawn = np.random.default_rng(1)
        for step in range(400):
            offsets = info["offsets"]
            chosen = offsets[:-1] + (drawn.random(64) * (offsets[1:] - offsets[:-1])).astype(np.int32)
            info = environment.step(info["legal"][chosen])[-1]
with tempfile.TemporaryDirectory() as folder, contextlib.suppress(SystemExit):
    sys.argv = ["boardgames", "solve", "ur", "--tokens", "3", "--out", os.path.join(folder, "ur3")]
    main()
"""


def functions(path: Path) -> set[str]:
    """The functions and methods of a module, as ``name`` or ``Class.name``."""
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{part.name}" for part in node.body if isinstance(part, ast.FunctionDef)}
    return names


def counted(folder: Path) -> Counter[str]:
    """How many lines of each C function were run, in a copy of the project that counts."""
    files = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True).split("\0")
    for name in filter(None, files):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    variables = {name: value for name, value in os.environ.items() if name != "BOARDGAMES_PURE"}
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(command, cwd=folder, env={**variables, "BOARDGAMES_OPTIMIZE": "coverage"}, check=True)
    subprocess.run([sys.executable, "-c", WORK], cwd=folder, env={**variables, "PYTHONPATH": "src"}, check=True)
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
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["boardgames"]
    modules: list[str] = settings["compiled"]
    named = {path: functions(ROOT / path) for path in modules}
    with tempfile.TemporaryDirectory() as folder:
        lines = counted(Path(folder))
    names = {name for path in ALWAYS for name in named[path]}
    for function, count in lines.items():
        if function.startswith("CPyDef_") and count >= SHARE * lines.total():
            for path in modules:
                before, stem, name = function.rpartition(f"{Path(path).stem}___")
                if stem and before.endswith("_"):
                    names |= {name, name.replace("___", ".", 1)} & named[path]
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
