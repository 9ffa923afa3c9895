"""Positions to fit a judgement on: from games of a search against itself, each with what came of it.

Game ``number`` of a seed is the same on every machine: its search is bounded in
nodes.  So the games of a seed can be played in any order, by any number of processes.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import attrs

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import CHANCE, Game, State
from boardgames.core.protocol.clock import Clock
from boardgames.players.alphabeta import Alphabeta, search_hints_of
from boardgames.players.budget import Effort
from boardgames.players.search import DECIDED

OPENING: tuple[int, int] = (2, 10)
"""Each game begins with so many random actions, from the first number to below the second."""
EXPLORATION: float = 0.03
"""The share of random actions after the opening: they lead to positions that the search would avoid."""
MOST_PLIES: int = 400
"""A longer game counts as a draw."""


@attrs.frozen
class Sample:
    """A quiet position and what the side to act or to throw can expect there, from -1 to 1.

    ``value`` is what the search found, ``result`` how the game ended.  In a game with
    dice it is the position before the throw, which is what a search judges.
    """

    text: str
    value: float
    result: float

    def __str__(self) -> str:
        return f"{self.value:.4f} {self.result:g} {self.text}"

    @classmethod
    def read(cls, line: str) -> Sample:
        """The sample of a line.  Raises :class:`ValueError` for a line that is none."""
        value, result, text = line.split(" ", 2)
        return cls(text.rstrip("\n"), float(value), float(result))


def play_samples(spec: GameSpec, game: Game, seed: int, number: int, nodes: int) -> Iterator[Sample]:
    """The samples of game ``number`` of a seed, in which a search looks at so many positions for each action."""
    rng = Random(f"{game.name} {seed} {number}")
    player = Alphabeta(spec, Effort(nodes=nodes), rng)
    hints = search_hints_of(spec)
    opening = rng.randrange(*OPENING)
    state: State = game.start()
    seen: list[tuple[str, float, int]] = []
    thrown_from: State | None = None
    for ply in range(MOST_PLIES):
        actions = state.actions()
        if not actions:
            chances = state.chances()
            if not chances:
                break
            thrown_from = state
            weights = [float(chance) for _, chance in chances]
            state = state.apply(rng.choices([throw for throw, _ in chances], weights)[0])
            continue
        if ply < opening or rng.random() < EXPLORATION:
            state = state.apply(rng.choice(actions))
            thrown_from = None
            continue
        action = player.choose(state, Clock())
        thought = player.thought
        if thought is not None and thought.value is not None and abs(thought.value) < DECIDED:
            place = actions.index(action)
            if hints.move_priority is None or not hints.move_priority(state, actions)[place]:
                quiet = state if thrown_from is None else thrown_from
                value = thought.value if quiet.seat == state.turn else -thought.value
                seen.append((str(quiet), value, quiet.seat))
        state = state.apply(action)
        thrown_from = None
    outcome = state.outcome if state.turn != CHANCE else None
    returns = (0.0, 0.0) if outcome is None else outcome.returns
    for text, value, seat in seen:
        yield Sample(text, value, returns[seat])
