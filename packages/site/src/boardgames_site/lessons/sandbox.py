"""Names that a program in the page may not touch: the browser's own storage and network, and the page.

A game may come with a link from a stranger. It runs in a worker, which has no page, no files and no cookies; but Python
there can reach JavaScript, and a worker of this site could change what the browser keeps of it. So before the first
program of a reader runs, the worker gives up all that leads out of it. The worker's own script keeps what it needs.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Final

GIVEN_UP: Final = (
    *("caches", "indexedDB", "fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource"),
    *("Worker", "SharedWorker", "BroadcastChannel", "importScripts", "RTCPeerConnection", "FontFace", "cookieStore"),
    *("webkitRequestFileSystem", "webkitRequestFileSystemSync", "webkitResolveLocalFileSystemURL"),
    *("webkitResolveLocalFileSystemSyncURL", "Notification", "FileSystemHandle"),
)
"""Names of the worker's global object."""
OF_NAVIGATOR: Final = ("storage", "storageBuckets", "locks", "serviceWorker", "sendBeacon", "connection")
"""The same of ``navigator``."""
SCRIPT: Final = """
((names, ofNavigator) => {
  const giveUp = (object, name) => {
    for (let each = object; each; each = Object.getPrototypeOf(each)) delete each[name];
    if (name in object) throw new Error(`${name} cannot be given up`);
  };
  for (const name of names) giveUp(globalThis, name);
  for (const name of ofNavigator) giveUp(navigator, name);
})
"""


@cache
def close() -> None:
    """Give it all up, in a worker of a browser; elsewhere nothing is done."""
    if sys.platform == "emscripten":
        from pyodide.code import run_js
        from pyodide.ffi import to_js

        run_js(SCRIPT)(to_js(GIVEN_UP), to_js(OF_NAVIGATOR))
