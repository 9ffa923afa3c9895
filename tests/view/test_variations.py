"""The page of a record with variations: a tree of moves, keys between branches, and the reader's language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import boardgames as bg
from boardgames.records import GameRecord, UnreadableRecord, Variation, recorded_line
from boardgames.view import page
from tests.view.command import run

if TYPE_CHECKING:
    from playwright.sync_api import Page

KIF = """\
手合割：平手
先手：山田
後手：佐藤
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:03/00:00:03)
*角道を開ける
   2 ３四歩(33)   ( 0:05/00:00:05)
   3 ２二角成(88)   ( 0:10/00:00:13)
   4 同　銀(31)   ( 0:04/00:00:09)
   5 ８八銀(79)   ( 0:07/00:00:20)
   6 投了

変化：5手
   5 ４五角打
*筋違い角
   6 ５二金(61)
   7 ３四角(45)

変化：6手
   6 ６二銀(71)

変化：3手
   3 ２六歩(27)
   4 ８四歩(83)
"""


def test_the_places_of_variations_follow_those_of_the_game() -> None:
    record = GameRecord(
        game="ur",
        options={"tokens": 1},
        start=str(bg.load("ur", tokens=1).start()),
        actions=("=2", "0"),
        variations=(
            Variation(ply=0, actions=("=1", "0"), variations=(Variation(ply=1, actions=("0",)),)),
            Variation(ply=2, actions=("=3",), comments={3: "on"}),
        ),
    )
    line = recorded_line(record)
    places = list(line.all_places())
    assert [place.number for place in places] == [1, 2, 3, 4, 5, 6]
    assert [place.parent for place in places] == [0, 1, 0, 3, 3, 2]
    assert [str(place.action) for place in places] == ["=2", "0", "=1", "0", "0", "=3"]
    assert line.variations == 3 and len(line.after) == 1 and places[5].comment == "on"


def test_a_variation_that_comes_back_to_an_earlier_ply_is_kept() -> None:
    inner = Variation(ply=0, actions=("=1", "0"))
    outer = Variation(ply=2, actions=("=3",), variations=(inner,))
    start = str(bg.load("ur", tokens=1).start())
    line = recorded_line(
        GameRecord(game="ur", options={"tokens": 1}, start=start, actions=("=2", "0"), variations=(outer,))
    )
    assert [(place.number, place.parent) for place in line.all_places()] == [(1, 0), (2, 1), (3, 2), (4, 0), (5, 4)]


def test_a_variation_that_the_rules_refuse_is_told() -> None:
    start = bg.load("morris").start()
    variation = Variation(ply=1, actions=("d5",))
    with pytest.raises(UnreadableRecord, match="variation after ply 1"):
        page(GameRecord(game="morris", start=str(start), actions=("d5", "a1"), variations=(variation,)))


# -- in a browser ------------------------------------------------------------------


def shown(opened: Any, folder: Path, encoding: str, locale: str, width: int = 1280, text: str = KIF) -> Page:
    """The page that 'replay --html' makes of the KIF in an encoding, in a browser that prefers a language."""
    kif, html = folder / "game.kif", folder / "game.html"
    kif.write_bytes(text.encode(encoding))
    result = run("replay", str(kif), "--html", str(html))
    assert result.exit_code == 0, result.stderr
    tab: Page = opened(html.read_text(encoding="utf-8"), locale, width)
    return tab


def now(tab: Page) -> tuple[str, str]:
    """The move that the list marks, and the number of its ply with that of the line."""
    return tab.inner_text("#moves .now > a > span"), tab.inner_text("#ply")


@pytest.mark.thorough
@pytest.mark.parametrize(("encoding", "locale"), [("utf-8", "ja-JP"), ("cp932", "ja-JP"), ("cp932", "en-US")])
def test_keys_lead_from_branch_to_branch(encoding: str, locale: str, opened: Any, tmp_path: Path) -> None:
    tab = shown(opened, tmp_path, encoding, locale)
    names = {"B*4e": "４五角打", "7i8h": "８八銀(79)", "7a6b": "６二銀(71)", "2g2f": "２六歩(27)", "6a5b": "５二金(61)"}
    names |= {"8h2b+": "２二角成(88)", "4e3d": "３四角(45)", "8c8d": "８四歩(83)"}
    for key, move, ply in [
        ("Home ArrowDown", "2g2f", "3 / 4"),
        ("ArrowRight", "8c8d", "4 / 4"),
        ("ArrowRight", "8c8d", "4 / 4"),
        ("ArrowUp", "8h2b+", "3 / 5"),
        ("ArrowRight ArrowRight", "7i8h", "5 / 5"),
        ("ArrowUp", "7i8h", "5 / 5"),
        ("ArrowDown", "B*4e", "5 / 7"),
        ("ArrowRight ArrowDown", "7a6b", "6 / 6"),
        ("ArrowUp ArrowRight", "4e3d", "7 / 7"),
        ("ArrowLeft", "6a5b", "6 / 7"),
    ]:
        for each in key.split():
            tab.keyboard.press(each)
        assert now(tab) == (names[move] if locale == "ja-JP" else move, ply), key
    tab.keyboard.press("ArrowLeft")
    assert tab.inner_text("#comment") == "筋違い角"
    assert tab.locator(".verdict").is_hidden(), "the game did not end in the variation"


@pytest.mark.thorough
def test_in_a_variation_up_leads_out_of_it_and_not_on_to_the_next_fork(opened: Any, tmp_path: Path) -> None:
    deeper = KIF + "   5 ２五歩(26)\n\n変化：5手\n   5 ９六歩(97)\n"
    tab = shown(opened, tmp_path, "utf-8", "en-US", text=deeper)
    tab.get_by_role("link", name="8c8d").click()
    tab.keyboard.press("ArrowUp")
    assert now(tab) == ("8h2b+", "3 / 5")
    tab.get_by_role("link", name="9g9f").click()
    tab.keyboard.press("ArrowUp")
    assert now(tab) == ("2f2e", "5 / 5")


@pytest.mark.thorough
def test_a_click_shows_the_position_of_a_variation(opened: Any, tmp_path: Path) -> None:
    tab = shown(opened, tmp_path, "cp932", "ja-JP", 390)
    assert tab.evaluate("document.documentElement.scrollWidth") == 390
    tab.get_by_role("link", name="６二銀(71)").click()
    assert now(tab) == ("６二銀(71)", "6 / 6")
    state = bg.load("shogi").start()
    for action in ("7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "7a6b"):
        state = state.play(action)
    men = tab.evaluate("document.querySelectorAll('#parts use').length")
    assert men == len(bg.find("shogi").scene(state, 0).men)
    tab.fill("#slider", "2")
    assert now(tab) == ("３四歩(33)", "2 / 6"), "the slider goes along the variation"
    tab.click("#end")
    assert now(tab) == ("６二銀(71)", "6 / 6")
    assert tab.inner_text("#moves li:nth-child(1) .remark") == "角道を開ける"


@pytest.mark.thorough
def test_the_page_speaks_the_language_of_the_browser_and_the_one_chosen(opened: Any, tmp_path: Path) -> None:
    tab = shown(opened, tmp_path, "utf-8", "ja-JP")
    assert tab.inner_text("h1") == "将棋" and tab.inner_text("#turn") == "回す"
    assert tab.get_attribute("#first", "aria-label") == "最初へ" and tab.get_attribute("html", "lang") == "ja"
    tab.keyboard.press("ArrowRight")
    assert tab.inner_text("#status") == "山田：７六歩(77)。後手の手番"
    tab.get_by_role("button", name="English").click()
    assert now(tab) == ("7g7f", "1 / 5") and tab.inner_text("h1") == "Shogi"
    assert re.match("山田 plays 7g7f", tab.inner_text("#status"))


@pytest.mark.thorough
def test_judged_moves_are_in_the_language_of_the_browser(opened: Any) -> None:
    from boardgames.analysis import analyse
    from boardgames.records import record_formats

    judged = analyse(record_formats.read(KIF.encode()), by="alphabeta:nodes=200", bounds=None)
    tab = opened(page(judged.record), "ja-JP")
    tab.keyboard.press("ArrowRight")
    assert "７六歩(77)" in tab.inner_text("#judged")
    tab.get_by_role("button", name="English").click()
    assert "7g7f" in tab.inner_text("#judged")
