"""The variants that are data: their legal actions are those of Fairy-Stockfish, and they end as their pages say."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import boardgames as bg
from boardgames.games.dobutsu.figures import FIGURES
from boardgames.games.shogi.io.usi import engine_moves, engine_name, our_move
from boardgames.records import record_formats
from boardgames.records.game_record import GameRecord
from tests.games.shogi.oracles import FairyStockfish
from tests.games.shogi.sample import positions
from tests.games.shogi.scenes import from_square, legal, load
from tests.samples import cases, few

VARIANTS = ["checkshogi", "dobutsu", "euroshogi", "kyotoshogi", "microshogi", "torishogi"]


@pytest.mark.parametrize("name", few(VARIANTS, "kyotoshogi", "torishogi"))
@pytest.mark.parametrize(
    "count", [6, pytest.param(80, marks=pytest.mark.thorough), pytest.param(20_000, marks=pytest.mark.slow)]
)
def test_legal_actions_equal_fairy_stockfish(name: str, count: int) -> None:
    """Without the pawn drops that mate, which pyffish lists."""
    oracle = FairyStockfish(pytest.importorskip("pyffish"))
    for state in positions(load(f"{name}:repetition=none"), count, seed=count):
        assert {str(action) for action in state.actions()} == oracle.legal(state), str(state)
    print(name, count, "positions, drop mates left out:", oracle.drop_mates)


def ending(game: str, sfen: str, *moves: str) -> tuple[int | None, str] | None:
    state = bg.load(game).parse(sfen)
    for move in moves:
        state = state.play(move)
    return None if state.outcome is None else (state.outcome.winner, state.outcome.reason)


class TestDobutsu:
    def test_the_lion_may_be_left_to_be_taken_and_the_taker_wins(self) -> None:
        sfen = "l2/2L/3/3 b - 1"
        assert "1b2a" in legal(sfen, "dobutsu") and ending("dobutsu", sfen) is None
        assert ending("dobutsu", sfen, "1b2a", "3a2a") == (1, "king captured")
        assert ending("dobutsu", "l2/L2/3/3 b - 1", "3b3a") == (0, "king captured")
        assert ending("dobutsu", "L2/3/3/3 w - 1") == (0, "king captured"), "the text of an ended game"

    def test_a_lion_across_wins_unless_it_can_be_taken(self) -> None:
        assert ending("dobutsu", "l2/2L/3/3 b - 1", "1b1a") == (0, "king across")
        attacked = "l1g/2L/3/3 b - 1"
        assert ending("dobutsu", attacked, "1b2a") is None
        assert ending("dobutsu", attacked, "1b2a", "1a1b") == (0, "king across"), "it was not taken"
        assert ending("dobutsu", "3/3/l2/2L w - 1", "3c3d") == (1, "king across")

    def test_a_chick_becomes_a_hen_by_a_step_and_not_by_a_drop(self) -> None:
        assert from_square("1b", "l2/2C/3/2L b - 1", "dobutsu") == {"1a+"}
        dropped = bg.load("dobutsu").parse("l2/3/3/2L b C 1").play("C*1a")
        assert dropped.piece_at("1a") == "C"
        assert from_square("1a", "l1C/3/3/2L b - 1", "dobutsu") == set()
        taken = bg.load("dobutsu").parse("l2/2+C/2g/2L w - 1").play("1c1b")
        assert taken.in_hand(1) == "C"

    def test_the_third_occurrence_is_a_draw(self) -> None:
        there_and_back = ["1d1c", "3a3b", "1c1d", "3b3a"]
        start = str(bg.load("dobutsu").start())
        assert ending("dobutsu", start, *there_and_back) is None
        assert ending("dobutsu", start, *there_and_back, *there_and_back) == (None, "repetition")
        assert ending("dobutsu:repetition=fourfold", start, *there_and_back, *there_and_back) is None

    def test_the_scene_draws_animals_with_their_steps(self) -> None:
        spec = bg.find("dobutsu")
        man = {man.spot: man for man in spec.scene(bg.load("dobutsu").start(), 0).men}
        assert (man["2c"].figure, man["2c"].ways) == (FIGURES["C"], ((0, -1),))
        assert man["1d"].figure == FIGURES["G"] and set(man["1d"].ways) == {(0, -1), (1, 0), (0, 1), (-1, 0)}
        assert bg.find("shogi").scene(bg.load("shogi").start(), 0).men[0].figure == ""


def test_check_shogi_is_won_by_a_check() -> None:
    assert ending("checkshogi", "4k4/9/9/9/9/9/9/9/R3K4 b - 1", "9i9a") == (0, "check")
    assert ending("checkshogi", "4k4/9/9/9/9/9/9/9/R3K4 b - 1", "9i9h") is None


def test_euroshogi_promotes_what_it_can() -> None:
    assert from_square("5c", "7k/8/3P4/8/8/8/8/K7 b - 1", "euroshogi") == {"5b+"}
    assert from_square("4d", "7k/8/8/4N3/8/8/8/K7 b - 1", "euroshogi") == {"3b+", "5b+", "3d", "5d"}


def test_the_birds_slide_as_far_as_they_may_and_jump() -> None:
    eagle = from_square("4d", "1k5/7/7/3+F3/7/7/K6 b - 1", "torishogi")
    back = {"4e", "4f", "4g", "3e", "2f", "5e", "6f"}
    assert eagle == {"4c", "3d", "5d", "3c", "2b", "1a", "5c", "6b", "7a"} | back
    goose = from_square("4d", "k6/7/2s1s2/3+S3/3S3/7/K6 b - 1", "torishogi")
    assert goose == {"2b", "6b", "4f"}, "over what stands between"
    assert bg.load("torishogi").parse("3k3/7/3P3/7/7/7/K6 w - 1").in_check()


def test_a_jumper_is_not_parried_by_what_comes_between() -> None:
    state = bg.load("torishogi").parse("3k3/7/3P3/7/7/7/K6 w c 1")
    assert state.in_check() and not [action for action in state.actions() if action.piece]


def test_a_pinned_bird_does_not_jump_over_the_man_that_pins_it() -> None:
    assert from_square("4e", "k6/7/3s3/3r3/3P3/7/3K3 b - 1", "torishogi") == set()
    assert from_square("4e", "k6/7/3r3/7/3P3/7/3K3 b - 1", "torishogi") == {"4c"}
    assert from_square("4f", "k6/7/3r3/7/7/3+S3/3K3 b - 1", "torishogi") == set(), "nor over the king"


def test_two_swallows_on_a_file_but_not_three() -> None:
    two = {text for text in legal("k6/7/7/7/3S3/3S3/K6 b S 1", "torishogi") if text.startswith("S*4")}
    one = {text for text in legal("k6/7/7/7/3S3/7/K6 b S 1", "torishogi") if text.startswith("S*4")}
    assert not two and one
    with pytest.raises(bg.UnreadablePosition, match="Black has 3 unpromoted swallows on file 4"):
        bg.load("torishogi").parse("k6/7/7/3S3/3S3/3S3/K6 b - 1")


def test_kyoto_turns_over_with_each_move_and_drops_either_side() -> None:
    state = bg.load("kyotoshogi").start().play("5e5d+")
    assert state.piece_at("5d") == "L"
    hand = bg.load("kyotoshogi").parse("k4/5/5/5/4K b P 1")
    assert hand.play("P*3c").piece_at("3c") == "P" and hand.play("+P*3c").piece_at("3c") == "+P"
    assert hand.play("P*3a").piece_at("3a") == "P", "where it can never move"


def test_micro_turns_over_with_each_capture() -> None:
    state = bg.load("microshogi").parse("k3/4/p3/1+L2/3K b - 1")
    assert state.play("3d4c+").piece_at("4c") == "L" and state.play("3d4c+").in_hand(0) == "P"
    assert {"3d3c"} <= legal(str(state), "microshogi") and "3d4c" not in legal(str(state), "microshogi")


def test_engines_write_a_minus_where_a_piece_turns_back() -> None:
    game = bg.load("kyotoshogi")
    assert engine_moves(game.start(), ["5e5d+", "1a2b+", "5d5c+"]) == ["5e5d-", "1a2b-", "5d5c+"]
    assert our_move(game, "5e5d-") == "5e5d+" and our_move(bg.load("shogi"), "7g7f") == "7g7f"
    assert engine_name(bg.load("microshogi")) == "micro"


@cases("name", VARIANTS)
def test_records_and_clicks_lead_back(name: str) -> None:
    game, spec, rng = load(name), bg.find(name), Random(5)
    state, played = game.start(), list[str]()
    while state.outcome is None and len(played) < 40:
        paths = Counter(spec.clicks(state, action) for action in state.actions())
        assert max(paths.values()) == 1
        action = rng.choice(state.actions())
        played.append(str(action))
        state = state.apply(action)
        assert game.parse(str(state)).key == state.key
    record = GameRecord.of(bg.Playthrough.replay(game.start(), played))
    for form in spec.formats.values():
        if form.name != "bod":  # which has a position, and no moves
            data = form.write(record).encode()
            again = form.read(game, data)
            assert again.actions == record.actions, form.name
            named = bool(game.variant.even) and form.name in ("kif", "ki2")
            assert form.recognises(data) == (named or not game.variant.shares_board), form.name
    assert record_formats.read(form.write(record).encode(), game).game == name


def test_a_record_of_lishogi_names_check_shogi() -> None:
    """The headers are those of lishogi's own test; shogi's reader leaves the file to Check Shogi."""
    moves = "手数----指手---------消費時間--\n   1   ７六歩(77)\n   2   ３四歩(33)\n   3   ２二角成(88)\n"
    text = f"先手：先手\n手合割：王手将棋\n{moves}"
    for data in (text.encode(), text.replace("：", ":").encode("cp932")):
        record = record_formats.read(data)
        assert (record.game, record.actions) == ("checkshogi", ("7g7f", "3c3d", "8h2b+"))
        assert record_formats.read(data, bg.load("checkshogi")) == record
        assert not any(form.recognises(data) for form in bg.find("shogi").formats.values())
    assert record_formats.read(text.replace("王手将棋", "平手").encode()).game == "shogi"


@cases(
    ("game", "sfen", "text", "reason"),
    [
        ("torishogi", "k6/7/7/7/3S3/3S3/K6 b S 1", "S*4c", "there are 2 unpromoted swallows of that side on file 4"),
        ("kyotoshogi", "k4/5/5/5/P3K b - 1", "5e5d", "it turns over with this move: 5e5d\\+"),
        ("microshogi", "k3/4/4/4/P2K b - 1", "4e4d+", "it does not turn over there: 4e4d"),
        ("kyotoshogi", "k4/5/5/5/P3K b - 1", "+P*3c", "there is no P in hand"),
        ("euroshogi", "7k/8/3P4/8/8/8/8/K7 b - 1", "5c5b", "a piece that can promote must do so here"),
    ],
)
def test_what_is_not_legal_is_explained(game: str, sfen: str, text: str, reason: str) -> None:
    with pytest.raises(bg.IllegalAction, match=reason):
        bg.load(game).parse(sfen).play(text)
