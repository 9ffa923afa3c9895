"""What a piece is worth belongs to the piece: variants with pieces of their own are searched like any other."""

from __future__ import annotations

from random import Random

import pytest

import boardgames as bg
from boardgames.contest import play_game
from boardgames.core.lookup.installed_games import registered
from boardgames.games.shogi.family import spec_of
from boardgames.games.shogi.moves.tables import tables_of
from boardgames.games.shogi.pieces import AS_GOLD, GOLD, KING, PAWN, Piece
from boardgames.games.shogi.values.hints import HINTS
from boardgames.games.shogi.values.piece_values import values_of
from boardgames.games.shogi.variant import SHOGI, Variant
from tests.samples import cases


def copper(*worth: float) -> Piece:
    plain, promoted = worth
    return Piece("C", "copper general", steps="NW N NE S", promoted_steps=AS_GOLD, worth=(plain, promoted))


def coppers(piece: Piece) -> Variant:
    return Variant("coppers", "Copper shogi", 5, 5, 1, (KING, PAWN, piece, GOLD), "1gkc1/1ppp1/5/1PPP1/1CKG1 b -")


COPPER = copper(4, 6)
COPPERS, DEAR = coppers(COPPER), coppers(copper(9, 12))


@cases("player", ["alphabeta:depth=2", "mcts:nodes=20", "greedy"])
def test_a_variant_with_a_new_piece_is_played_by_every_player(player: str) -> None:
    spec = spec_of(COPPERS, "# Copper shogi", ())
    with registered(spec):
        record = play_game("coppers:max_plies=60", player, "random", seed=1)
    assert record.verdict is not None and record.verdict.fault is None
    assert record.verdict.outcome.reason in spec.reasons


def test_two_variants_of_one_name_keep_their_own_values() -> None:
    assert DEAR.name == COPPERS.name
    values, dear = values_of(tables_of(COPPERS)), values_of(tables_of(DEAR))
    copper = 16 + 2
    assert (values.exchange[copper], dear.exchange[copper]) == (40, 90)
    position = "2k2/5/2C2/5/2K2 b - 1"
    cheap, costly = (
        HINTS.evaluate(spec.game(spec.options()).parse(position), 0)
        for spec in (spec_of(COPPERS, "", ()), spec_of(DEAR, "", ()))
    )
    assert cheap < costly


def test_what_a_piece_is_worth_to_a_search_follows_from_its_worth() -> None:
    values = COPPER.values
    assert values.board == (4, 6) and values.guards == (False, True)
    assert values.hand == pytest.approx(4.4)
    assert values.weight == pytest.approx((4 / 6, 1.0))


def test_promoted_pieces_are_worth_more_and_the_king_most() -> None:
    values = values_of(tables_of(SHOGI))
    for kind, piece in enumerate(SHOGI.pieces):
        if piece.promotes:
            assert values.exchange[16 + 8 + kind] > values.exchange[16 + kind]
    assert max(values.exchange) == values.exchange[16]


def test_every_position_is_judged_as_its_mirror_image_is_for_the_other_side() -> None:
    rng = Random(2)
    state: bg.State = bg.load("shogi").start()
    for _ in range(80):
        assert HINTS.evaluate(state, 0) == -HINTS.evaluate(state, 1)
        state = state.apply(rng.choice(state.actions()))
