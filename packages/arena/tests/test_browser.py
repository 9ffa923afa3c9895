"""The ladder and a live board in a real browser, wide and narrow."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import boardgames_arena as arena
import pytest

from boardgames.referee import Limits
from packages.arena.tests.raw_bot import PATIENCE, RawBot

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PATIENT = arena.ArenaSettings(limits=Limits(move_time=PATIENCE, first_move_time=PATIENCE))


@pytest.mark.thorough
@pytest.mark.parametrize("width", [1280, 390])
def test_the_ladder_and_a_board_are_live(browser: Browser, tmp_path: Path, width: int) -> None:
    with arena.Server(["morris"], tmp_path / "a.db", settings=PATIENT) as server:
        page = browser.new_page(viewport={"width": width, "height": 800})
        page.set_default_timeout(1000 * PATIENCE)
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        page.goto(server.url)
        page.get_by_text("No game is finished yet").wait_for()
        ann, bob = (RawBot(server.url, name, "morris", games=2) for name in ("<b>ann", "bob"))
        with ann, bob:
            while not (ann.games and bob.games):
                for bot in (ann, bob):
                    if not bot.games:
                        bot.step()
            page.get_by_role("link", name="<b>ann – bob").or_(page.get_by_role("link", name="bob – <b>ann")).click()
            page.locator("#board svg").wait_for()
            threading.Thread(target=partial(ann.play, 1), daemon=True).start()
            while bob.answers < 3:
                bob.step()
            page.locator("#moves li").nth(3).wait_for()
            assert page.locator("#undo").is_hidden() or page.locator("body").get_attribute("data-watching") == "yes"
            page.screenshot(path=tmp_path / f"board-{width}.png")
            bob.play(1)
            page.get_by_text("wins against").or_(page.get_by_text("draw")).first.wait_for()
            page.get_by_role("group").filter(has_text="Links").locator("summary").first.click()
            page.get_by_role("link", name="The ladder").click()
            page.get_by_role("link", name="bob", exact=True).first.wait_for()
            page.screenshot(path=tmp_path / f"ladder-{width}.png")
            why = page.locator(".played .why").first.bounding_box()
            assert why is not None and why["width"] > 150 and why["x"] + why["width"] <= width, "in view"
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            page.get_by_role("link", name="bob", exact=True).first.click()
            page.get_by_role("heading", name="Opponents").wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.close()
    assert problems == []
