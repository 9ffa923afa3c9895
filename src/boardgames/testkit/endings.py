"""The ends of games: every game must have one, with returns and a reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from boardgames.core.model.game import Outcome
from boardgames.testkit.facts import shown
from boardgames.testkit.rung import Flaw, NotSeen, Rung
from boardgames.testkit.walks import MORE, Trial, Walk, WalkSpot, walked

SHORT = 40
"""The plies in which a game that can repeat itself will probably do so."""


def _ends(trial: Trial) -> None:
    wrong = trial.wrong_bound()
    if wrong:
        raise Flaw(wrong)
    endless = [walk for walk in trial.walks if not walk.ended]
    if not endless:
        return
    walk = endless[0]
    plies = len(walk.actions)
    if plies < trial.bound:
        raise Flaw(f"a random game stopped after {plies} plies and is not over", WalkSpot(walk, plies))
    bound = " (the spec's max_plies)" if trial.bound == trial.spec.longest(trial.game) else ""
    flaw = f"a random game of seed {walk.seed} was not over after {plies} plies{bound}"
    extra = [walked(trial.game, trial.seed + number, SHORT) for number in range(MORE)]
    loops = [spot for spot in map(_loop, [*trial.walks, *extra]) if spot is not None]
    if loops:
        spot = min(loops, key=lambda loop: loop.ply)
        raise Flaw(f"{flaw}; nothing keeps it from repeating itself: here the same position has come again", spot)
    raise Flaw(flaw, WalkSpot(walk, min(plies, SHORT)))


def _loop(walk: Walk) -> WalkSpot | None:
    """The first spot whose position repeats an earlier one; ``None`` if none does."""
    keys = set()
    for spot in walk.spots:
        if spot.state.key in keys:
            return spot
        keys.add(spot.state.key)
    return None


def _outcomes(trial: Trial) -> Iterator[tuple[WalkSpot, Outcome]]:
    """The ends of the games, those of the shortest games first."""
    for walk in sorted(trial.walks, key=lambda walk: len(walk.actions)):
        if walk.ended:
            yield WalkSpot(walk, len(walk.states) - 1), walk.states[-1].outcome


def _returns(trial: Trial) -> None:
    seats = trial.game.seats
    for spot, outcome in _outcomes(trial):
        returns = outcome.returns
        if not isinstance(outcome, Outcome) or len(returns) != seats:
            raise Flaw(f"the outcome {outcome} must have one number for each of the {seats} seats", spot)
        if not all(-1 <= share <= 1 for share in returns):
            raise Flaw(f"the returns {returns} must be from -1.0 (lost) to 1.0 (won)", spot)
        if seats == 2 and sum(returns) != 0:
            raise Flaw(f"the returns {returns} must sum to 0: what one of two sides wins, the other loses", spot)


def _reasons(trial: Trial) -> None:
    for spot, outcome in _outcomes(trial):
        if outcome.reason not in trial.spec.reasons:
            names = ", ".join(map(repr, trial.spec.reasons)) or "none"
            raise Flaw(f"the reason {outcome.reason!r} is not declared; the spec's reasons are: {names}", spot)


def _every_reason(trial: Trial) -> None:
    reasons = {outcome.reason for _, outcome in _outcomes(trial)}
    missing = [reason for reason in trial.spec.reasons if reason not in reasons]
    if missing:
        raise NotSeen(f"no random game of {len(trial.walks)} ended by {shown(missing)}")


ENDINGS: Final[tuple[Rung, ...]] = (
    Rung(
        check=_ends,
        name="ends",
        title="every game ends",
        why="A game between two programs must end some time, or a tournament hangs.",
        look="outcome: does it know every way to end a game? Where positions can repeat for ever, add what other "
        "games have: a draw by repetition, or a limit of plies. If the games are only longer: raise max_plies.",
    ),
    Rung(
        check=_returns,
        name="returns",
        title="an outcome has one return for each seat, from -1 to 1, and two of them sum to 0",
        why="Matches and tournaments add these numbers up: 1.0 for a win, -1.0 for a loss, 0.0 for a draw.",
        look="outcome: Outcome((1.0, -1.0), reason) is a win of seat 0. Is the winner the seat that has just acted, "
        "or the seat that is to act?",
    ),
    Rung(
        check=_reasons,
        name="reasons",
        title="a game ends for one of the declared reasons",
        why="'boardgames rules' explains each reason, and statistics count them, so the set is closed.",
        look="GameSpec(reasons={...}): add the reason and what it means, or fix its spelling in outcome.",
    ),
    Rung(
        check=_every_reason,
        name="every-reason",
        title="every declared reason occurs",
        why="A reason that never occurs may be a rule that was forgotten. "
        "Random play need not reach all of them, so this is no failure.",
        look="try more games (--games 500). If it still does not occur: write a test that plays into it.",
    ),
)
