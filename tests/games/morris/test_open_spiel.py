"""The classic game beside OpenSpiel's nine_mens_morris.

OpenSpiel spells a removal as an action of its own, with the same player to
move again; here the two are joined.  It numbers the points in reading order.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.games.morris.board import NINE
from tests.games.morris.model import READING
from tests.samples import sample

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

POINTS = len(READING)


def their_turns(state: Any) -> dict[str, list[int]]:
    """OpenSpiel's legal turns: its one or two actions, by our text."""
    turns = {}
    for first in state.legal_actions():
        place, target = divmod(first, POINTS)
        way = READING[target] if place == 0 else f"{READING[place - 1]}-{READING[target]}"
        after = state.child(first)
        if not after.is_terminal() and after.current_player() == state.current_player():
            for second in after.legal_actions():
                turns[f"{way}x{READING[second]}"] = [first, second]
        else:
            turns[way] = [first]
    return turns


def phase(state: Any) -> str:
    if state.own_stock:
        return "placement"
    return "flying" if int(state.own).bit_count() == 3 else "movement"


def compare(positions: int, rng: Random) -> Counter[str]:
    met: Counter[str] = Counter()
    game = bg.load("morris:preset=classic")
    theirs = pyspiel.load_game("nine_mens_morris")
    while met["positions"] < positions:
        ours: Any = game.start()
        other = theirs.new_initial_state()
        removing = rng.choice([0.0, 0.5, 0.9])  # how eagerly this game removes men
        while not other.is_terminal():
            turns = their_turns(other)
            actions = ours.actions()
            assert ours.outcome is None
            assert {str(action) for action in actions} == turns.keys(), str(ours)
            assert len(actions) == len(turns)
            met["positions"] += 1
            met[phase(ours)] += 1
            taking = [action for action in actions if action.removed]
            met["all men in mills"] += bool(taking) and NINE.in_mills(int(ours.other)) == ours.other
            action = rng.choice(taking if taking and rng.random() < removing else actions)
            for step in turns[str(action)]:
                other.apply_action(step)
            ours = ours.apply(action)
        if ours.outcome is not None:
            assert list(ours.outcome.returns) == other.returns()
            met[ours.outcome.reason] += 1
        else:  # OpenSpiel calls it a draw after 200 turns of both together
            assert other.returns() == [0.0, 0.0]
            met["drawn by length"] += 1
    return met


def enough(met: Counter[str], each: int) -> None:
    for kind in ("placement", "movement", "flying", "all men in mills"):
        assert met[kind] >= each, met
    assert met["two men"] * 3 > each, met


@sample(1_500, thorough=10_000, slow=200_000)
def test_classic_turns_equal_open_spiel(sample: int) -> None:
    met = compare(sample, Random(11))
    enough(met, {1_500: 3, 10_000: 30}.get(sample, 1_000))
    assert met["blocked"] or sample < 200_000, met
