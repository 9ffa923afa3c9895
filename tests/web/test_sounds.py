"""Sounds: off until somebody turns them on, and files of our own."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

from boardgames.web.pages import SOUNDS
from tests.conftest import ROOT
from tests.web.site import PATIENCE, Site
from tests.web.tabs import tab_at

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LISTEN = """() => {
  window.played = [];
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    played.push(this.src.split('/').at(-1));
    return play.call(this);
  };
}"""
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
def test_sounds_are_heard_only_when_they_are_turned_on(site: Site, browser: Browser) -> None:
    table = site.open("ur", "human", "human", dice=["4", "2", "1", "1", "1"])
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        for name in SOUNDS:
            assert 0 < tab.page.evaluate(READABLE, name) < 1
        tab.page.evaluate(LISTEN)
        tab.click("a0")
        tab.at(3)
        assert tab.page.evaluate("played") == [] and not tab.page.is_checked("#sounds")
        tab.page.check("#sounds")
        tab.click("a0")
        tab.at(5)
        tab.page.click("#resign")
        tab.page.get_by_text("wins against").first.wait_for()
        played = tab.page.evaluate("played")
        assert played[0] == "move.wav" and "throw.wav" in played and played[-1] == "end.wav"
        tab.page.reload()
        tab.page.get_by_text("wins against").first.wait_for()
        assert tab.page.is_checked("#sounds"), "this browser remembers it"
