"""Games of a network against itself, many side by side, as a learner needs them (AlphaZero)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from boardgames.core.lookup.installed_games import load
from boardgames.core.model.dice import throw
from boardgames.core.model.game import CHANCE, Game, Outcome
from boardgames.core.seeds import random_of
from boardgames.core.text.kinds import Whole
from boardgames.players.puct.network_evaluator import Floats, Network, NetworkEvaluator
from boardgames.players.puct.policy_tree import PolicyTree
from boardgames.rl.checks import MOST_THROWS, check_actions, number_of_games, seed_of, stuck, whole_number
from boardgames.rl.observing import observe

MOST_NODES: Final = 1_000_000


@attrs.frozen(kw_only=True)
class SelfPlayOptions:
    """How the games are played."""

    nodes: int = 32
    """Rounds of tree search for each action."""
    each: int = 4
    """Leaves of a tree that are judged at once."""
    exploration: float = 1.5
    """How much the search tries what looks worse."""
    noise: float = 0.25
    """The share of noise in the priors of each root, so that every action is tried now and then."""
    spread: float = 10.0
    """The noise is Dirichlet's with this number divided by the number of actions: the smaller, the fewer actions get
    most of it."""
    free_plies: int = 12
    """In the first plies an action is chosen as often as the search tried it, later the one tried most."""
    memory: float = 0.9
    """The lambda of TD(lambda): how much the values come from the result, and not from the searches that followed."""
    max_plies: int = 200
    """Actions after which a game is a draw."""


@attrs.frozen(eq=False, kw_only=True)
class SelfPlayedGame:
    """The decisions of a game: for each the planes, the policy that the search found, and a value to learn."""

    planes: Floats
    indices: list[NDArray[np.int32]]
    """For each decision the legal actions by their indices, turned to the side to act."""
    policies: list[Floats]
    """For each decision the share of tries of each of these actions."""
    values: Floats
    """The result that the side to act could expect, as it turned out: from -1 to 1."""
    outcome: Outcome | None
    """How it ended; ``None`` if it was broken off after ``max_plies``."""

    def __len__(self) -> int:
        return len(self.values)


@attrs.define(eq=False)
class GameUnderWay:
    """A game that is being played, with what it has given so far."""

    state: Any
    planes: list[Floats] = attrs.field(factory=list)
    indices: list[NDArray[np.int32]] = attrs.field(factory=list)
    policies: list[Floats] = attrs.field(factory=list)
    turns: list[int] = attrs.field(factory=list)
    expected: list[float] = attrs.field(factory=list)  # by the search; NaN where there was none

    def finished(self, memory: float) -> SelfPlayedGame:
        """The game with its values, from the last decision back: each is drawn to the result and to what followed."""
        outcome = self.state.outcome
        seats = self.state.game.seats
        later = [0.0] * seats if outcome is None else [float(share) for share in outcome.returns]
        values = np.zeros(len(self.turns), np.float32)
        for place in reversed(range(len(self.turns))):
            turn, expected = self.turns[place], self.expected[place]
            values[place] = later[turn]
            if expected == expected:
                later = [
                    memory * share + (1.0 - memory) * (expected if seat == turn else -expected)
                    for seat, share in enumerate(later)
                ]
        return SelfPlayedGame(
            planes=np.stack(self.planes),
            indices=self.indices,
            policies=self.policies,
            values=values,
            outcome=outcome,
        )


class SelfPlay:
    """``n`` games of one kind, in each of which a network plays all seats with a tree search.

    ``network`` takes planes as ``rl.observe`` gives them, many at once, and returns a row of numbers for the actions
    and a value for each (:data:`~boardgames.players.puct.network_evaluator.Network`).  It may change between steps.
    A game that ends begins anew.  The same seed and networks give the same games.

    >>> uniform = lambda planes: (np.zeros((len(planes), 15), np.float32), np.zeros(len(planes), np.float32))
    >>> play = SelfPlay("ur:tokens=2", uniform, n=4, seed=1, options=SelfPlayOptions(nodes=8))
    >>> game = next(play.games())
    >>> game.planes.shape == (len(game), 37), game.outcome.reason, bool(abs(game.values).max() <= 1)
    (True, 'home', True)

    Raises :class:`TypeError` and :class:`ValueError` for impossible numbers, and what
    :func:`boardgames.core.lookup.installed_games.load` raises.
    """

    def __init__(
        self,
        game: Game | str,
        network: Network,
        *,
        n: int = 64,
        seed: int = 1,
        options: SelfPlayOptions | None = None,
    ) -> None:
        self.game: Final = load(game)
        check_actions(self.game)
        self.n: Final = number_of_games(n)
        self.options: Final = options or SelfPlayOptions()
        whole_number(self.options.nodes, "nodes", Whole(1, MOST_NODES))
        whole_number(self.options.each, "each", Whole(1, self.options.nodes))
        self.evaluator: Final = NetworkEvaluator(self.game, network, self.n * self.options.each)
        seed = seed_of(seed)
        self.rng: Final = np.random.default_rng([seed % 2**64, 1])
        self.dice: Final = random_of(seed)
        self.under_way: Final = [self._begin() for _ in range(self.n)]
        self.positions = 0
        """Positions that the network has judged."""

    def games(self) -> Iterator[SelfPlayedGame]:
        """Games as they end, without end."""
        while True:
            yield from self.step()

    def step(self) -> list[SelfPlayedGame]:
        """Play one action that was searched for in each game, unless it ends before; the games that ended."""
        ended: list[SelfPlayedGame] = []
        places = [place for place in range(self.n) if self._play_forced(place, ended)]
        if not places:
            return ended
        trees = [self._tree(self.under_way[place].state) for place in places]
        self._evaluate(trees, 1)
        planes = self.evaluator.planes[: len(places)].copy()
        for tree in trees:
            count = int(tree.root.count)
            tree.mix_noise(self.rng.dirichlet([self.options.spread / count] * count).tolist(), self.options.noise)
        for first in range(0, self.options.nodes, self.options.each):
            self._evaluate(trees, min(self.options.each, self.options.nodes - first))
        for row, (place, tree) in enumerate(zip(places, trees, strict=True)):
            shares = np.zeros(int(tree.root.count))
            for number, tries, _ in tree.rated():
                shares[number] = tries
            shares /= shares.sum()
            free = len(self.under_way[place].turns) < self.options.free_plies
            chosen = int(self.rng.choice(len(shares), p=shares)) if free else int(shares.argmax())
            action = tree.root.actions[chosen]
            self._play(place, planes[row], shares.astype(np.float32), tree.value(), action, ended)
        return ended

    def _tree(self, state: Any) -> PolicyTree:
        return PolicyTree(state, Random(self.dice.random()), self.options.exploration)

    def _evaluate(self, trees: list[PolicyTree], each: int) -> None:
        self.evaluator.evaluate(trees, each)
        self.positions += int(self.evaluator.leaves.count)

    def _begin(self) -> GameUnderWay:
        return GameUnderWay(self._rolled(self.game.start()))

    def _rolled(self, state: Any) -> Any:
        """A state, or what follows when dice are thrown until a seat is to act."""
        throws = 0
        while state.turn == CHANCE and state.outcome is None:
            throws += 1
            if throws > MOST_THROWS:
                raise stuck(state)
            state = state.apply(throw(state.chances(), self.dice))
        return state

    def _play_forced(self, place: int, ended: list[SelfPlayedGame]) -> bool:
        """Play the actions of a game that need no search, since there is no other, to its end at most.

        Returns whether there is a choice now.
        """
        before = len(ended)
        while len(ended) == before:
            state = self.under_way[place].state
            actions = state.actions()
            if len(actions) > 1:
                return True
            self._play(place, observe(state), np.ones(1, np.float32), float("nan"), actions[0], ended)
        return False

    def _play(
        self, place: int, planes: Floats, shares: Floats, expected: float, action: Any, ended: list[SelfPlayedGame]
    ) -> None:
        game = self.under_way[place]
        state = game.state
        turned = self.evaluator.observation.turned
        game.planes.append(planes)
        game.indices.append(np.array([turned(action.index, state.turn) for action in state.actions()], np.int32))
        game.policies.append(shares)
        game.turns.append(state.turn)
        game.expected.append(expected)
        game.state = self._rolled(state.apply(action))
        if game.state.outcome is not None or len(game.turns) >= self.options.max_plies:
            ended.append(game.finished(self.options.memory))
            self.under_way[place] = self._begin()
