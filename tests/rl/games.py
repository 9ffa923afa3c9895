"""The games that the environments are tried with: ours, and strangers'."""

from __future__ import annotations

from tests.conftest import ROOT

OURS = ("ur", "morris", "minishogi", "dice-shogi", "shogi")
HEXAPAWN = f"{ROOT / 'examples' / 'hexapawn.py'}:SPEC"
CONNECT_FOUR = f"{ROOT / 'examples' / 'connect_four' / 'src' / 'connect_four'}:SPEC"
GAMES = (*OURS, CONNECT_FOUR)


def label(game: str) -> str:
    """A short name for a test's title."""
    return "connect-four" if game == CONNECT_FOUR else "hexapawn" if game == HEXAPAWN else game
