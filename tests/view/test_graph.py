"""The graph of chances on the page of a game: drawn from the record alone, clicked, told in words."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

import boardgames as bg
from boardgames.core.lookup import record_formats
from boardgames.core.record import Evaluation, GameRecord, RecordedPlayer, assess
from boardgames.view import page
from boardgames.view.graph import description, graph
from tests.games.shogi.records.test_evaluations import SHOGIHOME
from tests.view.test_page import SEEN, drawn

if TYPE_CHECKING:
    from playwright.sync_api import Browser

RUDE = '<b>"Ann"</b>'


def judged_game(*missing: int) -> GameRecord:
    actions = ["1e1d", "5a5b", "3e3d", "4a3b"]
    game = bg.Playthrough.replay(bg.load("minishogi").start(), actions)
    chances = [0.5, 0.3, 0.35, 0.1, 0.1]
    found = {ply: Evaluation(chance=chance, line=("4e4d",)) for ply, chance in enumerate(chances) if ply not in missing}
    return GameRecord.of(game, players=(RecordedPlayer(RUDE), RecordedPlayer("Bob")), evaluations=found)


def test_the_graph_is_drawn_from_the_record_alone() -> None:
    record = judged_game()
    game = assess(record.playthrough(), record.evaluations)
    assert [ply.mark for ply in game.plies] == ["??", "", "??", ""]
    root = ET.fromstring(graph(game, record.names))
    circles = root.findall("{*}circle")
    assert ["?? (blunder)" in str(circle.findtext("{*}title")) for circle in circles] == [True, True]
    assert "better 4e4d" in str(circles[0].findtext("{*}title"))
    assert len(str(root.find("{*}polyline").get("points")).split()) == 5  # type: ignore[union-attr]
    assert f"ply 1 blunder of {RUDE}" in description(game, record.names)
    assert RUDE not in page(record)
    assert page(record).count(" ??</a>") == 2


def test_what_was_not_judged_is_a_gap() -> None:
    record = judged_game(2)
    root = ET.fromstring(graph(assess(record.playthrough(), record.evaluations), record.names))
    assert [len(str(line.get("points")).split()) for line in root.findall("{*}polyline")] == [2, 2]
    assert len([line for line in root.findall("{*}line") if line.get("stroke-dasharray")]) == 1


def test_a_file_of_another_program_shows_its_graph_and_a_plain_one_none() -> None:
    assert '<svg xmlns="http://www.w3.org/2000/svg" id="graph"' in page(record_formats.read(SHOGIHOME.encode()))
    assert 'id="graph"' not in page(attrs.evolve(judged_game(), evaluations={}))


def test_the_graph_leads_to_a_ply(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    path.write_text(page(judged_game()), encoding="utf-8")
    window = browser.new_page()
    errors: list[str] = []
    window.on("console", lambda message: errors.append(message.text))
    window.on("pageerror", lambda error: errors.append(str(error)))
    window.goto(f"file://{path}")
    slider = window.get_by_role("slider", name=re.compile("The chances of"))
    box = slider.bounding_box()
    assert box is not None
    window.mouse.click(box["x"] + box["width"] / 2, box["y"] + 5)
    assert window.locator("#ply").inner_text() == "2 / 4"
    slider.focus()
    window.keyboard.press("ArrowRight")
    assert slider.get_attribute("aria-valuenow") == "3"
    assert "gave away" in window.locator("#judged").inner_text()
    assert "gave away" in str(slider.get_attribute("aria-valuetext"))
    window.keyboard.press("Home")
    assert window.locator("#line").is_hidden(), "there is no action before the start"
    window.keyboard.press("ArrowRight")
    better = window.get_by_role("button", name="4e4d")
    better.click()
    spec, shown = bg.find("minishogi"), bg.load("minishogi").start().play("4e4d")
    assert window.evaluate(SEEN)["men"] == drawn(window, spec.scene(shown, 0))
    assert (better.get_attribute("aria-pressed"), window.locator("#ply").inner_text()) == ("true", "1 / 4")
    window.keyboard.press("t")
    assert window.evaluate(SEEN)["men"] == drawn(window, spec.scene(shown, 1))
    window.keyboard.press("b")  # past the end of the line
    played = judged_game().playthrough().states
    assert window.evaluate(SEEN)["men"] == drawn(window, spec.scene(played[1], 1))
    window.keyboard.press("b")
    window.keyboard.press("ArrowRight")
    assert window.evaluate(SEEN)["men"] == drawn(window, spec.scene(played[2], 1))
    assert window.locator("#line").is_hidden(), "the line of the second ply is not legal there"
    assert errors == []
    window.close()
