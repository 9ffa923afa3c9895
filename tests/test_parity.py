"""The compiled build and the pure one play identical games, in every game there is."""

from __future__ import annotations

import pytest

from boardgames import build
from boardgames.core.lookup import GAMES
from tests.parity import digest, parity, record

pytestmark = pytest.mark.skipif(
    build.kind() == "pure", reason="the pure build runs here: there is no compiled one to compare it with"
)

VARIED = [
    "ur:tokens=3,capture_turn=on",
    "ur:rosettes=3+6+10,safe_rosettes=6,rosette_turn=off",
    "ur:tokens=2,safe_rosettes=none,dice=0+3+3+1+1+2",
]


FEW = ("ur", "morris", "dice-shogi", "kyotoshogi")
"""Games of each kind, which are tried every day: the other variants of shogi are data over the same rules."""


def test_both_builds_play_the_same_games() -> None:
    parity(FEW, plies=250)


@pytest.mark.thorough
def test_both_builds_play_the_same_games_for_long() -> None:
    parity([*GAMES.installed(), *VARIED])


def test_a_difference_is_shown_by_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this build played otherwise, the first line that differs would be shown.  Here the other build is this one."""

    def same(games: list[str], seed: int, plies: int, *more: str) -> str:
        lines = record(games[0], seed, plies)
        return f"pure {digest(lines)}" if more else "\n".join(lines)

    def other(game: str, seed: int, plies: int) -> list[str]:
        return [line.replace("17: ", "17:  ") for line in record(game, seed, plies)]

    monkeypatch.setattr("tests.parity.record", other)
    monkeypatch.setattr("tests.parity.pure", same)
    with pytest.raises(
        AssertionError, match=r"ur, seed 1: the builds part here\n *compiled 17:  0.*\n *pure     17: 0"
    ):
        parity(["ur"], plies=30)
