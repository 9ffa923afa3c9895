"""A game that is only played imports its rules, and none of its pictures, records, protocols and evaluations."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

import pytest

import boardgames as bg

PLAY = """
import os, sys, boardgames as bg
for game in sys.argv[1:]:
    if os.fork():
        os.wait()
        continue
    state = bg.load(game).start()
    state.actions() or state.chances()
    print(*sorted(sys.modules), flush=True)
    os._exit(0)
"""
"""Each game in a process that has imported the library alone."""
RULES = {
    "actions", "arena", "blocks", "board", "family", "geometry", "impasse", "io",
    "mill_memory", "move_lists", "movegen", "moves", "notation", "options", "pages", "pieces", "position",
    "position_history", "repetition", "rules", "sfen", "squares", "tables", "tracks", "variant",
}  # fmt: skip
GAMES = bg.games()
MOST_MODULES = 235  # in all, Python's own included
NEVER = {
    "boardgames.core.model.symmetry", "pkgutil", "hashlib",
    "boardgames.games.keywords", "boardgames.learning.search_hints",
}  # fmt: skip
EXACT = {"fractions", "decimal"}  # for the probabilities of dice


FEW = ("ur", "morris", "shogi", "dice-shogi", "kyotoshogi")
"""Games of each kind, which are tried every day."""


@pytest.mark.parametrize("games", [FEW, pytest.param(GAMES, marks=pytest.mark.thorough)], ids=["few", "all"])
def test_a_game_imports_only_its_rules(games: Sequence[str]) -> None:
    """What is imported when its first actions are listed."""
    lines = subprocess.check_output([sys.executable, "-c", PLAY, *games], text=True).splitlines()
    for game, line in zip(games, lines, strict=True):
        only_rules(game, line.split())


def only_rules(game: str, imported: list[str]) -> None:
    ours = [name.split(".") for name in imported if name.startswith("boardgames.")]
    packages = {"boardgames.games", *(f"boardgames.games.{name}" for name in ("shogi", "minishogi", "morris", "ur"))}
    for parts in ours:
        if parts[1:2] == ["games"] and ".".join(parts) not in packages and len(parts) > 3:
            assert parts[-1] in RULES, f"{game} imports {'.'.join(parts)}"
        assert parts[1:3] not in (["core", "picture"], ["core", "protocol"], ["core", "learning"]), ".".join(parts)
        assert parts[1] in ("build", "core", "foreign_names", "games", "moved", "signals"), (
            f"{game} imports {'.'.join(parts)}"
        )
    assert not NEVER.intersection(imported), game
    assert bg.load(game).chance_count or not EXACT.intersection(imported), game
    assert len(imported) <= MOST_MODULES, game
