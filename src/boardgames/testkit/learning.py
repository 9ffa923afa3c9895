"""Observations, which learning programs see, and symmetries, which multiply their examples."""

from __future__ import annotations

from typing import Any, Final

from boardgames.core.model.game import CHANCE, OVER
from boardgames.learning.floats import blank
from boardgames.learning.observation import Observation
from boardgames.learning.observed_games import observation_of
from boardgames.testkit.facts import shown
from boardgames.testkit.rung import Flaw, Rung, at_every_state
from boardgames.testkit.values import future
from boardgames.testkit.walks import Trial, WalkSpot, edges, some_edges

LOOKED_AT: Final = 1_000
"""Positions, of all games, whose observations are compared."""

FOLLOWED: Final = 3
"""The number of edges that are followed from each position."""


def _observation(trial: Trial) -> None:
    observation = observation_of(trial.game)
    for plane in observation.planes:
        if not (plane.name and plane.meaning):
            raise Flaw(f"the plane {plane.name!r} needs a name and a meaning")
    names = [plane.name for plane in observation.planes]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise Flaw(f"two planes are called {twice!r}")
    if not observation.markov and not observation.left_out:
        raise Flaw("it does not claim to show everything (markov), and does not say what is left out (left_out)")
    _heads(observation, trial)
    at_every_state(_write)(trial)
    if observation.markov:
        _same_future(observation, trial)


def _heads(observation: Observation, trial: Trial) -> None:
    if observation.parts is None:
        return
    met: dict[tuple[int, ...], object] = {}
    for index in range(trial.game.action_count):
        action = trial.game.action_at(index)
        parts = observation.parts(action)
        heads = observation.heads
        if len(parts) != len(heads) or not all(0 <= part < heads[place] for place, part in enumerate(parts)):
            raise Flaw(f"the parts of {str(action)!r} are {parts}, and the heads {heads}")
        if parts in met:
            raise Flaw(f"{str(met[parts])!r} and {str(action)!r} have the same parts {parts}")
        met[parts] = action


def _write(state: Any, trial: Trial) -> None:
    observation = observation_of(trial.game)
    numbers = observation.show(state).tolist()
    for place, number in enumerate(numbers):
        if not 0 <= number <= 1:
            plane = observation.planes[place // (observation.size // len(observation.planes))]
            raise Flaw(f"the plane {plane.name!r} has {number}: expected 0 to 1")
    if observation.show(state).tolist() != numbers:
        raise Flaw("it looks different when looked at twice")
    floats = blank(observation.size)
    for action in some_edges(state)[:FOLLOWED]:
        after = state.apply(action)
        observation.writer.fill(after, floats, 0)
        if memoryview(floats).cast("B") != observation.show(after).cast("B"):
            raise Flaw(f"after {str(action)!r}, written over what was shown before, it looks different from anew")
    for action in state.actions():
        turned = observation.turned(action.index, state.turn)
        if observation.turned(turned, state.turn) != action.index:
            raise Flaw(f"{str(action)!r}, turned and turned back, is {str(trial.game.action_at(turned))!r}")


def _same_future(observation: Observation, trial: Trial) -> None:
    """Check that positions with equal observations have equal futures, for the seat that is to act."""
    met: dict[bytes, tuple[WalkSpot, object]] = {}
    for spot in trial.read[:: -(-len(trial.read) // LOOKED_AT)]:
        looks = bytes(observation.show(spot.state).cast("B"))
        outlook = _outlook(observation, spot.state)
        first, expected = met.setdefault(looks, (spot, outlook))
        if expected != outlook:
            raise Flaw(
                f"{first.text!r} and {spot.text!r} look the same, but {shown([*future(first.state).values()])} "
                f"is not {shown([*future(spot.state).values()])}",
                spot,
            )


def _outlook(observation: Observation, state: Any) -> Any:
    """The future of a state, from the seat that is to act."""
    seat = state.turn if state.turn >= 0 else state.seat
    outcome = state.outcome
    ended = None if outcome is None else ((*outcome.returns[seat:], *outcome.returns[:seat]), outcome.reason)
    legal = sorted(observation.turned(action.index, seat) for action in state.actions())
    throws = [(throw.index, chance) for throw, chance in state.chances()]
    return min(state.turn, 0) if state.turn in (CHANCE, OVER) else 0, ended, legal, throws


def _symmetric(state: Any, trial: Trial) -> None:
    if state.outcome is not None and state.outcome.reason in trial.spec.by_history:
        return  # the image does not know the history
    for symmetry in trial.game.symmetries:
        name = symmetry.name
        image = symmetry.state(state)
        for what, mine, its in (("turn", state.turn, image.turn), ("outcome", state.outcome, image.outcome)):
            if mine != its:
                raise Flaw(f"{name}: the {what} is {shown(mine)}, and of the image {shown(image)} it is {shown(its)}")
        expected = {symmetry.action(edge) for edge in edges(state)}
        possible = set(edges(image))
        if expected != possible:
            raise Flaw(
                f"{name}: in the image {shown(image)} the images of what can happen are "
                f"{shown(sorted(map(str, expected)))}, and what can happen is {shown(sorted(map(str, possible)))}"
            )
        if {symmetry.action(throw): chance for throw, chance in state.chances()} != dict(image.chances()):
            raise Flaw(f"{name}: in the image {shown(image)} the chances are others")
        for edge in some_edges(state)[:FOLLOWED]:
            one, other = symmetry.state(state.apply(edge)), image.apply(symmetry.action(edge))
            if one.key != other.key:
                raise Flaw(f"{name}: the image of what {str(edge)!r} leads to is {shown(one)}, not {shown(other)}")


LEARNING: Final[tuple[Rung, ...]] = (
    Rung(
        check=_observation,
        name="observation",
        title="an observation has its shape, numbers from 0 to 1, and differs where the future differs",
        why="A network that is trained on numbers out of range, or on one picture with two sets of legal actions, "
        "learns noise, and no error says so.",
        look="GameSpec(observation=...): what decides the legal actions and is on no plane? Add it, or say "
        "markov=False and what is left out.",
    ),
    Rung(
        check=at_every_state(_symmetric),
        name="symmetries",
        title="a symmetry maps states to states with the mapped actions, and the same outcome",
        why="Examples that are multiplied by a wrong symmetry teach wrong rules.",
        look="GameSpec(symmetries=...): do both maps, of states and of actions, move the same things, and the die too?",
    ),
)
