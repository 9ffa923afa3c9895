"""Assessment: what each action of a game gave away, and what the dice gave, by the evaluations of its positions.

Every position gets one number, the chance of seat 0.  An action changes it by its loss, a throw of
dice by its luck, and so the start, all luck and all losses add up to the result.  What the judge
saw only later goes back to the positions before: none is worth less to the seat that acts there
than what followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import fsum, sqrt
from typing import Any, Final

import attrs

from boardgames.core.model.game import CHANCE, State
from boardgames.core.model.playthrough import Playthrough
from boardgames.core.protocol.evaluation import MARKS, Bounds, Evaluation, accuracy_of
from boardgames.core.protocol.verdict import Verdict
from boardgames.core.text.printable import printable
from boardgames.core.text.said import Said

WON: Final = 1.0 - 1e-9
USUAL_BOUNDS: Final = Bounds()
LEAST_SHOWN: Final = 0.005
"""A sum of chances below this is shown as nothing."""


class NotForTwo(ValueError):
    """A game that is not for two seats: a chance of seat 0 says nothing of the others."""


@attrs.frozen(kw_only=True)
class AssessedPly:
    """One action or throw of a game, judged.  Chances are from 0 to 1."""

    ply: int
    """Its number, from 1."""
    seat: int
    """The seat that acted or threw."""
    action: str
    chance: float | None
    """The chance of seat 0 after it; ``None`` if that was not judged."""
    best: str | None = None
    """The best action in its place; ``None`` for a throw, and where no judge was asked."""
    line: tuple[str, ...] = ()
    """The expected continuation, the best action first."""
    loss: float | None = None
    """The chance that the seat gave away by it, as the search that judged it saw; ``None`` for throws."""
    luck: float | None = None
    """The chance that a throw gave to seat 0; ``None`` for actions."""
    mark: str = ""
    """``?!``, ``?`` or ``??``; empty for the best action and for a forced one."""
    forced: bool = False
    """True if it was the only legal action."""
    missed_win: int | None = None
    """In how many actions the seat could have won by force, if it gave that away."""
    depth: int = 0
    nodes: int = 0


@attrs.frozen(kw_only=True)
class Assessment:
    """A game, judged: what each action gave away, and what the dice gave.

    ``start + luck[0] - losses[0] + losses[1]`` is the result of seat 0 (1, 1/2 or 0), if the game came to
    its end and every position was judged.
    """

    start: float | None
    """The chance of seat 0 before the first action."""
    plies: tuple[AssessedPly, ...]
    losses: tuple[float, ...]
    """By seat, the chance that its actions gave away in all, also what the judge saw only later, which is in no single
    loss (with exact values there is none).  A game that did not end by its rules gives away what was
    left above its result: to a seat that resigned, or lost by a fault, or to the better one at a limit of plies."""
    luck: tuple[float, ...]
    """By seat, the chance that the dice gave it; less than 0 if they took it."""
    accuracy: tuple[float | None, ...]
    """By seat, the accuracy from 0 to 100 as lichess computes it, of the actions that were not forced."""
    result: float | None
    """The result of seat 0: 1, 1/2 or 0; ``None`` for a game that was broken off."""

    def choices(self, seat: int) -> list[AssessedPly]:
        """The judged actions of a seat that had another choice."""
        return [ply for ply in self.plies if ply.seat == seat and ply.loss is not None and not ply.forced]

    def mean_loss(self, seat: int) -> float | None:
        """The mean loss of the actions of a seat that had another choice."""
        losses = [ply.loss for ply in self.choices(seat) if ply.loss is not None]
        return fsum(losses) / len(losses) if losses else None

    def marks(self, seat: int) -> dict[str, int]:
        """The number of actions of a seat with each mark, the worst mark first."""
        return {mark: sum(ply.mark == mark for ply in self.plies if ply.seat == seat) for mark in MARKS}

    @property
    def has_dice(self) -> bool:
        """True if a throw was judged."""
        return any(ply.luck is not None for ply in self.plies)

    def sentence(self, names: Sequence[str]) -> str:
        """The cause of the result, in words that a player understands."""
        return _sentence(self, list(map(printable, names)))

    def fields(self) -> dict[str, Any]:
        """The assessment as JSON has it: the same names."""
        fields: dict[str, Any] = attrs.asdict(self)
        fields["marks"] = [self.marks(seat) for seat in range(len(self.losses))]
        fields["mean_loss"] = [self.mean_loss(seat) for seat in range(len(self.losses))]
        return fields


def assess(
    playthrough: Playthrough,
    evaluations: Mapping[int, Evaluation],
    verdict: Verdict | None = None,
    bounds: Bounds = USUAL_BOUNDS,
) -> Assessment:
    """The losses of the actions of a game, by the evaluations of its positions: their keys count the actions before.

    ``playthrough`` is the game, and ``verdict`` how it ended, where that is not by its rules.  ``bounds`` are the
    losses, from 0 to 1, from which an action is an inaccuracy, a mistake or a blunder.

    Positions may be missing; then the losses and the luck beside them are not known.
    Raises :class:`NotForTwo`.
    """
    seats = playthrough.start.game.seats
    if seats != 2:
        raise NotForTwo(f"{playthrough.start.game.title} is for {seats} players: only games for two can be analysed")
    result, by_rules = _result(playthrough.state, verdict)
    forced = [state.turn >= 0 and len(state.actions()) == 1 for state in playthrough.states]
    chances = _chances(playthrough, evaluations, result if by_rules else None, forced)
    plies = tuple(_plies(playthrough, evaluations, chances, forced, bounds))
    losses = [fsum(_falls(playthrough.states, chances, seat)) for seat in range(2)]
    if result is not None and chances[-1] is not None:
        losses[0 if chances[-1] > result else 1] += abs(chances[-1] - result)
    luck = fsum(ply.luck for ply in plies if ply.luck is not None)
    return Assessment(
        start=chances[0],
        plies=plies,
        losses=tuple(losses),
        luck=(luck, -luck),
        accuracy=_accuracies(plies, chances),
        result=result,
    )


def _result(last: State, verdict: Verdict | None) -> tuple[float | None, bool]:
    """The result of seat 0, and whether the rules ended the game, not a fault, a resignation or a limit."""
    outcome = last.outcome
    if outcome is not None:
        return (1.0 + float(outcome.returns[0])) / 2.0, True
    return (None if verdict is None else (1.0 + float(verdict.outcome.returns[0])) / 2.0), False


def _of(seat: int, chance: float) -> float:
    """The chance of a seat, by that of seat 0; and back."""
    return chance if seat == 0 else 1.0 - chance


def _chances(
    playthrough: Playthrough, evaluations: Mapping[int, Evaluation], result: float | None, forced: Sequence[bool]
) -> list[float | None]:
    """The chance of seat 0 in each position; from the last to the first, so that what was seen later goes back."""
    states = playthrough.states
    chances: list[float | None] = [None] * len(states)
    for ply in reversed(range(len(states))):
        state, own = states[ply], evaluations.get(ply)
        following = chances[ply + 1] if ply + 1 < len(states) else None
        if ply + 1 == len(states) and result is not None:
            chances[ply] = result
        elif state.turn == CHANCE:
            before = evaluations.get(ply - 1) if ply and states[ply - 1].turn >= 0 else None
            if before is not None and before.played is not None:
                chances[ply] = before.played  # of the search that judged the action before the throw
            else:
                chances[ply] = None if own is None else own.chance
        elif forced[ply] and ply + 1 < len(states):
            chances[ply] = following
        elif own is not None:
            if own.played is not None and ply + 1 < len(states) and states[ply + 1].turn == CHANCE:
                following = own.played
            best = max if state.turn == 0 else min
            chances[ply] = own.chance if following is None else best(own.chance, following)
    return chances


def _falls(states: Sequence[State], chances: Sequence[float | None], seat: int) -> Iterator[float]:
    """The chance that each action of a seat gave away."""
    for state, (before, after) in zip(states, pairwise(chances), strict=False):
        if state.turn == seat and before is not None and after is not None:
            yield max(0.0, _of(seat, before) - _of(seat, after))


def _plies(
    playthrough: Playthrough,
    evaluations: Mapping[int, Evaluation],
    chances: Sequence[float | None],
    forced: Sequence[bool],
    bounds: Bounds,
) -> Iterator[AssessedPly]:
    for ply, (state, action) in enumerate(zip(playthrough.states, playthrough.actions, strict=False)):
        before, after = chances[ply], chances[ply + 1]
        change = None if before is None or after is None else after - before
        if state.turn == CHANCE:
            yield AssessedPly(ply=ply + 1, seat=state.seat, action=str(action), chance=after, luck=change)
            continue
        seat, own = state.turn, evaluations.get(ply)
        loss = None if change is None else max(0.0, -change if seat == 0 else change)
        assessed = AssessedPly(ply=ply + 1, seat=seat, action=str(action), chance=after, loss=loss, forced=forced[ply])
        if own is None or forced[ply]:
            yield assessed
            continue
        best = own.line[0] if own.line else None
        if loss is not None and best == str(action):
            loss = 0.0
        elif loss is not None and own.played is not None:
            loss = min(loss, max(0.0, _of(seat, own.chance) - _of(seat, own.played)))
        wins = own.plies_to_end is not None and _of(seat, own.chance) >= WON
        still_wins = after is None or _of(seat, after) >= WON
        yield attrs.evolve(
            assessed,
            loss=loss,
            best=best,
            line=own.line,
            mark="" if loss is None else bounds.mark(loss),
            missed_win=own.plies_to_end if wins and not still_wins and best != str(action) else None,
            depth=own.depth,
            nodes=own.nodes,
        )


def _accuracies(plies: Sequence[AssessedPly], chances: Sequence[float | None]) -> tuple[float | None, ...]:
    """By seat, the mean of two means of the accuracies of its actions: weighted by how sharp the game is there, and
    harmonic, as lichess computes them."""
    judged = [100.0 * chance for chance in chances if chance is not None]
    size = max(2, min(8, (len(judged) - 1) // 10))
    windows = [judged[:size]] * (min(size, len(judged)) - 2)
    windows += [judged[begin : begin + size] for begin in range(len(judged) - size + 1)]
    weights = iter([max(0.5, min(12.0, _deviation(window))) for window in windows])
    by_seat: list[list[tuple[float, float]]] = [[], []]
    for ply, (before, after) in zip(plies, pairwise(chances), strict=True):
        if before is None or after is None:
            continue
        weight = next(weights, 0.5)
        if ply.loss is not None and not ply.forced:
            by_seat[ply.seat].append((accuracy_of(ply.loss, 0.0), weight))
    return tuple(map(_accuracy, by_seat))


def _accuracy(weighted: Sequence[tuple[float, float]]) -> float | None:
    if not weighted:
        return None
    mean = fsum(accuracy * weight for accuracy, weight in weighted) / fsum(weight for _, weight in weighted)
    harmonic = len(weighted) / fsum(1.0 / max(1.0, accuracy) for accuracy, _ in weighted)
    return (mean + harmonic) / 2.0


def _deviation(values: Sequence[float]) -> float:
    mean = fsum(values) / len(values)
    return sqrt(fsum((value - mean) ** 2 for value in values) / len(values))


# -- in words ---------------------------------------------------------------------


def points(chance: float) -> str:
    """A difference of winning chances in words.

    >>> points(0.314), points(-0.01), points(0.002)
    ('31 points', '1 point', 'less than 1 point')
    """
    number = round(100.0 * abs(chance))
    return Said.counted("{number} point", "{number} points", number) if number else Said("less than 1 point")


def _sentence(game: Assessment, names: Sequence[str]) -> Said:
    if game.result is None:
        return Said("The game was broken off, so nobody has won.")
    if any(ply.loss is None and ply.luck is None for ply in game.plies):
        return Said("Not every position was judged, so what decided the game cannot be told.")
    better = 0 if game.losses[0] <= game.losses[1] else 1
    margin = game.losses[1 - better] - game.losses[better]
    if game.result == 0.5:
        if margin < LEAST_SHOWN:
            return Said("{name} and {name2} drew, and played equally well.", name=names[0], name2=names[1])
        if game.has_dice and game.luck[better] < -LEAST_SHOWN:
            return Said(
                "{name} played better, by {loss}, and drew: the dice cost {name} {luck}.",
                name=names[better],
                loss=points(margin),
                luck=points(game.luck[better]),
            )
        return Said("{name} played better, by {loss}, and drew.", name=names[better], loss=points(margin))
    winner = 0 if game.result > 0.5 else 1
    loser = 1 - winner
    last = game.plies[-1].chance if game.plies else game.start
    left = 0.0 if last is None else _of(loser, last)
    if left >= LEAST_SHOWN and game.losses[loser] - left < game.losses[winner] + LEAST_SHOWN:
        return Said(
            "{winner} won, although {loser}, who resigned or was at fault, still had a chance of {number:.0f} %.",
            winner=names[winner],
            loser=names[loser],
            number=100.0 * left,
        )
    if margin < LEAST_SHOWN:
        if game.has_dice and game.luck[winner] > LEAST_SHOWN:
            return Said(
                "{name} and {name2} played equally well: the dice gave {winner} the game, {luck}.",
                name=names[0],
                name2=names[1],
                winner=names[winner],
                luck=points(game.luck[winner]),
            )
        return Said(
            "{name} and {name2} played equally well, and {winner} won.",
            name=names[0],
            name2=names[1],
            winner=names[winner],
        )
    if better == winner:
        words = Said(
            "{winner} played better and won: {loser} gave away {loss} more",
            winner=names[winner],
            loser=names[loser],
            loss=points(margin),
        )
        luck = game.luck[winner]
        if not game.has_dice or abs(luck) <= LEAST_SHOWN:
            return Said("{words}.", words=words)
        if luck > 0:
            return Said(
                "{words}, and the dice gave {winner} {luck}.", words=words, winner=names[winner], luck=points(luck)
            )
        return Said("{words}, and the dice cost {winner} {luck}.", words=words, winner=names[winner], luck=points(luck))
    if game.has_dice and game.luck[loser] < -LEAST_SHOWN:
        luck = game.luck[loser]
        return Said(
            "{loser} played better and lost: the dice cost {loser} {luck}.", loser=names[loser], luck=points(luck)
        )
    return Said(
        "{loser} gave away less and lost: the start was better for {winner}.", loser=names[loser], winner=names[winner]
    )
