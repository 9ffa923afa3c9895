"""The evaluation of a position: each term has the sign that it should have."""

from __future__ import annotations

from math import atanh

import pytest

import boardgames as bg
from boardgames.games.ur.rules import State
from boardgames.games.ur.search_eval import DICE, RISK, SCALE, judge
from tests.samples import cases

GAME = bg.games.ur.load()


def worth(text: str, seat: int = 0) -> float:
    state: State = GAME.parse(text)
    return judge(state, seat)


@cases(
    ("better", "worse", "why"),
    [
        ("0,0,0,0,0,0,7 0,0,0,0,0,0,0 1 -", "0,0,0,0,0,0,6 0,0,0,0,0,0,0 1 -", "further on the way"),
        ("0,0,0,0,0,0,8 0,0,0,0,0,0,6 1 -", "0,0,0,0,0,0,9 0,0,0,0,0,0,6 1 -", "a safe rosette is worth a cell"),
        ("0,0,0,0,0,0,7 0,0,0,0,0,0,1 1 -", "0,0,0,0,0,0,7 0,0,0,0,0,0,4 1 -", "not within reach of the other side"),
        ("0,0,0,0,0,0,0 0,0,0,0,0,0,0 0 -", "0,0,0,0,0,0,0 0,0,0,0,0,0,0 1 -", "to throw is good"),
        ("0,0,0,0,0,0,15 0,0,0,0,0,0,0 1 -", "0,0,0,0,0,0,14 0,0,0,0,0,0,0 1 -", "home is home"),
    ],
)
def test_what_is_better(better: str, worse: str, why: str) -> None:
    assert worth(better) > worth(worse), why


def test_a_threatened_token_counts_less_by_what_it_would_lose() -> None:
    """On cell 7 before a rival on cell 3, and out of its reach; the rival's own cell counts as well."""
    safe, threatened = worth("0,0,0,0,0,0,7 0,0,0,0,0,0,2 1 -"), worth("0,0,0,0,0,0,7 0,0,0,0,0,0,3 1 -")
    hit = RISK * DICE[4] * 7
    assert SCALE * (atanh(safe) - atanh(threatened)) == pytest.approx(hit + 1)


def test_what_is_good_for_one_is_bad_for_the_other() -> None:
    text = "0,0,4,8,11,15,15 0,0,0,2,6,9,15 0 -"
    assert worth(text, 0) == -worth(text, 1)
