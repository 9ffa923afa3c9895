"""Pages of one file, opened in a browser without a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Any]:
    """Open a page; an error in its console, a dialog or a request for another file fails the test."""
    complaints: list[str] = []
    contexts = []

    def visit(text: str, locale: str = "en-US", width: int = 1280) -> Page:
        path = tmp_path / "page.html"
        path.write_text(text, encoding="utf-8")
        contexts.append(browser.new_context(viewport={"width": width, "height": 860}, locale=locale, offline=True))
        tab = contexts[-1].new_page()
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("dialog", lambda dialog: complaints.append(dialog.message))
        tab.on("request", lambda request: complaints.extend([request.url] if request.url != path.as_uri() else []))
        tab.goto(path.as_uri())
        return tab

    yield visit
    for context in contexts:
        context.close()
    assert complaints == []
