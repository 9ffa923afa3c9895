"""A stranger's game without any code of its own for pictures: drawn, clicked and replayed like ours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest

import boardgames as bg
from boardgames.core.lookup.installed_games import GAMES
from boardgames.core.picture import Man, Scene, Spot
from boardgames.records.game_record import GameRecord
from boardgames.view import page, svg
from boardgames.view.game_art import BadArt
from tests.conftest import ROOT
from tests.samples import cases
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


FROG = '<path class="blue-field" d="M-20 10Q0-30 20 10Z"/><circle fill="#2a2" r="5"/>'
POND = '<circle class="blue-line" r="30"/>'
HOOK = "M20 20V80H80"


def frogs(state: Any, seat: int) -> Scene:
    men = (
        Man("a", 0, "wedge", sign="\u3042", letters="F", figure=FROG, ways=((0, -1),)),
        Man("b", 1, sign="\u3044", letters="H", strokes=HOOK),
    )
    return Scene(title="Frogs", width=2, height=1, spots=(Spot("a", 0.5, 0.5, mark=POND), Spot("b", 1.5, 0.5)), men=men)


def test_it_brings_figures_strokes_and_marks_of_its_own(spec: bg.GameSpec[Any]) -> None:
    drawn = attrs.evolve(spec, scene=frogs)
    state = bg.load("connect-four").start()
    with GAMES.registered(drawn.name, drawn):
        picture, western = (svg(drawn.scene(state, 0), western=letters) for letters in (False, True))
        record = GameRecord.of(bg.Playthrough.replay(state, "44"))
        assert FROG in page(record)
    assert FROG in picture and POND in picture and f'd="{HOOK}"' in picture and "\u3044" not in picture
    assert FROG not in western and POND in western and HOOK not in western and ">F</text>" in western


@cases(
    "art",
    [
        "<script>1</script>",
        '<circle onclick="1"/>',
        '<rect fill="url(//x)"/>',
        "<g>",
        '<use href="#x"/>',
        "</g><g>&#1;",
    ],
)
def test_a_drawing_holds_shapes_alone(art: str) -> None:
    """A page holds it as it is, so it must be well-formed, load nothing and run nothing."""
    scene = Scene(title="", width=1, height=1, spots=(Spot("a", 0.5, 0.5),), men=(Man("a", 0, "wedge", figure=art),))
    with pytest.raises(BadArt):
        svg(scene)


def test_its_games_are_pages(spec: bg.GameSpec[Any], tmp_path: Path) -> None:
    record = GameRecord.of(bg.Playthrough.replay(bg.load("connect-four").start(), "44536"))
    (tmp_path / "game.json").write_text(record.json())
    result = run("replay", str(tmp_path / "game.json"), "--html", "-")
    assert (result.exit_code, result.stdout) == (0, page(record))
    assert run("show", "connect-four", "--svg", "-").stdout.startswith("<svg ")
