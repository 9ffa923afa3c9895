"""Random games beside RoyalUr's library: the same moves, positions and winners.

``royalur`` knows the rule sets of Finkel, Masters and Aseb; Blitz is made of its
settings, and so are Finkel's rules on the paths of Murray and Skiriuk.  Its path index is our cell less one; a
piece that enters has no source, one that leaves no destination.  Its
``Game.copy()`` fails, so both games are only ever played forward.
"""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.games.ur.tracks import mirrored
from tests.samples import cases, few, sample

royalur = pytest.importorskip("royalur", reason="royalur, the oracle of Ur, is not installed")

POSITIONS = 25_000  # where tests are thorough; some games of them every day
PIECES = 7
PRESETS = ["finkel", "masters", "blitz", "aseb", "murray", "skiriuk"]


def position(oracle: Any, pieces: int = PIECES, home: int = 15) -> str:
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
        texts.append(",".join(map(str, [0] * player.piece_count + sorted(running) + [home] * player.score)))
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


def settings_of(preset: str) -> Any:
    """The oracle's settings of a rule set.  It has no Blitz; RoyalUr-Java makes it of Masters' so.

    The tests of RoyalUr-Java play Murray's and Skiriuk's paths with Finkel's settings.
    """
    if preset == "blitz":
        masters = royalur.GameSettings.create_masters()
        return masters.with_starting_piece_count(5).with_captures_grant_extra_rolls(True)
    if preset in ("murray", "skiriuk"):
        path = pytest.importorskip("royalur.model.path")
        paths = getattr(path, f"{preset.capitalize()}PathPair")()
        return royalur.GameSettings.create_finkel().with_paths(paths)
    return getattr(royalur.GameSettings, f"create_{preset}")()


@cases("preset", PRESETS)
def test_a_preset_is_the_oracles_rule_set(preset: str) -> None:
    settings = settings_of(preset)
    options = bg.load("ur", preset=preset).options
    game: Any = bg.load("ur", preset=preset)
    light, dark = settings.paths.light, settings.paths.dark
    assert [str(tile).lower() for tile in light] == list(game.track.squares)
    assert [str(tile).lower() for tile in dark] == list(map(mirrored, game.track.squares))
    for path in (light, dark):
        rosettes = tuple(cell for cell, tile in enumerate(path, 1) if settings.board_shape.is_rosette(tile))
        assert options.rosettes == rosettes
        assert options.safe_rosettes == (rosettes if settings.safe_rosettes else ())
    for cell, tile in enumerate(light, 1):
        assert game.track.opposite[cell] == tuple(other for other, there in enumerate(dark, 1) if there == tile)
    assert options.tokens == settings.starting_piece_count
    assert options.rosette_turn == settings.rosettes_grant_extra_rolls
    assert options.capture_turn == settings.captures_grant_extra_rolls
    weights = [float(chance) for _, chance in game.start().chances()]
    assert weights == settings.dice().get_roll_probabilities()


def compare(preset: str, positions: int, rng: Random) -> Counter[str]:
    """Random games on both sides; what was met on the way."""
    settings = settings_of(preset)
    game: Any = bg.load("ur", preset=preset)
    pieces, home = int(game.tokens), int(game.home)
    met: Counter[str] = Counter()
    while met["positions"] < positions:
        state = game.start()
        oracle = royalur.Game.create(settings)
        while state.outcome is None:
            text = position(oracle, pieces, home)
            check_texts(state, text)
            met["positions"] += 1
            if state.turn == bg.CHANCE:
                assert oracle.is_waiting_for_roll(), text
                heads = rng.getrandbits(4).bit_count()
                seat = state.seat
                state = state.apply(state.read(f"={heads}"))
                oracle.roll_dice(heads)
                met["passed"] += bool(heads) and state.seat != seat
            else:
                assert oracle.is_waiting_for_move(), text
                theirs = {source(move): move for move in oracle.find_available_moves()}
                ours = {str(action): action for action in state.actions()}
                assert sorted(ours) == sorted(theirs), text
                cell = rng.choice(sorted(ours))
                seat = state.seat
                state = state.apply(ours[cell])
                move = theirs[cell]
                met["captures"] += move.is_capture()
                met["captures across"] += (
                    move.is_capture() and move.captured_piece.path_index != move.dest_piece.path_index
                )
                met["another turn"] += state.seat == seat
                oracle.make_move(move)
        check_texts(state, position(oracle, pieces, home))
        assert oracle.is_finished()
        winner = int(oracle.get_winner() != royalur.PlayerType.LIGHT)
        assert state.outcome == bg.Outcome((1.0, -1.0) if winner == 0 else (-1.0, 1.0), "home")
        met[f"won by {winner}"] += 1
    return met


@pytest.mark.parametrize("preset", few(PRESETS, "finkel", "masters", "skiriuk"))
@sample(300, thorough=POSITIONS // 10)
def test_random_games_are_the_oracles_too(preset: str, sample: int) -> None:
    met = compare(preset, sample, Random(4600))
    often = sample // 250
    if sample > 1000 and preset not in ("murray", "skiriuk"):  # a small sample has few games, and theirs are long
        assert min(met["won by 0"], met["won by 1"]) > often // 10, "both sides have won some of the games"
    assert min(3 * met["passed"], met["captures"], met["another turn"]) > often, met
    assert (met["captures across"] > often) == (preset in ("masters", "blitz", "murray", "skiriuk")), met


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_many_random_games_are_the_oracles_too(preset: str) -> None:
    compare(preset, 5 * POSITIONS, Random(f"slow {preset}"))


@cases(
    ("options", "settings"),
    [
        ("tokens=3", {"starting_piece_count": 3}),
        ("capture_turn=on", {"captures_grant_extra_rolls": True}),
        ("rosette_turn=off", {"rosettes_grant_extra_rolls": False}),
        ("safe_rosettes=none", {"safe_rosettes": False}),
    ],
)
def test_options_are_the_oracles_settings(options: str, settings: dict[str, Any]) -> None:
    """Some games with each: the same moves and positions."""
    rng = Random(options)
    chosen = royalur.GameSettings.create_finkel()
    for name, value in settings.items():
        chosen = getattr(chosen, f"with_{name}")(value)
    for _ in range(5):
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
