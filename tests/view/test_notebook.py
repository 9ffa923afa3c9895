"""What a notebook shows: states as pictures, games as pages, and nothing loaded before."""

from __future__ import annotations

import subprocess
import sys
from html import escape, unescape
from random import Random

import pytest

import boardgames as bg
from boardgames import solve
from boardgames.contest import play_game, play_match, play_tournament
from boardgames.core.protocol import Clock
from boardgames.players.greedy import GREEDY
from boardgames.records.game_record import GameRecord
from boardgames.view import Boards, page, svg
from tests.positions import variants
from tests.samples import cases


@cases("name", variants())
def test_states_are_pictures(name: str) -> None:
    state = bg.load(name).start()
    assert isinstance(state, bg.BaseState)
    assert state._repr_svg_() == svg(bg.find(name.partition(":")[0]).scene(state, 0))


def test_playthroughs_and_records_are_pages_in_a_frame() -> None:
    playthrough = bg.Playthrough.replay(bg.load("morris").start(), ["d6", "a1"])
    picture, frame = playthrough._repr_svg_(), playthrough._repr_html_()
    assert picture is not None and picture.count('class="last"') == 1
    record = GameRecord.of(playthrough)
    assert frame == record._repr_html_()
    assert frame is not None and unescape(frame).partition('srcdoc="')[2].startswith(page(record))


def test_states_side_by_side() -> None:
    start = bg.load("morris").start()
    boards = Boards([start, start.play("d6")], ["<start>", "d6"])
    shown = boards._repr_html_()
    assert shown.count("<svg") == 2 and "&lt;start&gt;" in shown and repr(boards) == "<Boards: 2 states>"
    playthrough = bg.Playthrough.replay(start, ["d6", "a1"])
    assert Boards(playthrough)._repr_html_().count("<figcaption") == 3
    with pytest.raises(ValueError, match="2 states need as many labels, not 1"):
        Boards([start, start], ["one"])
    with pytest.raises(TypeError, match="'d6' is not one: give a list of states"):
        Boards(["d6"])


@cases("name", bg.games())
def test_a_game_is_a_card_with_its_board(name: str) -> None:
    spec = bg.find(name)
    card = spec._repr_html_()
    assert card.startswith(f"<h3>{escape(spec.title)}</h3><svg") and all(escape(why) in card for why in spec.reasons)
    scene = spec.scene(bg.load(name).start(), 0)
    assert scene._repr_svg_() == svg(scene)


def test_results_are_tables() -> None:
    match = play_match("ur:tokens=1", "greedy", "random", games=2, seed=1)
    assert match._repr_html_().count("<table>") == 2 and escape(match.sentence()) in match._repr_html_()
    table = play_tournament("ur:tokens=1", {"<b>": "greedy", "b": "random"}, games=2, seed=1)
    shown = table._repr_html_()
    assert "&lt;b&gt;" in shown and "<b>" not in shown and "points against" in shown
    verdict = play_game("ur:tokens=1", "greedy", "random", seed=1).verdict
    assert verdict is not None and "<td" in verdict._repr_html_() and verdict.outcome.reason in verdict._repr_html_()


def test_ratings_of_actions_are_tables_and_lists() -> None:
    state = bg.load("ur", tokens=1).start().play("=2")
    for rated, value in (
        (GREEDY.player(bg.find("ur"), None, Random(1)).rate(state, Clock()), "+0."),
        (solve.table(state.game).rate(state), "%"),
    ):
        assert isinstance(rated, (list, dict)) and len(rated) == 1
        assert value in rated._repr_html_()  # type: ignore[union-attr]


def test_a_game_that_cannot_be_found_keeps_its_text() -> None:
    class Game(bg.SimpleGame):
        name = "nowhere"

    class State(bg.BaseState):
        game = Game()
        turn = 0

    assert State()._repr_svg_() is None


def test_importing_and_playing_loads_no_view() -> None:
    program = (
        "import sys, boardgames as bg; state = bg.load('shogi').start(); bg.Playthrough(state).play('7g7f');"
        "drawing = 'boardgames.view', 'boardgames.view.displays';"
        "print([name for name in sys.modules if name.startswith(drawing)])"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert result.stdout == "[]\n"
