"""The words of the protocol."""

from __future__ import annotations

import pickle
from dataclasses import dataclass

import attrs
import pytest

import boardgames as bg
from tests.samples import cases


@cases(
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


@attrs.frozen
class Scored(bg.Outcome):
    points: int = 0


@dataclass(frozen=True)
class ScoredDataclass(bg.Outcome):
    returns: tuple[float, ...]
    reason: str
    points: int = 0


@pytest.mark.parametrize("kind", [Scored, ScoredDataclass])
def test_an_outcome_with_further_fields_compares_all_of_them(kind: type[Scored] | type[ScoredDataclass]) -> None:
    first = kind((1.0, -1.0), "mate", 3)
    assert first == kind((1.0, -1.0), "mate", 3) and hash(first) == hash(kind((1.0, -1.0), "mate", 3))
    assert first not in (kind((-1.0, 1.0), "mate", 3), kind((1.0, -1.0), "time", 3), kind((1.0, -1.0), "mate", 4))
    assert first != bg.Outcome((1.0, -1.0), "mate")
    assert first.winner == 0


def test_a_dataclass_that_leaves_out_the_fields_of_an_outcome_is_not_made() -> None:
    @dataclass(frozen=True)
    class Short(bg.Outcome):
        points: int = 0

    with pytest.raises(TypeError, match="positional argument"):
        Short((1.0, -1.0), "mate", 3)  # type: ignore[call-arg, arg-type]


def test_an_error_without_legal_actions_names_none() -> None:
    assert str(bg.IllegalAction("x", "a reason")) == "'x' is not legal: a reason"
