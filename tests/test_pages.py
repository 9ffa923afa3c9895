"""What the pages name of the source exists; CI builds the pages, which shows the rest."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DOCS = ROOT / "docs"


def test_reference_pages_name_modules_that_exist_once() -> None:
    pages = [path.read_text(encoding="utf-8") for path in (DOCS / "reference").glob("*.md")]
    names = [name for text in pages for name in re.findall(r"^\.\. automodule:: (\S+)$", text, re.MULTILINE)]
    assert len(names) > 100 and len(set(names)) == len(names)
    for name in names:
        package = name.partition(".")[0].removeprefix("boardgames_")
        source = ROOT / "src" if package == "boardgames" else ROOT / "packages" / package / "src"
        path = source.joinpath(*name.split("."))
        assert path.with_suffix(".py").exists() or (path / "__init__.py").exists(), name


@pytest.mark.thorough
def test_the_search_of_the_pages_finds_whole_words_first(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "search.html").write_text(f"<script>{(DOCS / 'search.js').read_text(encoding='utf-8')}</script>")
    page = browser.new_page()
    page.goto(f"{(tmp_path / 'search.html').as_uri()}?q=Ur")

    def score(title: str, score: int, kind: str) -> int:
        given: int = page.evaluate("found => Scorer.score(found)", ["", title, "", "", score, "", kind])
        return given

    names, pages = ("boardgames.games.ur.table", "boardgames.contest.configuration"), ("Royal Game of Ur", "Course")
    for named, other in ((names[0], names[1]), (pages[0], names[1]), (pages[1], names[1])):
        kinds = ["object" if "." in title else "text" for title in (named, other)]
        assert score(named, 5, kinds[0]) > score(other, 16, kinds[1]), (named, other)
    page.close()
