"""What searches believe of positions: bounded, fair to both sides, and each term with its sign."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.model.walk import edges
from boardgames.games.shogi.moves.tables import tables_of
from boardgames.games.shogi.values import tactics
from boardgames.games.shogi.values.piece_values import values_of
from boardgames.games.shogi.variant import SHOGI
from boardgames.learning.search_hints import SearchHints


def insight(game: str) -> SearchHints:
    found = bg.find(game.partition(":")[0]).insight
    assert found is not None
    return found


def judged(game: str, position: str, seat: int = 0) -> float:
    return insight(game).evaluate(bg.load(game).parse(position), seat)


@pytest.mark.parametrize(
    "game", ["ur", "ur:tokens=1", "morris", "morris:preset=classic", "minishogi", "shogi", "dice-shogi"]
)
def test_bounded_and_opposite(game: str) -> None:
    rng = Random(3)
    evaluate = insight(game).evaluate
    for _ in range(6):
        state: bg.State = bg.load(game).start()
        for _ in range(150):
            value = evaluate(state, 0)
            assert -1 <= value <= 1
            assert evaluate(state, 1) == -value
            ways = edges(state)
            if not ways:
                break
            state = state.apply(rng.choice(ways))


@pytest.mark.parametrize(
    ("game", "better", "worse"),
    [
        # a pawn more; a rook in hand rather than on the board; generals beside the king; kings at home
        ("shogi", "4k4/9/9/9/9/9/4P4/9/4K4 b - 1", "4k4/9/9/9/9/9/9/9/4K4 b - 1"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b R 1", "4k4/9/9/9/9/9/9/1R7/4K4 b - 1"),
        ("shogi", "4k4/9/9/9/9/9/9/4G4/4K4 b - 1", "4k4/9/9/9/9/9/9/G8/4K4 b - 1"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b - 1", "4k4/9/9/4K4/9/9/9/9/9 b - 1"),
        ("shogi", "4k4/9/4S4/9/9/9/9/9/4K4 b - 1", "4k4/9/8S/9/9/9/9/9/4K4 b - 1"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b - 1", "4k4/9/9/9/9/9/9/9/4K4 w - 1"),
        ("minishogi", "4k/5/5/5/K4 b 2G 1", "4k/5/5/5/K4 b G 1"),
        # a man more; a mill to close; room to move
        ("morris", "B......................W b 7 8 2", "B.....................WW b 7 7 3"),
        ("morris:preset=classic", "BB.....................W b 7 8 3", "B.......B..............W b 7 8 3"),
        # further on; at home; on the safe rosette; out of reach
        ("ur", "0,0,0,0,0,0,4 0,0,0,0,0,0,3 0 -", "0,0,0,0,0,0,3 0,0,0,0,0,0,3 0 -"),
        ("ur", "0,0,0,0,0,0,15 0,0,0,0,0,0,3 0 -", "0,0,0,0,0,0,14 0,0,0,0,0,0,3 0 -"),
        ("ur", "0,0,0,0,0,0,8 0,0,0,0,0,0,6 1 -", "0,0,0,0,0,0,9 0,0,0,0,0,0,6 1 -"),
        ("ur", "0,0,0,0,0,0,10 0,0,0,0,0,0,11 0 -", "0,0,0,0,0,0,10 0,0,0,0,0,0,8 0 -"),
        ("ur", "0,0,0,0,0,0,4 0,0,0,0,0,0,4 0 -", "0,0,0,0,0,0,4 0,0,0,0,0,0,4 1 -"),
    ],
)  # fmt: skip
def test_every_term_has_its_sign(game: str, better: str, worse: str) -> None:
    assert judged(game, better) > judged(game, worse)


def test_dice_shogi_is_judged_by_its_board() -> None:
    assert judged("dice-shogi", "4k/5/5/5/K4 b 2G 1 -") == judged("minishogi", "4k/5/5/5/K4 b 2G 1")


def test_a_promoted_man_is_worth_more_and_the_king_most() -> None:
    exchange = values_of(tables_of(SHOGI)).exchange
    assert all(exchange[16 + 8 + kind] > exchange[16 + kind] for kind in (1, 2, 3, 4, 6, 7))
    assert max(exchange) == exchange[16]


# -- tactics -----------------------------------------------------------------------


def urgent(position: str) -> dict[str, int]:
    state = bg.load("shogi").parse(position)
    actions = state.actions()
    return {
        str(action): move_priority
        for action, move_priority in zip(actions, tactics.move_priority(state, actions), strict=True)
        if move_priority
    }


def test_captures_that_win_something_are_urgent() -> None:
    found = urgent("4k4/9/9/2p1r4/9/9/9/4R4/4K4 b - 1")
    assert set(found) == {"5h5d"}
    assert not urgent("4k4/9/9/4p4/9/9/9/9/4KG3 b - 1")


def test_a_rook_for_a_guarded_pawn_is_not() -> None:
    assert "5h5d" not in urgent("4k4/9/4g4/4p4/9/9/9/4R4/4K4 b - 1")
    assert "5h5d" in urgent("4k4/9/9/4p4/9/9/9/4R4/4K4 b - 1")


def test_in_check_all_is_urgent() -> None:
    position = "4k4/9/9/4r4/9/9/9/9/4K4 b G 1"
    assert len(urgent(position)) == len(bg.load("shogi").parse(position).actions())


@pytest.mark.parametrize("game", ["shogi", "minishogi"])
def test_checks_are_the_actions_after_which_the_other_is_in_check(game: str) -> None:
    rng = Random(8)
    seen = 0
    for _ in range(8):
        state: Any = bg.load(game).start()
        for _ in range(120):
            actions = state.actions()
            if not actions:
                break
            truth = [action for action in actions if state.apply(action).in_check()]
            assert list(tactics.checks(state)) == truth
            seen += len(truth)
            state = state.apply(rng.choice(truth or actions))
    assert seen > 50
