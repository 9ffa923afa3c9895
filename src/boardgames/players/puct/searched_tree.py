"""A tree whose positions are judged by short searches (as in Baier and Winands 2015, where trees and alpha-beta meet).

A new position is not played to its end, nor judged as it stands: a short alpha-beta
search gives its value, and the best action there most of the prior.  Each further
visit searches it one action deeper, up to :data:`LEAF_DEPTH` and some more as the tree
grows; only then do its actions become nodes.  A position is worth what its best action is worth, as in a search, since
the mean of all tries hides a refutation for long.  An action that is proved to win ends
the search of its position, and one that is proved to lose is tried no more.

All these searches share one memory, and each asks only whether its position is better
than what is known beside it: so they cost little.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any, Final, cast, final

from mypy_extensions import i64

from boardgames.core.learning.search_rules import CHECK, GAIN, NEAR_KING
from boardgames.core.vectors import vec
from boardgames.players.budget import Budget
from boardgames.players.search import DECIDED, DISCOUNT, OutOfBudget
from boardgames.players.selective import FAR, LARGEST, UNBOUNDED, WON, SelectiveSearch, value_of
from boardgames.players.tree import Node, Tree, by_tries

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

ROOT_DEPTH: Final = 2  # actions that the root is searched ahead, to know its best one
LEAF_DEPTH: Final[i64] = 3  # actions that a position is searched ahead before its actions become nodes, ...
GROWTH: Final = 32  # ... and one more after so many simulations, another after twice as many more, and so on
WIDTH: Final = 0.3  # of the bonus: judgements of good and bad actions differ by little
HOPE: Final = 0.1  # an action without a try counts as so much better than its position, so that all are looked at
BEST_PRIOR: Final = 0.4  # of the action that the short search calls the best
CHECK_PRIOR: Final = 1.0  # how much more than a quiet action one is tried that gives check, ...
NEAR_PRIOR: Final = 0.5  # ... that ends beside the other king, ...
GAIN_PRIOR: Final = 0.01  # ... and that wins something at once, for each hundredth of a pawn
VARIETY: Final = 0.2  # by so much the priors of the root differ by chance
SURE: Final = 2**40  # stands for the number of tries of an action that wins


@final
class SearchedNode(Node):
    """A position, what it is worth for its side to act, and how deep it was searched."""

    def __init__(self, state: Any) -> None:
        actions: Sequence[Any] = state.actions()
        super().__init__(state, actions, i64(state.turn), i64(len(actions)))
        self.worth: float = 0.0
        self.score: i64 = 0  # the same in hundredths of a pawn
        self.searched: i64 = 0
        self.is_proved: bool = False


@final
class SearchedTree(Tree):
    """A tree for a game without dice whose seats take turns.  Its root is a state with a seat to act.

    ``search`` judges its leaves, and was told to begin; when its budget ends the tree stops.  ``former`` is the
    tree of the turn before: what it found of this position is kept.
    """

    def __init__(
        self, root: Any, rng: Random, exploration: float, search: SelectiveSearch, former: SearchedTree | None = None
    ) -> None:
        node = None if former is None else former.found(root)
        is_new = node is None
        if node is None:
            node = SearchedNode(root)
        super().__init__(node, 2, rng, exploration)
        self.search: Final = search
        self.leaf_depth: i64 = LEAF_DEPTH
        self.deeper_at: i64 = GROWTH
        if is_new:
            self.begin(node)
        node.is_proved = False  # which action wins is to be found, too
        for place in range(node.count):
            node.priors[place] *= 1.0 - VARIETY / 2 + VARIETY * rng.random()

    def begin(self, root: SearchedNode) -> None:
        try:
            for _ in range(ROOT_DEPTH):
                self.deepen(root, 0, -UNBOUNDED)
        except OutOfBudget:
            self.finished = True
        self.expand(root)

    def found(self, state: Any) -> SearchedNode | None:
        """The node of a state two plies after the root."""
        for child in self.root.children:
            if child is not None:
                for node in child.children:
                    if node is not None and node.state == state:
                        kept = cast(SearchedNode, node)
                        return kept if kept.children else None
        return None

    def grow(self, budget: Budget) -> None:
        """Run as many simulations as the budget allows; its ``nodes`` are simulations."""
        left: i64 = 2**62 if budget.nodes is None else budget.nodes
        while left > 0 and not self.finished:
            try:
                self.simulate()
            except OutOfBudget:
                self.finished = True
            if cast(SearchedNode, self.root).is_proved:
                self.finished = True
            left -= 1
            if budget.is_spent():
                break

    def simulate(self) -> None:
        """Go down the tree, search the position at its end one action deeper, and tell the nodes on the way.

        Raises :class:`~boardgames.players.search.OutOfBudget`, and then nothing was counted.
        """
        node = cast(SearchedNode, self.root)
        nodes: list[SearchedNode] = []
        places: list[int] = []
        while True:
            place = self.select_searched(node)
            nodes.append(node)
            places.append(place)
            known = node.children[place]
            if known is None:
                child = SearchedNode(node.state.apply(node.actions[place]))
                child.searched = node.searched - 2 if node.searched > 2 else 0
                self.deepen(child, len(nodes), best_score(node, place))
                node.children[place] = child
                break
            child = cast(SearchedNode, known)
            if child.is_proved:
                break
            if not child.children:
                if child.searched < self.leaf_depth:
                    self.deepen(child, len(nodes), best_score(node, place))
                    break
                self.expand(child)
            node = child
        self.simulations += 1
        if self.simulations >= self.deeper_at:
            self.leaf_depth += 1
            self.deeper_at = 2 * self.deeper_at + GROWTH
        depth: i64 = len(nodes)
        if depth > self.deepest:
            self.deepest = depth
        for step in range(depth - 1, -1, -1):
            node = nodes[step]
            node.visits += 1
            node.tries[places[step]] += 1
            take_best(node)

    def deepen(self, node: SearchedNode, ply: i64, least: i64) -> None:
        """Search a position one action deeper than before.

        ``least`` is what the seat that acted before has already: if it gets less here, it does not matter how much
        less.  Raises :class:`~boardgames.players.search.OutOfBudget`.
        """
        state, search = node.state, self.search
        if not node.count:
            result = float(state.outcome.returns[state.seat])
            node.worth = result
            node.score = WON if result > 0.0 else -WON if result < 0.0 else 0
            node.is_proved = True
            return
        depth = node.searched + 1
        if ply:
            search.played[ply - 1] = -1
        score = -UNBOUNDED
        if least > -LARGEST:
            score = search.search(state, depth, -least - 1, -least, ply, True)
        if score < -least:
            score = search.search(state, depth, -UNBOUNDED, UNBOUNDED, ply, True)
        if score >= FAR:
            score += ply
            node.is_proved = True
        elif score <= -FAR:
            score -= ply
            node.is_proved = True
        node.score = score
        node.worth = value_of(score, search.rules.scale)
        node.searched = depth

    def expand(self, node: SearchedNode) -> None:
        """Make room for the children, with a prior for each action."""
        node.open()
        rules, state, count = self.search.rules, node.state, node.count
        moves = rules.moves(state)
        weights = rules.weights(state, moves)
        slot = self.search.find(rules.key(state))
        best_move: i64 = self.search.facts[slot] & 65535 if slot >= 0 else -1
        best: i64 = -1
        priors = vec[float]([1.0] * int(count))
        for place in range(i64(len(moves))):
            weight = weights[place]
            prior = 1.0 + GAIN_PRIOR * float(int(weight // GAIN))
            if weight & CHECK:
                prior += CHECK_PRIOR
            if weight & NEAR_KING:
                prior += NEAR_PRIOR
            priors[place] = prior
            if moves[place] == best_move:
                best = place
        total = 0.0
        for place in range(count):
            total += priors[place]
        left = 1.0
        if best >= 0 and count > 1:
            left -= BEST_PRIOR
            total -= priors[best]
        for place in range(count):
            priors[place] *= left / total
        if best >= 0 and count > 1:
            priors[best] = BEST_PRIOR
        node.priors = priors

    def select_searched(self, node: SearchedNode) -> int:
        """PUCT by what actions are worth; one that is proved to lose comes last."""
        spread = WIDTH * self.exploration * sqrt(float(int(node.visits + 1)))
        untried = node.worth + HOPE
        best = -1e9
        chosen: i64 = 0
        for place in range(node.count):
            known = node.children[place]
            if known is None:
                bound = untried + spread * node.priors[place]
            else:
                child = cast(SearchedNode, known)
                if child.is_proved and child.worth > DECIDED:
                    bound = -100.0 - child.worth
                else:
                    bound = spread * node.priors[place] / (1.0 + float(int(node.tries[place]))) - child.worth
            if bound > best:
                best = bound
                chosen = place
        return int(chosen)

    def rated_at(self, node: Node) -> list[tuple[int, int, float]]:
        """As :meth:`Tree.rated_at`, with what an action is worth in place of its mean; what surely loses comes last."""
        rated: list[tuple[int, int, float]] = []
        lost: list[tuple[int, int, float]] = []
        for place in range(node.count):
            known = node.children[place]
            if known is None:
                rated.append((int(place), 0, -1.0))
            else:
                tries, child = int(node.tries[place]), cast(SearchedNode, known)
                entry = (int(place), tries, -DISCOUNT * child.worth)
                if not child.is_proved or -DECIDED < child.worth < DECIDED:
                    rated.append(entry)
                elif child.worth > 0.0:
                    lost.append(entry)
                else:
                    rated.append((int(place), tries + SURE, entry[2]))
        return sorted(rated, key=by_tries) + sorted(lost, key=by_value)

    def value(self) -> float:
        """What the side to act at the root can expect."""
        return cast(SearchedNode, self.root).worth


def by_value(rated: tuple[int, int, float]) -> float:
    return -rated[2]


def best_score(node: SearchedNode, place: i64) -> i64:
    """The best score for the seat to act of all actions but the one at this place."""
    best = -UNBOUNDED
    for number in range(node.count):
        known = node.children[number]
        if known is not None and number != place:
            score = -cast(SearchedNode, known).score
            if score > best:
                best = score
    return best


def take_best(node: SearchedNode) -> None:
    """Let a position be worth what its best action is worth; it is proved where that is proved to win, or all are."""
    worth = -2.0
    score = -UNBOUNDED
    wins = False
    all_proved = True
    for known in node.children:
        if known is None:
            all_proved = False
        else:
            child = cast(SearchedNode, known)
            if -DISCOUNT * child.worth > worth:
                worth = -DISCOUNT * child.worth
                score = -child.score
                wins = child.is_proved and worth > DECIDED
            if not child.is_proved:
                all_proved = False
    node.worth = worth
    node.score = score - 1 if score >= FAR else score + 1 if score <= -FAR else score
    if all_proved or wins:
        node.is_proved = True
