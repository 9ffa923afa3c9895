"""A game that is only played imports its rules, and none of its pictures, records, protocols and evaluations."""

from __future__ import annotations

import subprocess
import sys

import pytest

import boardgames as bg

PLAY = """
import sys, boardgames as bg
state = bg.load({game!r}).start()
state.actions() or state.chances()
print(*sorted(name for name in sys.modules if name.startswith("boardgames.")), sep="\\n")
print(len(sys.modules))
"""
RULES = {
    "actions", "arena", "board", "counting", "explanation", "family", "geometry", "impasse", "io", "mill_memory",
    "move_lists", "movegen", "moves", "notation", "options", "pages", "pieces", "position", "position_history",
    "repetition", "rules", "sfen", "tables", "tracks", "variant",
}  # fmt: skip
MOST_MODULES = 220  # in all, Python's own included


@pytest.mark.parametrize("game", bg.games())
def test_a_game_imports_only_its_rules(game: str) -> None:
    words = subprocess.run(
        [sys.executable, "-c", PLAY.format(game=game)], capture_output=True, text=True, check=True
    ).stdout.split()
    ours = [word.split(".") for word in words[:-1]]
    packages = {"boardgames.games", *(f"boardgames.games.{name}" for name in ("shogi", "minishogi", "morris", "ur"))}
    for parts in ours:
        if parts[1:2] == ["games"] and ".".join(parts) not in packages and len(parts) > 3:
            assert parts[-1] in RULES, f"{game} imports {'.'.join(parts)}"
        assert parts[1:3] not in (["core", "picture"], ["core", "protocol"], ["core", "learning"]), ".".join(parts)
        assert parts[1] in ("core", "games", "build", "signals"), f"{game} imports {'.'.join(parts)}"
    assert int(words[-1]) <= MOST_MODULES
