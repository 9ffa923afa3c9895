"""Games of a network against itself, many side by side, as a learner needs them (AlphaZero)."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack
from functools import partial
from random import Random
from typing import Any, Final, Self

import attrs
import numpy as np
from numpy.typing import NDArray

from boardgames.core import environment_random
from boardgames.core.lookup import load, text_of
from boardgames.core.model import CHANCE, Game, Outcome, throw
from boardgames.core.text import Whole
from boardgames.players import Floats, Network, NetworkEvaluator, PolicyTree
from boardgames.processes import completed_calls, open_executor
from boardgames.rl import MOST_THROWS, check_actions, number_of_games, observe, seed_of, stuck, whole_number

MOST_NODES: Final = 1_000_000
ROUND: Final = 16
"""Actions that a worker plays in each of its games before the network may change."""


@attrs.frozen(kw_only=True)
class SelfPlayOptions:
    """The settings of the games."""

    nodes: int = 32
    """Rounds of tree search for each action."""
    each: int = 4
    """Leaves of a tree that are judged at once."""
    exploration: float = 1.5
    """The weight of actions that look worse in the search."""
    noise: float = 0.25
    """The share of noise in the priors of each root, so that every action is tried now and then."""
    spread: float = 10.0
    """The noise is Dirichlet's with this number divided by the number of actions: the smaller, the fewer actions get
    most of it."""
    free_plies: int = 12
    """The first plies, in which an action is chosen as often as the search tried it; later the one tried most is."""
    memory: float = 0.9
    """The lambda of TD(lambda): the weight of the result in the values, against the searches that followed."""
    max_plies: int = 200
    """Actions after which a game is a draw."""


@attrs.frozen(eq=False, kw_only=True)
class SelfPlayedGame:
    """The decisions of a game: for each the planes, the policy that the search found, and a value to learn."""

    planes: Floats
    indices: list[NDArray[np.int32]]
    """The legal actions of each decision by their indices, turned to the side to act."""
    policies: list[Floats]
    """The shares of tries of these actions, at each decision."""
    values: Floats
    """The result that the side to act could expect, as it turned out: from -1 to 1."""
    outcome: Outcome | None
    """The end of the game; ``None`` if it was broken off after ``max_plies``."""

    def __len__(self) -> int:
        return len(self.values)


@attrs.define(eq=False)
class GameUnderWay:
    """A game that is being played, with what it has given so far."""

    state: Any
    rng: np.random.Generator = attrs.field(kw_only=True)
    dice: Random = attrs.field(kw_only=True)
    planes: list[Floats] = attrs.field(factory=list)
    indices: list[NDArray[np.int32]] = attrs.field(factory=list)
    policies: list[Floats] = attrs.field(factory=list)
    turns: list[int] = attrs.field(factory=list)
    expected: list[float] = attrs.field(factory=list)  # by the search; NaN where there was none

    def anew(self, start: Any) -> GameUnderWay:
        """The next game in its place, from ``start``."""
        return GameUnderWay(start, rng=self.rng, dice=self.dice)

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
    A game that ends begins anew.  The same seed and networks give the same games.  ``under_way`` are games
    to go on with instead of ``n`` new ones: those of another object, which has the same name for them.

    With an ``executor``, or the Dask cluster at an address, its workers play the games, each its part of them for
    :data:`ROUND` actions at a time; they find the same games.  The network goes to them with each round, so it must be
    one that can be pickled.  Then use the object in a ``with`` statement, or :meth:`close` it.

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
        executor: Executor | str | None = None,
        under_way: list[GameUnderWay] | None = None,
    ) -> None:
        self.game: Final = load(game)
        check_actions(self.game)
        self.n: Final = number_of_games(n if under_way is None else len(under_way))
        self.options: Final = options or SelfPlayOptions()
        whole_number(self.options.nodes, "nodes", Whole(1, MOST_NODES))
        whole_number(self.options.each, "each", Whole(1, self.options.nodes))
        self.evaluator: Final = NetworkEvaluator(self.game, network, self.n * self.options.each)
        self.under_way = self._begun(seed_of(seed)) if under_way is None else under_way
        self.positions = 0
        """Positions that the network has judged."""
        self.leaving: Final = ExitStack()
        self.executor, self.workers, self.check = self.leaving.enter_context(open_executor(executor, 0))

    def _begun(self, seed: int) -> list[GameUnderWay]:
        """New games, each with generators of its own."""
        start = self.game.start()
        generators = (
            (np.random.default_rng([seed % 2**64, place]), environment_random(seed, place)) for place in range(self.n)
        )
        return [self._rolled(GameUnderWay(start, rng=rng, dice=dice)) for rng, dice in generators]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the cluster, if there is one."""
        self.leaving.close()

    def games(self) -> Iterator[SelfPlayedGame]:
        """The games as they end; the iterator has no end."""
        while True:
            yield from self.step() if self.executor is None else self.round(self.executor)

    def round(self, executor: Executor) -> list[SelfPlayedGame]:
        """Play :data:`ROUND` actions in each game by an executor.  Returns the games that ended."""
        size = -(-self.n // self.workers)
        parts = [(first, self.under_way[first : first + size]) for first in range(0, self.n, size)]
        play = partial(play_part, text_of(self.game), self.evaluator.network, self.options)
        ended: list[tuple[int, int, SelfPlayedGame]] = []
        for (first, _), (under_way, positions, over) in completed_calls(executor, play, parts, len(parts), self.check):
            self.under_way[first : first + size] = under_way
            self.positions += positions
            ended += over
        return [game for *_, game in sorted(ended, key=lambda one: one[:2])]

    def step(self) -> list[SelfPlayedGame]:
        """Play in each game one action that was searched for, unless it ends before.  Returns the games that ended."""
        return [game for _, game in self.step_by_place()]

    def step_by_place(self) -> list[tuple[int, SelfPlayedGame]]:
        """Do as :meth:`step`, and return each game with its place among those that are played side by side."""
        ended: dict[int, SelfPlayedGame] = {}
        places = [place for place in range(self.n) if self._play_forced(place, ended)]
        if places:
            self._play_searched(places, ended)
        return sorted(ended.items())

    def _play_searched(self, places: list[int], ended: dict[int, SelfPlayedGame]) -> None:
        trees = [self._tree(self.under_way[place]) for place in places]
        self._evaluate(trees, 1)
        planes = self.evaluator.planes[: len(places)].copy()
        for place, tree in zip(places, trees, strict=True):
            count = int(tree.root.count)
            noise = self.under_way[place].rng.dirichlet([self.options.spread / count] * count)
            tree.mix_noise(noise.tolist(), self.options.noise)
        for first in range(0, self.options.nodes, self.options.each):
            self._evaluate(trees, min(self.options.each, self.options.nodes - first))
        for row, (place, tree) in enumerate(zip(places, trees, strict=True)):
            shares = np.zeros(int(tree.root.count))
            for number, tries, _ in tree.rated():
                shares[number] = tries
            shares /= shares.sum()
            game = self.under_way[place]
            free = len(game.turns) < self.options.free_plies
            choice = int(game.rng.choice(len(shares), p=shares)) if free else int(shares.argmax())
            action = tree.root.actions[choice]
            self._play(place, planes[row], shares.astype(np.float32), tree.value(), action, ended)

    def _tree(self, game: GameUnderWay) -> PolicyTree:
        return PolicyTree(game.state, Random(game.dice.random()), self.options.exploration)

    def _evaluate(self, trees: list[PolicyTree], leaves: int) -> None:
        self.evaluator.evaluate(trees, leaves)
        self.positions += int(self.evaluator.leaves.count)

    def _rolled(self, game: GameUnderWay) -> GameUnderWay:
        """The game itself, after throws of dice until a seat is to act."""
        throws = 0
        while game.state.turn == CHANCE and game.state.outcome is None:
            throws += 1
            if throws > MOST_THROWS:
                raise stuck(game.state)
            game.state = game.state.apply(throw(game.state.chances(), game.dice))
        return game

    def _play_forced(self, place: int, ended: dict[int, SelfPlayedGame]) -> bool:
        """Play the forced actions of a game, which need no search.  Returns ``True`` if there is a choice now."""
        while place not in ended:
            state = self.under_way[place].state
            actions = state.actions()
            if len(actions) > 1:
                return True
            self._play(place, observe(state), np.ones(1, np.float32), float("nan"), actions[0], ended)
        return False

    def _play(
        self,
        place: int,
        planes: Floats,
        shares: Floats,
        expected: float,
        action: Any,
        ended: dict[int, SelfPlayedGame],
    ) -> None:
        game = self.under_way[place]
        state = game.state
        turned = self.evaluator.observation.turned
        game.planes.append(planes)
        game.indices.append(np.array([turned(action.index, state.turn) for action in state.actions()], np.int32))
        game.policies.append(shares)
        game.turns.append(state.turn)
        game.expected.append(expected)
        game.state = state.apply(action)
        self._rolled(game)
        if game.state.outcome is not None or len(game.turns) >= self.options.max_plies:
            ended[place] = game.finished(self.options.memory)
            self.under_way[place] = self._rolled(game.anew(self.game.start()))


Part = tuple[int, list[GameUnderWay]]
"""Some of the games that are played side by side, after the place of the first one."""


def play_part(
    game: str, network: Network, options: SelfPlayOptions, part: Part
) -> tuple[list[GameUnderWay], int, list[tuple[int, int, SelfPlayedGame]]]:
    """Play :data:`ROUND` actions in each game of a part, in a worker.

    Returns these games, the number of positions judged, and each game that ended, after its step and its place.
    """
    first, under_way = part
    play = SelfPlay(game, network, options=options, under_way=under_way)
    ended = [(step, first + place, over) for step in range(ROUND) for place, over in play.step_by_place()]
    return play.under_way, play.positions, ended
