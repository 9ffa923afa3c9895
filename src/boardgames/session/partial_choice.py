"""A choice of several clicks that is not complete: what the board shows meanwhile, and what to choose next.

A game says only what its actions are and which spots choose them; what is to be done next is read off the
positions that the actions lead to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import attrs

from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import State
from boardgames.core.picture.scene import Man, Scene
from boardgames.core.text.said import Said
from boardgames.session.click_paths import ClickPaths

MAX_TRIED: Final = 16
"""Actions tried that continue a choice; they mostly differ in what comes after it."""


@attrs.frozen
class PartialChoice:
    """The spots chosen so far, as a page shows them."""

    scene: Scene
    """The position, with the man that has been placed or moved where it now stands."""
    prompt: str
    """The next thing to choose: ``choose a man to remove``."""


def partial_choice(
    spec: GameSpec, state: State, paths: ClickPaths, chosen: Sequence[str], seat: int
) -> PartialChoice | None:
    """The choice after these clicks as ``seat`` sees it; ``None`` if they begin no action, or are a whole one.

    ``paths`` are those of the position, ``chosen`` the spots that were clicked.

    >>> import boardgames as bg
    >>> from boardgames.session.click_paths import click_paths
    >>> spec, state = bg.find("morris"), bg.load("morris").parse("B.B.B..B.......W.WW.W... b 5 5 9")
    >>> choice = partial_choice(spec, state, click_paths(spec, state), ["d7"], 0)
    >>> choice.prompt, [man.label for man in choice.scene.men if man.spot == "d7"]
    ('choose 2 men to remove', ['Black'])
    """
    node = paths
    for spot in chosen:
        if not isinstance(node, dict) or spot not in node:
            return None
        node = node[spot]
    if not chosen or not isinstance(node, dict):
        return None
    before = spec.scene(state, seat)
    old = {man.spot: man for man in before.men}
    endings = []
    for rest, text in islice(_endings(node, ()), MAX_TRIED):
        after = {man.spot: man for man in spec.scene(state.play(text), seat).men}
        men = {name: man for name, man in after.items() if name not in rest}
        men |= {name: man for name, man in old.items() if name in rest}
        endings.append((_changes(old, men), men, after))
    _, men, after = min(endings, key=lambda ending: ending[0])
    arrived = any(_is_own(men, spot, state) and not _is_own(old, spot, state) for spot in chosen)
    shown = attrs.evolve(before, men=tuple(men.values())) if arrived else before
    prompt = _prompt(shown, after, chosen, node, state.turn)
    return PartialChoice(attrs.evolve(shown, caption=Said("{words:Aa}", words=prompt)), prompt)


def _endings(node: ClickPaths, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The ways to complete a choice: the spots still to be clicked, and the action."""
    for spot, below in node.items():
        if isinstance(below, str):
            yield (*path, spot), below
        else:
            yield from _endings(below, (*path, spot))


def _changes(old: dict[str, Man], new: dict[str, Man]) -> int:
    """The number of men that look different: a man whose promotion is still open is shown as it was."""
    kinds: list[Counter[object]] = [Counter(), Counter()]
    for kind, men in zip(kinds, (old, new), strict=True):
        for man in men.values():
            kind[man.seat, man.sign, man.letters, man.promoted] += man.count
    return (kinds[1] - kinds[0]).total()


def _is_own(men: dict[str, Man], spot: str, state: State) -> bool:
    return spot in men and men[spot].seat == state.turn


def _prompt(shown: Scene, after: dict[str, Man], chosen: Sequence[str], node: ClickPaths, seat: int) -> str:
    spots = {spot.name: spot for spot in shown.spots}
    men = {man.spot: man for man in shown.men}
    following = [spots[name] for name in node]
    if all(spot.shape in ("choice", "chip") for spot in following):
        return Said("{choices}?", choices=_either([spot.label or spot.name for spot in following]))
    last = next(iter(_endings(node, ())))[0]
    taken = [name for name in last if name in men and men[name].seat != seat and name not in after]
    if len(taken) == len(last):
        return Said.counted("choose a man to remove", "choose {number} men to remove", len(last))
    man = men.get(chosen[-1])
    if man is not None and man.seat == seat:
        return Said("drop where?") if spots[chosen[-1]].shape == "tray" else Said("move where?")
    return Said("choose one of the marked places")


def _either(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else Said("{word} or {others}", word=words[0], others=_either(words[1:]))
