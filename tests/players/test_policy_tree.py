"""The tree that a policy leads: it is the textbook's, one leaf at a time or many."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.model.options import BadOption, choose
from boardgames.players import MCTS
from boardgames.players.bounded_search import BadEvaluation
from boardgames.players.puct import LeafBatch, PolicyTree
from tests.piles import THREE
from tests.samples import cases

START: Any = bg.load("minishogi").start()
URGENT: Any = bg.load("ur:tokens=3").parse("0,4,5 0,3,12 0 2")


def opinion(state: Any) -> tuple[list[float], float]:
    """A policy without sense, but with a different opinion of each position."""
    random = Random(str(state))
    weights = [random.random() ** 3 for _ in state.actions()]
    return [weight / sum(weights) for weight in weights], random.uniform(-1, 1)


def opinions(states: list[Any]) -> tuple[list[float], list[float]]:
    """The opinions of some positions, as a tree takes them."""
    each: list[tuple[list[float], float]] = [opinion(state) for state in states]
    return [prior for priors, _ in each for prior in priors], [value for _, value in each]


def grown(tree: PolicyTree, simulations: int, batch: int) -> PolicyTree:
    while tree.simulations < simulations:
        leaves = tree.leaves(min(batch, simulations - int(tree.simulations)))
        assert len({str(leaf.state) for leaf in leaves}) == len(leaves) or leaves[0].state.game.name == "ur"
        tree.back(*opinions([leaf.state for leaf in leaves]))
    return tree


class Textbook:
    """PUCT with a dictionary for each node, as short as can be; no dice."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.priors: list[float] = []
        self.value: float = 0.0
        if state.actions():
            self.priors, self.value = opinion(state)
        else:
            self.value = state.outcome.returns[0]
        self.children: dict[int, Textbook] = {}
        self.tries = [0] * len(self.priors)
        self.totals = [0.0] * len(self.priors)

    def simulate(self) -> float:
        """What seat 0 can expect."""
        if not self.priors:
            return self.value
        total = sum(self.tries)
        mean = sum(self.totals) / total if total else 0.0
        bounds = [
            (all_ / tried if tried else mean) + 1.25 * sqrt(total + 1) * prior / (1 + tried)
            for prior, tried, all_ in zip(self.priors, self.tries, self.totals, strict=True)
        ]
        place = bounds.index(max(bounds))
        side = 1 if self.state.turn == 0 else -1
        if place in self.children:
            value = self.children[place].simulate()
        else:
            child = self.children[place] = Textbook(self.state.apply(self.state.actions()[place]))
            value = child.value if not child.priors or child.state.turn == 0 else -child.value
        self.tries[place] += 1
        self.totals[place] += side * value
        return value


def test_one_leaf_at_a_time_is_the_textbook() -> None:
    near_the_end: Any = bg.load("shogi").parse("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")  # a mate, which ends the game
    for state in (START, near_the_end):
        tree, book = grown(PolicyTree(state, Random(1), 1.25), 120, 1), Textbook(state)
        for _ in range(120):
            book.simulate()
        assert sorted((place, tries) for place, tries, _ in tree.rated()) == list(enumerate(book.tries))
        assert tree.value() == pytest.approx(sum(book.totals) / 120)


@cases("state", [START, URGENT, THREE.game(THREE.options()).start()], ids=["plain", "dice", "three"])
def test_many_leaves_at_a_time_count_every_way_once(state: Any) -> None:
    tree = grown(PolicyTree(state, Random(1), 1.25), 200, 8)
    nodes = [tree.root]
    while nodes:
        node = nodes.pop()
        assert not node.pending_visits and not any(node.pending[place] for place in range(len(node.pending)))
        assert node.visits == sum(node.tries[place] for place in range(len(node.tries)))
        nodes += [child for child in node.children if child is not None]
    assert tree.simulations == tree.root.visits == 200
    one = grown(PolicyTree(state, Random(1), 1.25), 200, 1)
    assert tree.rated()[0][0] == one.rated()[0][0]
    assert tree.value() == pytest.approx(one.value(), abs=0.1)


def test_a_tree_asks_for_what_it_was_given_before() -> None:
    tree = PolicyTree(START, Random(1), 1.25)
    assert [leaf.state for leaf in tree.leaves(8)] == [START]
    with pytest.raises(RuntimeError, match=r"1 leaves wait for their values: call back\(\)"):
        tree.leaves(8)
    with pytest.raises(ValueError, match="13 probabilities for 14 actions, and 1 values for 1 positions"):
        tree.back([1.0] * 13, [0.0])
    with pytest.raises(RuntimeError, match="no priors yet"):
        tree.mix_noise([1.0], 0.5)
    with pytest.raises(BadEvaluation, match="expected a number from -1 to 1"):
        tree.back([float("nan")] + [0.0] * 13, [0.0])
    with pytest.raises(ValueError, match="begins where a seat is to act"):
        PolicyTree(bg.load("ur").start(), Random(1), 1.25)


def test_noise_makes_the_tree_try_what_looked_bad() -> None:
    def first(share: float) -> int:
        tree = grown(PolicyTree(START, Random(1), 1.25), 0, 1)
        tree.leaves(1)
        tree.back([1.0] + [0.0] * 13, [0.0])
        tree.mix_noise([0.0] * 13 + [1.0], share)
        return grown(tree, 8, 1).rated()[0][0]

    assert (first(0.1), first(0.9)) == (0, 13)
    tree = grown(PolicyTree(START, Random(1), 1.25), 1, 1)
    with pytest.raises(ValueError, match="2 numbers for 14 actions"):
        tree.mix_noise([0.5, 0.5], 0.5)


def turned(state: Any, actions: Sequence[Any]) -> list[int]:
    from boardgames.learning import observation_of

    return [observation_of(state.game).turned(action.index, state.turn) for action in actions]


def test_a_batch_shows_the_leaves_of_many_trees_as_a_network_sees_them() -> None:
    np = pytest.importorskip("numpy")

    from boardgames.learning import observation_of
    from boardgames.rl import observe

    second = START.play("2e1d")
    trees = [PolicyTree(state, Random(1), 1.25) for state in (START, second, second.play("4a5b"))]
    batch = LeafBatch(observation_of(START.game), 12)
    for each in (1, 4, 4):
        batch.gather(trees, each)
        leaves = [leaf for tree in trees for leaf in tree.waiting]
        assert batch.count == len(leaves) >= 3
        planes = np.asarray(memoryview(batch.floats)).view(np.float32).reshape(12, -1)
        for place, leaf in enumerate(leaves):
            assert (planes[place] == observe(leaf.state).ravel()).all()
            first, last = int(batch.offsets[place]), int(batch.offsets[place + 1])
            assert [batch.indices[at] for at in range(first, last)] == turned(leaf.state, leaf.actions)
        priors, values = opinions([leaf.state for leaf in leaves])
        with pytest.raises(ValueError, match="0 values for"):
            batch.back(priors, [])
        batch.back(priors, values)
    assert [list(tree.root.priors) for tree in trees] == [opinion(tree.root.state)[0] for tree in trees]
    with pytest.raises(IndexError, match="room for 2 positions"):
        LeafBatch(observation_of(START.game), 2).gather([PolicyTree(START, Random(1), 1.25) for _ in range(3)], 1)


def test_what_leads_the_tree_is_said_once() -> None:
    with pytest.raises(BadOption, match="leave one of them out"):
        MCTS.player(bg.find("ur"), choose(MCTS.options, {"judgement": "learned", "policy": "n.onnx"}), Random(1))
