"""Whole games by clicks in a real browser: at each ply the page shows the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import boardgames as bg
from tests.web.games import GAMES, MORRIS, SHOGI, UR, WHOLE_MORRIS, Played
from tests.web.site import Site
from tests.web.tabs import NARROW, WIDE, moves, tab_at, whole_game

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def playthrough_of(played: Played) -> bg.Playthrough:
    rules = bg.load(played.game)
    return bg.Playthrough.replay(rules.start() if played.start is None else rules.parse(played.start), played.actions)


THOROUGH = {UR: WIDE, MORRIS: NARROW, SHOGI: NARROW}
"""The width of each game's thorough test; ``test_people`` plays the other games."""


def marks(played: Played, width: int) -> pytest.MarkDecorator:
    return pytest.mark.thorough if THOROUGH.get(played) == width else pytest.mark.slow


@pytest.mark.parametrize(
    ("played", "width"),
    [
        pytest.param(
            played,
            width,
            marks=marks(played, width),
            id=f"{played.game.partition(':')[0]}-{width}",
        )
        for played in GAMES
        for width in (WIDE, NARROW)
    ],
)
def test_a_whole_game_by_clicks(played: Played, width: int, site: Site, browser: Browser) -> None:
    by_clicks(played, width, site, browser)


@pytest.mark.slow
@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_morris_from_the_empty_board(width: int, site: Site, browser: Browser) -> None:
    by_clicks(WHOLE_MORRIS, width, site, browser)


def by_clicks(played: Played, width: int, site: Site, browser: Browser) -> None:
    playthrough = playthrough_of(played)
    table = site.open(played.game, "human", "human", start=played.start, dice=played.dice)
    with tab_at(browser, site.link(table), width) as tab:
        whole_game(tab, playthrough)
        assert moves(table) == list(played.actions)
        outcome = playthrough.state.outcome
        assert outcome is not None
        tab.page.get_by_text(f"human-1 wins against human-2: {outcome.reason}").first.wait_for()
        assert tab.open_spots() == []
        assert tab.page.evaluate("document.documentElement.scrollWidth") == width
    assert table.session.log.over
