"""The price list: the most lines of Python that each package may have, and why.

A commit that needs more raises the number beside its reason, and says in its changelog what a user gets for it.  A
package that became smaller lowers its own.
"""

from __future__ import annotations

from typing import Final

import pytest

from tests.conftest import ROOT

HOUSE: Final = {
    "analysis": 1115,
    "cli": 5687,
    "contest": 6260,
    "core": 4501,
    "games": 20351,
    "language": 285,
    "learning": 790,
    "players": 4920,
    "processes": 645,
    "reasons": 864,
    "records": 1440,
    "referee": 4605,
    "rl": 1830,
    "session": 1875,
    "solve": 2475,
    "testkit": 3400,
    "view": 1740,
    "web": 3662,
}
"""``core`` is what a game is, and no more; ``games`` holds thirteen games with the solvers and tables of three."""
OUTBUILDINGS: Final = {"arena": 5475, "classroom": 2060, "lab": 2565, "models": 2606, "notebook": 380, "site": 2220}
ALL: Final = 82_047
"""House and outbuildings together."""
GLUE: Final = 320
"""The modules beside the packages: which build runs, what has moved, foreign names."""


def lines(*folders: str) -> int:
    """The lines of Python in folders, without the game that 'boardgames new' copies."""
    paths = (path for folder in folders for path in (ROOT / folder).rglob("*.py") if "template" not in path.parts)
    return sum(path.read_bytes().count(b"\n") for path in paths)


@pytest.mark.parametrize("name", HOUSE)
def test_a_package_of_the_house_keeps_its_price(name: str) -> None:
    assert lines(f"src/boardgames/{name}") <= HOUSE[name]


@pytest.mark.parametrize("name", OUTBUILDINGS)
def test_an_outbuilding_keeps_its_price(name: str) -> None:
    assert lines(f"packages/{name}/src") <= OUTBUILDINGS[name]


def test_all_together() -> None:
    assert {path.parent.name for path in (ROOT / "src/boardgames").glob("*/__init__.py")} == HOUSE.keys()
    assert {path.parent.name for path in ROOT.glob("packages/*/pyproject.toml")} == OUTBUILDINGS.keys()
    assert lines("src/boardgames") - sum(lines(f"src/boardgames/{name}") for name in HOUSE) <= GLUE
    assert lines("src", *(f"packages/{name}/src" for name in OUTBUILDINGS)) <= ALL
