"""What a notebook shows: states as pictures, games as pages, and nothing loaded before."""

from __future__ import annotations

import subprocess
import sys
from html import unescape

import pytest

import boardgames as bg
from boardgames.core.record.game_record import GameRecord
from boardgames.view import page, svg
from tests.view.walks import variants


@pytest.mark.parametrize("name", variants())
def test_states_are_pictures(name: str) -> None:
    state = bg.load(name).start()
    assert state._repr_svg_() == svg(bg.find(name.partition(":")[0]).scene(state, 0))


def test_playthroughs_and_records_are_pages_in_a_frame() -> None:
    playthrough = bg.Playthrough.replay(bg.load("morris").start(), ["d6", "a1"])
    picture, frame = playthrough._repr_svg_(), playthrough._repr_html_()
    assert picture is not None and picture.count('class="last"') == 1
    record = GameRecord.of(playthrough)
    assert frame == record._repr_html_()
    assert frame is not None and unescape(frame).partition('srcdoc="')[2].startswith(page(record))


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
        "drawing = 'boardgames.view', 'boardgames.core.lookup.displays';"
        "print([name for name in sys.modules if name.startswith(drawing)])"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert result.stdout == "[]\n"
