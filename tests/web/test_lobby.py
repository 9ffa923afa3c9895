"""The lobby as a new reader uses it: what it is, where it leads, its menus, and faults at their fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import boardgames as bg
from tests.web.site import Site, serving
from tests.web.tabs import tab_at

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def lobby(site: Site, game: str = "") -> str:
    return f"{site.origin}/?token={site.lobby.host_token}" + f"&game={game}" * bool(game)


@pytest.mark.thorough
@pytest.mark.parametrize("width", [390, 820, 1280])
def test_games_stay_in_sight_with_many_tables(browser: Browser, width: int) -> None:
    with serving() as site:
        for _ in range(12):
            site.open("ur", "human", "human")
        with tab_at(browser, lobby(site), width) as tab:
            first = tab.page.locator(".games li").first
            first.wait_for()
            assert first.evaluate("card => card.getBoundingClientRect().top") < 860 / 2
            assert tab.page.locator(".tables li").count() == 12
            assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.thorough
def test_links_lead_to_files_practice_and_settings(site: Site, browser: Browser) -> None:
    with tab_at(browser, lobby(site)) as tab:
        page = tab.page
        links = page.locator("nav a").evaluate_all("all => all.map(each => each.href)")
        assert any("/records?" in link for link in links)
        page.get_by_role("link", name="Practice", exact=True).click()
        page.get_by_role("heading", name="Practice").wait_for()
        practice = page.get_by_role("link", name="Practice: problems to solve")
        assert practice.count() == page.locator(".games li").count() > 3
        page.get_by_role("link", name="Games in files").click()
        page.get_by_role("heading", name="Games in files").wait_for()
        page.get_by_role("link", name="All games").click()
        page.get_by_role("link", name="Settings").nth(2).click()
        page.get_by_role("heading", name="Shogi", exact=True).wait_for()


@pytest.mark.thorough
def test_ten_levels_are_offered_by_name_and_other_players_folded(site: Site, browser: Browser) -> None:
    with tab_at(browser, lobby(site, "ur")) as tab:
        players = tab.page.locator('[name="player-1"] option').all_inner_texts()
        assert len(players) == 12 and [text.partition(":")[0] for text in players[2:]] == [
            f"Level {number}" for number in range(1, 11)
        ]
        others = tab.page.locator('[name="other-1"]')
        assert not others.is_visible()
        tab.page.get_by_text("Other players").nth(1).click()
        others.select_option("greedy")
        tab.page.locator("#settings button.main").click()
        tab.page.locator(".players").get_by_text("greedy").wait_for()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "missing"), [("bishop handicap", "b"), ("10-piece handicap: and the golds", "rblnsg")]
)
def test_a_handicap_is_chosen_from_a_menu(site: Site, browser: Browser, name: str, missing: str) -> None:
    with tab_at(browser, lobby(site, "shogi")) as tab:
        tab.page.locator('[name="start"]').select_option(name)
        tab.page.locator("#settings button.main").click()
        tab.page.wait_for_selector("#board[data-ply]")
        table = site.lobby.tables[tab.page.url.partition("/table/")[2].partition("?")[0]]
        start = str(table.setup.start)
        assert not set(missing) & set(start.partition(" ")[0]) and start.split()[1] == "w"
    for each in bg.find("shogi").starts.values():
        assert bg.load("shogi").parse(each).turn == 1
    with tab_at(browser, lobby(site, "ur")) as tab:
        assert tab.page.locator('[name="start"]').count() == 0


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "field", "text"),
    [
        ("shogi", "position", "二枚落ち"),
        ("ur", "position", "here"),
        ("ur", "seed", "many"),
        ("ur", "name-1", "a b"),
        ("ur", "option-tokens", "900"),
    ],
)
def test_what_cannot_be_read_is_said_at_its_field(
    site: Site, browser: Browser, game: str, field: str, text: str
) -> None:
    with tab_at(browser, lobby(site, game)) as tab:
        tab.complaints = Ignored()  # the console tells the status 400
        tab.page.evaluate("document.querySelectorAll('details').forEach(each => (each.open = true))")
        tab.page.locator(f'[name="{field}"]').fill(text)
        tab.page.locator("#settings button.main").click()
        entry = tab.page.locator(f'[name="{field}"][aria-invalid="true"]')
        entry.wait_for()
        assert entry.input_value() == text
        said = tab.page.locator("#" + str(entry.get_attribute("aria-describedby")))
        assert said.is_visible() and len(said.inner_text()) > 10
        tab.page.wait_for_function("name => document.activeElement.name === name", arg=field)
        assert entry.evaluate("entry => entry.getBoundingClientRect().bottom") < 860


class Ignored(list[str]):
    """Takes complaints, and has none."""

    def append(self, text: str) -> None:
        pass
