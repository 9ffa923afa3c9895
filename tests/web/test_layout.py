"""The layout of a table: what stands where on a phone, a tablet and a wide screen, and how large its squares are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from boardgames.contest import Conditions
from boardgames.referee import Limits
from tests.web.site import Site
from tests.web.tabs import MIDDLE, tab_at

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BOX = "element => { const box = element.getBoundingClientRect(); return [box.top, box.bottom, box.width]; }"
MARK = "() => document.querySelector('#board .arrow') && document.querySelector('.spot.landing')?.dataset.spot"


def box(page: Any, selector: str) -> tuple[float, float, float]:
    top, bottom, width = page.locator(selector).evaluate(BOX)
    return top, bottom, width


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "square"), [(390, 40), (820, 55), (1280, 55)])
def test_names_and_clocks_stand_at_the_board_whichever_way_it_lies(
    site: Site, browser: Browser, width: int, square: float
) -> None:
    conditions = Conditions(limits=Limits(clock=(300.0, 5.0)))
    table = site.open("shogi", "human", "human", conditions=conditions, names=["Ann", "Bob"])
    with tab_at(browser, site.link(table), width) as tab:
        tab.offered()
        page = tab.page
        assert box(page, '[data-spot="5e"]')[2] >= square - 0.5  # a half is lost where its outline is measured
        for near, far in ((0, 1), (1, 0)):
            tab.shows(0, near)
            page.wait_for_function(
                "seat => document.querySelector('.players .near').dataset.seat === seat", arg=str(near)
            )
            board, mine, others = (
                box(page, where) for where in ("#board", f'[data-seat="{near}"] .clock', f'[data-seat="{far}"] .clock')
            )
            assert 0 <= others[0] < others[1] <= board[0] + 1 and board[1] - 1 <= mine[0]
            assert mine[1] <= 860, "all of it is on the first screen"
            page.keyboard.press("t")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.thorough
def test_moves_come_before_the_graph_on_a_phone_and_the_board_before_all(site: Site, browser: Browser) -> None:
    table = site.open("minishogi", "human", "alphabeta:level=1")
    with tab_at(browser, site.link(table), 390) as tab:
        tab.offered()
        tab.click("5d")
        tab.click("5c")
        tab.page.wait_for_selector("#graph")
        places = [
            box(tab.page, where)[0]
            for where in ("#board", "#slider", "#moves", "#graph", "main > header", "details.rules")
        ]
        assert places == sorted(places)


@pytest.mark.thorough
def test_the_graph_is_on_the_first_screen_of_a_desktop(site: Site, browser: Browser) -> None:
    table = site.open("shogi", "human", "alphabeta:level=1")
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        tab.click("7g")
        tab.click("7f")
        tab.page.wait_for_selector("#graph")
        assert box(tab.page, "#moves")[1] <= box(tab.page, "#graph")[0] < box(tab.page, "#graph")[1] <= 860


@pytest.mark.thorough
def test_ur_shows_where_a_token_lands_before_it_is_moved(site: Site, browser: Browser) -> None:
    table = site.open("ur", "human", "human", dice=["2", "1"])
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        numbers = tab.page.locator("#board text.inner").all_text_contents()
        assert sorted(map(int, numbers)) == sorted([*range(1, 15), 1, 2, 3, 4, 13, 14])
        tab.page.mouse.move(*tab.page.locator('[data-spot="a0"]').evaluate(MIDDLE))
        tab.page.wait_for_function(f"({MARK})() === 'a2'")
        tab.page.mouse.move(2, 2)
        tab.page.wait_for_function(f"!({MARK})()")
        tab.page.locator('[data-spot="a0"]').focus()
        tab.page.wait_for_function(f"({MARK})() === 'a2'")
        tab.page.keyboard.press("Enter")
        tab.at(3)
