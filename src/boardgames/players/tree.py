"""Monte Carlo tree search over the protocol alone, for any number of seats, with dice.

Each round goes down the tree of what is known, adds a node, finds what that one
is worth, and adds the worth to all nodes it came through.  On the way a seat
takes the action that promises most: its mean worth so far, and the more the
less it has been tried (UCT; Kocsis and Szepesvári 2006).  At dice an outcome is
drawn by its chance.

With a *policy*, a learned one perhaps, each action has a prior probability,
which says how much it deserves to be tried (PUCT; Silver and others 2017), and a
node is worth what the policy says, without any playout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import TYPE_CHECKING, Any, Final, final

from mypy_extensions import i64

from boardgames.core.model.dice import lots
from boardgames.core.model.walk import playout
from boardgames.core.vectors import vec
from boardgames.players.budget import Budget

if TYPE_CHECKING:
    from random import Random

Policy = Callable[[Any], tuple[Sequence[float], float]]
"""For a state with a seat to act: a probability for each of ``state.actions()``, in their order, and what the
seat can expect, from -1 to 1."""


@final
class Node:
    """A state in the tree, with its list of actions and what is known of each."""

    def __init__(self, state: Any, actions: Sequence[Any], turn: i64, count: i64) -> None:
        self.state: Final = state
        self.actions: Final = actions
        self.turn: Final = turn
        self.count: Final = count  # of actions, or of outcomes of the dice
        self.children: Final[list[Node | None]] = [None] * int(count)
        self.visits: i64 = 0
        self.tries: Final[vec[i64]] = vec[i64]([0] * int(count))
        self.totals: Final[vec[float]] = vec[float]([0.0] * int(count))
        self.priors: vec[float] | None = None
        self.returns: Sequence[float] | None = None  # of a game that is over
        self.first: i64 = 0  # where the untried actions begin, that are tried in their order from there


@final
class Tree:
    """A tree that grows from a root.

    ``playout_plies`` is how long a playout goes on before the position is
    judged by ``evaluate``; without ``evaluate`` it goes on to the end.
    """

    def __init__(
        self,
        root: Any,
        rng: Random,
        evaluate: Callable[[Any, int], float] | None,
        playout_plies: int | None,
        exploration: float,
        policy: Policy | None,
    ) -> None:
        self.rng: Final = rng
        self.seats: Final[int] = root.game.seats
        self.evaluate: Final = evaluate
        self.playout_plies: Final = 1_000_000 if playout_plies is None or evaluate is None else playout_plies
        self.exploration: Final = exploration
        self.policy: Final = policy
        self.rounds: i64 = 0
        self.deepest: i64 = 0
        self.leaf_value: float = 0.0
        self.root: Final = self.node(root)

    def grow(self, budget: Budget) -> None:
        """Go so many rounds as the budget allows; its ``nodes`` are rounds."""
        left: i64 = 2**62 if budget.nodes is None else budget.nodes
        while left > 0:
            self.round()
            left -= 1
            if budget.is_spent():
                break

    def round(self) -> None:
        """Go down the tree, add a node, and tell the others what it is worth."""
        node = self.root
        nodes: list[Node] = []
        edges: list[int] = []
        returns: Sequence[float]
        while True:
            if node.returns is not None:
                returns = node.returns
                break
            if node.turn < 0:
                edge = self.thrown(node)
            elif node.priors is not None:
                edge = self.promising(node, node.priors)
            else:
                edge = self.urgent(node)
            nodes.append(node)
            edges.append(edge)
            child = node.children[edge]
            if child is None:
                action = node.actions[edge] if node.turn >= 0 else lots(node.state.chances()).outcomes[edge]
                child = self.node(node.state.apply(action))
                node.children[edge] = child
                if child.returns is None and (self.policy is None or child.turn >= 0):
                    returns = self.worth(child)
                    break
            node = child
        self.rounds += 1
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

    def node(self, state: Any) -> Node:
        """A node for a state; a policy is asked about it at once."""
        actions: Sequence[Any] = state.actions()
        if actions:
            count: i64 = len(actions)
            node = Node(state, actions, i64(state.turn), count)
            if self.policy is not None:
                priors, value = self.policy(state)
                if len(priors) != len(actions):
                    raise ValueError(f"the policy gave {len(priors)} probabilities for {len(actions)} actions")
                node.priors = vec[float]([float(prior) for prior in priors])
                self.leaf_value = float(value)
            elif count > 1:
                node.first = int(self.rng.random() * int(count))
            return node
        chances = state.chances()
        if chances:
            return Node(state, actions, -1, i64(len(chances)))
        node = Node(state, actions, -2, 0)
        node.returns = state.outcome.returns
        return node

    def worth(self, node: Node) -> Sequence[float]:
        """What a new node is worth to each seat."""
        if self.policy is not None:
            value = self.leaf_value
            if self.seats != 2:
                return [value if seat == int(node.turn) else -value for seat in range(self.seats)]
            return [value, -value] if node.turn == 0 else [-value, value]
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
            return [value, -value]
        return [self.evaluate(state, seat) for seat in range(self.seats)]

    def thrown(self, node: Node) -> int:
        """An outcome of the dice, by its chance."""
        cup = lots(node.state.chances())
        lot = self.rng.random() * cup.total
        bounds = cup.bounds
        number: int = 0
        while bounds[number] <= lot:
            number += 1
        return number

    def urgent(self, node: Node) -> int:
        """UCT: the action with the largest upper bound of what it may be worth; an untried one before all."""
        count = node.count
        if node.visits < count:
            return int((node.first + node.visits) % count)
        spread = self.exploration * self.exploration * log(float(int(node.visits)))
        best = -1e9
        chosen: i64 = 0
        for place in range(count):
            tries = float(int(node.tries[place]))
            bound = node.totals[place] / tries + sqrt(spread / tries)
            if bound > best:
                best = bound
                chosen = place
        return int(chosen)

    def promising(self, node: Node, priors: vec[float]) -> int:
        """PUCT: the same, with the share of attention that an action's prior gives it.

        An untried action is taken to be worth what the node is so far.
        """
        count = node.count
        spread = self.exploration * sqrt(float(int(node.visits + 1)))
        mean = 0.0
        if node.visits:
            for place in range(count):
                mean += node.totals[place]
            mean /= float(int(node.visits))
        best = -1e9
        chosen: i64 = 0
        for place in range(count):
            tries = float(int(node.tries[place]))
            worth = node.totals[place] / tries if tries else mean
            bound = worth + spread * priors[place] / (1.0 + tries)
            if bound > best:
                best = bound
                chosen = place
        return int(chosen)

    # -- what it has found -------------------------------------------------------------

    def rated(self) -> list[tuple[int, int, float]]:
        """For each action of the root its place, how often it was tried, and its mean worth; the best first.

        The best is the one most often tried.  An untried action is worth -1.
        """
        root = self.root
        found: list[tuple[int, int, float]] = []
        for place in range(root.count):
            tries = int(root.tries[place])
            found.append((int(place), tries, root.totals[place] / float(tries) if tries else -1.0))
        return sorted(found, key=by_tries)

    def line(self, most: int) -> list[Any]:
        """The actions most tried, from the root, until dice are thrown."""
        found: list[Any] = []
        node: Node | None = self.root
        while node is not None and node.turn >= 0 and node.visits and len(found) < most:
            chosen: i64 = 0
            for place in range(node.count):
                if node.tries[place] > node.tries[chosen]:
                    chosen = place
            found.append(node.actions[chosen])
            node = node.children[chosen]
        return found


def by_tries(rated: tuple[int, int, float]) -> tuple[int, float]:
    return -rated[1], -rated[2]
