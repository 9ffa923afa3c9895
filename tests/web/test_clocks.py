"""Clocks at the page: a person's counts down too, and who lets it run out loses."""

from __future__ import annotations

import json
import threading
import time
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest

import boardgames as bg
from boardgames.contest import Conditions
from boardgames.core.protocol.clock import Clock
from boardgames.core.protocol.dialogue import Resign
from boardgames.core.protocol.player import Undo
from boardgames.referee import Limits
from boardgames.session.person import Person
from boardgames.web.messages import PlayAction
from boardgames.web.permissions import Permissions
from tests.web.site import PATIENCE, Site
from tests.web.tabs import tab_at
from tests.web.test_tables import wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def limited(*clock: float) -> Conditions:
    return Conditions(limits=Limits(clock=(clock[0], clock[1])))


def test_a_person_whose_time_runs_out_loses(site: Site) -> None:
    table = site.open("morris", "human", "human", conditions=limited(0.3, 600.0), names=["Ann", "Bob"])
    wait_for(lambda: table.session.turn is not None)
    # Ann's action waits for her when she comes, so that a busy machine takes nothing of her 0.3 s.
    site.run(table.handle(Permissions(frozenset({0})), PlayAction(0, "d6")))
    site.call(lambda: table.arrive(Permissions(frozenset({0, 1}))))
    wait_for(lambda: table.session.log.over)
    session = table.session
    assert session.left[1] == 0.0 and 600 <= (session.left[0] or 0) <= 600.3, "Ann has got her increment"
    assert session.log.verdict is not None and session.log.verdict.fault is not None
    assert (session.log.verdict.fault.seat, session.log.verdict.fault.kind) == (1, "timeout")
    with urlopen(site.link(table, what="/record.json"), timeout=PATIENCE) as answer:
        record = json.load(answer)
    detail = "ply 2: no answer in time (0.3 s were left)"
    assert record["outcome"]["fault"] == {"kind": "timeout", "code": "timeout", "detail": detail}


@pytest.mark.thorough
def test_a_program_whose_time_runs_out_has_none_left(site: Site) -> None:
    table = site.open("morris", "plain:sleep 60", "human", conditions=limited(0.2, 0.1))
    wait_for(lambda: table.session.log.over)
    assert table.session.left == [0.0, 0.2]


def test_time_used_before_a_take_back_or_the_end_is_gone() -> None:
    for choice in (Undo(), Resign()):
        player, clock = Person(), Clock(base=60.0, increment=5.0)
        player.arrived.set()

        def late(state: bg.State, answer: Any = choice, player: Person = player) -> None:
            time.sleep(0.01)
            player.answer(answer)

        player.on_turn = late
        assert player.choose(bg.load("ur").start(), clock) is choice
        assert clock.remaining is not None and clock.remaining <= 59.99


def test_without_a_clock_a_person_has_all_the_time() -> None:
    player, clock = Person(), Clock(move_time=0.0)
    action = Random(1)
    player.on_turn = lambda state: player.answer(action)
    assert player.choose(bg.load("ur").start(), clock) is action and clock.remaining is None


@pytest.mark.thorough
def test_clocks_run_fall_and_stop(site: Site, browser: Browser) -> None:
    table = site.open("morris", "human", "human", conditions=limited(60, 55))
    with tab_at(browser, site.link(table)) as tab:
        tab.offered()
        clocks = tab.page.locator(".clock")
        runs = "n => document.querySelectorAll('.clock')[n].textContent.startsWith('0:')"
        tab.page.wait_for_function(runs, arg=0)
        assert clocks.nth(1).inner_text() == "1:00", "only the side to move uses time"
        tab.click("d6")
        tab.page.wait_for_function(runs, arg=1)
        assert clocks.nth(0).inner_text().startswith("1:"), "the increment is added"
        tab.page.click("#resign")
        tab.page.get_by_text("wins against").first.wait_for()
        assert tab.page.locator(".next").count() == 0
        stopped = clocks.all_inner_texts()
        tab.page.reload()
        wait_for_clocks(tab.page, stopped)
    table = site.open("morris", "human", "guest", conditions=limited(0.5, 0))
    with tab_at(browser, site.link(table)) as tab:
        tab.page.get_by_text("guest wins against you: you ran out of time").first.wait_for()
        wait_for_clocks(tab.page, ["0:00.0", "0:00.5"])


def wait_for_clocks(page: Any, texts: list[str]) -> None:
    """Wait until the clocks show ``texts``: the sentence about the end is on the page before they are drawn."""
    page.wait_for_function(
        "texts => [...document.querySelectorAll('.clock')].map(each => each.textContent).join() === texts.join()",
        arg=texts,
    )


def clocks_of(page: Any) -> list[str]:
    texts: list[str] = page.locator(".clock").all_inner_texts()
    return texts


@pytest.mark.thorough
def test_a_clock_is_chosen_and_waits_for_its_person(site: Site, browser: Browser) -> None:
    """With byo-yomi, of which each move gets the whole again."""
    with tab_at(browser, f"{site.origin}/?token={site.lobby.host_token}&game=shogi") as tab:
        tab.page.select_option("[name=player-1]", "guest")
        tab.page.select_option("[name=clock]", "60+0+10")
        tab.page.get_by_role("button", name="Begin").click()
        tab.at(0)
        table = site.lobby.tables[str(site.lobby.opened)]
        assert [seat.clock.byoyomi for seat in table.session.game.seats] == [10, 10]
        tab.click("7g")
        tab.click("7f")
        tab.at(1)
        person = table.session.people[1]
        assert not person.arrived.is_set()
        tab.page.wait_for_timeout(300)
        assert clocks_of(tab.page)[1] == "1:00", "the guest has not opened the link yet"
        with tab_at(browser, site.link(table, table.guest_tokens[1])) as guest:
            guest.page.wait_for_function("() => document.querySelectorAll('.clock')[1].textContent.startsWith('0:')")
            assert person.arrived.is_set()


def test_byoyomi_is_for_each_move_when_the_rest_is_used_up(site: Site) -> None:
    player, clock = Person(), Clock(base=0.0, byoyomi=5.0)
    player.arrived.set()
    action = Random(1)
    player.on_turn = lambda state: player.answer(action)
    assert player.choose(bg.load("shogi").start(), clock) is action
    assert Limits(clock=(60.0, 0.0, 10.0)).person_clock(bg.find("shogi")).allowed == 70


def test_the_page_shows_what_may_be_used_for_the_first_move(site: Site) -> None:
    """In shogi the increment is there already."""
    for game, left in (("shogi", 65.0), ("morris", 60.0)):
        table = site.open(game, "human", "human", conditions=limited(60, 5))
        assert table.session.left == [left, left]


def test_the_page_counts_a_person_s_time_from_its_coming(site: Site) -> None:
    table = site.open("morris", "human", "human", conditions=limited(60, 0))
    wait_for(lambda: table.session.turn is not None)
    asked = table.session.turn
    site.call(lambda: table.arrive(Permissions(frozenset({0}))))
    assert asked is not None and table.session.turn is not None and table.session.turn.since > asked.since


def test_a_clock_stands_still_until_the_person_has_come() -> None:
    player, clock = Person(), Clock(base=60.0)
    asked = threading.Event()
    came: list[float] = []
    player.on_turn = lambda state: asked.set()

    def late() -> None:
        asked.wait(PATIENCE)
        time.sleep(0.3)
        came.append(time.monotonic())
        player.arrived.set()
        player.answer(Resign())

    helper = threading.Thread(target=late)
    helper.start()
    assert isinstance(player.choose(bg.load("ur").start(), clock), Resign)
    since = time.monotonic() - came[0]
    helper.join()
    assert clock.remaining is not None and 60.0 - since <= clock.remaining <= 60.0
