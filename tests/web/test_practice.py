"""The problems that come with the games, on the pages of the server and of the static site."""

from __future__ import annotations

from boardgames.session.practice import games_with_problems
from boardgames.web import pages
from boardgames.web.lobby import Lobby
from boardgames.web.site.pages import index_page, site_pages


def test_the_lobby_and_the_site_link_to_the_problems_of_their_games() -> None:
    lobby = pages.lobby_page(Lobby(), "token", None, {})
    english, japanese = (index_page(["ur", "dobutsu"], "files/", language=language) for language in ("en", "ja"))
    for game in games_with_problems():
        assert f'href="/practice/{game}.html"' in lobby
    assert 'href="practice/ur.html"' in english and 'href="../practice/ur.html"' in japanese
    assert "practice/dobutsu" not in lobby + english + japanese
    assert [path for path in site_pages(["ur", "dobutsu"], "files/") if "practice" in path] == ["practice/ur.html"]
