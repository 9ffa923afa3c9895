"""The problems that come with the games, on the pages of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import boardgames as bg
from boardgames.session.practice import games_with_problems, problems_of
from boardgames.web import pages
from boardgames.web.lobby import Lobby
from tests.web.site import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_the_lobby_links_to_the_problems_of_its_games() -> None:
    lobby = pages.lobby_page(Lobby(), "token", None, {})
    for game in games_with_problems():
        assert f'href="/practice/{game}.html"' in lobby
    assert "practice/dobutsu" not in lobby


@pytest.mark.thorough
def test_the_server_shows_them_under_their_own_content_policy(site: Site, browser: Browser) -> None:
    complaints: list[str] = []
    with browser.new_context(locale="ja-JP") as context:
        tab = context.new_page()
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.goto(f"{site.origin}/?token={site.lobby.host_token}")
        tab.locator("a[href='/practice/ur.html']").click()
        tab.locator("#solution").click()
        assert "これが正解です" in tab.inner_text("#said")
        tab.click("#leave")
        tab.wait_for_selector("#open-tables, .games")
        assert complaints == []
        answer = tab.goto(f"{site.origin}/practice/chess.html")
        assert answer is not None and answer.status == 404


@pytest.mark.thorough
def test_what_is_solved_is_kept_until_all_begins_again(site: Site, browser: Browser) -> None:
    record = problems_of("ur")[0]
    state = record.playthrough().states[0]
    with browser.new_context() as context:
        tab = context.new_page()
        tab.goto(f"{site.origin}/practice/ur.html")
        assert tab.locator("#forget").is_hidden()
        assert tab.locator("#leave").is_visible(), "a page was open before"
        for spot in bg.find("ur").clicks(state, state.read(record.actions[0])):
            tab.locator(f".spot[data-spot='{spot}']").click()
        tab.get_by_text("Solved.").wait_for()
        tab.reload()
        assert tab.inner_text("#number") == "2 / 20", "the first that is left"
        assert tab.locator("#problems .solved").all_inner_texts() == ["1"]
        tab.evaluate("localStorage.setItem('boardgames practice morris', '[1]')")
        tab.click("#forget")
        assert tab.inner_text("#number") == "1 / 20" and tab.locator("#problems .solved").count() == 0
        tab.reload()
        assert tab.inner_text("#number") == "1 / 20" and tab.locator("#forget").is_hidden()
        assert tab.evaluate("localStorage.getItem('boardgames practice morris')") == "[1]", "another game's stay"
        tab.evaluate("localStorage.setItem('boardgames practice ur', 'no list')")
        tab.reload()
        tab.click("#solution")
        assert tab.inner_text("#said").startswith("This is the solution.")
