"""How games end: that they do, what they return, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from boardgames.core.model.game import Outcome
from boardgames.testkit.facts import shown
from boardgames.testkit.rung import NotSeen, Rung, Slip, whole
from boardgames.testkit.walks import MORE, Spot, Trial, Walk, walked

SHORT = 40
"""Plies in which a game that goes round in circles is hoped to show it."""


def _ends(trial: Trial) -> None:
    endless = [walk for walk in trial.walks if not walk.ended]
    if not endless:
        return
    walk = endless[0]
    plies = len(walk.actions)
    if plies < trial.bound:
        raise Slip(f"a random game stopped after {plies} plies and is not over", Spot(walk, plies))
    bound = " (the spec's max_plies)" if trial.bound == trial.spec.longest(trial.game) else ""
    told = f"a random game of seed {walk.seed} was not over after {plies} plies{bound}"
    more = [walked(trial.game, trial.seed + number, SHORT) for number in range(MORE)]
    loops = [spot for spot in map(_loop, [*trial.walks, *more]) if spot is not None]
    if loops:
        spot = min(loops, key=lambda each: each.ply)
        raise Slip(f"{told}; nothing keeps it from going round: here the same position has come again", spot)
    raise Slip(told, Spot(walk, min(plies, SHORT)))


def _loop(walk: Walk) -> Spot | None:
    """Where a position comes again for the first time."""
    seen = set()
    for spot in walk.spots:
        if spot.state.key in seen:
            return spot
        seen.add(spot.state.key)
    return None


def _outcomes(trial: Trial) -> Iterator[tuple[Spot, Outcome]]:
    """The ends of the games, of the shortest first."""
    for walk in sorted(trial.walks, key=lambda each: len(each.actions)):
        if walk.ended:
            yield Spot(walk, len(walk.states) - 1), walk.states[-1].outcome


def _returns(trial: Trial) -> None:
    seats = trial.game.seats
    for spot, outcome in _outcomes(trial):
        returns = outcome.returns
        if not isinstance(outcome, Outcome) or len(returns) != seats:
            raise Slip(f"the outcome {outcome} must have one number for each of the {seats} seats", spot)
        if not all(-1 <= share <= 1 for share in returns):
            raise Slip(f"the returns {returns} must be from -1.0 (lost) to 1.0 (won)", spot)
        if seats == 2 and sum(returns) != 0:
            raise Slip(f"the returns {returns} must sum to 0: what one of two sides wins, the other loses", spot)


def _reasons(trial: Trial) -> None:
    for spot, outcome in _outcomes(trial):
        if outcome.reason not in trial.spec.reasons:
            known = ", ".join(map(repr, trial.spec.reasons)) or "none"
            raise Slip(f"the reason {outcome.reason!r} is not declared; the spec's reasons are: {known}", spot)


def _every_reason(trial: Trial) -> None:
    seen = {outcome.reason for _, outcome in _outcomes(trial)}
    missing = [reason for reason in trial.spec.reasons if reason not in seen]
    if missing:
        raise NotSeen(f"no random game of {len(trial.walks)} ended by {shown(missing)}")


ENDINGS: Final[tuple[Rung, ...]] = (
    whole(
        _ends,
        name="ends",
        title="every game ends",
        why="A game between two programs must be over some day, or a tournament hangs.",
        look="outcome: is every way to end a game there? Where the rules allow going round in circles, "
        "add what people add: a repetition draws, or a limit of plies. If it only takes longer: raise max_plies.",
    ),
    whole(
        _returns,
        name="returns",
        title="an outcome has one return for each seat, from -1 to 1, and two of them sum to 0",
        why="Everybody who compares players adds these numbers up: 1.0 for a win, -1.0 for a loss, 0.0 for a draw.",
        look="outcome: Outcome((1.0, -1.0), reason) is a win of seat 0. Is the winner the one who has just acted, "
        "or the one who is to act?",
    ),
    whole(
        _reasons,
        name="reasons",
        title="a game ends for one of the declared reasons",
        why="'boardgames rules' explains each of them, and statistics count them, so the set is closed.",
        look="GameSpec(reasons={...}): add the reason and what it means, or mend its spelling in outcome.",
    ),
    whole(
        _every_reason,
        name="every-reason",
        title="every declared reason happens",
        why="A reason that never happens may be a rule that was forgotten. "
        "Random play cannot promise to reach all of them, so this is no failure.",
        look="try more games (--games 500). If it stays away: write a test that plays into it.",
    ),
)
