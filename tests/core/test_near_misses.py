"""Near misses: never a legal action, and with the words of the referee's verdict, in every game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.lookup.installed_games import spec_of
from boardgames.core.protocol.dialogue import Breach, Briefing
from boardgames.core.protocol.plain import PlainDialogue
from boardgames.reasons.near_misses import near_misses
from boardgames.session.click_paths import click_paths
from tests.positions import positions

HEX = "tests.testkit.hexagons:HEX"
"""Somebody else's game, without a board and without candidates."""
OFTEN = ["ur", "minishogi", "dice-shogi", "morris:preset=three", HEX]
GAMES = [
    *bg.games(),
    "morris:preset=classic",
    "morris:preset=three",
    HEX,
    "ur:preset=masters",
    "shogi:impasse=27-point",
]


def check(spec: bg.GameSpec, state: Any, rng: Random) -> int:
    """How many near misses there are after the clicks of a random action, or of any spot, cut short anywhere."""
    legal = {str(action): action for action in state.actions()}
    clicks = list(spec.clicks(state, rng.choice(state.actions())))
    spots = [spot.name for spot in spec.scene(state, state.turn).spots]
    path = rng.choice([[], clicks[: rng.randint(0, len(clicks))], [rng.choice(spots)], [clicks[0], rng.choice(spots)]])
    node: Any = click_paths(spec, state)
    for spot in path:
        node = node.get(spot, {}) if isinstance(node, dict) else {}
    misses = near_misses(spec, state, path)
    said = PlainDialogue(Briefing(state, ["Ann"] * state.game.seats), state.turn)
    said.ask(state)
    for miss in misses:
        assert miss.text not in legal and miss.why
        assert miss.spot is None or not isinstance(node, dict) or miss.spot not in node, (path, miss)
        with pytest.raises(bg.IllegalAction) as refused:
            state.read(miss.text)
        assert refused.value.why == miss.why
        assert said.hear(miss.text) == Breach("illegal", miss.why)
    if misses:
        assert f" is not legal: {misses[-1].why}" in str(refused.value)
    after = [miss.spot for miss in misses]
    assert len(after) == len(set(after))
    return len(misses)


@pytest.mark.parametrize(
    ("name", "plies"),
    [*((name, 20) for name in OFTEN), *(pytest.param(name, 80, marks=pytest.mark.thorough) for name in GAMES)],
)
def test_reasons_are_those_of_the_referee(name: str, plies: int) -> None:
    game, rng = bg.load(name), Random(plies)
    spec = spec_of(game)
    assert sum(check(spec, state, rng) for state in positions(game, 2 * plies, plies) if state.actions()) > plies
