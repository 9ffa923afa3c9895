"""The report of a tournament in a real browser: a game is chosen, and stepped through."""

from __future__ import annotations

import re
import sys
from csv import DictReader
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from boardgames.contest import Store, games_csv, play_tournament, report
from boardgames.contest.export.html_report import with_boards
from tests.command import Run

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.thorough
def test_every_game_of_the_report_can_be_stepped_through(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    rude = {"<b>": "greedy", "&amp;": "random", "{{table}}": "random"}
    play_tournament("ur:tokens=1", rude, games=2, seed=1, db=path)
    with Store.reading(path) as store:
        games = store.games()
        records = [store.record(game.number) for game in games]
        page = report(store, title="<i>Cup</i>")
    file = tmp_path / "report.html"
    file.write_text(page, encoding="utf-8")
    context = browser.new_context()
    tab = context.new_page()
    wrong: list[str] = []
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    tab.on("request", lambda request: wrong.append(request.url) if request.url.startswith("http") else None)
    tab.goto(file.as_uri())
    assert sorted(tab.locator("table").first.locator("tbody td:nth-child(2)").all_inner_texts()) == sorted(rude)
    assert tab.locator(".chart li").count() == 3 and tab.locator("h1").inner_text() == tab.title() == "<i>Cup</i>"
    facts = tab.locator("dl").inner_text()
    assert "Round robin of ur:tokens=1" in facts and "processes 100" in facts and "20" in facts
    tab.set_default_timeout(90_000)
    tab.locator("#player").select_option(label="<b>")
    assert tab.locator("#games tbody tr:visible").count() == 4 and tab.locator("#count").inner_text() == "4 of 6 games"
    tab.locator("#faults").check()
    assert tab.locator("#games tbody tr:visible").count() == 0
    tab.locator("#player").select_option(label="all")
    tab.locator("#faults").uncheck()
    tab.set_viewport_size({"width": 390, "height": 844})
    assert tab.evaluate("document.documentElement.scrollWidth") == 390
    lost = tab.locator("table").first.locator("[data-head='lost']").last.bounding_box()
    assert lost is not None and lost["x"] + lost["width"] < 390
    for number in (1, 6):
        tab.locator(f"[data-game='{number}']").click()
        game = tab.frame_locator("iframe")
        last = len(records[number - 1].actions)
        game.locator("#ply").filter(has_text=f"/ {last}").wait_for()
        game.locator("#end").click()
        assert game.locator("#ply").inner_text() == f"{last} / {last}"
        game.locator("#first").click()
        assert game.locator("#ply").inner_text() == f"0 / {last}"
        tab.locator("#close").click()
    assert wrong == []
    context.close()


def test_a_large_report_has_boards_of_some_games_from_all_parts(tmp_path: Path, run: Run) -> None:
    """Those with a fault first; the others are told to stand elsewhere."""
    path = tmp_path / "x.db"
    play_tournament("ur:tokens=1", {"a": "greedy", "b": "random"}, games=20, seed=1, db=path)
    with Store.reading(path) as store:
        games = store.games()
    faulty = [game._replace(fault="crash", fault_seat=0) if game.number in (3, 4, 5) else game for game in games]
    assert with_boards(games, 20) == with_boards(games, 99) == list(range(1, 21)) and with_boards(games, 0) == []
    assert with_boards(games, 4) == [1, 6, 11, 16] and with_boards(faulty, 5) == [1, 3, 4, 5, 12]
    assert with_boards(faulty, 2) == [3, 4]
    done = run("tournament", "export", "--db", path, "--html", tmp_path / "few.html", "--boards", "4")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "few.html").read_text(encoding="utf-8")
    assert re.findall(r'id="page(\d+)"', page) == re.findall(r'data-game="(\d+)"', page) == ["1", "6", "11", "16"]
    assert "4 of 20 games are here" in page


def test_no_bot_s_name_is_a_formula_in_a_list_of_games(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    play_tournament("ur:tokens=1", {"=1+1": "greedy", "\uff1d1+1": "random"}, games=2, seed=1, db=path)
    with Store.reading(path) as store:
        rows = list(DictReader(StringIO(games_csv(store))))
        report_text = report(store)
    assert {row["first"] for row in rows} == {"'=1+1", "'\uff1d1+1"}
    assert "<h1>Round robin of ur:tokens=1</h1>" in report_text


def test_a_traceback_in_a_verdict_is_folded(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def act():\n    raise KeyError('<b>')\n\nact()\n")
    path = tmp_path / "x.db"
    command = f"{sys.executable} {tmp_path / 'bot.py'}"
    play_tournament("ur:tokens=1", {"bot": command, "random": "random"}, games=1, seed=1, db=path)
    with Store.reading(path) as store:
        page = report(store)
    folded = re.findall(r"<details><summary>(.*?)</summary><pre>(.*?)</pre></details>", page, re.DOTALL)
    ((summary, words),) = folded
    assert "KeyError: &#x27;&lt;b&gt;&#x27;" in summary
    assert words.startswith("Traceback (most recent call last):\n  File ")


def test_games_that_were_not_played_stand_last(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    players = {"a": "greedy", "b": f"{sys.executable} -c 0", "c": "random"}
    play_tournament("ur:tokens=1", players, games=4, seed=1, db=path)
    with Store.reading(path) as store:
        rows = re.findall("<tr data-players.*?</tr>", report(store, boards=0), re.DOTALL)
    benched = ["it was benched" in row for row in rows]
    assert len(rows) == 12 and 1 < sum(benched) < 8 and benched == sorted(benched)
