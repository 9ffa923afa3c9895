"""The foundations: a game can be played, and playing it changes no state that there was."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from boardgames.testkit.facts import difference, facts, spoilt
from boardgames.testkit.rung import Rung, Slip, everywhere, raised, whole
from boardgames.testkit.walks import Spot, Trial, some_edges


def _pure(trial: Trial) -> None:
    stopped = [walk for walk in trial.walks if walk.spoilt]
    if stopped:
        walk = min(stopped, key=lambda each: len(each.actions))
        spot = Spot(walk, len(walk.actions) - 1)
        raise Slip(
            f"apply({str(walk.actions[-1])!r}) changed the state that it was called on: {walk.spoilt}",
            spot,
            walk.spoilt_text,
        )
    _every_edge.check(trial)


def _leaves_alone(state: Any, trial: Trial) -> None:
    before = facts(state)
    for action in some_edges(state):
        with suppress(Exception):  # the next rung tells of it
            state.apply(action)
        changed = spoilt(before, state)
        if changed:
            raise Slip(
                f"apply({str(action)!r}) changed the state that it was called on: {changed}", None, before["str()"]
            )


_every_edge = everywhere(_leaves_alone, name="", title="", why="", look="")


def _plays(trial: Trial) -> None:
    crashed = [walk for walk in trial.walks if walk.trouble is not None]
    if crashed:
        walk = min(crashed, key=lambda each: len(each.actions))
        spot = Spot(walk, len(walk.states) - 1) if walk.states else None
        doing = f"after apply({str(walk.actions[-1])!r}), " if len(walk.actions) == len(walk.states) > 0 else ""
        assert walk.trouble is not None
        raise Slip(doing + raised(walk.trouble), spot)
    _every_action.check(trial)


def _can_be_done(state: Any, trial: Trial) -> None:
    for action in some_edges(state):
        try:
            facts(state.apply(action))
        except Exception as error:
            raise Slip(f"after apply({str(action)!r}), {raised(error)}") from None


_every_action = everywhere(_can_be_done, name="", title="", why="", look="")


def _repeatable(state: Any, trial: Trial) -> None:
    for action in some_edges(state):
        one, other = state.apply(action), state.apply(action)
        # Whoever keeps what it once found out must find the same whatever was asked first.
        asked = one.outcome, one.turn, one.actions(), one.chances()
        again = other.chances(), other.actions(), other.turn, other.outcome
        del asked, again
        told = difference(one, other)
        if told:
            raise Slip(f"apply({str(action)!r}), done twice, gave two different states: {told}")


FOUNDATIONS: Final[tuple[Rung, ...]] = (
    whole(
        _pure,
        name="apply-is-pure",
        title="apply leaves the old state as it was",
        why="Keeping the old state is how everybody undoes a move, and how a search tries several. "
        "So apply makes a new state and never touches the one that it is called on.",
        look="apply: does it write into self, or into a list that the new state shares with self? "
        "Copy first (list(self.board)), or keep the board in a tuple or a string.",
        foundation=True,
    ),
    whole(
        _plays,
        name="plays",
        title="random games can be played",
        why="Whatever actions() and chances() offer, apply must be able to do.",
        look="the line named above, with the action named above.",
        foundation=True,
    ),
)

REPEATABLE: Final = (
    everywhere(
        _repeatable,
        name="apply-is-repeatable",
        title="the same action leads to the same state, however often and whatever is asked first",
        why="A game is replayed from its actions alone, so a rule may not throw dice in secret. "
        "Luck is a node of its own: the dice stand in chances(), and the referee throws them.",
        look="apply: does it use random, the time, or something that an earlier call left behind? "
        "If only == fails: two states must be equal when all their fields are (an attrs frozen class is).",
    ),
)
