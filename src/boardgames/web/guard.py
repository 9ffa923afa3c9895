"""The guard at the door: whose requests are heard at all, and what a page may do in its browser.

A page of somebody else's must not reach a server on this machine through its user's browser,
neither under another name (the Host) nor from another page (the Origin).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

HEADERS: Final = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def policy(hosts: Collection[str]) -> str:
    """The Content-Security-Policy: our own files and nobody else's, and no script in a page.

    >>> policy(["127.0.0.1:8000"]).partition(";")[0]
    "default-src 'none'"
    """
    sockets = " ".join(f"ws://{host}" for host in hosts)
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        f"connect-src 'self' {sockets}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )


class Guard:
    """Lets through what is addressed to one of the ``hosts``, and comes from its own pages where that matters."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.headers: Mapping[str, str] = {**HEADERS, "Content-Security-Policy": policy(sorted(self.hosts))}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
            await send(message)

        why = self.refused(scope)
        if why is None:
            await self.app(scope, receive, with_headers)
            return
        response = PlainTextResponse(why + "\n", 403)
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, with_headers).send_denial_response(response)
        else:
            await response(scope, receive, with_headers)

    def refused(self, scope: Scope) -> str | None:
        """Why a request is not heard; ``None``, if it is."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if host not in self.hosts:
            return "This server is not called so: open the link that it printed."
        if scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD"):
            origin = headers.get("origin", "")
            if origin != f"http://{host}":
                return "This comes from a page of somebody else's: only this server's own pages may ask for that."
        return None
