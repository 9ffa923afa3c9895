"""The board as a widget: its state both ways, its opponents, and what a page may send."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import boardgames_notebook as notebook
import pytest

import boardgames as bg
from boardgames.contest import BadEntrant
from boardgames.core.protocol import Player
from tests.conftest import ROOT

# Importing these takes as long as a whole module of tests, so it is left to the worker that needs them.
pytestmark = pytest.mark.skipif(
    find_spec("anywidget") is None, reason="anywidget is not installed: pip install anywidget"
)


def hear(board: notebook.BoardWidget, **message: Any) -> list[Any]:
    """What the board answers to a message of the page."""
    answers: list[Any] = []
    board.send = answers.append
    board._hear(board, {"version": board.shown["version"], **message}, None)
    return answers


def test_state_and_actions_both_ways() -> None:
    from traitlets import TraitError

    board = notebook.BoardWidget("morris")
    seen: list[str] = []
    board.observe(lambda change: seen.append(str(change["new"])), "state")
    assert hear(board, do="act", ply=0, action="d6") == []
    assert board.actions == ("d6",)
    assert str(board.state) == seen[-1]
    assert 'class="last"' in board.shown["svg"]
    text = "B.B.B..B.......W.WW.W... b 5 5 9"
    board.state = text
    assert str(board.state).startswith(text) and not board.actions and board.shown["ply"] == 0
    assert board.shown["paths"]["d7"]
    [answer] = hear(board, do="choose", ply=0, path=["d7"])
    assert answer["status"] == "Choose 2 men to remove" and answer["svg"].startswith("<svg")
    board.state = bg.load("ur").start().play("=4")
    assert board.shown["paths"] == {"a0": {"a4": "0"}}
    with pytest.raises(TraitError, match="unreadable position: "):
        board.state = "nonsense"
    assert str(board.state).endswith("0 4")


def test_dice_are_thrown_and_opponents_answer_and_both_are_taken_back() -> None:
    board = notebook.BoardWidget("ur", opponent="greedy", seed=3)
    start = board.actions
    board.play(board.state.actions()[0])
    assert len(board.actions) > len(start) + 2 and board.state.turn == 0
    played = board.actions
    hear(board, do="undo")
    assert board.actions == start
    board.play(played[len(start)])
    assert board.actions == played, "the same dice"
    hear(board, do="new")
    assert board.shown["version"] == 1 and len(board.actions) < len(played)


def test_a_game_is_played_to_its_end() -> None:
    board = notebook.BoardWidget("ur:tokens=1", opponent="random", seat=1, seed=5)
    while board.state.outcome is None:
        board.play(board.state.actions()[-1])
    assert board.shown["paths"] == {} and " wins: " in board.shown["status"]


def test_late_and_foolish_messages_change_nothing() -> None:
    board = notebook.BoardWidget("morris")
    for message in (
        {"do": "act", "ply": 5, "action": "d6"},
        {"do": "act", "ply": 0, "action": "d6", "version": 7},
        {"do": "choose", "ply": 0, "path": ["nowhere"]},
        {"do": "choose", "ply": 3, "path": ["d6"]},
        {"do": "undo"},
    ):
        assert hear(board, **message) == []
    for message, why in (
        ({"do": "act", "ply": 0, "action": "z9"}, "z9"),
        ({"do": "dance"}, "'do' must be one of"),
        ({"do": "act", "ply": "x", "action": "d6"}, "'ply' must be"),
    ):
        [answer] = hear(board, **message)
        assert why in answer["error"]
    board._hear(board, "text", None)
    assert board.actions == ()


def test_a_players_mistake_stops_the_game_with_a_sentence() -> None:
    class Broken(Player):
        def choose(self, state: Any, clock: Any) -> Any:
            raise RuntimeError("my mistake")

    board = notebook.BoardWidget("morris", opponents={1: Broken()})
    board.play("d6")
    assert "does not go on: ply 2: the player raised RuntimeError: my mistake" in board.shown["status"]
    assert board.shown["paths"] == {}
    board.undo()
    assert board.shown["paths"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"opponent": "grady"}, "grady"),
        ({"opponent": "human"}, "cannot play in a notebook"),
        ({"opponent": "python bot.py"}, "cannot play in a notebook"),
        ({"opponents": {2: "greedy"}}, "ur has no seat 2: its seats are 0 to 1"),
    ],
)
def test_mistakes(arguments: dict[str, Any], why: str) -> None:
    with pytest.raises(BadEntrant, match=why):
        notebook.BoardWidget("ur", **arguments)


def test_a_strangers_game() -> None:
    board = notebook.BoardWidget(f"{ROOT / 'docs/course/solutions/hexapawn.py'}:SPEC", opponent="greedy", seed=1)
    board.play(board.state.actions()[0])
    assert len(board.actions) == 2 and board.shown["paths"]
