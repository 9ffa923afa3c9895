"""The learned judgement of Ur: its patterns, how near it is to exact values, and the rules that it is not for."""

from __future__ import annotations

import pytest

import boardgames as bg
from boardgames.core.model.game import CHANCE
from boardgames.games.ur.judgements import evaluate, file
from boardgames.games.ur.patterns import NAME, SIZES, WEIGHTS, patterns_of
from boardgames.games.ur.search_eval import judge
from boardgames.learning.judgement_file import Judgement, read_judgement
from tests.command import Run
from tests.positions import positions


def test_each_pattern_has_a_part_of_the_weights_to_itself() -> None:
    for state in positions("ur", 600):
        if state.turn != CHANCE:
            continue
        first = 0
        for pattern, size in zip(patterns_of(state), SIZES, strict=True):
            assert first <= pattern < first + size
            first += size


EXACT = [  # what the side that throws wins, by the table of all positions ("boardgames solve ur")
    ("0,0,0,1,4,10,15 0,0,0,6,8,13,14 0 -", 0.4076),
    ("1,2,3,4,7,15,15 0,1,4,6,8,13,15 1 -", 0.5618),
    ("0,0,0,0,1,3,6 0,0,0,1,4,11,14 1 -", 0.6010),
    ("0,0,0,0,1,3,6 0,0,0,0,0,1,4 1 -", 0.4577),
    ("0,0,0,0,2,6,7 0,0,0,0,0,3,12 1 -", 0.4891),
    ("1,3,6,7,14,15,15 0,0,0,2,3,12,15 1 -", 0.3308),
    ("0,0,3,6,8,15,15 0,0,3,4,5,7,14 0 -", 0.6631),
    ("0,0,0,0,0,0,6 0,0,0,0,0,0,4 1 -", 0.5129),
    ("0,0,1,2,4,5,7 0,0,0,0,1,2,8 0 -", 0.4799),
    ("0,0,0,0,1,5,14 0,0,2,7,11,15,15 0 -", 0.3448),
    ("0,1,2,4,6,8,14 0,0,0,3,4,9,12 0 -", 0.6119),
]


def test_it_is_nearer_to_the_exact_values_than_the_plain_judgement() -> None:
    game, path = bg.load("ur"), file("ur")
    assert path is not None
    errors = []
    for judged in (evaluate(game, read_judgement(path)), judge):
        total = 0.0
        for text, chance in EXACT:
            state = game.parse(text)
            value = judged(state, state.seat)
            assert value == -judged(state, 1 - state.seat)
            total += abs((1 + value) / 2 - chance)
        errors.append(total / len(EXACT))
    assert errors[0] < 0.01 < 0.05 < errors[1]


@pytest.mark.parametrize("weight", [32767, -32767])
def test_the_largest_weights_make_a_value_too(weight: int) -> None:
    judged = evaluate(bg.load("ur"), Judgement("ur", NAME, [weight] * WEIGHTS, scale=0.1))
    assert judged(bg.load("ur").start(), 0) == (1.0 if weight > 0 else -1.0)


def test_other_rules_are_judged_plainly_or_refused(run: Run) -> None:
    words = ("play", "ur:tokens=1,capture_turn=on", "--p2", "random", "--seed", "1", "--show", "result", "--p1")
    refused = run(*words, "alphabeta:nodes=9,judgement=learned")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "judgement=learned: the judgement was fitted for ur with other rules" in refused.stderr
    assert run(*words, "alphabeta:time=0.02").returncode == 0
