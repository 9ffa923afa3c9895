"""The graph of chances on the page of a game: drawn from the record alone, clicked, told in words."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Literal

import attrs
import pytest

import boardgames as bg
from boardgames.core.protocol import Evaluation
from boardgames.records import GameRecord, RecordedPlayer, assess, record_formats
from boardgames.view import page
from boardgames.view.graph import description, graph
from tests.games.shogi.records.test_evaluations import SHOGIHOME

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

CONTRAST = """selector => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => [0.2126, 0.7152, 0.0722].reduce((sum, weight, place) => {
    const part = colour[place] / 255;
    return sum + weight * (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  }, 0);
  const mark = getComputedStyle(document.querySelector(selector));
  const [fill] = [mark.stroke, mark.fill].filter((each) => each !== "none").map(numbers);
  const paper = numbers(getComputedStyle(document.body).backgroundColor);
  const veil = numbers(getComputedStyle(document.querySelector("#graph rect")).fill);
  const ground = paper.map((part, place) => veil[3] * veil[place] + (1 - veil[3]) * part);
  const [low, high] = [light(fill), light(ground)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}"""

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


def test_a_scale_and_the_names_of_both_sides_say_what_is_up() -> None:
    record = judged_game()
    root = ET.fromstring(graph(assess(record.playthrough(), record.evaluations), record.names))
    texts = {text.text: float(str(text.get("y"))) for text in root.findall("{*}text")}
    assert list(texts) == ["50 %", "0 %", "100 %", f"▲ {RUDE}", "▼ Bob"]
    assert sorted(texts, key=lambda text: texts[text]) == [f"▲ {RUDE}", "100 %", "50 %", "0 %", "▼ Bob"]


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_line_stands_out(browser: Browser, tmp_path: Path, scheme: Literal["light", "dark"]) -> None:
    """At least 4.5 : 1, the figure of WCAG for texts."""
    (tmp_path / "game.html").write_text(page(judged_game()), encoding="utf-8")
    context = browser.new_context(color_scheme=scheme)
    tab = context.new_page()
    tab.goto((tmp_path / "game.html").as_uri())
    tab.wait_for_selector("#graph")
    assert tab.evaluate(CONTRAST, "#graph polyline") >= 4.5
    assert tab.evaluate(CONTRAST, "#graph text") >= 4.5
    context.close()


def test_what_was_not_judged_is_a_gap() -> None:
    record = judged_game(2)
    root = ET.fromstring(graph(assess(record.playthrough(), record.evaluations), record.names))
    assert [len(str(line.get("points")).split()) for line in root.findall("{*}polyline")] == [2, 2]
    assert len([line for line in root.findall("{*}line") if line.get("stroke-dasharray")]) == 1


@pytest.mark.thorough
def test_a_file_of_another_program_shows_its_graph_and_a_plain_one_none() -> None:
    assert '<svg xmlns="http://www.w3.org/2000/svg" id="graph"' in page(record_formats.read(SHOGIHOME.encode()))
    assert 'id="graph"' not in page(attrs.evolve(judged_game(), evaluations={}))
