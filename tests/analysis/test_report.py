"""The report of many games: its parts, and its moves in the language of the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import pytest

import boardgames as bg
from boardgames.analysis import Analysis, analyse, report
from boardgames.analysis.html_report import LEAST_DIVIDED
from boardgames.contest import play_game
from boardgames.core.protocol import Bounds
from boardgames.records import GameRecord

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def judged(*actions: str) -> Analysis:
    playthrough = bg.Playthrough.replay(bg.load("shogi").start(), actions)
    bounds = Bounds(0.0001, 0.5, 0.6)
    return analyse(GameRecord.of(playthrough), by="alphabeta:nodes=100", bounds=bounds)


def test_only_a_game_of_some_length_has_an_opening() -> None:
    long = play_game("shogi", "random", "random", seed=3, max_plies=LEAST_DIVIDED)
    short = attrs.evolve(long, actions=long.actions[:-1], verdict=None)
    assert len(long.actions) == LEAST_DIVIDED
    by = "alphabeta:nodes=10"
    assert "the opening" not in report([("short", analyse(short, by=by))])
    assert "the opening" in report([("long", analyse(long, by=by))])


@pytest.mark.thorough
def test_a_report_is_in_the_language_of_the_browser(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "report.html").write_text(report([("final", judged("7g7f", "3c3d", "6i5h", "9c9d"))]), encoding="utf-8")
    complaints: list[str] = []
    with browser.new_context(locale="ja-JP", offline=True) as context:
        tab = context.new_page()
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.goto((tmp_path / "report.html").as_uri())
        assert "５八金(69)" in tab.inner_text(".worst") and "6i5h" not in tab.inner_text(".worst p >> nth=0")
        assert "1局" in tab.inner_text("p >> nth=0")
        tab.get_by_role("button", name="English").click()
        assert "ply 3: 6i5h" in tab.inner_text(".worst")
    assert complaints == []
