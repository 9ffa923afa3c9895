"""Strangers' games that these tests find leave no trace in the list of games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boardgames.core.lookup.installed_games import GAMES as INSTALLED


@pytest.fixture(autouse=True)
def games_as_they_were() -> Iterator[None]:
    found = dict(INSTALLED.found)
    yield
    INSTALLED.found.clear()
    INSTALLED.found.update(found)
