"""Legal actions are exactly those of programs that we did not write."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from boardgames.games.shogi.moves.actions import catalogue
from boardgames.games.shogi.moves.board import BLACK, PAWN
from boardgames.games.shogi.rules import State
from tests.games.shogi.oracles import CShogi, FairyStockfish
from tests.games.shogi.sample import positions
from tests.games.shogi.scenes import load

EVERY_DAY = 40
THOROUGH = 400
LONG = 130_000
RARE = 100  # of each rare kind, in a long run


def features(state: State) -> Counter[str]:
    """What a position shows off."""
    drops_pawn = state.codes[state.game.tables.hand[state.seat + BLACK] + PAWN] > 0
    return Counter(
        {
            "in check": state.in_check(),
            "double check": state.checks() > 1,
            "nifu": drops_pawn and "P" in own_letters(state),
            "drop mate": drops_pawn and excludes_drop_mate(state),
        }
    )


def own_letters(state: State) -> list[str]:
    """The letters of the mover's men in capitals, promoted ones with their ``+``."""
    texts = [state.letters_of(code) for code in state.codes[: state.game.variant.squares]]
    return [text.upper() for text in texts if text and text.isupper() == (state.seat == 0)]


def excludes_drop_mate(state: State) -> bool:
    """Is there a pawn drop that would be checkmate, were it allowed?"""
    game = state.game
    tables = game.tables
    side = state.seat + BLACK
    king = int(state.white_king if side == BLACK else state.black_king)
    front = tables.front[side * tables.stride + king]
    if front == tables.nowhere or state.codes[front] or state.in_check():
        return False
    file = state.codes[front % game.variant.files : game.variant.squares : game.variant.files]
    drop = catalogue(game.variant).drop(PAWN, front)
    return side * 16 + PAWN not in file and drop not in state.actions() and not state.apply(drop).legal()


def compare(name: str, oracle: Any, count: int, seed: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for state in positions(load(name), count, seed):
        ours = [str(action) for action in state.actions()]
        assert len(ours) == len(set(ours))
        assert set(ours) == oracle.legal(state), str(state)
        seen += features(state)
        seen["positions"] += 1
    return seen


@pytest.mark.parametrize(
    "count",
    [EVERY_DAY, pytest.param(THOROUGH, marks=pytest.mark.thorough), pytest.param(LONG, marks=pytest.mark.slow)],
)
class TestLegalActions:
    def test_shogi_equals_cshogi(self, count: int) -> None:
        oracle = CShogi(pytest.importorskip("cshogi"))
        seen = compare("shogi:impasse=none,repetition=none", oracle, count, seed=count)
        print(dict(seen))
        if count == LONG:
            assert min(seen["double check"], seen["nifu"], seen["drop mate"]) >= RARE

    def test_minishogi_equals_fairy_stockfish_without_drop_mates(self, count: int) -> None:
        oracle = FairyStockfish(pytest.importorskip("pyffish"))
        seen = compare("minishogi:repetition=none,max_plies=0", oracle, count, seed=count + 1)
        print(dict(seen), "drop mates", oracle.drop_mates)
        assert oracle.drop_mates or count == EVERY_DAY
        if count == LONG:
            assert min(seen["double check"], seen["nifu"], seen["drop mate"], oracle.drop_mates) >= RARE


@pytest.mark.parametrize("name", ["judkins", "gorogoro"])
@pytest.mark.parametrize(
    "count", [8, pytest.param(200, marks=pytest.mark.thorough), pytest.param(20_000, marks=pytest.mark.slow)]
)
def test_variants_equal_fairy_stockfish_without_drop_mates(name: str, count: int) -> None:
    oracle = FairyStockfish(pytest.importorskip("pyffish"))
    seen = compare(f"{name}:repetition=none", oracle, count, seed=count)
    print(dict(seen), "drop mates", oracle.drop_mates)
    if count > 200:
        assert min(seen["nifu"], seen["drop mate"], oracle.drop_mates) > 0
        # two men give check at once only where one opens the way of another, and in Goro Goro nothing slides
        assert (seen["double check"] > 0) == (name != "gorogoro")
