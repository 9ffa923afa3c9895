"""The foundations: a game can be played, and playing changes no earlier state."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from boardgames.testkit.facts import difference, facts, state_change
from boardgames.testkit.rung import Flaw, Rung, at_every_state, raised
from boardgames.testkit.walks import Trial, WalkSpot, some_edges


def _pure(trial: Trial) -> None:
    stopped = [walk for walk in trial.walks if walk.state_change]
    if stopped:
        walk = min(stopped, key=lambda walk: len(walk.actions))
        spot = WalkSpot(walk, len(walk.actions) - 1)
        raise Flaw(
            f"apply({str(walk.actions[-1])!r}) changed the state that it was called on: {walk.state_change}",
            spot,
            walk.text_before,
        )
    at_every_state(_leaves_alone)(trial)


def _leaves_alone(state: Any, trial: Trial) -> None:
    before = facts(state)
    for action in some_edges(state):
        with suppress(Exception, SystemExit):  # the next rung reports it
            state.apply(action)
        changed = state_change(before, state)
        if changed:
            raise Flaw(
                f"apply({str(action)!r}) changed the state that it was called on: {changed}", None, before["str()"]
            )


def _plays(trial: Trial) -> None:
    crashed = [walk for walk in trial.walks if walk.error is not None]
    if crashed:
        walk = min(crashed, key=lambda walk: len(walk.actions))
        spot = WalkSpot(walk, len(walk.states) - 1) if walk.states else None
        doing = f"after apply({str(walk.actions[-1])!r}), " if len(walk.actions) == len(walk.states) > 0 else ""
        assert walk.error is not None
        raise Flaw(doing + raised(walk.error), spot)
    at_every_state(_can_be_done)(trial)


def _can_be_done(state: Any, trial: Trial) -> None:
    for action in some_edges(state):
        try:
            facts(state.apply(action))
        except Exception as error:
            raise Flaw(f"after apply({str(action)!r}), {raised(error)}") from None


def _repeatable(state: Any, trial: Trial) -> None:
    for action in some_edges(state):
        one, other = state.apply(action), state.apply(action)
        # a state that caches its answers must give the same ones whatever is asked first
        answers = one.outcome, one.turn, one.actions(), one.chances()
        again = other.chances(), other.actions(), other.turn, other.outcome
        del answers, again
        differs = difference(one, other)
        if differs:
            raise Flaw(f"apply({str(action)!r}), done twice, gave two different states: {differs}")


FOUNDATIONS: Final[tuple[Rung, ...]] = (
    Rung(
        check=_pure,
        name="apply-is-pure",
        title="apply leaves the old state as it was",
        why="To undo a move, you keep the old state; a search tries several actions from one state. "
        "So apply makes a new state and never changes the one that it is called on.",
        look="apply: does it write into self, or into a list that the new state shares with self? "
        "Copy first (list(self.board)), or keep the board in a tuple or a string.",
        foundation=True,
    ),
    Rung(
        check=_plays,
        name="plays",
        title="random games can be played",
        why="apply must be able to do everything that actions() and chances() offer.",
        look="the line named above, with the action named above.",
        foundation=True,
    ),
)

REPEATABLE: Final = (
    Rung(
        check=at_every_state(_repeatable),
        name="apply-is-repeatable",
        title="the same action leads to the same state, every time",
        why="A game is replayed from its actions alone, so a rule may not throw dice in secret. "
        "A throw is a node of its own: chances() lists its outcomes, and the referee throws.",
        look="apply: does it use random, the time, or something that an earlier call left behind? "
        "If only == fails: two states must be equal when all their fields are (an attrs frozen class is).",
    ),
)
