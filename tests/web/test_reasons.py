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


@pytest.mark.thorough
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
        assert tab.page.locator('[data-spot="2b"] .mark').is_visible()
        tab.click("7g")
        tab.click("7f")
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


@pytest.mark.thorough
def test_rings_on_every_man_are_not_drawn(site: Site, browser: Browser) -> None:
    """Of one man in morris all other men and most points are barred; the points alone have rings."""
    table = site.open("morris:preset=classic", "human", "human", start="BB.BW.BBWBBW.WW.WWW.BW.B b 0 0 19")
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        tab.page.locator(".spot.open.occupied").first.click()
        assert len(barred(tab)) > 12
        assert tab.page.locator(".spot.barred:not(.occupied) .mark").first.is_visible()
        assert not any(each.is_visible() for each in tab.page.locator(".spot.barred.occupied .mark").all())
