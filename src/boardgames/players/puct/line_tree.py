"""A tree that looks deepest along its best line, and asks of all else only whether it is better.

Each round takes the action that promises most at the root, at the position after it, and so
on: its score, less :data:`PLY` for each ply that it was searched.  The position after the last
one is searched one ply deeper by a short alpha-beta search.  The best action of a position is
searched for its score; the others are only asked whether they are better, in a null window,
which costs little.  One that says yes is searched for its score in the next round.

So the best action is searched first, and the others follow, the later the worse they
are.  Once it is searched :data:`WHOLE_DEPTH` plies deep, the position after it gets a node of its
own, and the same begins there.  A position that is off the best line is searched as a whole.
This is best-first search as in Korf and Chickering 1996, with alpha-beta's windows.

All these searches share one table, from position to position and from turn to turn: a deeper search
of a position begins with the best move of the one before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from boardgames.core.model.game import Action, State
from boardgames.core.vectors import vec
from boardgames.players.bounded_search import OutOfBudget
from boardgames.players.budget import Budget
from boardgames.players.selective import DEEPEST, FAR, UNBOUNDED, WON, SelectiveSearch, value_of
from boardgames.players.time_use import TimeUse, others_are_worse
from boardgames.players.transposition_table import AT_LEAST, AT_MOST, EXACT, NO_MOVE
from boardgames.players.tree import Node, Tree, by_tries

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

PLY: Final = 300.0  # hundredths of a pawn: an action so much worse than the best one is searched a ply less deep
WHOLE_DEPTH: Final[i64] = 3  # plies that a position is searched as a whole before its actions are looked at one by one
DEEPEST_LINE: Final[i64] = 60  # plies
VARIETY: Final = 0.01  # the range of the bonus that decides between actions of nearly the same value
WORTH_TELLING: Final[i64] = 20_000  # positions searched before the first report
FIRST: Final[i64] = 2**40  # the promise of an action that was not searched yet
BEST: Final = 2**40  # stands for the number of tries of the best action


@final
class LineNode(Node):
    """A position whose actions are looked at one by one.  Scores are those of the side to act."""

    def __init__(self, state: State, moves: vec[i64]) -> None:
        actions = state.actions()
        super().__init__(state, actions, i64(state.turn), i64(len(actions)))
        self.open()
        count = int(self.count)
        self.moves: Final = moves  # the last actions may be no moves
        self.states: Final[list[State | None]] = [None] * count  # after each action, once it was searched
        self.scores: Final[vec[i64]] = vec[i64]([0] * count)
        self.bounds: Final[vec[i64]] = vec[i64]([int(AT_MOST)] * count)
        self.depths: Final[vec[i64]] = vec[i64]([-1] * count)  # that the position after each action was searched
        self.costs: Final[vec[i64]] = vec[i64]([0] * count)  # what its depth takes from an action's promise
        self.extras: Final[vec[i64]] = vec[i64]([0] * count)  # added to each score
        self.best: i64 = -1  # the place of the best action; its score is exact, or will be after the next round
        self.is_extended: bool = False  # in check: the search looks a ply deeper

    def state_after(self, place: i64) -> State:
        """The state after an action, which is made once."""
        state = self.states[place]
        if state is None:
            state = self.states[place] = self.state.apply(self.actions[place])
        return state

    def promise(self) -> i64:
        """The largest score less costs of all actions."""
        most = -FIRST
        for place in range(self.count):
            promise = self.scores[place] - self.costs[place]
            if promise > most:
                most = promise
        return most

    def take_best(self) -> None:
        """Find the best action: one that is known to be better than the best so far, and searched as deep.

        Anything that is better is taken in place of an action that loses, however deep it was searched.
        """
        best = self.best
        score = -UNBOUNDED if best < 0 else self.scores[best]
        depth: i64 = 0 if score <= -FAR else self.depths[best]
        for place in range(self.count):
            is_deep = self.depths[place] >= depth or self.scores[place] >= FAR
            if is_deep and self.bounds[place] != AT_MOST and self.scores[place] > score:
                score = self.scores[place]
                best = place
        self.best = best


@final
class LineTree(Tree[LineNode]):
    """A tree for a game without dice whose seats take turns.  Its root is a state with a seat to act.

    ``search`` judges positions, and was told to begin; when its budget ends the tree stops.  It may stop sooner, as
    :class:`~boardgames.players.time_use.TimeUse` says for ``budget``.  The larger ``exploration`` is, the less deep
    the best line goes beyond all others.  With ``exact`` all actions of the root are searched for their scores.
    """

    def __init__(
        self,
        root: State,
        rng: Random,
        exploration: float,
        search: SelectiveSearch[State],
        budget: Budget,
        exact: bool = False,
    ) -> None:
        node = LineNode(root, search.rules.moves(root))
        super().__init__(node, 2, rng, exploration)
        self.search: Final = search
        self.time_use: Final = TimeUse(budget, flexible=not exact)
        self.exact: Final = exact
        self.ply_cost: Final[i64] = i64(int(PLY * exploration)) + 1
        self.reached: i64 = -1  # the depth at which it was last asked whether this is enough
        if not exact:
            for place in range(node.count):
                node.extras[place] = i64(int(VARIETY * search.rules.scale * rng.random()))

    def grow(self, budget: Budget) -> None:
        """Grow until the best line is deeper and there is much more to tell, by as many rounds as ``budget`` allows.

        The time is bounded by the budget of the search.
        """
        left: i64 = 2**62 if budget.nodes is None else budget.nodes
        deepest, search = self.deepest, self.search
        enough = 2 * search.nodes + WORTH_TELLING
        while left > 0 and not self.finished and (self.deepest == deepest or search.nodes < enough):
            try:
                self.simulate()
            except OutOfBudget:
                self.finished = True
            left -= 1

    def simulate(self) -> None:
        """One round: search the position that promises most a ply deeper, and tell the nodes on the way.

        Raises :class:`~boardgames.players.bounded_search.OutOfBudget`, and then nothing was counted.
        """
        node = root = self.root
        nodes: list[LineNode] = []
        places: list[int] = []
        if root.best >= 0 and self.is_enough(root):
            self.finished = True
            return
        while True:
            place = self.most_promising(node)
            self.search.played[i64(len(nodes))] = node.moves[place] if place < i64(len(node.moves)) else -1
            nodes.append(node)
            places.append(int(place))
            has_node = place == node.best and i64(len(nodes)) < DEEPEST
            child = self.node_after(node, place) if has_node else None
            if child is None:
                self.deepen(node, place, i64(len(nodes)))
                break
            node = child
        self.simulations += 1
        for step in range(i64(len(nodes)) - 1, -1, -1):
            node = nodes[step]
            node.visits += 1
            node.tries[places[step]] += 1
            if step + 1 < i64(len(nodes)):
                self.tell(node, places[step], nodes[step + 1])
            node.take_best()
        if root.best >= 0 and root.depths[root.best] >= self.deepest:
            self.deepest = root.depths[root.best] + 1

    def is_enough(self, root: LineNode) -> bool:
        """True if the search may end, before the best action is searched deeper than ever."""
        best = root.best
        depth = root.depths[best] + 1
        if depth <= self.reached or self.most_promising(root) != best or root.bounds[best] != EXACT:
            return False
        self.reached = depth
        score = root.scores[best]
        if depth >= DEEPEST_LINE or score >= WON - depth or score <= depth - WON:
            return True
        return self.time_use.is_enough(int(depth), int(best), self.easy_by(root))

    def easy_by(self, root: LineNode) -> Callable[[int], bool]:
        """True if the best action is far better than all others, by a search of a depth."""
        best = root.best
        value = value_of(root.scores[best], self.search.rules.scale)

        def is_easy(depth: int) -> bool:
            others = [root.state_after(place) for place in range(root.count) if place != best]
            return others_are_worse(self.search, others, int(root.turn), depth, value)

        return is_easy

    def most_promising(self, node: LineNode) -> i64:
        """The place of the action that is searched next."""
        best = node.best
        if best < 0:
            return self.first(node)
        if node.bounds[best] == AT_LEAST:
            return best
        most = -FIRST
        chosen: i64 = 0
        for place in range(node.count):
            promise = FIRST if node.depths[place] < 0 else node.scores[place] - node.costs[place]
            if promise > most:
                most = promise
                chosen = place
        return chosen

    def first(self, node: LineNode) -> i64:
        """The place of the action that is searched first: the best one of an earlier search, or what wins most."""
        search, moves = self.search, node.moves
        stored = search.best_move(node.state)
        weights = search.rules.weights(node.state, moves)
        best: i64 = 0
        for place in range(i64(len(moves))):
            if moves[place] == stored:
                return place
            if weights[place] > weights[best]:
                best = place
        return best

    def deepen(self, node: LineNode, place: i64, ply: i64) -> None:
        """Search the position after an action as a whole, a ply deeper than before.

        Raises :class:`~boardgames.players.bounded_search.OutOfBudget`.
        """
        search, best = self.search, node.best
        state = node.state_after(place)
        depth = node.depths[place] + 1
        extra = node.extras[place]
        if best < 0 or best == place or (self.exact and ply == 1):
            if node.depths[place] >= 0 and node.bounds[place] == AT_LEAST:
                depth -= 1  # it said that it is better, but not by how much
            score = -search.search(state, depth, -UNBOUNDED, UNBOUNDED, ply, True)
            bound = EXACT
        else:
            low = node.scores[best]
            if -FAR < low < FAR:
                low -= extra
            score = -search.search(state, depth, -low - 1, -low, ply, True)
            bound = AT_LEAST if score > low else AT_MOST
        if -FAR < score < FAR:
            score += extra
        node.scores[place] = score
        node.bounds[place] = bound
        node.depths[place] = depth
        node.costs[place] = depth * self.ply_cost
        node.children[place] = None

    def node_after(self, node: LineNode, place: i64) -> LineNode | None:
        """The node of the position after the best action, if it has one by now."""
        child = node.children[place]
        if child is not None:
            return child
        score = node.scores[place]
        if node.depths[place] < WHOLE_DEPTH or node.bounds[place] != EXACT or score >= FAR or score <= -FAR:
            return None
        search = self.search
        state = node.state_after(place)
        move = search.best_move(state)
        if move == NO_MOVE or search.rules.is_over(state):  # a repetition ends the game in a position that was searched
            return None
        moves = search.rules.moves(state)
        for number in range(i64(len(moves))):
            if moves[number] == move:
                child = LineNode(state, moves)
                child.is_extended = search.rules.in_check(state)
                self.begin(child, number, node.extras[place] - score, node.depths[place])
                node.children[place] = child
                return child
        return None

    def begin(self, node: LineNode, best: i64, score: i64, depth: i64) -> None:
        """Tell a new node what is known since its position was searched as a whole.

        All actions are at most as good as the best one, as far as they were searched: late ones less deep.
        """
        search = self.search
        if not node.is_extended:
            depth -= 1
        ranks = search.ranks(node.moves, search.rules.weights(node.state, node.moves), node.moves[best], 0, 0)
        order = sorted(range(len(ranks)), key=lambda place: -int(ranks[place]))
        order += range(len(ranks), int(node.count))
        for number in range(node.count):
            place = i64(order[number])
            late: i64 = 0
            if number > 2:
                late = search.reductions[(depth + 1 if depth < 63 else 63) * 64 + (number if number < 64 else 63)]
            node.scores[place] = score
            node.depths[place] = depth - late if late < depth else 0
            node.costs[place] = node.depths[place] * self.ply_cost
        node.bounds[best] = EXACT
        node.best = best

    def tell(self, node: LineNode, place: i64, child: LineNode) -> None:
        """An action is worth what the best answer to it is, and costs a ply more than the next one to search."""
        score = child.scores[child.best]
        cost = score - child.promise()
        if not child.is_extended:
            cost += self.ply_cost
        least = node.costs[place] - self.ply_cost
        if cost < least:
            cost = least
        if cost < 0:
            cost = 0
        node.scores[place] = node.extras[place] - score if -FAR < score < FAR else -score
        node.costs[place] = cost
        node.depths[place] = cost // self.ply_cost

    def rated_at(self, node: LineNode) -> list[tuple[int, int, float]]:
        """As :meth:`Tree.rated_at`: the best action, then the others by what they are worth at most."""
        rated: list[tuple[int, int, float]] = []
        for place in range(node.count):
            if node.depths[place] < 0:
                rated.append((int(place), -1, -1.0))
            else:
                tries = BEST if place == node.best else 0
                rated.append((int(place), tries, value_of(node.scores[place], self.search.rules.scale)))
        return sorted(rated, key=by_tries)

    def line(self, most: int) -> list[Action]:
        """The best actions from the root on, and then what the search expects; at most ``most``, as deep as it is."""
        most = max(1, min(most, int(self.deepest)))
        node = self.root
        line: list[Action] = []
        while node.best >= 0:
            child = node.children[node.best]
            if child is None or len(line) >= most - 1:
                return line + self.search.line(node.state, node.actions[node.best], most - len(line))
            line.append(node.actions[node.best])
            node = child
        return line or [node.actions[0]]

    def value(self) -> float:
        """The expectation of the side to act at the root."""
        return self.rated()[0][2]
