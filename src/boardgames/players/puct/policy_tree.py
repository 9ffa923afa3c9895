"""A tree that a policy leads, with many positions judged at once (PUCT, as in AlphaZero; Silver and others 2017).

A *policy*, such as a network, gives a position's actions a probability each, their priors, which weight the bonus of
trying them, and gives the position its value: no playout is needed.  A network judges a hundred positions nearly as
quickly as one.  So :meth:`PolicyTree.leaves` goes down the tree several times before any of the new nodes is judged,
and :meth:`PolicyTree.back` takes the results for all of them.  Meanwhile each of the ways down counts as a try whose
value is not known yet, which lowers the bonus, so that the next one turns aside (as in WU-UCT; Liu and others 2020: it
bends the search less than the usual *virtual loss*, which counts each as lost).  With one leaf at a time there is
nothing to turn aside from, and the tree is that of the textbook.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, final

from mypy_extensions import i64

from boardgames.core.model.dice import distribution_of
from boardgames.core.model.game import Action, State
from boardgames.core.vectors import vec
from boardgames.players.bounded_search import BadEvaluation
from boardgames.players.tree import Node, Tree, node_without_actions

if TYPE_CHECKING:
    from random import Random


@final
class PolicyTree(Tree[Node]):
    """A tree whose leaves are judged from outside, many at a time.

    The root is a state with a seat to act.

    >>> import boardgames as bg
    >>> from random import Random
    >>> tree = PolicyTree(bg.load("morris").start(), Random(1), exploration=1.0)
    >>> for _ in range(10):
    ...     leaves = tree.leaves(8)
    ...     tree.back([1 / leaf.count for leaf in leaves for _ in leaf.actions], [0.0] * len(leaves))
    >>> int(tree.simulations), sum(tries for _, tries, _ in tree.rated())
    (72, 72)

    Raises :class:`ValueError` where no seat is to act.
    """

    def __init__(self, root: State, rng: Random, exploration: float) -> None:
        super().__init__(policy_node(root), root.game.seats, rng, exploration)
        if self.root.turn < 0:
            raise ValueError(f"a tree begins where a seat is to act, not at {str(root)!r}")
        self.waiting: list[Node] = []
        """The leaves that wait for :meth:`back`."""
        self.paths: list[list[Node]] = []
        self.edges: list[list[int]] = []

    def leaves(self, most: int) -> list[Node]:
        """Go down ``most`` times at most; the new nodes that are to be judged, none twice.

        It ends early at a node that waits to be judged.  A way that ends where the game does is counted
        at once and gives no leaf, so there may be none at all.  The first leaf of a tree is its root, alone.
        Raises :class:`RuntimeError` while leaves wait for :meth:`back`.
        """
        if self.waiting:
            raise RuntimeError(f"{len(self.waiting)} leaves wait for their values: call back() before leaves()")
        if not self.is_known(self.root):
            self.wait_for(self.root, [], [])
            return self.waiting
        for _ in range(most):
            if not self.descend():
                break
        return self.waiting

    def descend(self) -> bool:
        """Go down once.  False if that came to a node that waits already."""
        node = self.root
        nodes: list[Node] = []
        edges: list[int] = []
        while True:
            returns = node.returns
            if returns is not None:
                for number in range(len(nodes)):
                    above = nodes[number]
                    self.count_try(above, edges[number], returns[above.turn] if above.turn >= 0 else 0.0)
                self.finish(len(nodes))
                return True
            if not self.is_known(node):  # it waits
                return False
            if not node.visits and not node.pending_visits and not node.children:
                node.open()
            edge = self.sample_chance(node) if node.turn < 0 else self.select_puct(node)
            nodes.append(node)
            edges.append(edge)
            child = node.children[edge]
            if child is None:
                action = node.actions[edge] if node.turn >= 0 else distribution_of(node.state.chances()).outcomes[edge]
                child = node.children[edge] = policy_node(node.state.apply(action))
                if child.turn >= 0:
                    self.wait_for(child, nodes, edges)
                    return True
            node = child

    def is_known(self, node: Node) -> bool:
        """True if a node can be gone through: its priors are known, or dice decide there."""
        return node.turn < 0 or i64(len(node.priors)) > 0

    def wait_for(self, leaf: Node, nodes: list[Node], edges: list[int]) -> None:
        """Let a leaf wait for its value; meanwhile all edges that led to it have been tried once more."""
        self.waiting.append(leaf)
        self.paths.append(nodes)
        self.edges.append(edges)
        for number in range(len(nodes)):
            node = nodes[number]
            if node.turn >= 0:
                if not len(node.pending):
                    node.pending = vec[i64]([0] * int(node.count))
                node.pending[edges[number]] += 1
            node.pending_visits += 1

    def back(self, priors: list[float], values: list[float]) -> None:
        """Take a policy's output for the leaves that wait, and count their values on the way to the root.

        ``priors`` has the probabilities of the actions of all leaves, one leaf after the other, ``values`` for each
        leaf what its side to act can expect, from -1 to 1.  Raises :class:`ValueError` where there are too few or too
        many, and :class:`~boardgames.players.bounded_search.BadEvaluation` for what is not a number.
        """
        leaves = self.waiting
        count: i64 = 0
        for leaf in leaves:
            count += leaf.count
        if len(priors) != count or len(values) != len(leaves):
            raise ValueError(
                f"the policy gave {len(priors)} probabilities for {int(count)} actions, "
                f"and {len(values)} values for {len(leaves)} positions"
            )
        self.back_from(priors, values, 0, 0)

    def back_from(self, priors: list[float], values: list[float], prior: i64, place: i64) -> i64:
        """Do as :meth:`back`, for lists in which the tree's own numbers begin at these places.

        Returns the place where the priors of the next tree begin.  Raises :class:`BadEvaluation`.
        """
        leaves, self.waiting = self.waiting, []
        paths, self.paths = self.paths, []
        edges, self.edges = self.edges, []
        for number in range(i64(len(leaves))):
            leaf, nodes, path = leaves[number], paths[number], edges[number]
            count = leaf.count
            value = values[place + number]
            first = prior
            prior += count
            leaf.priors = vec[float](priors[first:prior])
            total = value
            for probability in range(count):
                total += leaf.priors[probability]
            if total != total:  # one of them is not a number
                raise BadEvaluation((priors[first:prior], value), leaf.state)
            for step in range(i64(len(nodes))):
                node = nodes[step]
                node.pending_visits -= 1
                if node.turn >= 0:
                    node.pending[path[step]] -= 1
                self.count_try(node, path[step], value if node.turn == leaf.turn else -value)
            if nodes:
                self.finish(len(nodes))
            else:
                leaf.open()
        return prior

    def count_try(self, node: Node, place: int, value: float) -> None:
        """Count a try of an edge with its value, -1 to 1, for the side to act."""
        node.visits += 1
        node.tries[place] += 1
        if node.turn >= 0:
            node.totals[place] += value

    def finish(self, depth: i64) -> None:
        """Count a simulation and its plies."""
        self.simulations += 1
        if depth > self.deepest:
            self.deepest = depth

    def mix_noise(self, noise: Sequence[float], share: float) -> None:
        """Mix random numbers that sum to 1 into the priors of the root, so that self-play tries what looks bad.

        Raises :class:`ValueError` where there is not one for each action, and :class:`RuntimeError` before the
        root has been judged.
        """
        root = self.root
        if not self.is_known(root):
            raise RuntimeError("the root has no priors yet: call leaves() and back() first")
        if len(noise) != root.count:
            raise ValueError(f"there are {len(noise)} numbers for {int(root.count)} actions")
        for place in range(root.count):
            root.priors[place] = (1.0 - share) * root.priors[place] + share * noise[place]

    def select_puct(self, node: Node) -> int:
        """PUCT: the place of the action with the largest bound, whose bonus is weighted by the action's prior.

        An untried action counts with the mean value of the node.  Tries that wait for their values lower the bonus.
        """
        count = node.count
        waiting = node.pending_visits
        visits = node.visits
        spread = self.exploration * sqrt(float(int(visits + waiting + 1)))
        mean = 0.0
        if visits:
            for place in range(count):
                mean += node.totals[place]
            mean /= float(int(visits))
        best = -1e9
        best_place: i64 = 0
        for place in range(count):
            number = node.tries[place]
            value = node.totals[place] / float(int(number)) if number else mean
            if waiting:
                number += node.pending[place]
            bound = value + spread * node.priors[place] / (1.0 + float(int(number)))
            if bound > best:
                best = bound
                best_place = place
        return int(best_place)


def policy_node(state: State) -> Node:
    """A node for a state, without room for its children yet: most nodes stay leaves."""
    actions: Sequence[Action] = state.actions()
    if actions:
        return Node(state, actions, i64(state.turn), i64(len(actions)))
    return node_without_actions(state)
