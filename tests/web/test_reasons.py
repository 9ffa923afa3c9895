"""Why not: places that look possible and are not, with the reasons, on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.site import Site
from tests.web.tabs import Tab, tab_at

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def barred(tab: Tab) -> dict[str, str]:
    """The places with a broken ring, each with its tooltip."""
    tab.page.wait_for_selector(".spot.barred")
    script = "all => all.map(each => [each.dataset.spot, each.querySelector('title').textContent])"
    return dict(tab.page.eval_on_selector_all(".spot.barred", script))


def label(tab: Tab, spot: str) -> str:
    return str(tab.page.get_attribute(f'[data-spot="{spot}"]', "aria-label"))


def test_targets_of_a_man_with_their_reasons(site: Site, browser: Browser) -> None:
    """By mouse and by keyboard; a choice stays as it is, and its legal targets too."""
    table = site.open("shogi", "human", "human")
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        tab.click("2h")
        reasons = barred(tab)
        assert reasons["2g"] == "2g holds a man of one's own" and reasons["2c"] == "something stands between 2h and 2c"
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


def test_a_man_that_cannot_move_and_a_place_with_none(site: Site, browser: Browser) -> None:
    table = site.open("shogi", "human", "human")
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        tab.click("8c")
        tab.page.get_by_text("no man of the side to move stands on 8c").wait_for()
        assert tab.page.locator(".spot.barred").count() == 0
        tab.click("8h")
        tab.page.get_by_text("8h, Black bishop: it cannot move.").wait_for()
        assert barred(tab)["2b"] == "something stands between 8h and 2b"
        tab.click("7g")
        tab.at(1)


@pytest.mark.thorough
def test_all_reasons_of_a_game_without_a_board(site: Site, browser: Browser) -> None:
    """The list has the actions that no place of the picture stands for."""
    table = site.open("ur", "human", "human", dice=["4", "1"])
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        tab.page.get_by_text("Why not?").click()
        tab.page.locator("#reasons").get_by_text("no token on cell 3").wait_for()
        assert tab.page.locator("#reasons li").count() == 14, "all tokens but those that wait"
