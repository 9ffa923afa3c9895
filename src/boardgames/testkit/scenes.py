"""Scenes: the pictures of a game, and the clicks that choose actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from boardgames.core.picture.scene import Scene
from boardgames.testkit.rung import Flaw, Rung, at_every_state
from boardgames.testkit.walks import Trial


def _pictured(state: Any, trial: Trial) -> None:
    scenes = [trial.spec.scene(state, seat) for seat in range(trial.game.seats)]
    for seat, scene in enumerate(scenes):
        if scene.seat != seat:
            raise Flaw(f"scene(state, {seat}) is as seat {scene.seat} sees it")
        _sound(scene)
        if Counter(scene.men) != Counter(scenes[0].men):
            raise Flaw(f"seat {seat} sees other men than seat 0")


def _sound(scene: Scene) -> None:
    names = {spot.name for spot in scene.spots}
    _no_two((spot.name for spot in scene.spots), "spots are called")
    _no_two((man.spot for man in scene.men), "men stand on")
    for what, spots in (("a man stands on", [man.spot for man in scene.men]), ("marked as last is", scene.last)):
        for name in spots:
            if name not in names:
                raise Flaw(f"{what} {name!r}, which is not a spot of the scene")
    for man in scene.men:
        if man.count < 1:
            raise Flaw(f"there are {man.count} men on {man.spot!r}")


def _no_two(names: Iterable[str], what: str) -> None:
    for name, count in Counter(names).items():
        if count > 1:
            raise Flaw(f"{count} {what} {name!r}")


def _clicked(state: Any, trial: Trial) -> None:
    names = {spot.name for spot in trial.spec.scene(state, 0).spots}
    ways: dict[tuple[str, ...], str] = {}
    for action in state.actions():
        path, text = tuple(trial.spec.clicks(state, action)), str(action)
        if not path:
            raise Flaw(f"{text!r} is chosen by no click at all")
        for name in path:
            if name not in names:
                raise Flaw(f"the way to {text!r} leads over {name!r}, which is not a spot of the scene")
        if path in ways:
            raise Flaw(f"{ways[path]!r} and {text!r} are chosen by the same clicks: {', '.join(path)}")
        ways[path] = text
    for path, text in ways.items():
        for length in range(1, len(path)):
            if path[:length] in ways:
                raise Flaw(f"the clicks for {ways[path[:length]]!r} begin those for {text!r}: {', '.join(path)}")


SCENES: Final[tuple[Rung, ...]] = (
    Rung(
        check=at_every_state(_pictured),
        name="scene",
        title="every seat sees the same men, each on a spot of its own",
        why="Notebooks, files and pages draw boards from the scene; a man without a spot cannot be drawn.",
        look="GameSpec(scene=...): which spot is named twice, or not at all?",
    ),
    Rung(
        check=at_every_state(_clicked),
        name="clicks",
        title="each sequence of clicks chooses one action, and none is the beginning of another",
        why="Clicks could not choose an action that shares its sequence with another, or whose beginning "
        "already chooses another action.",
        look="GameSpec(clicks=...): what distinguishes these actions? Add one more spot to the sequence.",
    ),
)
