"""The static site, built once for the tests of a module, and served under a path as static hosts have it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from boardgames_site import build
from boardgames_site.packages import NoPackage

from tests.web.tabs import Tab

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Route

LOADING = 180.0  # seconds until Python is loaded, on a busy machine
PATH = "some/path"
"""The site stands under it."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@attrs.frozen
class StaticSite:
    """A folder with a server of files."""

    folder: Path
    origin: str

    def link(self, page: str) -> str:
        return f"{self.origin}/{PATH}/{page}"


@contextmanager
def served(root: Path) -> Iterator[str]:
    """A server of a folder's files; its origin."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root)))
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def static_site(root: Path, docs: Path | None = None) -> Iterator[StaticSite]:
    """The whole site, with the pages of ``docs`` if they are given, built in a folder.

    Skips the tests where Pyodide is neither in the cache nor to be fetched.
    """
    folder = root / PATH
    try:
        build(folder, docs=docs or False)
    except NoPackage as error:
        pytest.skip(f"no Pyodide: {error}")
    with served(root) as origin:
        yield StaticSite(folder, origin)


def cut_off(context: BrowserContext, site: StaticSite) -> list[str]:
    """Refuse all other hosts; the list gets what was asked of them."""
    asked: list[str] = []

    def decide(route: Route) -> None:
        if route.request.url.startswith((site.origin, "blob:", "data:")):
            route.continue_()
        else:
            asked.append(route.request.url)
            route.abort()

    context.route("**/*", decide)
    return asked


@contextmanager
def opened(context: BrowserContext, link: str) -> Iterator[Tab]:
    """A tab of a context at a page; a complaint in its console fails the test."""
    tab = Tab(context.new_page())
    tab.page.set_default_timeout(1000 * LOADING)
    tab.page.goto(link)
    yield tab
    assert tab.complaints == []
    tab.page.close()
