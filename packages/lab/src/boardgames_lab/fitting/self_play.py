"""Positions to fit a judgement on, from games of a search against itself, each with its result.

Game ``number`` of a seed is the same on every machine: its search is bounded in
nodes.  So the games of a seed can be played in any order, by any number of processes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import attrs

from boardgames.analysis import Judge
from boardgames.core.lookup import GameSpec
from boardgames.core.model import Game, Playthrough, State
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

    ``value`` is from the search or from a teacher, ``result`` from the end of the game.  In a game with
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


def play_samples(
    spec: GameSpec, game: Game, games: Games, number: int, teacher: Judge | None = None
) -> Iterator[Sample]:
    """The samples of game ``number`` of ``games``, which says how they are played.

    ``teacher`` values the positions in place of the search.
    """
    rng = Random(f"{game.name} {games.seed} {number}")
    player = Alphabeta(spec, Effort(nodes=games.nodes), rng, judgement=games.judgement)
    opening = rng.randrange(*OPENING)
    playthrough = Playthrough(game.start())
    values: list[tuple[int, float]] = []  # of quiet positions by ply, for seat 0
    was_thrown = False
    while playthrough.plies < MOST_PLIES:
        state, ply = playthrough.state, playthrough.plies
        actions = state.actions()
        if not actions:
            chances = state.chances()
            if not chances:
                break
            weights = [float(chance) for _, chance in chances]
            playthrough.apply(rng.choices([throw for throw, _ in chances], weights)[0])
            was_thrown = True
            continue
        if ply < opening or rng.random() < games.exploration:
            action = rng.choice(actions)
        else:
            action = player.choose(state, Clock())
            thought = player.thought
            value = None if thought is None else thought.value
            if value is not None and abs(value) < DECIDED and is_quiet(player, state, actions.index(action)):
                values.append((ply - was_thrown, value if state.turn == 0 else -value))
        playthrough.apply(action)
        was_thrown = False
    outcome = playthrough.state.outcome
    returns = (0.0, 0.0) if outcome is None else outcome.returns
    states = playthrough.states
    if teacher is not None:
        values = taught(teacher, playthrough, [ply for ply, _ in values])
    later = values_with_later(values, returns[0], games.later)
    for (ply, _), value in zip(values, later, strict=True):
        quiet = states[ply]
        yield Sample(str(quiet), value if quiet.seat == 0 else -value, returns[quiet.seat])


def taught(teacher: Judge, playthrough: Playthrough, plies: Sequence[int]) -> list[tuple[int, float]]:
    """The values of the positions at some plies by a teacher, for seat 0."""
    game = Playthrough(playthrough.start)
    values = []
    for ply in plies:
        for action in playthrough.actions[game.plies : ply]:
            game.apply(action)
        values.append((ply, 2.0 * teacher.judge(game, ply).chance - 1.0))
    return values


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
