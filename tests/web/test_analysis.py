"""The chances of a game on its page: as the players saw them, and after an analysis of the game that is over."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

import boardgames as bg
from boardgames.core.protocol import Evaluation
from boardgames.session.analyst import Analyst
from boardgames.session.chances import found_by_judge, seen_by_players
from boardgames.view.graph import MARGIN, SCALE, WIDTH, sentences
from boardgames.web.messages import AnalyseGame, ResignGame, StopAnalysis
from boardgames.web.page_feed import PageFeed
from boardgames.web.permissions import NotAllowed, Permissions
from boardgames.web.table import Table
from tests.web.site import Site, ended
from tests.web.tabs import NARROW, tab_at
from tests.web.test_tables import wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HOST = Permissions(frozenset({0}), True)
RUDE = "<b>Ann</b>"


class Step:
    """Does each piece of an analyst's work when the test allows it."""

    def __init__(self) -> None:
        self.allowed = asyncio.Semaphore(0)

    async def __call__(self, work: Callable[[], Any]) -> Any:
        await self.allowed.acquire()
        return work()

    def allow(self, pieces: int) -> None:
        for _ in range(pieces):
            self.allowed.release()


@pytest.fixture
def step(site: Site) -> Iterator[Step]:
    """The server's analyst judges quickly, and only as far as the test allows."""
    made = site.call(Step)
    before, site.lobby.analyst = site.lobby.analyst, Analyst(nodes=30, work=made)
    yield made
    site.call(lambda: made.allow(1000))
    wait_for(lambda: not site.lobby.analyst.is_busy)
    site.lobby.analyst = before


NEAR_END = "4k/5/5/R4/KR3 b - 1"


def finished(site: Site, *players: str, start: str | None = NEAR_END) -> Table:
    """A table whose game is over, after a few plies if it began near its end."""
    table = site.open("minishogi", *players, start=start, names=(RUDE,), seed=3)
    if "human" in players:
        wait_for(lambda: table.session.turn is not None)
        site.run(table.handle(HOST, ResignGame()))
    ended(table.session)
    wait_for(lambda: table.session.log.over)
    return table


def latest(facts: list[str]) -> dict[str, Any]:
    """By kind, the last of some facts."""
    return {fact["kind"]: fact for fact in map(json.loads, facts)}


def test_players_show_their_chances_and_a_judge_those_of_each_action(site: Site, step: Step) -> None:
    table = finished(site, "alphabeta:nodes=50", "random")
    host, watcher = PageFeed(table, HOST), PageFeed(table, Permissions())
    facts = latest(site.call(host.unsent))
    assert "as the players saw them" in facts["chances"]["html"] and RUDE not in facts["chances"]["html"]
    assert facts["chances"]["marks"] == facts["chances"]["lines"] == {}
    assert (facts["analysis"]["may_begin"], facts["analysis"]["running"]) == (True, False)
    assert not latest(site.call(watcher.unsent))["analysis"]["may_begin"]
    plies = table.session.log.plies
    site.run(host.receive('{"do": "analyse"}'))
    site.call(lambda: step.allow(2))
    wait_for(lambda: table.session.log.analysis is not None and table.session.log.analysis.done == 1)
    shown = latest(site.call(watcher.unsent))["analysis"]
    assert (shown["running"], shown["done"], shown["total"], shown["may_stop"]) == (True, 1, plies + 1, False)
    site.call(lambda: step.allow(1000))
    wait_for(lambda: not site.lobby.analyst.is_busy)
    facts = latest(site.call(host.unsent))
    assert "accuracy" in facts["chances"]["html"] and not facts["analysis"]["may_begin"]
    record = table.record(HOST)
    assert {each.judge for each in record.evaluations.values()} == {"alphabeta"}
    with pytest.raises(NotAllowed, match="was already"):
        site.run(table.handle(HOST, AnalyseGame()))


def test_a_running_game_shows_only_what_its_programs_said(site: Site) -> None:
    against_program = site.open("minishogi", "alphabeta:nodes=50", "human")
    between_people = site.open("minishogi", "human", "guest")
    wait_for(lambda: against_program.session.turn is not None and between_people.session.turn is not None)
    facts = latest(site.call(PageFeed(against_program, HOST).unsent))
    assert len(facts["chances"]["judged"]) == 2 and "gave away" not in facts["chances"]["html"]
    assert not facts["analysis"]["may_begin"]
    facts = latest(site.call(PageFeed(between_people, HOST).unsent))
    assert "chances" not in facts and not facts["analysis"]["may_begin"]


def test_one_game_at_a_time_and_only_its_players_may_ask(site: Site, step: Step) -> None:
    table, other = finished(site, "human", "alphabeta:nodes=50"), finished(site, "human", "random")
    running = site.open("minishogi", "human", "guest")
    for permissions, at, why in (
        (Permissions(), table, "only the host and the players"),
        (HOST, running, "the game is not over"),
    ):
        with pytest.raises(NotAllowed, match=why):
            site.run(at.handle(permissions, AnalyseGame()))
    site.run(table.handle(HOST, AnalyseGame()))
    with pytest.raises(NotAllowed, match="another game"):
        site.run(other.handle(HOST, AnalyseGame()))
    with pytest.raises(NotAllowed, match="being analysed"):
        site.run(table.handle(HOST, AnalyseGame()))
    with pytest.raises(NotAllowed, match="you are watching"):
        site.run(table.handle(Permissions(), StopAnalysis()))
    site.run(table.handle(HOST, StopAnalysis()))
    site.call(lambda: step.allow(1000))
    wait_for(lambda: not site.lobby.analyst.is_busy)
    analysis = table.session.log.analysis
    assert analysis is not None and (analysis.done, analysis.running, analysis.is_whole) == (0, False, False)
    log = table.session.log
    log.evaluations[0] = Evaluation(chance=0.25)
    assert log.record(with_seed=False).evaluations == log.evaluations  # what players found is kept
    site.run(table.handle(HOST, AnalyseGame()))  # again, after it was stopped
    site.call(lambda: site.lobby.close(table.number))
    wait_for(lambda: not site.lobby.analyst.is_busy)
    site.run(other.handle(HOST, AnalyseGame()))


@pytest.mark.parametrize("error", [ZeroDivisionError, SystemExit])
def test_a_judge_that_fails_is_told(
    site: Site, step: Step, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    table = finished(site, "human", "random")

    def broken(*parts: Any) -> Any:
        raise error("of a game's rules")

    monkeypatch.setattr("boardgames.analysis.judge_of", broken)
    site.run(table.handle(HOST, AnalyseGame()))
    site.call(lambda: step.allow(1000))
    wait_for(lambda: not site.lobby.analyst.is_busy)
    fact = latest(site.call(PageFeed(table, HOST).unsent))["analysis"]
    assert error.__name__ in fact["problem"] and fact["may_begin"]


def test_a_player_that_plays_what_it_thinks_best_keeps_its_chance() -> None:
    game = bg.Playthrough.replay(bg.load("minishogi").start(), ["1e1d", "5a5b", "3e3d"])
    said = {0: Evaluation(chance=0.6, line=("1e1d",)), 2: Evaluation(chance=0.7, line=("4e4d",))}
    chances = seen_by_players(bg.find("minishogi"), ["Ann", "Bob"], game, said)
    assert chances is not None
    assert [chances.assessment.start, *(ply.chance for ply in chances.assessment.plies)] == [0.6, 0.6, 0.7, None]
    assert chances.fact(str)["judged"] == ["60 % for Ann.", "60 % for Ann.", "70 % for Ann.", ""]
    assert seen_by_players(bg.find("minishogi"), ["Ann", "Bob"], game, {}) is None


@pytest.mark.thorough
def test_the_analysis_by_clicks(site: Site, browser: Browser, step: Step) -> None:
    table = finished(site, "alphabeta:nodes=30", "random", start=None)
    log = table.session.log
    with tab_at(browser, site.link(table)) as tab:
        tab.page.get_by_role("slider", name="The chances of <b>Ann</b>").wait_for()
        tab.page.get_by_role("button", name="Analyse the game").click()
        tab.page.get_by_role("button", name="Stop the analysis").wait_for()
    # The page is closed; the analysis goes on.
    site.call(lambda: step.allow(1000))
    wait_for(lambda: log.analysis is not None and log.analysis.is_whole)
    assert log.analysis is not None and log.analysis.chances is not None
    lines, plies = log.analysis.chances.lines, log.analysis.chances.assessment.plies
    with tab_at(browser, site.link(table)) as tab:
        tab.page.wait_for_selector("#chances table")
        shown = tab.page.eval_on_selector_all("#moves li", "all => all.map(row => row.querySelector('b')?.textContent)")
        assert any(shown)
        assert shown == [f" {ply.mark}" if ply.mark else None for ply in plies]
        slider = tab.page.get_by_role("slider", name="The chances of")
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        assert box is not None
        ply = min(lines)
        place = (SCALE + (WIDTH - SCALE - MARGIN) * ply / log.plies) / WIDTH
        tab.page.mouse.click(box["x"] + box["width"] * place, box["y"] + 5)
        tab.shows(ply)
        assert slider.get_attribute("aria-valuenow") == str(ply)
        assert "gave away" in str(slider.get_attribute("aria-valuetext"))
        slider.focus()
        tab.page.keyboard.press("b")
        tab.page.wait_for_selector('#board[data-line="0"]')
        better = lines[ply][0]
        line: bg.Playthrough = bg.Playthrough.replay(log.playthrough.states[ply - 1], [str(better.action)])
        assert tab.drawn() == tab.expected(line, 1)
        assert "Better: " in str(tab.page.text_content("#status"))
        tab.page.keyboard.press("Escape")
        tab.page.wait_for_selector('#board[data-line=""]')
        assert tab.drawn() == tab.expected(log.playthrough, ply)
        tab.page.keyboard.press("ArrowRight")
        tab.page.wait_for_function("ply => document.getElementById('graph').ariaValueNow === ply", arg=str(ply + 1))
    with tab_at(browser, site.link(table) + "&language=ja", NARROW) as tab:
        tab.page.get_by_role("slider", name="の勝率").wait_for()
        assert tab.page.evaluate("document.documentElement.scrollWidth") == NARROW
        assert "正確さ" in str(tab.page.text_content("#chances"))


def test_an_analysis_of_ur_names_moves_in_words() -> None:
    start = bg.load("ur:tokens=2").start()
    played = bg.Playthrough.replay(start, ["=4", "0", "=2", "4", "=1"])
    evaluations = {ply: Evaluation(chance=0.9 - 0.2 * ply, line=("0",) if ply in (1, 3) else ()) for ply in range(5)}
    found = found_by_judge(bg.find("ur"), ("Ann", "Bob"), played, evaluations, None)
    said = sentences(found.assessment, found.names)
    assert [words for words in said if "moves 4 to 6" in words and "enters a token on 2" in words]
    assert [words for words in said if "enters a token on 4: " in words] and not [
        words for words in said if "0: " in words
    ]
