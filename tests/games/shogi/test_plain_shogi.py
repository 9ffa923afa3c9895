"""The rules against a second program, written as the statement tells them and not for speed."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.shogi.plain_shogi import PlainShogi
from tests.games.shogi.scenes import load

GAME = load("shogi", impasse="none")


def agree(seed: int, plies: int) -> None:
    rng = Random(seed)
    plain, state = PlainShogi(), GAME.start()
    for _ in range(plies):
        legal = plain.legal()
        if plain.repeated():
            assert state.outcome is not None and state.outcome.reason in ("repetition", "perpetual check")
            return
        assert sorted(map(str, state.actions())) == sorted(legal), str(state)
        assert state.in_check() == plain.past[-1][1]
        if not legal:
            return
        text = rng.choice(sorted(legal))
        plain.play(text, legal[text])
        state = state.play(text)


@pytest.mark.thorough
def test_a_game_has_the_same_legal_moves_all_along() -> None:
    agree(seed=322, plies=80)  # one with checks, drops, and promotions on the way out of the zone


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_games_have_the_same_legal_moves_all_along(seed: int) -> None:
    agree(seed, plies=400)
