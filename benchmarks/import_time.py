"""What ``import boardgames`` costs: CPU of a fresh interpreter with the import, less that of one without.

    python -m benchmarks.import_time

The builds are compared beside ``attrs`` alone, the one library that is always
loaded, and beside the import of a game.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from statistics import median

ROUNDS = 15
CASES = {
    "attrs alone": ("import attrs", ""),
    "boardgames": ("import boardgames", ""),
    "boardgames, pure": ("import boardgames", "1"),
    "with Ur loaded": ("import boardgames; boardgames.load('ur').start()", ""),
}


def cpu(code: str, pure: str) -> float:
    """Milliseconds of CPU, user and system, of an interpreter that runs ``code``."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "BOARDGAMES_PURE": pure}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def main() -> None:
    rounds = []
    for _ in range(ROUNDS):  # in turn, so that all meet the same machine
        bare = cpu("pass", "")
        rounds.append([bare, *(cpu(code, pure) - bare for code, pure in CASES.values())])
    columns = list(zip(*rounds, strict=True))
    print(f"Python {sys.version.split()[0]}, {ROUNDS} rounds, milliseconds of CPU")
    print(f"{'':20}{'median':>9}{'least':>9}")
    for name, column in zip(["(interpreter alone)", *CASES], columns, strict=True):
        print(f"{name:20}{median(column):9.1f}{min(column):9.1f}")


if __name__ == "__main__":
    main()
