"""One of each: the places where the library starts a program, opens a database or begins a document.

A new capability uses the one that stands.  Where a place is really needed it is added here, for a reader to see.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

from tests.conftest import ROOT
from tests.samples import cases
from tests.test_layers import SOURCES, TEMPLATE

PLACES = {
    "a program is started": (
        r"\bPopen\(",
        {"processes/workers.py", "referee/portable_tree.py", "web/reload/reloader.py"},
    ),
    "an SQLite file is opened": (r"\bsqlite3\.connect\(", {"contest/store/sqlite_file.py"}),
    "templates are read by jinja2": (r"\bEnvironment\(", {"web/language/templates.py"}),
    "a referee is made": (r"\bReferee\(", {"contest/game.py"}),
    "a table is written as CSV": (r"\bcsv\.writer\(", {"view/tables.py"}),
    "an option of the command line is declared": (r"\bclick\.option\(", {"cli/options.py"}),
    "an HTML document begins": (
        r"(?m)^<!doctype html>",
        {"view/document.html", "web/templates/base.html"},
    ),
}

NAMESAKES = frozenset(
    [
        "Action",
        "Board",
        "Catalogue",
        "CodinGame",
        "CodinGamePlayer",
        "Layer",
        "Line",
        "Move",
        "Moves",
        "Numbering",
        "Pairs",
        "PatternJudgement",
        "Position",
        "Scene",
        "State",
        "Text",
        "Variant",
        "View",
        "_Reader",
        "Boards",
        "Rules",
    ]
)
"""Class names that stand for the same thing in several packages (each game's ``State``), or did so before this test."""


@cache
def texts() -> dict[str, str]:
    """The library's source and templates, by their path in the package."""
    files = (path for ending in ("*.py", "*.html") for path in SOURCES.rglob(ending))
    return {str(path.relative_to(SOURCES)): path.read_text("utf-8") for path in files if TEMPLATE not in path.parents}


@cases("idea", PLACES)
def test_an_idea_stands_where_it_stood(idea: str) -> None:
    pattern, places = PLACES[idea]
    assert {path for path, text in texts().items() if re.search(pattern, text)} == places


def test_packages_declare_options_by_the_same_door() -> None:
    """And their commands have the library's help pages."""
    sources = [path for path in ROOT.glob("packages/*/src/**/*.py") if "click" in path.read_text("utf-8")]
    assert len(sources) > 8
    for path in (*sources, *(SOURCES / "cli").rglob("*.py")):
        text = path.read_text("utf-8")
        assert "click.option(" not in text or path == SOURCES / "cli/options.py", path
        assert not re.search(r"@(click|tournament)\.command\((?!.*cls=Command\))", text), path


def test_packages_set_games_up_by_the_same_door() -> None:
    """A referee, and the dice that follow from a seed, come from contest.set_up."""
    for path in ROOT.glob("packages/*/src/**/*.py"):
        assert not re.search(r"\b(Referee|SeededDice|ArenaDice)\(", path.read_text("utf-8")), path


def test_a_class_name_stands_for_one_thing() -> None:
    """Only module-level classes count: nobody imports the others."""
    places = defaultdict(set)
    for path, text in texts().items():
        for name in re.findall(r"(?m)^class (\w+)", text):
            places[name].add(path)
    assert {name for name, paths in places.items() if len(paths) > 1} <= NAMESAKES
    assert places.keys() >= NAMESAKES, "a name that is gone leaves this list"
