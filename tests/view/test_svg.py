"""A scene as SVG: whole, closed in itself, and true to the scene."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest

import boardgames as bg
from boardgames.core.picture.scene import Man, Scene, Spot
from boardgames.games.shogi.io import kanji
from boardgames.games.shogi.io.strokes import STROKES
from boardgames.games.shogi.variant import SHOGI
from boardgames.view import svg
from tests.positions import positions, variants
from tests.samples import FIVE, few
from tests.view.command import run

SVG = "{http://www.w3.org/2000/svg}"


def drawn(name: str, state: Any, seat: int = 0, **how: Any) -> ElementTree.Element:
    return ElementTree.fromstring(svg(bg.find(name.partition(":")[0]).scene(state, seat), **how))


@pytest.mark.parametrize("name", few(variants(), *FIVE))
@pytest.mark.parametrize("seat", few([0, 1], 1))
def test_every_game_is_drawn_and_needs_nothing_from_elsewhere(name: str, seat: int) -> None:
    for state in list(positions(name, 60, 3))[::7]:
        root = drawn(name, state, seat)
        assert root.tag == f"{SVG}svg"
        defined = {element.get("id") for element in root.iter() if element.get("id")}
        used = [element.get("href", "") for element in root.iter(f"{SVG}use")]
        assert {name.removeprefix("#") for name in used} == defined
        text = ElementTree.tostring(root, encoding="unicode").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"http|url\(|@import|<script|<image|on[a-z]+=", text)


def test_each_man_of_shogi_is_drawn_where_it_stands() -> None:
    state = bg.load("shogi").parse("4k4/9/9/9/9/9/9/4P4/4K4 b 2Rp 1")
    root = drawn("shogi", state)
    placed = [use.get("transform") or (use.get("x"), use.get("y")) for use in root.iter(f"{SVG}use")]
    assert ("610", "910") in placed  # the king on 5i
    assert "translate(610 110)rotate(180)" in placed  # the other, upside down
    assert "".join(root.itertext()).count("2") >= 1  # two rooks in hand
    assert "promoted" not in "".join(root.itertext())


def test_signs_of_every_man_of_the_family_are_drawn_without_a_font() -> None:
    assert set(kanji.signs(SHOGI).values()) == set(STROKES)
    start = bg.load("shogi").start()
    assert not any("letter" in (text.get("class") or "") for text in drawn("shogi", start).iter(f"{SVG}text"))
    letters = {t.text for t in drawn("shogi", start, western=True).iter(f"{SVG}text") if t.get("class") == "letter"}
    assert letters == set("KRBGSNLP")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_theme_is_bound_to_its_own_drawing(theme: Any) -> None:
    text = svg(bg.find("ur").scene(bg.load("ur").start(), 0), theme=theme)
    style = text.partition("<style>")[2].partition("</style>")[0]
    assert "prefers-color-scheme" not in style
    selectors = re.sub(r"\{[^}]*\}", ",", style).strip(",").split(",")
    assert all(selector.startswith(f".bg-{theme} ") for selector in selectors)
    assert set(re.findall(r"bg-(\w+)", style)) == {theme}
    assert "prefers-color-scheme:dark" in svg(bg.find("ur").scene(bg.load("ur").start(), 0))


def test_texts_are_escaped() -> None:
    rude = '<script>alert("&")</script>'
    scene = Scene(
        title=rude,
        width=3,
        height=1,
        spots=(Spot(rude, 0.5, 0.5), Spot("b", 1.5, 0.5, "chip", label=rude)),
        men=(Man(rude, 0, "wedge", rude, rude, label=rude),),
        caption=rude,
    )
    for interactive in (False, True):
        text = svg(scene, interactive=interactive)
        assert "<script" not in text
        assert ('class="caption"' in text) != interactive, "a page says it beside the board"
        assert ElementTree.fromstring(text).find(f"{SVG}title").text == f"{rude}: {rude}"  # type: ignore[union-attr]


def test_interactive_drawings_have_every_spot_with_a_label() -> None:
    state = bg.load("shogi").start()
    root = drawn("shogi", state, interactive=True)
    spots = {group.get("data-spot"): group for group in root.iter(f"{SVG}g") if group.get("data-spot")}
    assert set(spots) == {spot.name for spot in bg.find("shogi").scene(state, 0).spots}
    assert spots["7g"].get("aria-label") == "7g, Black pawn"
    assert "promote" in spots and "data-spot" not in svg(bg.find("shogi").scene(state, 0))


def test_a_description_says_where_the_men_are() -> None:
    state = bg.load("morris").start().play("d6").play("a1")
    text = drawn("morris", state).find(f"{SVG}desc").text  # type: ignore[union-attr]
    assert text == "Black: d6; White: a1; Black in stock (8): Black's stock; White in stock (8): White's stock"


def test_the_last_action_is_marked() -> None:
    scene = bg.find("ur").scene(bg.load("ur").start(), 0)
    assert 'class="last"' not in svg(scene)
    assert svg(attrs.evolve(scene, last=("5",))).count('class="last"') == 1


def test_show_writes_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    result = run("show", "minishogi", "--svg", str(path), "--seat", "1", "--western")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    state = bg.load("minishogi").start()
    assert path.read_text(encoding="utf-8") == svg(bg.find("minishogi").scene(state, 1), western=True)
    assert list(tmp_path.iterdir()) == [path]
    for words in (["--svg", "-"], ["--svg"]):
        assert run("show", "minishogi", *words).stdout == svg(bg.find("minishogi").scene(state, 0))


def test_show_says_what_was_wrong(tmp_path: Path) -> None:
    result = run("show", "ur", "--svg", str(tmp_path / "nowhere" / "board.svg"))
    assert result.exit_code == 2
    assert "cannot write" in result.stderr and "No such file or directory" in result.stderr
    result = run("show", "ur", "--svg", "-", "--seat", "2")
    assert result.exit_code == 2
    assert "--seat must be 0 to 1" in result.stderr


def test_a_king_in_check_is_marked_and_the_caption_says_so() -> None:
    start = bg.load("minishogi").start()
    checked = start.play("2e4c").play("4a5b").play("4c2a+")
    for state, squares in ((start, ()), (checked, ("1a",))):
        scene = bg.find("minishogi").scene(state, 0)
        assert scene.check == squares
        assert scene.caption.endswith(", in check") == bool(squares)
        assert svg(scene).count('class="check"') == len(squares)
    assert bg.find("minishogi").scene(checked, 1).check == ("1a",)
    mate = bg.load("minishogi").parse("4k/4+B/4G/5/K4 w - 2")
    assert mate.outcome is not None and bg.find("minishogi").scene(mate, 0).caption == "Black wins: checkmate"


def test_four_seats_have_a_colour_and_a_shape_each() -> None:
    scene = Scene(
        title="",
        width=4,
        height=1,
        spots=tuple(Spot(str(seat), seat + 0.5, 0.5) for seat in range(4)),
        men=tuple(Man(str(seat), seat) for seat in range(4)),
    )
    groups = re.findall(r'<g id="[^"]*" class="bg-auto">(.*?)</g>', svg(scene))
    assert len({re.sub(r' class="[^"]*"', "", group) for group in groups}) == 3, "a circle, a square and a diamond"
    fills = [re.search(rf"disc.side{seat}{{fill:(#\w+)", svg(scene)) for seat in range(4)]
    assert len({fill[1] for fill in fills if fill}) == 4
