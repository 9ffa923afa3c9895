"""Games that count: the assistant's seat at the tables of a running page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import boardgames as bg
from boardgames.processes.workers import Workers
from packages.models.tests.assistant.conftest import LIMITS, asked, code_of, served
from tests.web.site import Site, serving

Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serving(allow_commands=True) as found:
        yield found


@pytest.fixture
def sit(site: Site, workers: Workers) -> Ask:
    server = served(workers, LIMITS, f"{site.origin}/?token={site.lobby.host_token}")
    return lambda name, **arguments: asked(server, [(name, arguments)])[0]


def test_a_whole_game_of_ur_whose_dice_the_server_throws(site: Site, sit: Ask) -> None:
    game = bg.load("ur", tokens=1)
    seen = sit("open_table", game="ur:tokens=1", opponent="greedy", side=1)
    number = seen.structured_content["table"]
    table = site.lobby.tables[number]
    while seen.structured_content["yours"]:
        state: Any = game.parse(seen.structured_content["position"])
        assert state.turn == 1
        seen = sit("act", table=number, action=str(state.actions()[0]))
    assert seen.structured_content["over"] and "assistant" in seen.structured_content["result"]
    assert str(table.session.log.state) == seen.structured_content["position"]
    assert code_of(sit("act", table=number, action="0")) == "game-over"


def test_a_table_of_the_hosts_own_is_left_alone(site: Site, sit: Ask) -> None:
    own = site.open("minishogi", "human", "random")
    assert code_of(sit("act", table=own.number, action="5d5c")) == "unknown-table"
    assert own.session.log.plies == 0


def test_a_table_that_the_host_closes(site: Site, sit: Ask) -> None:
    number = sit("open_table", game="minishogi", opponent="random").structured_content["table"]
    site.call(lambda: site.lobby.close(number))
    assert code_of(sit("act", table=number, action="5d5c")) == "no-table"


def test_mistakes_at_a_table(site: Site, sit: Ask) -> None:
    number = sit("open_table", game="minishogi", opponent="random").structured_content["table"]
    plies = site.lobby.tables[number].session.log.plies
    assert code_of(sit("act", table=number, action="x" * 10_000_000)) == "bad-value"
    refused = sit("act", table=number, action="1e1a")
    assert code_of(refused) == "refused" and bg.explain("minishogi", "1e1a").why in refused.content[0].text
    assert site.lobby.tables[number].session.log.plies == plies
    resigned = sit("act", table=number, action="resign").structured_content
    assert "resignation" in resigned["result"] and not resigned["yours"]
    token = site.lobby.host_token
    assert token not in str(resigned) + str(refused)


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("open_table", {"game": "chess"}, "not-opened"),
        ("open_table", {"game": "ur:tokens=99"}, "not-opened"),
        ("open_table", {"game": "ur:x"}, "unreadable-option"),
        ("open_table", {"game": "ur", "side": 2}, "bad-value"),
        ("open_table", {"game": "ur", "opponent": "python3 -c 0"}, "unknown-player"),
        ("open_table", {"game": "ur", "opponent": "alphabeta:judgement=x"}, "unknown-player"),
        ("open_table", {"game": "ur", "opponent": "alphabeta:level=3,judgement=x"}, "unknown-player"),
        ("open_table", {"game": "ur", "opponent": "human"}, "unknown-player"),
        ("act", {"table": "999"}, "unknown-table"),
        ("act", {"table": "../1"}, "unknown-table"),
    ],
)
def test_a_mistake_has_a_code(sit: Ask, tool: str, arguments: dict[str, Any], code: str) -> None:
    """Programs are not started even where the page may start them."""
    assert code_of(sit(tool, **arguments)) == code


def test_a_server_that_is_not_there(workers: Workers) -> None:
    server = served(workers, LIMITS, "http://127.0.0.1:9/?token=x")
    assert code_of(asked(server, [("open_table", {"game": "ur"})])[0]) == "no-server"
