"""The judgement by pairs: its tables say what its features weigh, it is fair, and the usual one where there is one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.model.options import BadOption
from boardgames.games.shogi.values.board_tables import PairTables
from boardgames.games.shogi.values.features import BY_KING, BY_PAIRS, PairFeatures, few_items
from boardgames.games.shogi.values.judgements import board_tables, pairs
from boardgames.learning.judgement_file import UNIT, Judgement
from boardgames.players.alphabeta import ALPHABETA, Alphabeta, SearchOptions
from boardgames.players.judgement import LEARNED, MATERIAL, PAIRS
from tests.players.positions import positions
from tests.samples import few

NAMES = few(["minishogi", "judkins", "gorogoro"], "minishogi")


def tables_of(name: str) -> Any:
    return bg.load(name).tables  # type: ignore[attr-defined]


def some_weights(name: str) -> list[int]:
    rng = Random(5)
    return [rng.randrange(-900, 900) for _ in range(PairFeatures(tables_of(name)).count)]


def turned(state: Any) -> Any:
    """The same position with the colours changed and the board turned round."""
    board, side, hand, number = str(state).split()
    swapped = "".join(sign.swapcase() for sign in "/".join(row[::-1] for row in reversed(board.split("/"))))
    return state.game.parse(f"{signed(swapped)} {'w' if side == 'b' else 'b'} {hands(hand.swapcase())} {number}")


def mirrored(state: Any) -> Any:
    board, side, hand, number = str(state).split()
    return state.game.parse(f"{signed('/'.join(row[::-1] for row in board.split('/')))} {side} {hand} {number}")


def signed(board: str) -> str:
    """A board that was read backwards: each plus before the letter that it belongs to."""
    signs = list(board)
    for place in range(len(signs) - 1):
        if signs[place + 1] == "+" and signs[place].isalpha():
            signs[place], signs[place + 1] = "+", signs[place]
    return "".join(signs)


def hands(hand: str) -> str:
    """Black's pieces first, as a position is written."""
    groups, count = [], ""
    for sign in hand:
        count += sign if sign.isdecimal() else ""
        if not sign.isdecimal():
            groups.append((sign.islower(), count + sign))
            count = ""
    return "".join(text for _, text in sorted(groups, key=lambda group: group[0]))


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_tables_say_what_the_features_weigh(name: str) -> None:
    tables, weights = tables_of(name), some_weights(name)
    pair_tables, model = board_tables(tables, Judgement(name, BY_PAIRS, weights)), PairFeatures(tables).model()
    assert isinstance(pair_tables, PairTables)
    for state in positions(name, 20, 80)[::3]:
        for_black, for_white = model.features(state)
        total = sum(weights[place] for place in for_black) - sum(weights[place] for place in for_white)
        assert pair_tables.total(state) == total
        assert int(pair_tables.score(state)) == (total if state.seat == 0 else -total) * 100 // int(UNIT)


@pytest.mark.parametrize("name", NAMES)
def test_every_pair_of_items_counts_once(name: str) -> None:
    features = PairFeatures(tables_of(name))
    for state in positions(name, 3, 80)[::5]:
        items = sum(bool(code) for code in state.codes)
        assert len(features.active(state)) == items * (items + 1) // 2 + 1
    assert sorted(set(features.numbers)) == list(range(features.count - 1))


@pytest.mark.parametrize("name", NAMES)
def test_both_sides_and_both_halves_of_the_board_are_judged_alike(name: str) -> None:
    pair_tables = board_tables(tables_of(name), Judgement(name, BY_PAIRS, some_weights(name)))
    for state in positions(name, 12, 80)[::3]:
        assert pair_tables.score(mirrored(state)) == pair_tables.score(state)
        assert pair_tables.score(turned(state)) == pair_tables.score(state)
        assert pair_tables.value(turned(state), 1) == pytest.approx(pair_tables.value(state, 0), abs=1e-9)
        assert pair_tables.value(state, 1) == -pair_tables.value(state, 0)


@pytest.mark.parametrize("name", NAMES)
def test_a_fit_begins_with_the_plain_judgement(name: str) -> None:
    spec, tables = bg.find(name), tables_of(name)
    weights = [round(weight * UNIT) for weight in PairFeatures(tables).model().prior]
    pair_tables = board_tables(tables, Judgement(name, BY_PAIRS, weights))
    assert spec.insight is not None
    for state in positions(name, 4, 80)[::5]:
        assert pair_tables.value(state, 0) == pytest.approx(spec.insight.evaluate(state, 0), abs=0.02)


@pytest.mark.thorough
def test_large_boards_have_too_many_pairs() -> None:
    assert not few_items(tables_of("shogi"))
    assert pairs(bg.load("shogi")) is None
    assert pairs(bg.load("dice-shogi")) is not None


def test_a_judgement_by_pairs_is_for_its_board() -> None:
    tables = tables_of("minishogi")
    for name, count in (
        (BY_PAIRS, 9),
        (BY_KING, 9),
        ("others", 9),
        (BY_PAIRS, PairFeatures(tables_of("judkins")).count),
    ):
        with pytest.raises(ValueError, match="features that minishogi does not have"):
            board_tables(tables, Judgement("minishogi", name, [0] * count))


def player(name: str, **options: Any) -> Alphabeta:
    made = ALPHABETA.player(bg.find(name), SearchOptions(**options), Random(1))
    assert isinstance(made, Alphabeta)
    return made


def test_pairs_judge_unless_another_judgement_is_named() -> None:
    named = {name: player("minishogi", judgement=name).judgement for name in (PAIRS, LEARNED, MATERIAL)}
    features = {name: judgement and judgement.features for name, judgement in named.items()}
    assert features == {PAIRS: BY_PAIRS, LEARNED: BY_KING, MATERIAL: None}
    usual = player("minishogi").judgement
    assert usual is not None and usual.features == BY_PAIRS


@pytest.mark.parametrize(
    ("name", "said"), [("shogi", "there is material and learned"), ("judkins", "there is material, ")]
)
def test_a_game_without_pairs_says_what_there_is(name: str, said: str) -> None:
    with pytest.raises(BadOption, match=f"judgement=pairs: no judgement by pairs comes with .*; {said}"):
        player(name, judgement=PAIRS)
