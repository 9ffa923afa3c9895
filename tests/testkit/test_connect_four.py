"""The rules of the sixth game: against OpenSpiel, and sentence by sentence."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import boardgames as bg
from boardgames.core.lookup.game_cache import make
from tests.conftest import ROOT
from tests.samples import cases

Make = Callable[..., Any]


@pytest.fixture
def connect_four(monkeypatch: pytest.MonkeyPatch) -> Make:
    """The game with these options, straight from its sources."""
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "connect_four" / "src"))
    from connect_four import SPEC

    return lambda **options: make(SPEC, options)


@pytest.mark.thorough
def test_perft_of_the_first_moves(connect_four: Make) -> None:
    """Seven columns until one can be full, after the sixth move; no game ends before the seventh."""
    start = connect_four().start()
    assert [bg.perft(start, depth) for depth in range(7)] == [7**depth for depth in range(7)]


@pytest.mark.slow
def test_perft_is_that_of_open_spiel(connect_four: Make) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

    def count(state: Any, depth: int) -> int:
        actions = state.legal_actions()
        return len(actions) if depth == 1 else sum(count(state.child(action), depth - 1) for action in actions)

    assert bg.perft(connect_four().start(), 7) == count(pyspiel.load_game("connect_four").new_initial_state(), 7)


def test_random_games_are_those_of_open_spiel(connect_four: Make) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    theirs_start = pyspiel.load_game("connect_four").new_initial_state()
    reasons = set()
    for seed in range(60):
        rng = Random(seed)
        ours, theirs = connect_four().start(), theirs_start.clone()
        while not theirs.is_terminal():
            assert [action.index for action in ours.actions()] == theirs.legal_actions()
            assert ours.turn == theirs.current_player()
            action = rng.choice(ours.actions())
            ours = ours.apply(action)
            theirs.apply_action(action.index)
            assert str(ours).replace("/", "\n").lower() == str(theirs).strip()
        assert ours.outcome.returns == tuple(theirs.returns())
        reasons.add(ours.outcome.reason)
    assert "row" in reasons


@cases(
    ("columns", "returns"),
    [
        ("1122334", (1.0, -1.0)),  # across
        ("71122334", (-1.0, 1.0)),  # across, by the second side
        ("1727473", (1.0, -1.0)),  # across, the last disc between the others
        ("1212121", (1.0, -1.0)),  # upright
        ("12233434464", (1.0, -1.0)),  # aslant, rising
        ("76655454424", (1.0, -1.0)),  # aslant, falling
        ("112233", None),  # three
        ("1122335", None),  # four, but not in a row
    ],
)
def test_four_in_a_row_win(connect_four: Make, columns: str, returns: tuple[float, ...] | None) -> None:
    playthrough = bg.Playthrough(connect_four(columns=9).start())
    for column in columns:
        playthrough.play(column)
    assert (playthrough.state.outcome and playthrough.state.outcome.returns) == returns


def test_a_full_board_is_a_draw(connect_four: Make) -> None:
    playthrough = bg.Playthrough.replay(connect_four(columns=2, height=2, row=3).start(), "1122")
    assert playthrough.state.outcome == bg.Outcome((0.0, 0.0), "full")


def test_a_full_column_takes_no_disc(connect_four: Make) -> None:
    state = bg.Playthrough.replay(connect_four(columns=2, height=2, row=3).start(), "11").state
    assert [str(action) for action in state.actions()] == ["2"]
    with pytest.raises(bg.IllegalAction):
        state.play("1")


@cases("text", ["", "X", "./.", "X./..", "XX/XX", "O./..", "../X", "XO/XO", "../Y."])
def test_what_is_no_position(connect_four: Make, text: str) -> None:
    game = connect_four(columns=2, height=2, row=3)
    if text == "XO/XO":
        assert game.parse(text).outcome.reason == "full"
    else:
        with pytest.raises(bg.UnreadablePosition):
            game.parse(text)
