"""Premoves: moves that a person enters while another side thinks, by clicks, drags, taps and keys in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from boardgames.web.messages import PlayAction
from boardgames.web.permissions import Permissions
from boardgames.web.table import Table
from tests.web.site import Site
from tests.web.tabs import NARROW, WIDE, Tab, moves, tab_at
from tests.web.test_tables import wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.thorough


@contextmanager
def waiting(
    site: Site, browser: Browser, game: str, *played: str, start: str | None = None, width: int = WIDE, **options: Any
) -> Iterator[tuple[Table, Tab]]:
    """A table where Ann has played by clicks on these spots, and a guest thinks; she may choose a premove."""
    table = site.open(game, "human", "guest", start=start)
    with tab_at(browser, site.link(table), width, **options) as tab:
        tab.offered()
        for spot in played:
            tab.click(spot)
        tab.at(1)
        tab.page.wait_for_selector(".spot.early")
        yield table, tab


def answers(site: Site, table: Table, action: str) -> None:
    """The guest plays, as soon as it is asked."""
    wait_for(lambda: table.session.turn is not None and table.session.turn.seat == 1)
    site.run(table.handle(Permissions(frozenset({1})), PlayAction(len(moves(table)), action)))


def queued(tab: Tab) -> list[str]:
    names: list[str] = tab.page.eval_on_selector_all(".spot.hinted", "all => all.map(each => each.dataset.spot)")
    return sorted(names)


def test_it_is_shown_and_played_when_the_turn_comes(site: Site, browser: Browser) -> None:
    with waiting(site, browser, "minishogi", "2e", "4c") as (table, tab):
        assert tab.open_spots() == []
        tab.page.locator("#status").get_by_text("You play 2e4c (bishop). White to move").wait_for()
        tab.click("2a")
        assert tab.page.locator(".spot.chosen").count() == 0, "that man is the guest's"
        tab.click("1e")
        tab.page.locator("#status").get_by_text("1e, Black rook: to where, when it is your turn?").wait_for()
        tab.click("2e")
        tab.page.locator("#status").get_by_text("Premove: 1e, Black rook, 2e").wait_for()
        assert queued(tab) == ["1e", "2e"] and tab.page.locator("#board .arrow").count() == 1
        assert moves(table) == ["2e4c"]
        answers(site, table, "4a5b")
        tab.at(3)
        assert moves(table) == ["2e4c", "4a5b", "1e2e"]
        assert queued(tab) == [] and not tab.page.locator("#error").is_visible()


def test_one_that_is_not_legal_is_dropped_with_the_reason(site: Site, browser: Browser) -> None:
    with waiting(site, browser, "minishogi", "2e", "4c") as (table, tab):
        tab.drag("1e", "2d")
        tab.page.locator("#status").get_by_text("Premove: ").wait_for()
        assert tab.page.locator(".lifted, .away").count() == 0
        answers(site, table, "4a5b")
        tab.offered()
        tab.page.locator("#error").get_by_text("Premove 1e, Black rook, 2d: the rook on 1e does not move so").wait_for()
        assert moves(table) == ["2e4c", "4a5b"] and queued(tab) == []
        tab.drag("1e", "2e")
        tab.at(3)


@pytest.mark.parametrize("way", ["Escape", "Cancel", "a click", "a look back"])
def test_it_is_cancelled(way: str, site: Site, browser: Browser) -> None:
    with waiting(site, browser, "minishogi", "2e", "4c") as (table, tab):
        tab.drag("1e", "2e")
        if way == "Escape":
            tab.page.keyboard.press("Escape")
        elif way == "Cancel":
            tab.page.click("#cancel")
        elif way == "a click":
            tab.click("3a")
        else:
            tab.page.click("#back")
            tab.page.click("#end")
        tab.page.wait_for_function("() => !document.querySelector('.spot.hinted')")
        assert "Premove" not in tab.page.inner_text("#status") and tab.page.locator("#cancel").is_hidden()
        answers(site, table, "4a5b")
        tab.offered()
        assert moves(table) == ["2e4c", "4a5b"]


def test_a_click_on_another_man_begins_anew(site: Site, browser: Browser) -> None:
    """So does the turn where a man was taken up and no place was chosen: it is in hand still."""
    with waiting(site, browser, "minishogi", "2e", "4c") as (table, tab):
        tab.drag("1e", "2e")
        tab.click("5e")
        assert queued(tab) == [] and tab.page.locator(".spot.chosen").count() == 1
        answers(site, table, "4a5b")
        tab.page.locator("#status").get_by_text("5e, Black king: move where?").wait_for()
        tab.click("4d")
        tab.at(3)
        assert moves(table) == ["2e4c", "4a5b", "5e4d"]


def test_what_remains_to_be_chosen_is_asked(site: Site, browser: Browser) -> None:
    """The promotion, here."""
    with waiting(site, browser, "minishogi", "2e", "4c") as (table, tab):
        tab.drag("4c", "2a")
        answers(site, table, "4a5b")
        tab.page.wait_for_selector(".spot.choice.open")
        tab.click("promote")
        tab.at(3)
        assert moves(table) == ["2e4c", "4a5b", "4c2a+"]


def test_by_keys(site: Site, browser: Browser) -> None:
    with waiting(site, browser, "minishogi", "2e", "4c") as (table, tab):
        tab.page.focus('[data-spot="1e"]')
        tab.page.keyboard.press("Enter")
        tab.page.keyboard.press("ArrowLeft")
        tab.page.keyboard.press(" ")
        tab.page.locator("#status").get_by_text("Premove: 1e, Black rook, 2e").wait_for()
        tab.page.keyboard.press("Escape")
        assert queued(tab) == []
        assert tab.page.get_attribute('[data-spot="1e"]', "aria-label") == "1e, Black rook, may be chosen for later"
        tab.page.focus('[data-spot="1e"]')
        for key in ("Enter", "ArrowLeft", "Enter"):
            tab.page.keyboard.press(key)
        answers(site, table, "4a5b")
        tab.at(3)
        assert moves(table)[-1] == "1e2e"


def test_by_touch_in_japanese(site: Site, browser: Browser) -> None:
    with waiting(site, browser, "minishogi", "2e", "4c", width=NARROW, has_touch=True, locale="ja-JP") as (table, tab):
        tab.page.tap('[data-spot="1e"]')
        tab.page.tap('[data-spot="2e"]')
        tab.page.locator("#status").get_by_text("先行入力：").wait_for()
        answers(site, table, "4a5b")
        tab.at(3)
        assert moves(table)[-1] == "1e2e"


def test_a_man_that_waits_is_placed(site: Site, browser: Browser) -> None:
    """In Nine Men's Morris one click is enough; a point that is taken meanwhile is refused with its reason."""
    with waiting(site, browser, "morris", "d6") as (table, tab):
        tab.click("f4")
        assert queued(tab) == ["f4"]
        answers(site, table, "d2")
        tab.at(3)
        tab.page.wait_for_selector(".spot.early")
        tab.click("b4")
        answers(site, table, "b4")
        tab.page.locator("#error").get_by_text("b4 is occupied").wait_for()
        assert moves(table) == ["d6", "d2", "f4", "b4"]


def test_a_game_with_dice_has_none(site: Site, browser: Browser) -> None:
    with waiting(site, browser, "minishogi", "2e", "4c") as (_, tab):
        assert tab.page.locator(".spot.early").count() == 6
    table = site.open("ur", "human", "guest", dice=["1"] * 9)
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        tab.click("a0")
        tab.at(3)  # the guest has thrown
        assert tab.page.locator(".spot.open, .spot.early").count() == 0
