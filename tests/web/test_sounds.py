"""Sounds: from the first click on, with a switch, and files of our own."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

from boardgames.web.messages import PlayAction
from boardgames.web.pages import SOUNDS
from boardgames.web.permissions import Permissions
from tests.conftest import ROOT
from tests.web.site import PATIENCE, Site
from tests.web.tabs import tab_at

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LISTEN = """(() => {
  window.played = [];
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    played.push(this.src.split('/').at(-1));
    return play.call(this);
  };
  let clicked = false;
  addEventListener('pointerdown', () => (clicked = true), true);
  Object.defineProperty(navigator, 'userActivation', { get: () => ({ hasBeenActive: clicked }) });
})()"""
"""Remembers what is played.  The driver's own scripts count as clicks, so real ones are counted here."""
READABLE = """name => new Promise((resolve, reject) => {
  const sound = new Audio('/page/' + name);
  sound.oncanplaythrough = () => resolve(sound.duration);
  sound.onerror = () => reject(new Error(sound.error.message));
})"""


def test_the_files_are_what_the_script_makes(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "build_tools"))
    made = import_module("sounds")
    assert sorted(f"{name}.wav" for name in made.SOUNDS) == sorted(SOUNDS)
    for name in made.SOUNDS:
        with urlopen(f"{site.origin}/page/{name}.wav", timeout=PATIENCE) as answer:
            assert answer.headers["Content-Type"] == "audio/wav"
            assert answer.read() == made.wav(name)


@pytest.mark.thorough
def test_sounds_are_heard_from_the_first_click_until_they_are_turned_off(site: Site, browser: Browser) -> None:
    table = site.open("ur", "human", "human", dice=["4", "2", "1", "1", "1"])
    with tab_at(browser, site.link(table)) as tab:
        tab.page.add_init_script(LISTEN)
        tab.page.reload()
        tab.offered()
        for name in SOUNDS:
            assert 0 < tab.page.evaluate(READABLE, name) < 1
        site.run(table.handle(Permissions(frozenset({0, 1})), PlayAction(1, "0")))
        tab.at(3)
        assert tab.page.evaluate("played") == [], "nobody has clicked yet"
        tab.click("a0")
        tab.at(5)
        played = tab.page.evaluate("played")
        assert set(played) <= {"move.wav", "throw.wav"} and played
        tab.page.uncheck("#sounds")
        tab.page.evaluate("played.length = 0")
        tab.page.click("#resign")
        tab.page.get_by_text("wins against").first.wait_for()
        assert tab.page.evaluate("played") == []
        tab.page.reload()
        tab.page.get_by_text("wins against").first.wait_for()
        assert not tab.page.is_checked("#sounds"), "this browser remembers it"
        tab.page.check("#sounds")
        tab.page.click("#again")
        tab.offered()
        tab.page.click("#resign")
        tab.page.get_by_text("wins against").first.wait_for()
        assert tab.page.evaluate("played.at(-1)") == "end.wav"
