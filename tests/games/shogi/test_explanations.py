"""What is said of an action that is not legal."""

from __future__ import annotations

from random import Random

import pytest

import boardgames as bg
from tests.games.shogi.scenes import load, played
from tests.samples import cases

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
KINGS = "4k4/9/9/9/9/9/9/9/4K4 b"

WHY = [
    (START, "7g7e", "the pawn on 7g does not move so"),
    (START, "7c7d", "no man of the side to move stands on 7c"),
    (START, "5e5d", "no man of the side to move stands on 5e"),
    (START, "8h7g", "7g holds a man of the same side"),
    (START, "8h2b", "something stands between 8h and 2b"),
    (START, "7g7f+", "it promotes only when it moves into, within or out of the promotion zone"),
    (START, "5i5h+", "the king on 5i cannot promote"),
    (START, "P*5e", "there is no P in hand"),
    (START, "X*5e", "no piece is called X"),
    (START, "7g7j", "there is no square '7j'"),
    (START, "77", "expected a move as 7g7f"),
    (START, "", "expected a move as 7g7f"),
    (START, "7g7fx", "expected a move as 7g7f"),
    (START, "win", "expected a move as 7g7f"),
    (f"{KINGS} P 1", "P*5i", "5i is not empty"),
    (f"{KINGS} P 1", "P*3a", "on 3a it could never move"),
    (f"{KINGS} P 1", "P*3b+", "a piece is dropped unpromoted"),
    ("4k4/9/9/9/9/3P5/9/9/4K4 b P 1", "P*6e", "there is an unpromoted pawn of that side on file 6"),
    ("7lk/9/8S/9/9/9/9/7L1/8K b P 1", "P*1b", "a pawn drop must not give checkmate"),
    ("4k4/9/9/4r4/9/9/9/9/4K4 b G 1", "G*1b", "the king is in check, and this does not parry it"),
    ("4k4/9/9/4r4/9/9/4G4/9/4K4 b - 1", "5g4g", "the king would be in check"),
    ("9/4P4/9/9/9/9/9/k8/8K b - 1", "5b5a", "it must promote, since it could never move again from 5a"),
    ("9/9/9/9/4+P4/9/9/k8/8K b - 1", "5e5c", "the promoted pawn on 5e does not move so"),
    ("4k4/9/4G4/9/9/9/9/9/8K b G 1", "", "expected a move"),
]


@cases(("position", "text", "why"), WHY)
def test_why_not(position: str, text: str, why: str) -> None:
    with pytest.raises(bg.IllegalAction) as caught:
        load("shogi").parse(position).play(text)
    assert caught.value.why.startswith(why)


def test_when_the_game_is_over() -> None:
    with pytest.raises(bg.IllegalAction) as refused:
        played("4k4/9/4G4/9/9/9/9/9/8K b G 1", "G*5b").play("5a4a")
    assert refused.value.code == "game-over"


def test_every_illegal_action_of_random_positions_has_a_reason() -> None:
    rng = Random(3)
    game = load("shogi")
    state = game.start()
    for _ in range(120):
        legal = set(state.actions())
        for index in rng.sample(range(game.action_count), 60):
            if game.action_at(index) not in legal:
                assert state.why_not(str(game.action_at(index)))
        state = state.apply(rng.choice(state.actions()))
        if state.outcome is not None:
            break
