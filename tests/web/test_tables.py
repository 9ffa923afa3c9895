"""A table and its games, behind the page: requests of people, seeds, and the end of a game."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from boardgames.contest import Conditions
from boardgames.referee import Limits
from boardgames.web.messages import AgreeToUndo, PlayAction, RequestUndo
from boardgames.web.table import Permissions, Refusal, Table
from tests.web.site import PATIENCE, Site


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def play(site: Site, table: Table, permissions: Permissions, action: str) -> None:
    ply = table.session.log.plies
    site.run(table.handle(permissions, PlayAction(ply, action)))
    wait_for(lambda: table.session.log.plies > ply and table.session.turn is not None)


def test_a_move_clears_the_request_to_take_moves_back(site: Site) -> None:
    table = site.open("minishogi", "human", "guest")
    host, guest = Permissions(frozenset({0})), Permissions(frozenset({1}))
    wait_for(lambda: table.session.turn is not None)
    play(site, table, host, "2e4c")
    play(site, table, guest, "4a5b")
    site.run(table.handle(host, RequestUndo()))
    assert table.session.undo_request == 0
    play(site, table, host, "1e2e")
    play(site, table, guest, "1b1c")
    with pytest.raises(Refusal, match="nobody asks"):
        site.run(table.handle(guest, AgreeToUndo()))
    assert table.session.log.playthrough.texts == ["2e4c", "4a5b", "1e2e", "1b1c"]


def test_each_new_game_takes_the_next_seed(site: Site) -> None:
    table = site.open("ur", "human", "human", seed=5)
    assert table.session.game.seed == 5
    for swap in (False, True):
        site.run(table.start_game(swap))
    assert table.session.game.seed == 7 and table.games == 3


def test_without_a_seed_each_game_has_one_of_its_own(site: Site) -> None:
    table = site.open("ur", "human", "human", seed=None)
    first = table.session.game.seed
    site.run(table.start_game())
    assert table.session.game.seed not in (first, first + 1)


def test_an_aborted_game_stops_its_programs(site: Site, left_over: Callable[[], list[str]]) -> None:
    limits = Limits(first_move_time=600)
    table = site.open("ur", "plain:sleep 600", "human", conditions=Conditions(limits=limits), dice=["4"] * 9)
    session = table.session
    wait_for(lambda: session.log.plies == 1 and any("sleep" in line for line in left_over()))
    site.call(lambda: site.lobby.close(table.number))
    session.thread.join(PATIENCE)
    assert not session.thread.is_alive()
