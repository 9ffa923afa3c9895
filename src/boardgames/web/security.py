"""Which requests are answered at all, and what a page may do in its browser.

A foreign web site must not reach a server on this machine through a user's browser, neither under
another name for this machine (the Host) nor from a page of its own (the Origin).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from boardgames.core.text.said import Said

HEADERS: Final = {
    "Referrer-Policy": "same-origin",  # under "no-referrer" browsers post forms with "Origin: null"
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


FOREIGN: Final = Said("This request comes from a foreign page: only this server's own pages may send it.")


def is_foreign_form(headers: Headers) -> bool:
    """True if a form was sent by a page of another server, or by no page.

    No page can set ``Sec-Fetch-Site`` or ``Origin`` itself.  Browsers send the first only to this machine
    or over https; and some extensions make the second "null".
    """
    origin, site = headers.get("origin", "null"), headers.get("sec-fetch-site")
    if site not in (None, "same-origin"):
        return True
    return origin != f"http://{headers.get('host', '')}" and (origin != "null" or site is None)


def content_security_policy(hosts: Collection[str]) -> str:
    """The Content-Security-Policy: only this server's own files, and no script inside a page.

    >>> content_security_policy(["127.0.0.1:8000"]).partition(";")[0]
    "default-src 'none'"
    """
    sockets = " ".join(f"ws://{host}" for host in hosts)
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; "
        f"connect-src 'self' {sockets}; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )


class SecurityMiddleware:
    """Adds the security headers, and refuses requests for other hosts and WebSockets of foreign pages.

    Forms are checked where they are read (:func:`boardgames.web.handlers.read_form`), because a refused form
    gets a link back, which needs its token.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.headers: Mapping[str, str] = {
            **HEADERS,
            "Content-Security-Policy": content_security_policy(sorted(self.hosts)),
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
            await send(message)

        reason = self.reason_to_refuse(scope)
        if reason is None:
            await self.app(scope, receive, send_with_headers)
            return
        response = PlainTextResponse(reason + "\n", 403)
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send_with_headers).send_denial_response(response)
        else:
            await response(scope, receive, send_with_headers)

    def reason_to_refuse(self, scope: Scope) -> str | None:
        """A sentence that says why a request is refused; ``None`` if it is not."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if host not in self.hosts:
            return "This server has another address: open the link that it printed."
        if scope["type"] == "websocket" and headers.get("origin") != f"http://{host}":
            return FOREIGN
        return None
