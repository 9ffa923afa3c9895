"""The static site, built once and served on loopback below a path, for tests in a browser."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from boardgames.solve.cache import cache_folder
from boardgames.web.site.build import build
from boardgames.web.site.packages import NoPackage
from tests.conftest import ROOT

BELOW = "/some/path/"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *words: object) -> None:
        pass


@contextmanager
def served_site(folder: Path) -> Iterator[str]:
    """Build the site below a folder and serve it; its address.  Skips where Pyodide cannot be had."""
    pyodide = os.environ.get("BOARDGAMES_PYODIDE")
    out = folder / BELOW.strip("/")
    try:
        build(out, cache=cache_folder(), pyodide=Path(pyodide) if pyodide else None, docs=ROOT / "docs")
    except NoPackage as error:
        pytest.skip(str(error))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{BELOW}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
