"""Playing at the page as people do: by clicks, drags, taps and keys in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.games import UR
from tests.web.site import Site
from tests.web.tabs import NARROW, WIDE, tab_at, whole_game
from tests.web.test_games import playthrough_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.thorough

ROWS = """() => [...document.querySelectorAll('#moves li')].map(row => {
  const [all, link] = [row.getBoundingClientRect(), row.querySelector('a').getBoundingClientRect()];
  return { kind: row.className.split(' ')[0], left: all.left, top: all.top, width: all.width, lines: link.height };
})"""
"""Where the rows of the list of moves lie; a wrapped link is higher than a line."""


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_a_throw_without_a_move_leaves_the_columns_as_they_are(width: int, site: Site, browser: Browser) -> None:
    table = site.open(UR.game, "human", "human", dice=UR.dice)
    with tab_at(browser, site.link(table), width) as tab:
        whole_game(tab, playthrough_of(UR))
        rows: list[dict[str, Any]] = tab.page.evaluate(ROWS)
    moved = [row for row in rows if row["kind"].startswith("seat")]
    assert len({(row["left"], row["width"]) for row in moved}) == 1 and moved[0]["width"] > 150
    assert all(row["lines"] < 30 for row in rows if row not in moved)
    together = [(row, after) for row, after in zip(rows, rows[1:], strict=False) if after in moved]
    assert len(together) == len(moved) and all(row["top"] == after["top"] for row, after in together)
