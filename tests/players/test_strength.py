"""Who beats whom, by our own matches: sides swapped, the same luck, and the whole interval of 95 % above one half."""

from __future__ import annotations

from pathlib import Path

import pytest

import boardgames as bg
from boardgames import build
from boardgames.contest import play_match
from boardgames.games.ur.table import solver
from tests.samples import few

BOARDS = ("morris", "minishogi", "dice-shogi", "shogi")


def is_better(game: str, one: str, other: str, games: int) -> None:
    score = play_match(game, one, other, games=games, seed=1).tally.trials.score
    assert score.low > 0.5, f"{one} against {other} in {game}: {score.value:.3f} ± {score.error:.3f} of {games} games"


@pytest.mark.parametrize("game", few(["ur", "morris", "minishogi", "dice-shogi"], "minishogi"))
def test_greedy_beats_random(game: str) -> None:
    is_better(game, "greedy", "random", 20 if game == "ur" else 12)


THINKERS = ["alphabeta:nodes=100", "mcts:nodes=150", "expectation:nodes=100"]


@pytest.mark.parametrize("player", few(THINKERS, THINKERS[0]))
def test_thinkers_beat_greedy(player: str) -> None:
    is_better("morris", player, "greedy", 12)


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["dobutsu", "gorogoro"])
def test_level_five_beats_level_three_on_a_small_board(game: str) -> None:
    """From one to the other, levels change from slips to positions searched."""
    is_better(game, "alphabeta:level=5", "alphabeta:level=3", 12)


@pytest.mark.thorough
@pytest.mark.skipif(build.kind() == "pure", reason="takes long uncompiled")
def test_nobody_beats_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    solver.solve(bg.load("ur", tokens=2))
    is_better("ur:tokens=2", "perfect", "random", 40)


# -- the same at length -----------------------------------------------------------------


@pytest.mark.slow
def test_ur(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    solver.solve(bg.load("ur", tokens=4))
    for one, other in (("perfect", "expectation:depth=2"), ("expectation:depth=2", "greedy"), ("greedy", "random")):
        is_better("ur:tokens=4", one, other, 1000)


@pytest.mark.slow
@pytest.mark.parametrize("game", BOARDS)
def test_boards(game: str) -> None:
    for one, other in (("alphabeta:nodes=1000", "greedy"), ("greedy", "random")):
        is_better(game, one, other, 30)


@pytest.mark.slow
@pytest.mark.parametrize("player", ["alphabeta", "mcts"])
@pytest.mark.parametrize("game", ["morris", "minishogi", "dice-shogi"])
def test_more_nodes_beat_fewer(game: str, player: str) -> None:
    is_better(game, f"{player}:nodes=3000", f"{player}:nodes=300", 40)


@pytest.mark.slow
@pytest.mark.parametrize("player", ["alphabeta", "mcts"])
def test_more_nodes_beat_fewer_in_shogi(player: str) -> None:
    is_better("shogi", f"{player}:nodes=6000", f"{player}:nodes=600", 16)


@pytest.mark.slow
@pytest.mark.parametrize("player", ["alphabeta", "mcts"])
@pytest.mark.parametrize("game", ["ur", *BOARDS, "dobutsu", "gorogoro"])
def test_a_level_beats_that_two_below(game: str, player: str) -> None:
    for level in range(3, 7):
        is_better(game, f"{player}:level={level}", f"{player}:level={level - 2}", 40)
