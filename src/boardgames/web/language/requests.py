"""The language of a request, and of the page that answers it."""

from __future__ import annotations

from typing import Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from boardgames.language.catalogue import LANGUAGES, preferred

COOKIE: Final = "boardgames-language"
YEAR: Final = 365 * 24 * 3600  # seconds


def language_of(request: HTTPConnection) -> str:
    """The language of a page: as its address says, else as was chosen in this browser, else as the browser prefers.

    ``request`` is the one for the page.
    """
    chosen = request.query_params.get("language") or request.cookies.get(COOKIE)
    return preferred(request.headers.get("accept-language", ""), chosen)


def in_language(response: Response, request: Request) -> Response:
    """The response, which keeps the language that was chosen by a link in this browser.

    ``request`` is the one that is answered.
    """
    response.headers["Vary"] = "Accept-Language, Cookie"
    chosen = request.query_params.get("language")
    if chosen in LANGUAGES:
        response.set_cookie(COOKIE, chosen, max_age=YEAR, samesite="lax", httponly=True)
    return response
