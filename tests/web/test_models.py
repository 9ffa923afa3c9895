"""A language model at a table of the page: its words stand beside the game, and a failing server is no verdict."""

from __future__ import annotations

import pytest

from packages.models.tests.model_server import Reply, in_turn, legal, model_server
from tests.web.site import Site, ended


@pytest.mark.thorough
def test_the_words_of_a_model_are_shown_while_it_thinks(site: Site) -> None:
    with model_server(legal) as server:
        table = site.open("ur:tokens=1", f"llm:model=m,url={server.url},legal=on", "random")
        ended(table.session)
    assert any(line.endswith(": I take the first one.") for line in table.session.output.lines)
    site.run(site_turn())
    assert table.session.log.verdict is not None
    assert table.session.log.verdict.fault is None


def test_a_server_that_fails_leaves_no_verdict(site: Site) -> None:
    with model_server(in_turn(Reply("", status=404))) as server:
        table = site.open("ur:tokens=1", f"llm:model=m,url={server.url}", "random")
        ended(table.session)
    site.run(site_turn())
    assert table.session.log.verdict is None
    assert table.session.log.is_stopped


async def site_turn() -> None:
    """All that the referee's thread has told has been heard."""
