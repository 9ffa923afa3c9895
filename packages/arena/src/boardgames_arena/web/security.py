"""Which requests an arena answers: those for its own address, also behind a proxy, and bots, which are no browsers."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Scope
from typing_extensions import override

from boardgames.web import FOREIGN, SecurityMiddleware
from boardgames_arena.messages import PATH


def origins_of(hosts: list[str], url: str) -> frozenset[str]:
    """The origins of pages of this server: directly, and at the address that others see."""
    parts = urlsplit(url)
    return frozenset({f"http://{host}" for host in hosts} | {f"{parts.scheme}://{parts.netloc}"})


def is_own_form(headers: Headers, origins: frozenset[str]) -> bool:
    """True if one of this server's pages sent a form.  No page can set these headers itself."""
    site = headers.get("sec-fetch-site")
    return site == "same-origin" if site is not None else headers.get("origin") in origins


class ArenaSecurity(SecurityMiddleware):
    """As for every page; but a bot may open the arena's WebSocket without the origin that every browser sends."""

    def __init__(self, app: ASGIApp, hosts: list[str], origins: frozenset[str]) -> None:
        super().__init__(app, hosts)
        self.origins = origins

    @override
    def reason_to_refuse(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self.hosts:
            return "This server has another address: open the link that it printed."
        if scope["type"] == "websocket":
            origin = headers.get("origin")
            if origin is None and scope["path"] == PATH:
                return None
            if origin not in self.origins:
                return FOREIGN
        return None
