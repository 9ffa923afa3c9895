"""The pytest plugin of boardgames: two options for tests made by ``boardgames.testkit.ladder``.

It stands beside the package, not in it, so that loading it imports nothing of
the package: pytest loads the plugins of all installed distributions each time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options to the command line of pytest."""
    group = parser.getgroup("boardgames")
    group.addoption("--ladder-games", type=int, metavar="N", help="random games of each game on the ladder")
    group.addoption("--ladder-seed", type=int, metavar="N", help="the seed of the first of them")
