"""The words of the protocol."""

from __future__ import annotations

import pickle

import pytest

import boardgames as bg


@pytest.mark.parametrize(
    ("returns", "winner"),
    [((1.0, -1.0), 0), ((-1.0, 1.0), 1), ((0.0, 0.0), None), ((0.0, 0.0, 0.0), None), ((-0.5, -0.5, 1.0), 2)],
)
def test_the_winner_has_the_best_return_alone(returns: tuple[float, ...], winner: int | None) -> None:
    assert bg.Outcome(returns, "over").winner == winner


def test_outcomes_are_values() -> None:
    outcome = bg.Outcome((1.0, -1.0), "mate")
    assert outcome == bg.Outcome((1.0, -1.0), "mate") != bg.Outcome((1.0, -1.0), "time")
    assert pickle.loads(pickle.dumps(outcome)) == outcome
    with pytest.raises(AttributeError):
        outcome.reason = "luck"  # type: ignore[misc]


def test_an_error_without_legal_actions_names_none() -> None:
    assert str(bg.IllegalAction("x", "the game is over")) == "'x' is not legal: the game is over"
