"""An evaluation that is no number is named, with the position, by every player that asks for one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.protocol.clock import Clock
from boardgames.players.bounded_search import BadEvaluation
from boardgames.players.budget import Budget
from boardgames.players.greedy import Greedy
from boardgames.players.plain_rules import PlainRules
from boardgames.players.puct import PolicyEvaluator, PolicyTree, grow
from boardgames.players.scores import value_of
from boardgames.players.search import Search
from boardgames.players.tree import UctTree
from tests.piles import THREE
from tests.samples import cases

NAN = float("nan")
START: Any = bg.load("minishogi").start()
SAYS = r"the evaluation of '[^']+' is .*nan.*: expected a number from -1 to 1"


def not_a_number(state: Any, seat: int) -> float:
    return NAN


def test_greedy() -> None:
    with pytest.raises(BadEvaluation, match=SAYS):
        Greedy(Random(1), not_a_number).choose(START, Clock())
    with pytest.raises(BadEvaluation, match="is None: expected a number"):
        Greedy(Random(1), lambda state, seat: None).choose(START, Clock())  # type: ignore[arg-type,return-value]


@pytest.mark.parametrize("full_width", [False, True])
def test_a_search(full_width: bool) -> None:
    search: Search[Any] = Search(PlainRules(START.game, not_a_number), 101, full_width)
    search.begin(Budget())
    count = len(START.actions())
    with pytest.raises(BadEvaluation, match=SAYS):
        search.rated(START, START.actions(), 1, [0.0] * count, list(range(count)), 1)


@cases("value", [float("inf"), -float("inf"), 1e300, -1e300, 2.0, -2.0])
def test_a_search_cuts_off_what_is_too_large(value: float) -> None:
    rules = PlainRules(START.game, lambda state, seat: value)
    assert value_of(rules.score(START), 0.0) == pytest.approx(0.97 if value > 0 else -0.97)


def test_a_tree_for_two_and_for_three() -> None:
    start: Any
    for start in (START, THREE.game(THREE.options()).start()):
        tree = UctTree(start, Random(1), not_a_number, 0, 1.0)
        with pytest.raises(BadEvaluation, match=SAYS):
            tree.grow(Budget(nodes=3))


@pytest.mark.parametrize("bad", ["prior", "value"])
def test_a_policy(bad: str) -> None:
    def policy(state: Any) -> tuple[list[float], float]:
        priors = [1.0 / len(state.actions())] * len(state.actions())
        return ([NAN, *priors[1:]], 0.0) if bad == "prior" else (priors, NAN)

    with pytest.raises(BadEvaluation, match=SAYS):
        grow(PolicyTree(START, Random(1), 1.0), PolicyEvaluator(policy), Budget(nodes=1))
