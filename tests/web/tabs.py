"""Tabs of a real browser at a table: what they show, and how a person uses them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import boardgames as bg
from boardgames.core.lookup.installed_games import spec_of
from boardgames.core.model.game import CHANCE
from boardgames.session.click_paths import click_paths
from boardgames.view import svg
from boardgames.web.table import Table
from tests.web.site import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDE, NARROW = 1280, 390

DRAWN = """root => [...root.querySelectorAll('use, .count, .last, text')].map(each => each.outerHTML).sort()"""
EXPECTED = f"""text => {{
  const template = document.createElement('template');
  template.innerHTML = text;
  return ({DRAWN})(template.content);
}}"""

MIDDLE = """spot => {
  spot.scrollIntoView({ block: 'nearest' });
  const box = spot.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


class Tab:
    """One tab; an error or warning in its console fails the test."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)
        page.on("dialog", lambda dialog: dialog.accept())

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning") and "WebSocket" not in message.text:
            self.complaints.append(message.text)

    def shows(self, ply: int, seat: int = 0) -> None:
        """Wait until the board shows this ply from that seat."""
        self.page.wait_for_selector(f'#board[data-ply="{ply}"][data-seat="{seat}"]')

    def at(self, plies: int) -> None:
        """Wait until the game has so many plies, and the page shows the last."""
        self.page.wait_for_function(
            "text => document.getElementById('ply')?.textContent === text", arg=f"{plies} / {plies}"
        )
        self.page.wait_for_selector(f'#board[data-ply="{plies}"]')

    def drawn(self) -> list[str]:
        """The men, dice, marks and texts that the board draws."""
        found: list[str] = self.page.locator("#board").evaluate(DRAWN)
        return found

    def expected(self, playthrough: bg.Playthrough, ply: int, seat: int = 0, western: bool = False) -> list[str]:
        """What the board is expected to draw after ``ply`` plies."""
        spec = spec_of(playthrough.start.game)
        scene = spec.scene(playthrough.states[ply], seat)
        chosen = [each for each in range(ply) if playthrough.states[each].turn != CHANCE]
        if chosen:
            scene = scene.after(spec.clicks(playthrough.states[chosen[-1]], playthrough.actions[chosen[-1]]))
        size = self.page.viewport_size
        if size is not None and size["width"] == NARROW:
            scene = scene.upright()
        text = svg(scene, interactive=True, western=western, styled=False)
        found: list[str] = self.page.evaluate(EXPECTED, text)
        return found

    def open_spots(self) -> list[str]:
        """The places that may be clicked now."""
        found: list[str] = self.page.eval_on_selector_all(".spot.open", "all => all.map(each => each.dataset.spot)")
        return sorted(found)

    def click(self, spot: str) -> None:
        """With the mouse, in the middle of a spot."""
        x, y = self.page.locator(f'[data-spot="{spot}"]').evaluate(MIDDLE)
        self.page.mouse.click(x, y)

    def drag(self, start: str, end: str) -> None:
        """With the mouse, from the middle of a spot to the middle of another."""
        (x0, y0), (x1, y1) = (self.page.locator(f'[data-spot="{spot}"]').evaluate(MIDDLE) for spot in (start, end))
        self.page.mouse.move(x0, y0)
        self.page.mouse.down()
        self.page.mouse.move(x1, y1, steps=3)
        self.page.mouse.up()

    def offered(self) -> None:
        """Wait until it is this page's turn."""
        self.page.wait_for_selector(".spot.open")

    def play(self, state: bg.State, action: str) -> None:
        """Choose an action by clicks; at each step exactly the spots that the rules allow can be clicked."""
        self.offered()
        for spot, open_now in steps(state, action):
            assert self.open_spots() == sorted(open_now)
            self.click(spot)


def steps(state: bg.State, action: str) -> list[tuple[str, list[str]]]:
    """The clicks of an action, each with the spots that can be clicked then.

    Where one spot is left after a click, the page goes on by itself; in games without dice not after the first.
    """
    spec = spec_of(state.game)
    trie = click_paths(spec, state)
    clicks, forced = [], False
    dice = bool(spec.scene(state, 0).dice)
    for number, spot in enumerate(spec.clicks(state, state.read(action))):
        if not forced:
            clicks.append((spot, list(trie)))
        trie = trie[spot]
        forced = len(trie) == 1 and (number > 0 or dice)
    return clicks


def whole_game(tab: Tab, playthrough: bg.Playthrough, seats: Sequence[int] = (0, 1)) -> None:
    """Play all actions of a game by clicks; at each ply the page shows the state."""
    for ply, (state, action) in enumerate(zip(playthrough.states, playthrough.actions, strict=False)):
        if state.turn == CHANCE or state.turn not in seats:
            continue
        tab.at(ply)
        assert tab.drawn() == tab.expected(playthrough, ply), f"ply {ply}"
        tab.play(state, str(action))
    tab.at(playthrough.plies)
    assert tab.drawn() == tab.expected(playthrough, playthrough.plies)


@contextmanager
def tab_at(browser: Browser, link: str, width: int = WIDE, **options: Any) -> Iterator[Tab]:
    """A tab that has opened a link."""
    context = browser.new_context(viewport={"width": width, "height": 860}, **options)
    try:
        tab = Tab(context.new_page())
        tab.page.goto(link)
        yield tab
        assert tab.complaints == []
    finally:
        context.close()


def moves(table: Table) -> list[str]:
    """The actions in the server's event log."""
    return table.session.log.playthrough.texts
