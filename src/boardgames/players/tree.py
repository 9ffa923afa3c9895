"""Monte Carlo tree search over the protocol alone, for any number of seats, with dice.

Each simulation goes down the tree, adds a node, evaluates it, and adds the value to all nodes on the way.  At each node
a seat selects the action with the largest upper bound: its mean value so far plus a bonus, which is larger the less the
action has been tried (UCT; Kocsis and Szepesvári 2006).  At a throw of dice, an outcome is sampled by its chance.

:class:`Tree` is what all such trees share, :class:`UctTree` the one above.  A tree
that a network or another policy leads is :mod:`boardgames.players.puct.policy_tree`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import TYPE_CHECKING, Final, Generic, Self, TypeVar, final

from mypy_extensions import i64

from boardgames.core.model.dice import distribution_of
from boardgames.core.model.game import Action, State
from boardgames.core.model.walk import playout
from boardgames.core.vectors import vec
from boardgames.players.bounded_search import BadEvaluation
from boardgames.players.budget import Budget

if TYPE_CHECKING:
    from random import Random


class Node:
    """A state in the tree, with its actions, and the tries and values of each."""

    def __init__(self, state: State, actions: Sequence[Action], turn: i64, count: i64) -> None:
        self.state: Final = state
        self.actions: Final = actions
        self.turn: Final = turn
        self.count: Final = count  # of actions, or of outcomes of the dice
        self.children: list[Self | None] = []
        self.visits: i64 = 0
        self.tries: vec[i64] = vec[i64]()
        self.totals: vec[float] = vec[float]()
        self.returns: Sequence[float] | None = None  # of a game that is over
        self.first: i64 = 0  # UCT: untried actions are tried in the order of the list, from this place on
        self.priors: vec[float] = vec[float]()  # PUCT: a probability for each action, once it is known
        self.pending: vec[i64] = vec[i64]()  # PUCT: tries of each action whose value is not known yet
        self.pending_visits: i64 = 0

    def open(self) -> None:
        """Make room for the children, tries and values of all actions."""
        count = int(self.count)
        self.children = [None] * count
        self.tries = vec[i64]([0] * count)
        self.totals = vec[float]([0.0] * count)


NodeT = TypeVar("NodeT", bound=Node)


class Tree(Generic[NodeT]):
    """A tree that grows from a root; subclasses select the actions."""

    def __init__(self, root: NodeT, seats: int, rng: Random, exploration: float) -> None:
        self.root: Final = root
        self.seats: Final[int] = seats
        self.rng: Final = rng
        self.exploration: Final = exploration
        self.simulations: i64 = 0
        self.deepest: i64 = 0

    def sample_chance(self, node: NodeT) -> int:
        """The number of an outcome of the dice, sampled by its chance."""
        distribution = distribution_of(node.state.chances())
        sample = self.rng.random() * distribution.total
        bounds = distribution.bounds
        number: int = 0
        while bounds[number] <= sample:
            number += 1
        return number

    def rated(self) -> list[tuple[int, int, float]]:
        """The place, the number of tries and the mean value of each action of the root, the best first.

        The best action is the one with the most tries.  An untried one has the value -1.
        """
        return self.rated_at(self.root)

    def rated_at(self, node: NodeT) -> list[tuple[int, int, float]]:
        """The result of :meth:`rated` for the actions of any node."""
        rated: list[tuple[int, int, float]] = []
        for place in range(node.count):
            tries = int(node.tries[place])
            rated.append((int(place), tries, node.totals[place] / float(tries) if tries else -1.0))
        return sorted(rated, key=by_tries)

    def value(self) -> float:
        """The value for the side to act at the root: the mean of all tries."""
        root = self.root
        if not root.visits:
            return 0.0
        total = 0.0
        for place in range(root.count):
            total += root.totals[place]
        return total / float(int(root.visits))

    def line(self, most: int) -> list[Action]:
        """The best actions, by :meth:`rated_at`, from the root on, at most ``most``; the line ends before a throw."""
        line: list[Action] = []
        node: NodeT | None = self.root
        while node is not None and node.turn >= 0 and (node.visits or not line) and len(line) < most:
            place, _, _ = self.rated_at(node)[0]
            line.append(node.actions[place])
            node = node.children[place]
        return line


@final
class UctTree(Tree[Node]):
    """A tree in which untried actions come first, then those with the largest upper confidence bound.

    A playout lasts ``playout_plies``; then ``evaluate`` gives the position a
    value.  Without ``evaluate`` it goes on to the end of the game.
    """

    def __init__(
        self,
        root: State,
        rng: Random,
        evaluate: Callable[[State, int], float] | None,
        playout_plies: int | None,
        exploration: float,
    ) -> None:
        super().__init__(new_node(root, rng), root.game.seats, rng, exploration)
        self.evaluate: Final = evaluate
        self.playout_plies: Final = 1_000_000 if playout_plies is None or evaluate is None else playout_plies

    def grow(self, budget: Budget) -> None:
        """Run as many simulations as the budget allows; its ``nodes`` are simulations."""
        left: i64 = 2**62 if budget.nodes is None else budget.nodes
        while left > 0:
            self.simulate()
            left -= 1
            if budget.is_spent():
                break

    def simulate(self) -> None:
        """Go down the tree, add a node, and add its value to the nodes on the way."""
        node = self.root
        nodes: list[Node] = []
        edges: list[int] = []
        returns: Sequence[float]
        while True:
            if node.returns is not None:
                returns = node.returns
                break
            edge = self.sample_chance(node) if node.turn < 0 else self.select_uct(node)
            nodes.append(node)
            edges.append(edge)
            child = node.children[edge]
            if child is None:
                action = node.actions[edge] if node.turn >= 0 else distribution_of(node.state.chances()).outcomes[edge]
                child = new_node(node.state.apply(action), self.rng)
                node.children[edge] = child
                if child.returns is None:
                    returns = self.leaf_returns(child)
                    break
            node = child
        self.simulations += 1
        depth: i64 = len(nodes)
        if depth > self.deepest:
            self.deepest = depth
        for number in range(depth):
            node = nodes[number]
            place = edges[number]
            node.visits += 1
            node.tries[place] += 1
            if node.turn >= 0:
                node.totals[place] += returns[node.turn]

    def leaf_returns(self, node: Node) -> Sequence[float]:
        """The value of a new node for each seat."""
        state = node.state
        if self.playout_plies > 0:
            state = playout(state, self.rng, self.playout_plies)
            outcome = state.outcome
            if outcome is not None:
                returns: Sequence[float] = outcome.returns
                return returns
        if self.evaluate is None:
            return [0.0] * self.seats
        if self.seats == 2:
            value = self.evaluate(state, 0)
            if value != value:  # not a number
                raise BadEvaluation(value, state)
            return [value, -value]
        values = [self.evaluate(state, seat) for seat in range(self.seats)]
        for value in values:
            if value != value:
                raise BadEvaluation(value, state)
        return values

    def select_uct(self, node: Node) -> int:
        """UCT: the place of the action with the largest upper confidence bound; untried actions come first."""
        count = node.count
        if node.visits < count:
            return int((node.first + node.visits) % count)
        spread = self.exploration * self.exploration * log(float(int(node.visits)))
        best = -1e9
        best_place: i64 = 0
        for place in range(count):
            tries = float(int(node.tries[place]))
            bound = node.totals[place] / tries + sqrt(spread / tries)
            if bound > best:
                best = bound
                best_place = place
        return int(best_place)


def new_node(state: State, rng: Random) -> Node:
    """A node for a state, with room for its children; the first of the untried actions is random."""
    actions: Sequence[Action] = state.actions()
    if actions:
        count: i64 = len(actions)
        node = Node(state, actions, i64(state.turn), count)
        if count > 1:
            node.first = int(rng.random() * int(count))
    else:
        node = node_without_actions(state)
    node.open()
    return node


def node_without_actions(state: State) -> Node:
    """A node where dice are thrown, or at the end of a game; without room for its children."""
    chances = state.chances()
    if chances:
        return Node(state, (), -1, i64(len(chances)))
    node = Node(state, (), -2, 0)
    outcome = state.outcome
    assert outcome is not None
    node.returns = outcome.returns
    return node


def by_tries(rated: tuple[int, int, float]) -> tuple[int, float]:
    """The key that sorts actions with the most tries first, then with the best value."""
    return -rated[1], -rated[2]
