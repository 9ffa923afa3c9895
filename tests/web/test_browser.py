"""The page in a browser, in one module with one browser, as it takes long to start: one game every day."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import boardgames as bg
from boardgames.analysis import report
from boardgames.core.model.game import CHANCE
from boardgames.records import GameRecord
from boardgames.session.practice import practice_page, problems_of
from boardgames.view import page
from boardgames.view.document import report_sheet
from tests.analysis.test_report import judged
from tests.conftest import ROOT
from tests.samples import few
from tests.view.colours import DIAGRAM, MEN, WEDGES, seen, too_near
from tests.view.test_graph import judged_game
from tests.view.test_page import SEEN, drawn
from tests.web.games import GAMES, UR, Played
from tests.web.site import Site
from tests.web.tabs import moves, steps, tab_at
from tests.web.test_choices import FIGURE, MILLS, OUTLINE
from tests.web.test_games import playthrough_of
from tests.web.test_reasons import barred, label

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DRAWING = "svg:has(use, rect)"
WIDTH = "hit => getComputedStyle(hit).strokeWidth"
NOTED = """() => {
  window.noted = [];
  const [board, status] = ['board', 'status'].map((id) => document.getElementById(id));
  const note = new MutationObserver(() => noted.push([board.dataset.ply, status.textContent]));
  note.observe(board, { attributes: true });
  note.observe(status, { childList: true, subtree: true, characterData: true });
}"""
"""Notes each ply that the board shows with what is said, however short a time."""


@pytest.mark.thorough
@pytest.mark.parametrize("played", few(GAMES, UR), ids=lambda played: played.game)
def test_a_game_by_the_keyboard_alone(played: Played, site: Site, browser: Browser) -> None:
    """Tab goes through what can be chosen, in reading order, and starts at the first; Enter chooses it."""
    playthrough = playthrough_of(played)
    table = site.open(played.game, "human", "human", start=played.start, dice=played.dice)
    spec = table.setup.spec
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        tab.page.keyboard.press("Tab")
        for ply, (state, action) in enumerate(zip(playthrough.states, playthrough.actions, strict=False)):
            if state.turn == CHANCE:
                continue
            tab.at(ply)
            tab.offered()
            place = {
                spot.name: (spot.shape == "choice", round(100 * spot.y), round(100 * spot.x))
                for spot in spec.scene(state, 0).spots
            }
            for spot, open_now in steps(state, str(action)):
                for expected in sorted(open_now, key=place.__getitem__):
                    tab.page.wait_for_function("name => document.activeElement.dataset.spot === name", arg=expected)
                    if expected == spot:
                        assert tab.page.locator(":focus .hit").evaluate(WIDTH) == "10px", "one sees where the focus is"
                        break
                    tab.page.keyboard.press("Tab")
                tab.page.keyboard.press("Enter")
        tab.at(playthrough.plies)
        assert "human-1 wins against human-2" in tab.page.inner_text("#status")
        assert tab.page.get_attribute("#status", "aria-live") == "polite"
    assert moves(table) == list(played.actions)


@pytest.mark.thorough
def test_clicks_drags_and_sets(site: Site, browser: Browser) -> None:
    """A set in any order; a drag; a click on a place that cannot be chosen keeps the choice."""
    table = site.open("morris", "human", "human", start="B.B.B..B.......W.WW.W... b 5 5 9")
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        tab.click("d7")
        tab.page.get_by_text("d7: choose 2 men to remove").wait_for()
        tab.click("g1")
        tab.page.locator("#error").get_by_text("g1: there is no man of the opponent's on g1").wait_for()
        tab.click("f2")
        tab.page.get_by_text("d7, f2: ").or_(tab.page.get_by_text(", f2, White man: ")).first.wait_for()
        tab.click("f2")
        assert not tab.page.locator("#error").is_visible(), "what is chosen already is no mistake"
        tab.click("b2")
        tab.at(1)
        assert moves(table) == ["d7xb2xf2"]
    table = site.open("minishogi", "human", "human")
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        tab.drag("2e", "2c")
        tab.page.get_by_text("2e, Black bishop to 2c: the bishop on 2e does not move so").wait_for()
        tab.drag("2e", "4c")
        tab.at(1)
        assert moves(table) == ["2e4c"]


def test_a_table_is_opened_and_closed_by_clicks(site: Site, browser: Browser, tmp_path: Path) -> None:
    """Also its game: played to an end, downloaded as a page, and stepped through there."""
    with tab_at(browser, f"{site.origin}/?token={site.lobby.host_token}") as tab:
        before = set(site.lobby.tables)
        tab.page.get_by_role("link", name="Minishogi: Black to move Minishogi").click()
        tab.page.select_option("[name=player-1]", "human")
        tab.page.fill("[name=name-0]", "Ann")
        tab.page.get_by_role("button", name="Begin").click()
        tab.at(0)
        (number,) = set(site.lobby.tables) - before
        tab.play(bg.load("minishogi").start(), "2e4c")
        tab.at(1)
        tab.page.click("#resign")
        tab.page.get_by_text("Ann wins against human: resignation").first.wait_for()
        tab.page.get_by_text("Keep the game").click()
        with tab.page.expect_download() as download:
            tab.page.get_by_text("as a page to step through").click()
        download.value.save_as(tmp_path / "game.html")
        tab.page.get_by_text("Links").click()
        tab.page.get_by_text("All tables").click()
        row = tab.page.get_by_role("listitem").filter(has_text="Ann wins against human: resignation")
        row.get_by_role("button", name="Close").click()
        row.wait_for(state="detached")
        assert number not in site.lobby.tables
        refused = tab.page.goto(f"{site.origin}/table/{number}?token={site.lobby.host_token}")
        assert refused is not None and refused.status == 404
        tab.page.get_by_role("link", name="Back to all tables").click()
        tab.page.get_by_role("heading", name="A new table").wait_for()
        tab.complaints.clear()  # Chromium reports the 404
    with tab_at(browser, (tmp_path / "game.html").as_uri()) as replay:
        replay.page.keyboard.press("ArrowRight")
        assert replay.page.inner_text("#status") == "Ann plays 2e4c (bishop)"
        assert replay.page.inner_text("#ply") == "1 / 1"


@pytest.mark.thorough
def test_undo_hint_resign_and_a_new_game(site: Site, browser: Browser) -> None:
    table = site.open("ur", "human", "greedy", seed=3)
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        first = table.session.log.playthrough
        before = [str(state) for state in first.states]
        tab.page.click("#hint")
        tab.page.locator("#hints button").first.wait_for()
        assert tab.page.locator(".spot.hinted").count() == 2
        assert tab.page.locator("#hints button").first.inner_text().startswith("enters a token on ")
        assert tab.page.locator(".clock").all_inner_texts() == ["", ""], "nothing looks like a clock without one"
        state = first.state
        tab.play(state, str(state.actions()[0]))
        tab.page.wait_for_function("n => document.querySelectorAll('#moves li').length > n", arg=len(before) - 1)
        tab.page.wait_for_selector(".spot.open")
        tab.page.click("#undo")
        tab.page.wait_for_function("n => document.querySelectorAll('#moves li').length === n", arg=len(before) - 1)
        assert [str(state) for state in first.states] == before
        tab.offered()
        tab.page.click("#resign")
        tab.page.get_by_text("greedy wins against you: resignation").first.wait_for()
        sizes = tab.page.eval_on_selector_all(
            "main :not(svg, svg *)", "all => all.map(e => parseFloat(getComputedStyle(e).fontSize))"
        )
        assert tab.page.locator("#status strong").evaluate("e => parseFloat(getComputedStyle(e).fontSize)") == max(
            sizes
        ), "the result is the largest text"
        assert tab.page.locator("#board .thrown, #board .unthrown").count() == 0, "nobody throws any more"
        assert tab.page.get_attribute("#board svg", "aria-label") == "Royal Game of Ur: The game is over"
        assert tab.page.locator("#resign").is_hidden()
        tab.page.evaluate(NOTED)
        assert tab.page.locator("#replay").evaluate("button => (button.click(), button.textContent)") == "Stop"
        tab.page.wait_for_function("() => noted.some(([ply, status]) => ply === '0' && status.startsWith('The start'))")
        tab.page.get_by_text("greedy wins against you: resignation").first.wait_for()
        assert tab.page.inner_text("#replay") == "Replay"
        tab.page.click("#swap")
        tab.page.get_by_text("human (you)").wait_for()
        tab.page.wait_for_selector('#board[data-seat="1"]')
        tab.offered()
        assert table.session.log.names == ["greedy", "human"]


@pytest.mark.thorough
def test_targets_of_a_man_with_their_reasons(site: Site, browser: Browser) -> None:
    """By mouse and by keyboard; a choice stays as it is, and its legal targets too."""
    table = site.open("shogi", "human", "human")
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        tab.click("2h")
        reasons = barred(tab)
        assert (
            reasons["2g"] == "2g holds a man of the same side" and reasons["2c"] == "something stands between 2h and 2c"
        )
        assert not set(reasons) & set(tab.open_spots())
        spot, why = next(iter(reasons.items()))
        assert label(tab, spot).endswith(f", not possible: {why}")
        tab.page.focus(f'[data-spot="{spot}"]')
        assert tab.page.text_content("#why") == f"{label(tab, spot).partition(', not possible')[0]}: {why}"
        tab.click(spot)
        tab.page.locator("#error").get_by_text(why).wait_for()
        assert tab.page.locator(".spot.chosen").count() == 1
        tab.click("3h")
        tab.at(1)
        assert tab.page.locator(".spot.barred").count() == 0


@pytest.mark.thorough
def test_what_is_placed_is_drawn_and_what_to_do_is_said(site: Site, browser: Browser) -> None:
    table = site.open("morris", "human", "guest", start=MILLS)
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        before = tab.drawn()
        assert tab.page.evaluate(FIGURE, "d7") == "visible" and tab.page.evaluate(OUTLINE, "d7") == "none", "a ring"
        tab.click("d7")
        tab.page.get_by_text("d7: choose 2 men to remove").wait_for()
        assert tab.page.get_attribute("#board svg", "aria-label") == "Nine Men's Morris: Choose 2 men to remove"
        assert tab.page.locator("#board use").count() == len([each for each in before if each.startswith("<use")])
        assert tab.drawn() != before, "a man has gone from the stock to d7"
        tab.click("f2")
        tab.page.get_by_text("d7, f2: choose a man to remove").wait_for()
        tab.page.keyboard.press("Escape")
        assert tab.drawn() == before
        tab.click("d7")
        tab.page.get_by_text("d7: choose 2 men to remove").wait_for()
        tab.click("e3")
        tab.click("c3")
        tab.at(1)
        tab.page.get_by_text("You place a man on d7 and remove c3 and e3").wait_for()


def picture(name: str) -> str:
    """A picture of the course on a page of ours."""
    drawing = (ROOT / "docs" / "_static" / "course" / name).read_text(encoding="utf-8")
    return f"<!doctype html><style>{report_sheet()}</style>{drawing}"


PAGES: dict[str, tuple[Callable[[], str], frozenset[str]]] = {
    "replay": (lambda: page(GameRecord.of(bg.Playthrough(bg.load("minishogi").start()))), WEDGES),
    "practice": (lambda: practice_page(problems_of("morris")), MEN),
    "report": (lambda: report([("short", judged("7g7f", "3c3d", "6i5h", "9c9d"))]), WEDGES),
    "course": (lambda: picture("start.svg"), WEDGES),
    "diagram": (lambda: picture("chance-tree.svg"), DIAGRAM),
}


@pytest.mark.thorough
@pytest.mark.parametrize("kind", few(["table", *PAGES], "table"))
def test_boards_and_men_are_told_apart_on_light_and_dark_pages(
    kind: str, site: Site, browser: Browser, tmp_path: Path
) -> None:
    if kind == "table":
        link, parts = site.link(site.open("morris", "human", "human")), MEN
    else:
        made, parts = PAGES[kind]
        (tmp_path / "page.html").write_text(made(), encoding="utf-8")
        link = (tmp_path / "page.html").as_uri()
    papers = set()
    for scheme in ("light", "dark"):
        with tab_at(browser, link, color_scheme=scheme) as tab:
            tab.page.wait_for_selector(DRAWING)
            colours = seen(tab.page, DRAWING)
            assert parts <= set(colours)
            assert too_near(colours) == {}, scheme
            papers.update(colours["page"])
    assert len(papers) == 2, "the page is dark where the system is"


@pytest.mark.thorough
def test_the_graph_leads_to_a_ply(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    path.write_text(page(judged_game()), encoding="utf-8")
    window = browser.new_page()
    errors: list[str] = []
    window.on("console", lambda message: errors.append(message.text))
    window.on("pageerror", lambda error: errors.append(str(error)))
    window.goto(f"file://{path}")
    slider = window.get_by_role("slider", name=re.compile("The chances of"))
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box is not None
    window.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert window.locator("#ply").inner_text() == "2 / 4"
    slider.focus()
    window.keyboard.press("ArrowRight")
    assert slider.get_attribute("aria-valuenow") == "3"
    assert "gave away" in window.locator("#judged").inner_text()
    assert "gave away" in str(slider.get_attribute("aria-valuetext"))
    window.keyboard.press("Home")
    assert window.locator("#line").is_hidden(), "there is no action before the start"
    window.keyboard.press("ArrowRight")
    better = window.get_by_role("button", name="4e4d")
    better.click()
    spec, shown = bg.find("minishogi"), bg.load("minishogi").start().play("4e4d")
    assert window.evaluate(SEEN)["men"] == drawn(window, spec.scene(shown, 0))
    assert (better.get_attribute("aria-pressed"), window.locator("#ply").inner_text()) == ("true", "1 / 4")
    window.keyboard.press("t")
    assert window.evaluate(SEEN)["men"] == drawn(window, spec.scene(shown, 1))
    window.keyboard.press("b")  # past the end of the line
    played = judged_game().playthrough().states
    assert window.evaluate(SEEN)["men"] == drawn(window, spec.scene(played[1], 1))
    window.keyboard.press("b")
    window.keyboard.press("ArrowRight")
    assert window.evaluate(SEEN)["men"] == drawn(window, spec.scene(played[2], 1))
    assert window.locator("#line").is_hidden(), "the line of the second ply is not legal there"
    assert errors == []
    window.close()
