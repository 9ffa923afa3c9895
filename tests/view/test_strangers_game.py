"""A stranger's game without any code of its own for pictures: drawn, clicked and replayed like ours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import boardgames as bg
from boardgames.core.lookup.installed_games import GAMES
from boardgames.core.record.game_record import GameRecord
from boardgames.view import page, svg
from tests.conftest import ROOT
from tests.view.command import run

SOURCES = ROOT / "examples" / "connect_four" / "src"


@pytest.fixture
def spec(monkeypatch: pytest.MonkeyPatch) -> Iterator[bg.GameSpec[Any]]:
    """Connect Four, straight from its sources."""
    monkeypatch.syspath_prepend(str(SOURCES))
    from connect_four import SPEC

    with GAMES.registered(SPEC.name, SPEC):
        yield SPEC


def test_its_actions_are_chips_and_its_drawing_is_text(spec: bg.GameSpec[Any]) -> None:
    state = bg.load("connect-four").start().play("4")
    for seat in (0, 1):
        scene = spec.scene(state, seat)
        assert [spot.name for spot in scene.spots] == [str(action) for action in state.actions()]
        assert [tuple(spec.clicks(state, action)) for action in state.actions()] == [(c,) for c in "1234567"]
        assert [text.text for text in scene.texts] == spec.picture(state).splitlines()
        assert (scene.caption, scene.seat) == ("O to move", seat)
        words = "".join(ElementTree.fromstring(svg(scene)).itertext())
        assert ". . . X . . ." in words and "O to move" in words
    assert isinstance(state, bg.BaseState)
    assert state._repr_svg_() == svg(spec.scene(state, 0))


def test_many_actions_make_a_wide_table_not_a_long_one() -> None:
    from boardgames.core.picture.scene import plain_scene

    state = bg.load("shogi").parse("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1")
    scene = plain_scene(bg.find("shogi").picture, ("Black", "White"), state, 0)
    assert len(scene.spots) == 593
    assert scene.height < 40
    assert all(spot.x - spot.width / 2 >= 0 and spot.x + spot.width / 2 <= scene.width for spot in scene.spots)


def test_its_games_are_pages(spec: bg.GameSpec[Any], tmp_path: Path) -> None:
    record = GameRecord.of(bg.Playthrough.replay(bg.load("connect-four").start(), "44536"))
    (tmp_path / "game.json").write_text(record.json())
    result = run("replay", str(tmp_path / "game.json"), "--html", "-")
    assert (result.exit_code, result.stdout) == (0, page(record))
    assert run("show", "connect-four", "--svg", "-").stdout.startswith("<svg ")
