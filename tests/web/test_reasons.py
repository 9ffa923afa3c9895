"""Why not: places that look possible and are not, with the reasons, on the page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import boardgames as bg
from boardgames.web.page_feed import PageFeed
from boardgames.web.permissions import Permissions
from tests.web.site import Site
from tests.web.tabs import Tab, tab_at
from tests.web.test_tables import wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(autouse=True)
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search for a change has all its tries, however busy the machine is."""
    monkeypatch.setattr("boardgames.reasons.counterfactual.monotonic", lambda: 0.0)


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


@pytest.mark.thorough
def test_the_man_that_is_in_the_way_is_marked(site: Site, browser: Browser) -> None:
    table = site.open("minishogi", "human", "human")
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        tab.click("1e")
        tab.page.get_by_text("Why not?").click()
        tab.page.locator("#reasons button", has_text="1e1a").first.click()
        change = bg.unless(table.session.turn.state, "1e1a") if table.session.turn else None
        assert change is not None
        tab.page.locator("#reasons").get_by_text(change.sentences()[0]).wait_for()
        marked = tab.page.eval_on_selector_all(".spot.differing", "all => all.map(each => each.dataset.spot)")
        assert sorted(marked) == sorted(change.spots)


def test_a_page_is_told_what_would_make_an_action_legal(site: Site) -> None:
    table = site.open("minishogi", "human", "human")
    wait_for(lambda: table.session.turn is not None)
    feed = PageFeed(table, Permissions(frozenset({0})))

    def answers(action: str, ply: int = 0) -> list[dict[str, Any]]:
        site.run(feed.receive(json.dumps({"do": "why", "ply": ply, "path": [], "action": action})))
        facts = map(json.loads, site.call(feed.unsent))
        return [fact for fact in facts if fact["kind"] in ("unless", "reasons", "error")]

    change = bg.unless(bg.load("minishogi").start(), "4e5d")
    assert change is not None
    told = {"kind": "unless", "ply": 0, "action": "4e5d", "sentence": change.sentences()[0], "spots": ["5d"]}
    assert answers("4e5d") == [told] and answers("4e5d", ply=1) == []
    assert answers("P*1c")[0]["sentence"] and answers("nonsense")[0]["spots"] == []
    assert answers("5d5c")[0]["kind"] == "error", "it is legal"
