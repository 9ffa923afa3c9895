"""Positions to fit a judgement on, from games of a search against itself, each with its result.

Game ``number`` of a seed is the same on every machine: its search is bounded in
nodes.  So the games of a seed can be played in any order, by any number of processes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import attrs

from boardgames.core.lookup import GameSpec
from boardgames.core.model import CHANCE, Game, State
from boardgames.core.protocol import Clock
from boardgames.learning import GAIN, ThrowRules
from boardgames.players import DECIDED, Alphabeta, Effort
from boardgames_lab.fitting.settings import Games

OPENING: tuple[int, int] = (2, 10)
"""The number of random actions with which a game begins: from the first number to below the second."""
MOST_PLIES: int = 400
"""A longer game counts as a draw."""

DIGITS: int = 4
"""Decimal digits of the values that are kept."""


@attrs.frozen
class Sample:
    """A quiet position, and the expectation of the side to act or to throw there, from -1 to 1.

    ``value`` is from the search, ``result`` from the end of the game.  In a game with
    dice it is the position before the throw, which is what a search judges.
    """

    text: str
    value: float
    result: float

    def __str__(self) -> str:
        return f"{self.value:.{DIGITS}f} {self.result:g} {self.text}"

    @classmethod
    def read(cls, line: str) -> Sample:
        """The sample of a line.  Raises :class:`ValueError` for any other line."""
        value, result, text = line.split(" ", 2)
        return cls(text.rstrip("\n"), float(value), float(result))


def play_samples(spec: GameSpec, game: Game, games: Games, number: int) -> Iterator[Sample]:
    """The samples of game ``number`` of ``games``, which says how they are played."""
    rng = Random(f"{game.name} {games.seed} {number}")
    player = Alphabeta(spec, Effort(nodes=games.nodes), rng, judgement=games.judgement)
    opening = rng.randrange(*OPENING)
    state: State = game.start()
    samples: list[tuple[str, int, int, float]] = []
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
        if ply < opening or rng.random() < games.exploration:
            state = state.apply(rng.choice(actions))
            thrown_from = None
            continue
        action = player.choose(state, Clock())
        thought = player.thought
        if thought is not None and thought.value is not None and abs(thought.value) < DECIDED:
            place = actions.index(action)
            if is_quiet(player, state, place):
                quiet = state if thrown_from is None else thrown_from
                value = thought.value if quiet.seat == state.turn else -thought.value
                samples.append((str(quiet), quiet.seat, ply, value if quiet.seat == 0 else -value))
        state = state.apply(action)
        thrown_from = None
    outcome = state.outcome if state.turn != CHANCE else None
    returns = (0.0, 0.0) if outcome is None else outcome.returns
    values = values_with_later([(ply, value) for _, _, ply, value in samples], returns[0], games.later)
    for (text, seat, _, _), value in zip(samples, values, strict=True):
        yield Sample(text, value if seat == 0 else -value, returns[seat])


def is_quiet(player: Alphabeta, state: State, place: int) -> bool:
    """True if the action at a place wins nothing at once, and parries no threat.  With dice all actions are quiet."""
    rules = player.searcher(state).rules
    if isinstance(rules, ThrowRules):
        return True
    position = rules.position(state)
    moves = rules.moves(position)
    wins = place < len(moves) and rules.weights(position, moves)[place] >= GAIN
    return not wins and not rules.in_check(position)


def values_with_later(values: Sequence[tuple[int, float]], result: float, later: float) -> list[float]:
    """The values of a search at some plies of a game, each mixed with the later ones, all for seat 0.

    ``later`` is the share of the next ply's value, and so on to the result of the game (temporal differences,
    Sutton 1988).

    >>> values_with_later([(8, 0.25), (9, 0.5)], 1.0, 0.5)
    [0.5, 0.75]
    """
    mixed: list[float] = []
    after, next_ply = result, None
    for ply, value in reversed(values):
        share = later ** (1 if next_ply is None else next_ply - ply)
        after, next_ply = (1 - share) * round(value, DIGITS) + share * after, ply
        mixed.append(after)
    return mixed[::-1]
