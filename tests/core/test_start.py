"""What ``import boardgames`` imports: no game, and nothing that only some programs need."""

from __future__ import annotations

import json
import subprocess
import sys

PROGRAM = """\
import sys
before = set(sys.modules)
import boardgames
import json
print(json.dumps(sorted(set(sys.modules) - before)))
"""

HEAVY = {"click", "email", "importlib.metadata", "importlib.resources", "numpy", "pathlib", "random", "rich", "zipfile"}


def test_the_library_imports_no_game_and_nothing_heavy() -> None:
    result = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=60)
    imported = set(json.loads(result.stdout))
    assert not {name for name in imported if name.startswith("boardgames.games.")}
    parts = {name.split(".")[1] for name in imported if name.startswith("boardgames.")}
    assert parts <= {"build", "core", "foreign_names", "games", "moved"}
    assert not {name for name in imported if name.startswith("boardgames.core.") and name.split(".")[2] in LATER}
    assert not imported & HEAVY - {"json"}


LATER = {"learning", "picture", "protocol", "record", "seeds", "vectors"}
"""The parts of core that a game needs when it is watched, recorded or learned."""

WITHOUT_EVALUATION = """\
import sys
import boardgames
for name in ("ur", "morris", "shogi", "dice-shogi"):
    boardgames.load(name).start()
print([name for name in sys.modules if name.endswith("search_eval")])
print(boardgames.find("ur").evaluate.__module__)
"""


def test_a_game_imports_its_evaluation_only_when_it_is_asked_for_it() -> None:
    command = [sys.executable, "-c", WITHOUT_EVALUATION]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout.splitlines() == ["[]", "boardgames.games.ur.search_eval"]
