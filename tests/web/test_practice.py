"""The problems that come with the games, on the pages of the server and of the static site."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boardgames.session.practice import games_with_problems
from boardgames.web import pages
from boardgames.web.lobby import Lobby
from boardgames.web.site.pages import index_page, site_pages
from tests.web.site import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_the_lobby_and_the_site_link_to_the_problems_of_their_games() -> None:
    lobby = pages.lobby_page(Lobby(), "token", None, {})
    english, japanese = (index_page(["ur", "dobutsu"], "files/", language=language) for language in ("en", "ja"))
    for game in games_with_problems():
        assert f'href="/practice/{game}.html"' in lobby
    assert 'href="practice/ur.html"' in english and 'href="../practice/ur.html"' in japanese
    assert "practice/dobutsu" not in lobby + english + japanese
    assert [path for path in site_pages(["ur", "dobutsu"], "files/") if "practice" in path] == ["practice/ur.html"]


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
        assert complaints == []
        answer = tab.goto(f"{site.origin}/practice/chess.html")
        assert answer is not None and answer.status == 404
