"""The strict reader of SFEN, and round trips."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, strategies as st

import boardgames as bg
from tests.games.shogi.scenes import load
from tests.samples import cases, for_all, sample

SHOGI = load("shogi")
START = str(SHOGI.start())
KINGS = "k8/9/9/9/9/9/9/9/8K"

UNREADABLE = {
    "": "expected 4 fields",
    f"{KINGS} b - 1 win": "; 'win' stands behind them",
    f"{KINGS} b": "expected 4 fields (ranks, side to move, hands, ply) but",
    f"{KINGS} b - 1 moves 9a8a 9i8i": "move 1, '9a8a': ",
    "9/9/9 b - 1": "must have 9 ranks joined by '/', not 3",
    KINGS.replace("k8", "k9") + " b - 1": "rank a, 'k9', has 10 squares, not 9",
    KINGS.replace("k8", "k7") + " b - 1": "rank a, 'k7', has 8 squares, not 9",
    KINGS.replace("k8", "k0") + " b - 1": "has '0': the pieces are",
    KINGS.replace("k8", "kx7") + " b - 1": "has 'x': the pieces are K, P, L, N, S, G, B, R",
    KINGS.replace("k8", "kⅤ7") + " b - 1": "has 'Ⅴ'",
    KINGS.replace("k8", "k+8") + " b - 1": "has a '+' without a piece after it",
    KINGS.replace("k8", "k8+") + " b - 1": "has a '+' without a piece after it",
    KINGS.replace("k8", "k++p7") + " b - 1": "has a '+' without a piece after it",
    KINGS.replace("k8", "k+g7") + " b - 1": "has a promoted gold general, which does not promote",
    KINGS.replace("k8", "+k8") + " b - 1": "has a promoted king, which does not promote",
    f"{KINGS} x - 1": "the side to move, must be b or w, not 'x'",
    f"{KINGS} b X 1": "field 3, the hands, has 'X'",
    f"{KINGS} b K 1": "has a king, which is never captured",
    f"{KINGS} b 17PPP 1": "there are 19 pawns, but only 18 exist",
    f"{KINGS} b {'P' * 300} 1": "there are 99 pawns, but only 18 exist",
    f"{KINGS} b 0P 1": "has '0' of P",
    f"{KINGS} b 100P 1": "has '100' of P",
    f"{KINGS} b P2 1": "ends with '2' and no piece after it",
    f"{KINGS} b +P 1": "field 3, the hands, has '+'",
    f"{KINGS} b - 0": "the number of the next ply, must be from 1",
    f"{KINGS} b - -1": "the number of the next ply",
    f"{KINGS} b - ²": "the number of the next ply",
    f"{KINGS} b 19P 1": "there are 19 pawns, but only 18 exist",
    f"{KINGS} b 2Rr 1": "there are 3 rooks, but only 2 exist",
    KINGS.replace("k8", "k7k") + " b - 1": "White has 2 kings",
    KINGS.replace("8K", "7KK") + " b - 1": "Black has 2 kings",
    "9/9/9/9/9/9/9/9/9 b - 1": "there is no king on the board",
    "k8/9/9/9/9/9/9/9/R7K b - 1": "Black is to move and could take White's king",
    "k8/8l/9/9/9/9/9/9/8K w - 1": "White is to move and could take Black's king",
    "k8/9/4P4/4P4/9/9/9/9/8K b - 1": "Black has two unpromoted pawns on file 5",
    "k8/9/4p4/9/9/4p4/9/9/8K b - 1": "White has two unpromoted pawns on file 5",
    "k3P4/9/9/9/9/9/9/9/8K b - 1": "Black's pawn on 5a could never move",
    "k3L4/9/9/9/9/9/9/9/8K b - 1": "Black's lance on 5a could never move",
    "k8/4N4/9/9/9/9/9/9/8K b - 1": "Black's knight on 5b could never move",
    "k8/9/9/9/9/9/9/4n4/8K b - 1": "White's knight on 5h could never move",
}


@cases("text", UNREADABLE)
def test_says_what_is_wrong(text: str) -> None:
    with pytest.raises(bg.UnreadablePosition) as caught:
        SHOGI.parse(text)
    assert UNREADABLE[text] in str(caught.value)


@cases("name", ["shogi", "minishogi", "judkins"])
def test_positions_as_usi_says_them(name: str) -> None:
    game = bg.load(name)
    assert str(game.parse("startpos")) == str(game.parse(f"sfen {game.start()}")) == str(game.start())
    for text in ("startpos 1", "sfen", "sfen startpos", f"sfen sfen {game.start()}"):
        with pytest.raises(bg.UnreadablePosition):
            game.parse(text)


def test_long_texts_are_not_repeated_in_full() -> None:
    with pytest.raises(bg.UnreadablePosition) as caught:
        SHOGI.parse("x" * 10_000)
    assert len(str(caught.value)) < 200


@cases(
    "text",
    [
        "k8/9/4P4/9/9/4+P4/9/9/8K b - 1",  # a tokin on the pawn's file
        "4k4/9/4P4/9/9/9/9/9/9 b G2rb3g4s4n4l17p 1",  # a composed problem: the attacker has no king
        "9/9/9/9/9/9/9/9/4K4 w - 1",
        f"{KINGS} b 2R2B4G4S4N4L18P 1",
    ],
)
def test_reads(text: str) -> None:
    assert str(SHOGI.parse(text)) == text


RANKS = "lnsg1gsnl/1r2k2b1/ppppppppp/9/9/9/PPPPPPP1P/1B5R1/LNSGKGSNL"
"""Of a position with a pawn in hand."""


@cases(
    "text",
    [
        f"{RANKS} w P 4",
        f"position sfen {RANKS} w P 4",
        f"sfen: {RANKS} w P 4",
        f"'{RANKS} w P 4'",
        f'"sfen {RANKS} w P 4",',
        f"{RANKS}_w_P_4",
        f"https://lishogi.org/analysis/standard/{RANKS}_w_P_4",
        f"https://lishogi.org/editor/{RANKS}_w_P_4?color=gote",
        f"https://lishogi.org/{RANKS}%20w%20P%204#3",
        f"https://www.pychess.org/analysis/shogi?fen={RANKS}[P]_b_-_0_2",
        f"{RANKS}[P] b - 0 2",
        f"https://example.org/?sfen={RANKS.replace('/', '%2F')}%20w%20P%204&moves=",
    ],
)
def test_positions_are_read_as_people_paste_them(text: str) -> None:
    assert str(SHOGI.parse(text)) == f"{RANKS} w P 4"


def test_letters_in_hand_may_be_repeated() -> None:
    assert str(SHOGI.parse(f"{KINGS} b PSPpbpb 1")) == f"{KINGS} b S2P2b2p 1"
    assert str(SHOGI.parse(f"{KINGS} b 2PP 1")) == f"{KINGS} b 3P 1"


def test_moves_may_follow_a_position() -> None:
    after = str(SHOGI.start().play("7g7f").play("3c3d"))
    for start in ("position startpos", "startpos", str(SHOGI.start()), f"position sfen {SHOGI.start()}"):
        assert str(SHOGI.parse(f"{start} moves 7g7f 3c3d")) == after
    assert (
        str(SHOGI.parse(f"https://kento.example/?initpos={SHOGI.start()}&moves=7g7f.3c3d#2".replace(" ", "_"))) == after
    )


def test_the_ply_may_be_left_out() -> None:
    assert str(SHOGI.parse(f"{KINGS} b -")) == f"{KINGS} b - 1"


def test_a_problem_with_one_king_is_played_to_mate() -> None:
    state = SHOGI.parse("4k4/9/4P4/9/9/9/9/9/9 b G2rb3g4s4n4l17p 1").play("G*5b")
    assert state.outcome == bg.Outcome((1.0, -1.0), "checkmate")


@pytest.mark.parametrize("name", ["shogi", "minishogi", "shogi:impasse=27-point"])
@sample(90, thorough=1_000)
def test_round_trips_on_random_games(name: str, sample: int) -> None:
    """On so many states, of games of 300 plies at most."""
    game = load(name)
    state, rng = game.start(), Random(1)
    for _ in range(sample):
        if state.outcome is not None or state.ply == 300:
            state = game.start()
        else:
            again = game.parse(str(state))
            assert (str(again), again.key, again.codes) == (str(state), state.key, state.codes)
            actions = state.actions()
            assert again.actions() == actions
            for action in actions:
                assert state.read(str(action)) is action
                assert game.action_at(action.index) is action
            state = state.apply(rng.choice(actions))


def test_every_action_has_its_own_text_and_index() -> None:
    for name in ("shogi", "shogi:impasse=27-point", "minishogi"):
        game = load(name)
        actions = [game.action_at(index) for index in range(game.action_count)]
        assert [action.index for action in actions] == list(range(game.action_count))
        assert len({str(action) for action in actions}) == game.action_count
        for index in (-1, game.action_count):
            with pytest.raises(IndexError):
                game.action_at(index)


CHARACTERS = st.sampled_from("kKpPlLnNsSgGbBrR+/123456789 -bw0x")


@for_all(st.text(CHARACTERS, max_size=80) | st.text(max_size=80), everyday=10, thorough=300)
@example("9/9/9/9/9/9/9/9/9 b - 1")
def test_any_text_gives_a_position_or_our_error(text: str) -> None:
    read(text)


@for_all(
    st.lists(st.tuples(st.integers(0, len(START) - 1), CHARACTERS), min_size=1, max_size=6), everyday=50, thorough=300
)
def test_any_misprint_gives_a_position_or_our_error(misprints: list[tuple[int, str]]) -> None:
    characters = list(START)
    for place, character in misprints:
        characters[place] = character
    read("".join(characters))


def read(text: str) -> None:
    for name in ("shogi", "shogi:impasse=27-point", "minishogi", "dice-shogi"):
        game = load(name)
        try:
            state = game.parse(text)
        except bg.UnreadablePosition:
            continue
        assert game.parse(str(state)).key == state.key
        state.actions()
