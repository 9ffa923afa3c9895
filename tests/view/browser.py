"""Chromium, driven by Playwright.  Where either is missing, tests skip and say so."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first has no windows to manage, and takes half the time."""
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]


def chromium() -> str:
    """The path of Chromium."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip(
            "there is no Chromium here: 'apt-get install chromium-headless-shell', or say where it is in CHROMIUM"
        )
    return found


@contextmanager
def browser() -> Iterator[Browser]:
    """A headless browser that makes no requests of its own."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed: pip install playwright"
    )
    with playwright.sync_playwright() as driver:
        window = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            yield window
        finally:
            window.close()
