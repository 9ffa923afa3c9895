"""Random games beside RoyalUr's library: the same moves, positions and winners.

``royalur`` is set to Finkel's rules by ``Game.create_finkel()``: the standard
board, Bell's path, four binary dice, seven pieces, safe rosettes, another roll
for a rosette and none for a capture.  Its path index is our cell less one; a
piece that enters has no source, one that leaves no destination.  Its
``Game.copy()`` fails, so both games are only ever played forward.
"""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

import boardgames as bg

royalur = pytest.importorskip("royalur", reason="royalur, the oracle of Ur, is not installed")

POSITIONS = 40_000
PIECES = 7


def position(oracle: Any, pieces: int = PIECES) -> str:
    """The canonical text of the oracle's position."""
    state = oracle.get_current_state()
    light = royalur.PlayerType.LIGHT
    sides: list[list[int]] = [[], []]
    for piece in state.board._pieces:  # its public way asks tile by tile, which takes four times as long
        if piece is not None:
            sides[piece.owner != light].append(piece.path_index + 1)
    texts = []
    for player, running in zip((state.light_player, state.dark_player), sides, strict=True):
        assert player.piece_count + len(running) + player.score == pieces
        texts.append(",".join(map(str, [0] * player.piece_count + sorted(running) + [15] * player.score)))
    if oracle.is_finished():
        seat, thrown = int(state.get_winner() == light), "-"  # the side that lost would be next
    else:
        seat = int(state.get_turn() != light)
        thrown = str(state.roll.value) if oracle.is_waiting_for_move() else "-"
    return f"{texts[0]} {texts[1]} {seat} {thrown}"


def source(move: Any) -> str:
    """The cell that a move of the oracle leaves."""
    piece = move.source_piece
    return "0" if piece is None else str(piece.path_index + 1)


def check_texts(state: Any, text: str) -> None:
    """The position is written so, and text, key and pickle lead back to it."""
    assert str(state) == text
    game = state.game
    for again in (game.parse(text), pickle.loads(pickle.dumps(state))):
        assert again.key == state.key
        assert again == state
        assert hash(again) == hash(state)
        assert str(again) == text
        assert again.turn == state.turn
        assert again.actions() == state.actions()
        assert again.game is game


def test_the_oracle_plays_finkels_rules() -> None:
    rules = royalur.Game.create_finkel().rules
    assert rules.are_rosettes_safe()
    assert rules.do_rosettes_grant_extra_rolls()
    assert not rules.do_captures_grant_extra_rolls()
    assert rules.player_state_provider.get_starting_piece_count() == PIECES
    settings = royalur.GameSettings.create_finkel()
    light, dark = settings.paths.light, settings.paths.dark
    assert len(light) == len(dark) == 14
    assert [cell for cell, tile in enumerate(light, 1) if settings.board_shape.is_rosette(tile)] == [4, 8, 14]
    assert [cell for cell, tile in enumerate(dark, 1) if settings.board_shape.is_rosette(tile)] == [4, 8, 14]
    assert [cell for cell, tile in enumerate(light, 1) if tile in dark] == list(range(5, 13))


def test_random_games_are_the_oracles_too() -> None:
    rng = Random(4600)
    game = bg.load("ur")
    seen = 0
    wins = [0, 0]
    while seen < POSITIONS:
        state = game.start()
        oracle = royalur.Game.create_finkel()
        while state.outcome is None:
            text = position(oracle)
            check_texts(state, text)
            seen += 1
            if state.turn == bg.CHANCE:
                assert oracle.is_waiting_for_roll(), text
                heads = rng.getrandbits(4).bit_count()
                state = state.apply(state.read(f"={heads}"))
                oracle.roll_dice(heads)
            else:
                assert oracle.is_waiting_for_move(), text
                theirs = {source(move): move for move in oracle.find_available_moves()}
                ours = {str(action): action for action in state.actions()}
                assert sorted(ours) == sorted(theirs), text
                cell = rng.choice(sorted(ours))
                state = state.apply(ours[cell])
                oracle.make_move(theirs[cell])
        check_texts(state, position(oracle))
        assert oracle.is_finished()
        winner = int(oracle.get_winner() != royalur.PlayerType.LIGHT)
        assert state.outcome == bg.Outcome((1.0, -1.0) if winner == 0 else (-1.0, 1.0), "home")
        wins[winner] += 1
    assert min(wins) > 10, "both sides have won some of the games"


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        ("tokens=3", {"starting_piece_count": 3}),
        ("capture_turn=on", {"captures_grant_extra_rolls": True}),
        ("rosette_turn=off", {"rosettes_grant_extra_rolls": False}),
        ("safe_rosettes=none", {"safe_rosettes": False}),
    ],
)
def test_options_are_the_oracles_settings(options: str, settings: dict[str, Any]) -> None:
    """Twenty games with each: the same moves and positions."""
    rng = Random(options)
    chosen = royalur.GameSettings.create_finkel()
    for name, value in settings.items():
        chosen = getattr(chosen, f"with_{name}")(value)
    for _ in range(20):
        state = bg.load(f"ur:{options}").start()
        oracle = royalur.Game.create(chosen)
        while state.outcome is None:
            assert str(state) == position(oracle, chosen.starting_piece_count)
            if state.turn == bg.CHANCE:
                heads = rng.getrandbits(4).bit_count()
                state = state.play(f"={heads}")
                oracle.roll_dice(heads)
            else:
                theirs = {source(move): move for move in oracle.find_available_moves()}
                assert sorted(map(str, state.actions())) == sorted(theirs), str(state)
                cell = rng.choice(sorted(theirs))
                state = state.play(cell)
                oracle.make_move(theirs[cell])
        assert str(state) == position(oracle, chosen.starting_piece_count)
