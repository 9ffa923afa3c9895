"""A table and its games, behind the page: requests of people, seeds, and the end of a game."""

from __future__ import annotations

import json
import re
import shlex
import sys
import time
from collections.abc import Callable
from typing import Any
from urllib.request import urlopen

import pytest

from boardgames.contest import Conditions
from boardgames.referee import Limits
from boardgames.session.game_session import ThreadedSession
from boardgames.web import table as tables
from boardgames.web.messages import AgreeToUndo, GiveName, PlayAction, RequestUndo, ResignGame, View
from boardgames.web.page_feed import PageFeed
from boardgames.web.permissions import NotAllowed, Permissions
from boardgames.web.table import MAX_EQUAL, MAX_HINTS, Table
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
    with pytest.raises(NotAllowed, match="nobody asks"):
        site.run(table.handle(guest, AgreeToUndo()))
    assert table.session.log.playthrough.texts == ["2e4c", "4a5b", "1e2e", "1b1c"]


def test_a_request_to_take_moves_back_is_refused(site: Site) -> None:
    table = site.open("minishogi", "human", "guest")
    host, guest = Permissions(frozenset({0})), Permissions(frozenset({1}))
    wait_for(lambda: table.session.turn is not None)
    play(site, table, host, "2e4c")
    play(site, table, guest, "4a5b")
    site.run(table.handle(host, RequestUndo()))
    with pytest.raises(NotAllowed, match="the other side"):
        site.run(table.handle(host, AgreeToUndo(refused=True)))
    site.run(table.handle(guest, AgreeToUndo(refused=True)))
    assert table.session.undo_request is None
    with pytest.raises(NotAllowed, match="nobody asks"):
        site.run(table.handle(guest, AgreeToUndo()))
    assert table.session.log.playthrough.texts == ["2e4c", "4a5b"]


def test_who_is_asked_to_take_moves_back_is_told_at_once(site: Site) -> None:
    table = site.open("minishogi", "human", "guest")
    host, guest = Permissions(frozenset({0})), Permissions(frozenset({1}))
    feed = PageFeed(table, guest)
    wait_for(lambda: table.session.turn is not None)
    play(site, table, host, "2e4c")
    play(site, table, guest, "4a5b")

    def asked() -> list[Any]:
        facts = [json.loads(fact) for fact in site.call(feed.unsent)]
        return [fact["undo_request"] for fact in facts if fact["kind"] == "turn"]

    assert asked() == [None]
    assert asked() == []
    site.run(table.handle(host, RequestUndo()))
    assert asked() == [0]


def test_each_new_game_takes_the_next_seed(site: Site) -> None:
    table = site.open("ur", "human", "human", seed=5)
    assert table.session.game.seed == 5
    for swap in (False, True):
        site.run(table.start_game(swap))
    assert table.session.game.seed == 7 and table.games == 3


def test_a_table_that_is_closed_while_its_game_starts_plays_nothing(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until that game has started nobody sees the table."""
    made: list[ThreadedSession] = []

    class Slow(ThreadedSession):
        def __init__(self, *parts: Any, **more: Any) -> None:
            super().__init__(*parts, **more)
            made.append(self)
            number = str(site.lobby.opened)
            page = urlopen(f"{site.origin}/?token={site.lobby.host_token}").read().decode()
            assert f"/table/{number}?" not in page
            site.call(lambda: site.lobby.close(number))

    monkeypatch.setattr(tables, "ThreadedSession", Slow)
    with pytest.raises(NotAllowed, match="closed"):
        site.open("ur", "human", "human")
    assert len(made) == 1 and not made[0].thread.is_alive() and str(site.lobby.opened) not in site.lobby.tables


def test_a_guest_takes_the_name_of_nobody_else(site: Site) -> None:
    """Nor one that looks alike."""
    table = site.open("minishogi", "human", "guest", names=["Ann", None])
    guest = Permissions(frozenset({1}))
    for name in ("Ann", "ann ", "\uff21nn", "\u0410nn"):
        with pytest.raises(NotAllowed, match="somebody else"):
            site.run(table.handle(guest, GiveName(name)))
    for name in ("Bob", "bob"):
        site.run(table.handle(guest, GiveName(name)))
    assert table.names == ["Ann", "bob"]


def test_without_a_seed_each_game_has_one_of_its_own(site: Site) -> None:
    table = site.open("ur", "human", "human", seed=None)
    first = table.session.game.seed
    site.run(table.start_game())
    assert table.session.game.seed not in (first, first + 1)


def test_thoughts_of_numbered_actions_are_in_words(site: Site) -> None:
    table = site.open("ur", "alphabeta:depth=1,judgement=material", "human", dice=["4", "1"] * 4)
    output = table.session.output
    wait_for(lambda: output.count > 0)
    assert output.since(0)[0].endswith(": enters a token on 1")


def test_an_aborted_game_stops_its_programs(site: Site, left_over: Callable[[], list[str]]) -> None:
    limits = Limits(first_move_time=600)
    table = site.open("ur", "plain:sleep 600", "human", conditions=Conditions(limits=limits), dice=["4"] * 9)
    session = table.session
    wait_for(lambda: session.log.plies == 1 and any("sleep" in line for line in left_over()))
    site.call(lambda: site.lobby.close(table.number))
    assert isinstance(session, ThreadedSession)
    session.thread.join(PATIENCE)
    assert not session.thread.is_alive()


def test_hints_are_few_and_equal_ones_are_together(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "HINT_TIME", 0.2)
    table = site.open("morris", "human", "human")
    wait_for(lambda: table.session.turn is not None)
    hint = site.run(table.hint(Permissions(frozenset({0}))))
    chances = [each["chance"] for each in hint["rated"]]
    assert chances == sorted(set(chances), reverse=True) and 0 < len(chances) <= MAX_HINTS
    for each in hint["rated"]:
        assert 0 < len(each["actions"]) <= MAX_EQUAL
        for action in each["actions"]:
            assert action["path"] == [action["action"]] and action["action"] in action["text"]


# -- the seed, which tells every throw to come ---------------------------------------------


def seeds(site: Site, table: Table) -> list[int | None]:
    """What the host's, the guest's and the watchers' links say of the seed, the replay like the record."""
    (guest,) = filter(None, table.guest_tokens)
    told = []
    for token in (site.lobby.host_token, guest, table.watch_token):
        with urlopen(site.link(table, token, "/record.json"), timeout=PATIENCE) as answer:
            seed: int | None = json.load(answer)["seed"]
        with urlopen(site.link(table, token, "/replay.html"), timeout=PATIENCE) as answer:
            shown = re.findall("<dt>(?:<[^>]*>)?seed(?:<[^>]*>)?</dt><dd>(.*?)</dd>", answer.read().decode())
        assert shown == ([] if seed is None else [str(seed)])
        told.append(seed)
    return told


@pytest.mark.parametrize("given", [None, 5])
def test_no_link_tells_the_seed_before_the_end(given: int | None, site: Site) -> None:
    table = site.open("ur", "human", "guest", seed=given, dice=["4"])
    wait_for(lambda: table.session.turn is not None)
    assert seeds(site, table) == [None] * 3
    site.run(table.handle(Permissions(frozenset({0})), ResignGame()))
    wait_for(lambda: table.session.log.over)
    used = table.session.game.seed
    # The games after a seed that was given take the numbers after it.
    assert seeds(site, table) == ([used] * 3 if given is None else [5, None, None])


TALKS = """
import sys
for line in sys.stdin:
    if line.startswith("go "):
        print("I take", line.split()[1], file=sys.stderr, flush=True)
        print(line.split()[1], flush=True)
"""


def test_the_words_of_a_program_are_shown_at_the_ply_that_one_looks_at(site: Site) -> None:
    table = site.open("minishogi", "human", f"plain:{shlex.join([sys.executable, '-c', TALKS])}")
    host = Permissions(frozenset({0}), is_host=True)
    wait_for(lambda: table.session.turn is not None)
    play(site, table, host, "2e4c")
    answer = table.session.log.playthrough.texts[1]
    feed = PageFeed(table, host)

    def shown(ply: int | None) -> str:
        feed.view = View(0, ply)
        facts = [json.loads(fact) for fact in site.call(feed.unsent)]
        (picture,) = [fact for fact in facts if fact["kind"] == "picture"]
        return str(picture["remark"])

    assert [shown(ply) for ply in (2, 1, 0, None)] == [f"I take {answer}", "", "", f"I take {answer}"]
    assert table.record(host).comments == {}, "not while the game goes on"
    site.run(table.handle(host, ResignGame()))
    wait_for(lambda: table.session.log.over)
    assert table.record(host).comments == {2: f"I take {answer}"}
