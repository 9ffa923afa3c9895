"""The price list: the most lines of Python that each package may have, and why.

A commit that needs more raises the number beside its reason, and says in its changelog what a user gets for it.  A
package that became smaller lowers its own.
"""

from __future__ import annotations

import re
from typing import Final

from tests.conftest import ROOT
from tests.samples import cases

HOUSE: Final = {
    "analysis": 1270,
    "cli": 5050,
    "contest": 6625,
    "core": 4570,
    "games": 20600,
    "language": 300,
    "learning": 795,
    "players": 5000,
    "processes": 645,
    "reasons": 870,
    "records": 1500,
    "referee": 4620,
    "rl": 1820,
    "session": 1865,
    "solve": 2610,
    "testkit": 3650,
    "view": 1915,
    "web": 3670,
}
"""``core`` is what a game is, and no more; ``games`` holds thirteen games with the solvers and tables of three."""
OUTBUILDINGS: Final = {"arena": 5435, "classroom": 2071, "lab": 2765, "models": 2615, "notebook": 375, "site": 2215}
ALL: Final = 83_157
"""House and outbuildings together."""
GLUE: Final = 320
"""The modules beside the packages: which build runs, what has moved, foreign names."""


def lines(*folders: str) -> int:
    """The lines of Python in folders, without the game that 'boardgames new' copies."""
    paths = (path for folder in folders for path in (ROOT / folder).rglob("*.py") if "template" not in path.parts)
    return sum(path.read_bytes().count(b"\n") for path in paths)


@cases("name", HOUSE)
def test_a_package_of_the_house_keeps_its_price(name: str) -> None:
    assert lines(f"src/boardgames/{name}") <= HOUSE[name]


@cases("name", OUTBUILDINGS)
def test_an_outbuilding_keeps_its_price(name: str) -> None:
    assert lines(f"packages/{name}/src") <= OUTBUILDINGS[name]


def test_all_together() -> None:
    assert {path.parent.name for path in (ROOT / "src/boardgames").glob("*/__init__.py")} == HOUSE.keys()
    assert {path.parent.name for path in ROOT.glob("packages/*/pyproject.toml")} == OUTBUILDINGS.keys()
    assert lines("src/boardgames") - sum(lines(f"src/boardgames/{name}") for name in HOUSE) <= GLUE
    assert lines("src", *(f"packages/{name}/src" for name in OUTBUILDINGS)) <= ALL


def test_the_page_about_what_belongs_here_has_these_prices() -> None:
    """Rounded up, so that a package may become smaller without an edit."""
    page = (ROOT / "docs" / "scope.md").read_text(encoding="utf-8")
    prices = {
        name: int(price.replace(",", ""))
        for name, price in re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", page, re.MULTILINE)
    }
    ceilings = HOUSE | OUTBUILDINGS
    assert prices.keys() == ceilings.keys()
    assert not {name: ceilings[name] for name in ceilings if ceilings[name] > prices[name]}
