"""People at the page: reloads, watching, the keyboard, take-backs, guests."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

import boardgames as bg
from boardgames.contest import Conditions, read_record
from boardgames.referee import Limits
from boardgames.session.game_session import ThreadedSession
from boardgames.web.table import Table
from tests.conftest import BOTS, ROOT
from tests.referee.test_engines import FAIRY, needs_fairy
from tests.web.games import DICE_SHOGI, MINISHOGI, UR
from tests.web.site import PATIENCE, Site
from tests.web.tabs import Tab, moves, tab_at, whole_game
from tests.web.test_games import playthrough_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LISTEN = """() => {
  window.reports = [];
  const line = document.getElementById('connection');
  new MutationObserver(() => reports.push(line.textContent)).observe(line, { childList: true });
}"""
"""Keep every report about the connection, however short a time the page shows it."""


@pytest.mark.thorough
def test_a_reload_a_second_window_and_a_cut_line_lose_nothing(site: Site, browser: Browser) -> None:
    playthrough = playthrough_of(DICE_SHOGI)
    table = site.open(DICE_SHOGI.game, "human", "human", dice=DICE_SHOGI.dice)
    with tab_at(browser, site.link(table)) as tab, tab_at(browser, site.link(table, table.watch_token)) as watcher:
        tab.at(1)
        tab.play(playthrough.states[1], "2e4c")
        for each in (tab, watcher):
            each.at(3)
            assert each.drawn() == each.expected(playthrough, 3)
        assert watcher.open_spots() == []
        assert watcher.page.locator("#resign").is_hidden() and watcher.page.locator("#again").is_hidden()
        tab.page.reload()
        tab.at(3)
        assert tab.drawn() == tab.expected(playthrough, 3)
        tab.play(playthrough.states[3], "5a5b")
        tab.at(5)
        tab.page.evaluate(LISTEN)
        for line in list(site.server.server_state.connections):  # as a network does it: without a word
            site.loop.call_soon_threadsafe(line.transport.abort)
        tab.page.wait_for_function("() => reports.some(text => text.includes('broken')) && !reports.at(-1)")
        tab.page.locator("#connection").wait_for(state="hidden")
        tab.play(playthrough.states[5], "1e2e")
        tab.at(7)
        tab.play(playthrough.states[7], "5b5a")
        tab.at(9)
        tab.play(playthrough.states[9], "2e2a")
        watcher.at(10)
        assert watcher.drawn() == watcher.expected(playthrough, 10)
        assert watcher.page.inner_text("#moves") == tab.page.inner_text("#moves")
    assert moves(table) == list(DICE_SHOGI.actions)


@pytest.mark.thorough
def test_every_ply_can_be_looked_at_from_both_sides(site: Site, browser: Browser) -> None:
    playthrough = playthrough_of(MINISHOGI)
    table = site.open("minishogi", "human", "human")
    with tab_at(browser, site.link(table)) as tab:
        whole_game(tab, playthrough)
        tab.page.click("#turn")
        tab.shows(5, 1)
        tab.page.check("#western")
        for ply in (4, 3, 2):
            tab.page.keyboard.press("ArrowLeft")
            tab.shows(ply, 1)
            tab.page.wait_for_function("n => document.getElementById('ply').textContent === n + ' / 5'", arg=ply)
            assert tab.drawn() == tab.expected(playthrough, ply, 1, western=True)
            assert tab.page.inner_text("#status").startswith(f"human-{2 - ply % 2} ")
        tab.page.click("#moves a[href='#1']")
        tab.shows(1, 1)
        tab.page.keyboard.press("End")
        tab.shows(5, 1)
        with tab.page.expect_download() as download:
            tab.page.get_by_text("Keep the game").click()
            tab.page.get_by_text("JSON").click()
        record = read_record(download.value.path())
        assert record.playthrough().state == playthrough.state


def focused(tab: Tab) -> str | None:
    found: str | None = tab.page.evaluate("document.activeElement.dataset.spot ?? null")
    return found


@pytest.mark.thorough
def test_arrows_and_escape(site: Site, browser: Browser) -> None:
    table = site.open("minishogi", "human", "human")
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        tab.page.focus('[data-spot="2e"]')
        label = tab.page.get_attribute('[data-spot="2e"]', "aria-label")
        assert label == "2e, Black bishop, may be chosen"
        tab.page.keyboard.press("Enter")
        assert focused(tab) == "5b"
        tab.page.keyboard.press("Escape")
        assert focused(tab) == "2e"
        tab.page.keyboard.press("ArrowUp")
        assert focused(tab) == "2d"
        tab.page.keyboard.press("ArrowRight")
        tab.page.keyboard.press("ArrowDown")
        assert focused(tab) == "1e"


@pytest.mark.thorough
def test_one_click_in_the_lobby_starts_a_game_against_a_level(site: Site, browser: Browser) -> None:
    with tab_at(browser, f"{site.origin}/?token={site.lobby.host_token}") as tab:
        assert tab.page.locator(".games svg").count() == len(bg.games())
        tab.page.locator(".games li").filter(has_text="Nine Men").get_by_role("button").click()
        tab.offered()
        assert tab.page.inner_text(".players").split("\n")[0].startswith("human (you)")
        assert "Level 3" in tab.page.inner_text(".players")


@pytest.mark.thorough
def test_a_guest_plays_by_a_link_and_is_asked_before_an_undo(site: Site, browser: Browser) -> None:
    table = site.open("minishogi", "human", "guest", names=["Ann", "Bob"])
    (guest,) = [token for token in table.guest_tokens if token]
    with tab_at(browser, site.link(table)) as ann, tab_at(browser, site.link(table, guest)) as bob:
        assert guest in ann.page.get_by_label("link for Bob, who plays").input_value()
        assert ann.page.get_by_label("link for Bob, who plays").input_value() == site.link(table, guest)
        assert site.lobby.host_token not in bob.page.content()
        start = bg.load("minishogi").start()
        bob.at(0)
        assert bob.page.get_attribute("#board", "data-seat") == "1" and bob.open_spots() == []
        ann.play(start, "2e4c")
        bob.at(1)
        bob.play(start.play("2e4c"), "4a5b")
        ann.at(2)
        ann.offered()
        ann.page.click("#undo")
        bob.page.get_by_text("Ann asks to take moves back.").wait_for()
        assert moves(table) == ["2e4c", "4a5b"] and ann.page.locator("#refuse").is_hidden()
        bob.page.click("#refuse")
        ann.page.get_by_text("Nothing is taken back").wait_for()
        assert bob.page.locator("#request").is_hidden() and moves(table) == ["2e4c", "4a5b"]
        ann.page.click("#undo")
        bob.page.click("#agree")
        ann.at(0)
        bob.at(0)
        assert moves(table) == []
        bob.page.click("#resign")  # before it is his turn
        ann.play(start, "2e4c")
        ann.page.get_by_text("You win against Bob: resignation").first.wait_for()
        bob.page.get_by_text("Ann wins against you: resignation").first.wait_for()


@pytest.mark.thorough
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(f"{ROOT / 'examples' / 'hexapawn.py'}:SPEC", id="hexapawn"),
        pytest.param("connect_four:SPEC", id="connect_four"),
    ],
)
def test_a_strangers_game_needs_no_code_for_pictures(
    game: str, site: Site, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "connect_four" / "src"))
    table = site.open(game, "human", "human")
    start = table.session.log.state
    with tab_at(browser, site.link(table)) as tab:
        state, plies = start, 0
        tab.offered()
        hidden = "all => all.filter(hit => getComputedStyle(hit).fill !== 'rgba(0, 0, 0, 0)').length"
        assert tab.page.eval_on_selector_all(".spot:not(.choice) .hit", hidden) == 0, "nothing hides what is drawn"
        while state.outcome is None:
            tab.at(plies)
            action = state.actions()[-1]
            tab.play(state, str(action))
            state, plies = state.apply(action), plies + 1
        tab.page.get_by_text("wins against").first.wait_for()


@pytest.mark.thorough
def test_programs_are_heard_while_they_think_and_their_faults_are_told(site: Site, browser: Browser) -> None:
    talker = f"""{sys.executable} -c "import sys; sys.stderr.write('I <b>think</b>\\n'); print('9')" """
    table = site.open("ur", "human", talker, seed=3, names=[None, "rude"])
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        state = table.session.log.state
        tab.play(state, str(state.actions()[0]))
        tab.page.get_by_text("rude forfeits (illegal)").first.wait_for()
        tab.page.get_by_text("rude (stderr): I <b>think</b>").wait_for()
        tab.page.get_by_text("rude: 9").first.wait_for()
        assert tab.open_spots() == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    "engine",
    [
        pytest.param(f"{sys.executable} {BOTS / 'usi_random.py'}", id="ours"),
        pytest.param(FAIRY, id="fairy", marks=needs_fairy),
    ],
)
def test_an_engine_sits_at_the_table(engine: str, site: Site, browser: Browser) -> None:
    table = site.open("minishogi", "human", f"usi:{engine}")
    with tab_at(browser, site.link(table)) as tab:
        for plies in (0, 2, 4):
            tab.at(plies)
            state = table.session.log.state
            tab.play(state, str(state.actions()[0]))
        tab.at(6)
    assert len(moves(table)) == 6


@pytest.mark.slow
def test_our_players_tell_what_they_think(site: Site, browser: Browser) -> None:
    table = site.open("minishogi", "alphabeta:depth=3", "human")
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        assert "% (depth 3" in tab.page.inner_text("#output")


@pytest.mark.slow
def test_a_program_that_thinks_is_ended_with_its_game(site: Site, browser: Browser, left_over: object) -> None:
    slow = f'{sys.executable} -c "import time; time.sleep(600)"'
    table = site.open(
        "ur:tokens=1", slow, "human", conditions=Conditions(limits=Limits(first_move_time=600)), dice=["4"] * 9
    )
    old = table.session
    with tab_at(browser, site.link(table)) as tab:
        tab.at(1)
        site.call(lambda: site.lobby.close(table.number))
        tab.page.get_by_text("This table was closed.").wait_for()
    assert isinstance(old, ThreadedSession)
    old.thread.join(10)
    assert not old.thread.is_alive()


def labels(table: Table) -> list[str]:
    """How the list of moves shows the actions of a game of Ur."""
    playthrough = table.session.log.playthrough
    steps = zip(playthrough.states, playthrough.actions, playthrough.states[1:], strict=False)
    labels = [bg.find("ur").describe(*step).partition(":")[0] for step in steps]
    assert {label.split()[0] for label in labels} <= {"throws", "enters", "moves", "brings"}
    return labels


def test_the_page_is_sent_with_the_board_and_the_moves(site: Site) -> None:
    table = site.open("ur:tokens=1", "random", "random")
    assert isinstance(table.session, ThreadedSession)
    table.session.thread.join(PATIENCE)
    with urlopen(site.link(table), timeout=PATIENCE) as answer:
        text = answer.read().decode()
    board, _, rest = text.partition('id="moves"')
    assert "<svg" in board and "aria-label=" in board
    items = re.findall(r"<li[^>]*>(.*?)</li>", rest.partition("</ol>")[0], re.DOTALL)
    assert [re.sub(r"<[^>]*>", "", item).strip() for item in items] == labels(table)


@pytest.mark.thorough
def test_without_javascript_the_page_shows_the_board(site: Site, browser: Browser) -> None:
    table = site.open(UR.game, f"{sys.executable} {BOTS / 'ur_first.py'}", "human", dice=UR.dice)
    with tab_at(browser, site.link(table)) as tab:
        tab.at(10)
    with tab_at(browser, site.link(table), java_script_enabled=False) as tab:
        assert tab.page.locator("#board svg").get_attribute("aria-label") is not None
        assert tab.page.locator("#moves li").all_inner_texts() == labels(table)
        assert tab.page.locator("#undo").is_hidden()
