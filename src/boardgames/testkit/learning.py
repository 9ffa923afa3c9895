"""What those who learn a game are shown of it, and the symmetries that multiply what they learn from."""

from __future__ import annotations

from typing import Any, Final

from boardgames.core.learning.floats import blank
from boardgames.core.learning.observation import Observation
from boardgames.core.learning.observed_games import observation_of
from boardgames.core.model.game import CHANCE, OVER
from boardgames.core.model.symmetry import symmetries_of
from boardgames.testkit.facts import shown
from boardgames.testkit.rung import Rung, Slip, everywhere, whole
from boardgames.testkit.values import future
from boardgames.testkit.walks import Spot, Trial, edges, in_order, some_edges

LOOKED_AT: Final = 1_000
"""Positions of all games that are told apart by their looks."""

FOLLOWED: Final = 3
"""Edges of each position that are followed."""


def _observation(trial: Trial) -> None:
    observation = observation_of(trial.game)
    for plane in observation.planes:
        if not (plane.name and plane.meaning):
            raise Slip(f"the plane {plane.name!r} needs a name and a meaning")
    names = [plane.name for plane in observation.planes]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise Slip(f"two planes are called {twice!r}")
    if not observation.markov and not observation.left_out:
        raise Slip("it does not claim to tell all (markov), and does not say what is left out (left_out)")
    _heads(observation, trial)
    _written.check(trial)
    if observation.markov:
        _told_apart(observation, trial)


def _heads(observation: Observation, trial: Trial) -> None:
    if observation.parts is None:
        return
    met: dict[tuple[int, ...], Any] = {}
    for index in range(trial.game.action_count):
        action = trial.game.action_at(index)
        parts = observation.parts(action)
        heads = observation.heads
        if len(parts) != len(heads) or not all(0 <= part < heads[place] for place, part in enumerate(parts)):
            raise Slip(f"the parts of {str(action)!r} are {parts}, and the heads {heads}")
        if parts in met:
            raise Slip(f"{str(met[parts])!r} and {str(action)!r} have the same parts {parts}")
        met[parts] = action


def _write(state: Any, trial: Trial) -> None:
    observation = observation_of(trial.game)
    numbers = observation.show(state).tolist()
    for place, number in enumerate(numbers):
        if not 0 <= number <= 1:
            plane = observation.planes[place // (observation.size // len(observation.planes))]
            raise Slip(f"the plane {plane.name!r} has {number}: expected 0 to 1")
    if observation.show(state).tolist() != numbers:
        raise Slip("it looks different when looked at twice")
    floats = blank(observation.size)
    observation.write(None, state, floats)
    for action in some_edges(state)[:FOLLOWED]:
        after = state.apply(action)
        observation.write(state, after, floats)
        if memoryview(floats).cast("B") != observation.show(after).cast("B"):
            raise Slip(f"after {str(action)!r}, written over what was shown before, it looks different from anew")
        observation.write(after, state, floats)
    for action in state.actions():
        turned = observation.turned(action.index, state.turn)
        if observation.turned(turned, state.turn) != action.index:
            raise Slip(f"{str(action)!r}, turned and turned back, is {str(trial.game.action_at(turned))!r}")


_written = everywhere(_write, name="", title="", why="", look="")


def _told_apart(observation: Observation, trial: Trial) -> None:
    """Positions that look the same have the same future, seen from the seat in front."""
    met: dict[bytes, tuple[Spot, Any]] = {}
    spots = in_order([spot for walk in trial.walks for spot in walk.spots])
    for spot in spots[:: -(-len(spots) // LOOKED_AT)]:
        looks = bytes(observation.show(spot.state).cast("B"))
        seen = _seen(observation, spot.state)
        first, known = met.setdefault(looks, (spot, seen))
        if known != seen:
            raise Slip(
                f"{first.text!r} and {spot.text!r} look the same, but {shown(future(first.state))} "
                f"is not {shown(future(spot.state))}",
                spot,
            )


def _seen(observation: Observation, state: Any) -> Any:
    """What comes next, as the seat in front calls it."""
    seat = state.turn if state.turn >= 0 else state.seat
    outcome = state.outcome
    ended = None if outcome is None else ((*outcome.returns[seat:], *outcome.returns[:seat]), outcome.reason)
    legal = sorted(observation.turned(action.index, seat) for action in state.actions())
    throws = [(throw.index, chance) for throw, chance in state.chances()]
    return min(state.turn, 0) if state.turn in (CHANCE, OVER) else 0, ended, legal, throws


def _symmetric(state: Any, trial: Trial) -> None:
    if state.outcome is not None and state.outcome.reason in trial.spec.by_history:
        return  # the image may have forgotten that
    for symmetry in symmetries_of(trial.game):
        name = symmetry.name
        image = symmetry.state(state)
        for what, mine, its in (("turn", state.turn, image.turn), ("outcome", state.outcome, image.outcome)):
            if mine != its:
                raise Slip(f"{name}: the {what} is {shown(mine)}, and of the image {shown(image)} it is {shown(its)}")
        expected = {symmetry.action(edge) for edge in edges(state)}
        possible = set(edges(image))
        if expected != possible:
            raise Slip(
                f"{name}: in the image {shown(image)} the images of what can happen are "
                f"{shown(sorted(map(str, expected)))}, and what can happen is {shown(sorted(map(str, possible)))}"
            )
        if {symmetry.action(throw): chance for throw, chance in state.chances()} != dict(image.chances()):
            raise Slip(f"{name}: in the image {shown(image)} the chances are others")
        for edge in some_edges(state)[:FOLLOWED]:
            one, other = symmetry.state(state.apply(edge)), image.apply(symmetry.action(edge))
            if one.key != other.key:
                raise Slip(f"{name}: the image of what {str(edge)!r} leads to is {shown(one)}, not {shown(other)}")


LEARNING: Final[tuple[Rung, ...]] = (
    whole(
        _observation,
        name="observation",
        title="what a learner sees has its shape, is from 0 to 1, and tells apart what has another future",
        why="A network trained on numbers out of range, or on one picture with two sets of legal actions, learns "
        "noise, and nothing tells it so.",
        look="GameSpec(observation=...): what decides the legal actions and is on no plane? Add it, or say "
        "markov=False and what is left out.",
    ),
    everywhere(
        _symmetric,
        name="symmetries",
        title="a symmetry maps states to states with the mapped actions, and the same outcome",
        why="Who multiplies the examples by symmetries that are none teaches rules that are none.",
        look="GameSpec(symmetries=...): does the map of states move what the map of actions moves, and the die too?",
    ),
)
