"""Search rules say what the states say, in shogi, its variants and any game; scores shrink and come back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.model.walk import edges
from boardgames.games.shogi.values.judgements import rules as shogi_rules
from boardgames.games.shogi.values.search_rules import ShogiSearchRules
from boardgames.learning.search_rules import CHECK, GAIN, NEAR_KING
from boardgames.players.bounded_search import plies_to_end
from boardgames.players.plain_rules import PlainRules
from boardgames.players.scores import FAR, LARGEST, SOON, WON, bounded, farther, nearer, score_of, value_of
from tests.players.positions import positions
from tests.samples import cases, few, sample

ORDINARY = ["minishogi", "shogi", "gorogoro"]
"""Games in which men move and games end as in shogi."""
OTHERS = ["kyotoshogi", "dobutsu", "checkshogi", "torishogi", "microshogi", "euroshogi", "judkins"]


def rules_of(name: str) -> ShogiSearchRules:
    return shogi_rules(bg.load(name), None)


# -- rules ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", few([*ORDINARY, *OTHERS], "shogi", "minishogi", "kyotoshogi"))
def test_moves_are_the_legal_actions_and_lead_where_they_lead(name: str) -> None:
    rules = rules_of(name)
    checks = ends = 0
    for state in positions(name, 4, 100):
        moves = rules.moves(state)
        assert not rules.is_over(state)
        assert [rules.action(state, move) for move in moves] == list(state.actions())
        weights = rules.weights(state, moves)
        assert len(weights) == len(moves) and min(weights) >= 0
        for move, weight in zip(moves, weights, strict=True):
            after: Any = rules.play(state, move)
            assert after == state.apply(rules.action(state, move))
            if weight & CHECK:
                checks += 1
                assert after.in_check(), (str(state), str(rules.action(state, move)))
            if after.outcome is None:
                assert not rules.is_over(after)
            else:
                ends += 1
                assert rules.is_over(after) or not len(rules.moves(after))
                assert rules.result(after) == after.outcome.returns[after.seat]
    assert checks > 5
    assert ends or name in ("shogi", "euroshogi", "judkins", "torishogi")


@cases("name", [*ORDINARY, *OTHERS])
def test_noisy_moves_are_legal_and_hold_the_captures_that_win_something(name: str) -> None:
    rules = rules_of(name)
    captures = 0
    for state in positions(name, 3):
        if state.in_check():
            continue
        moves = rules.moves(state)
        noisy = set(rules.noisy_moves(state))
        assert noisy <= set(moves)
        for move, action, weight in zip(moves, state.actions(), rules.weights(state, moves), strict=True):
            if weight >= GAIN and state.codes[action.target]:
                captures += 1
                assert move in noisy
    assert captures > 5


@cases("name", [*ORDINARY, *OTHERS])
def test_who_passes_keeps_all_and_whoever_passes_back_is_where_it_was(name: str) -> None:
    rules = rules_of(name)
    for state in positions(name, 3):
        if not state.in_check():
            passed: Any = rules.passed(state)
            assert (passed.side, passed.codes) == (3 - state.side, state.codes)
            again: Any = rules.passed(passed)
            assert rules.key(again) == rules.key(state)


def weights_in(name: str, position: str) -> dict[str, int]:
    state: Any = bg.load(name).parse(position)
    rules = rules_of(name)
    moves = rules.moves(state)
    return {str(rules.action(state, move)): w for move, w in zip(moves, rules.weights(state, moves), strict=True)}


def gains(position: str) -> set[str]:
    return {text for text, weight in weights_in("shogi", position).items() if weight >= GAIN}


def test_captures_that_win_something_have_a_weight() -> None:
    assert gains("4k4/9/9/2p1r4/9/9/9/4R4/4K4 b - 1") == {"5h5d"}
    assert not gains("4k4/9/9/4p4/9/9/9/9/4KG3 b - 1")


def test_a_rook_for_a_guarded_pawn_has_none() -> None:
    assert "5h5d" not in gains("4k4/9/4g4/4p4/9/9/9/4R4/4K4 b - 1")
    assert "5h5d" in gains("4k4/9/9/4p4/9/9/9/4R4/4K4 b - 1")


def test_checks_and_moves_beside_the_king_are_flagged() -> None:
    weights = weights_in("shogi", "4k4/9/9/9/9/9/9/9/4K4 b G 1")
    assert weights["G*5b"] == CHECK | NEAR_KING
    assert weights["G*5c"] == 0
    assert weights_in("shogi", "4k4/9/9/9/9/9/9/9/4K4 b R 1")["R*5e"] == CHECK


@pytest.mark.parametrize("name", few(["ur", "morris", "dice-shogi", "minishogi"], "dice-shogi"))
def test_plain_rules_are_the_protocol(name: str) -> None:
    game = bg.load(name)
    rules = PlainRules(game, lambda state, seat: 0.25 if seat == 0 else -0.25)
    rng = Random(2)
    for _ in range(3):
        state: Any = game.start()
        while state.outcome is None:
            assert not rules.is_over(state)
            assert list(rules.chances(state)) == list(state.chances())
            seat = int(rules.seat(state))
            assert seat == state.turn or state.chances()
            assert int(rules.score(state)) == (WON // 4 if state.seat == 0 else -WON // 4)
            for move, action in zip(rules.moves(state), state.actions(), strict=True):
                assert rules.action(state, move) == action
                assert str(rules.play(state, move)) == str(state.apply(action))
            state = state.apply(rng.choice(edges(state)))
        assert rules.is_over(state)
        assert rules.result(state) == state.outcome.returns[int(rules.seat(state))]


# -- scores --------------------------------------------------------------------------


@sample(2_000, thorough=200_000)
def test_what_goes_farther_comes_nearer(sample: int) -> None:
    rng = Random(6)
    for _ in range(sample):
        score = rng.randrange(-(2 ** rng.randrange(1, 42)), 2 ** rng.randrange(1, 42))
        assert nearer(farther(score)) == score
        assert nearer(-score) == -nearer(score)
        assert abs(int(nearer(score))) <= abs(score) <= abs(int(farther(score)))


def test_bounds_and_scores_keep_their_order() -> None:
    """A window before a decision holds what the one after it holds, to the last part."""
    rng = Random(7)
    for _ in range(2_000):
        bound = rng.randrange(-(2 ** rng.randrange(1, 41)), 2 ** rng.randrange(1, 41))
        for score in range(farther(bound) - 3, farther(bound) + 4):
            assert (nearer(score) > bound) is (score > farther(bound)) or nearer(score) == bound
            assert nearer(score) <= nearer(score + 1)


def test_scores_say_how_far_an_end_is() -> None:
    score = WON
    for plies in range(1, 101):
        score = nearer(score)
        assert plies_to_end(value_of(score, 0.0)) == plies == plies_to_end(value_of(-score, 1200.0))
    assert nearer(WON) == SOON
    assert score > FAR


def test_values_of_scores_rise_and_come_back() -> None:
    scores = [-SOON, -FAR, -2400, 0, 1200, 2400, FAR, SOON, WON]
    values = [value_of(score, 1200.0) for score in scores]
    assert values == sorted(values)
    assert round(value_of(1200, 1200.0), 2) == 0.76
    for score in (-2000, -1, 0, 1, 77, 1200):
        assert score_of(value_of(score, 1200.0), 1200.0) == score
    for score in (-FAR, -5, 0, 2**30, LARGEST, WON):
        assert score_of(value_of(score, 0.0), 0.0) == score
    assert [bounded(score) for score in (-WON, -5, WON)] == [-LARGEST, -5, LARGEST]
