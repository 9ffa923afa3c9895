"""The handlers of requests: what each address answers."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Collection, Sequence
from typing import Final
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket
from typing_extensions import override

from boardgames.contest import BadEntrant
from boardgames.core.model.game import UnknownGame
from boardgames.core.model.options import BadOption
from boardgames.core.text.said import Said, sentence_of
from boardgames.records import GameRecord, record_formats
from boardgames.session.open_records import saved_file, saved_formats
from boardgames.session.practice import games_with_problems, practice_page, problems_of
from boardgames.view import page
from boardgames.web import pages
from boardgames.web.connection import Connection
from boardgames.web.language.requests import in_language, language_of
from boardgames.web.lobby import Lobby
from boardgames.web.permissions import NotAllowed, Permissions
from boardgames.web.records import FUNCTIONS, MAX_CALL, RecordPages
from boardgames.web.security import FOREIGN, SecurityMiddleware, is_foreign_form
from boardgames.web.table import MAX_PAGES, PLAYERS_PAGES, Table

MAX_FORM: Final = 16 * 1024  # bytes


class NoPage(Exception):
    """A request that is answered with a status and a sentence; ``token`` is the one that it showed."""

    def __init__(self, status: int, sentence: str, token: str = "") -> None:
        super().__init__(status, sentence)
        self.status = status
        self.sentence = sentence
        self.token = token


async def page_asset(request: Request) -> Response:
    """A file that pages load.  Raises :class:`NoPage`."""
    asset = pages.asset(request.path_params["name"])
    if asset is None:
        raise NoPage(404, Said("There is no such file."))
    content, media_type = asset
    return Response(content, media_type=media_type, headers={"Cache-Control": "no-cache"})


async def no_icon(request: Request) -> Response:
    """Nothing, with status 204: pages have their icon in their text."""
    return Response(status_code=204)


SHARED_ROUTES: Final = (Route("/page/{name}", page_asset), Route("/favicon.ico", no_icon))
"""The addresses that lobbies and arenas have alike."""


class Refusals:
    """The pages for requests that are refused; part of the handlers of a server."""

    def back(self, token: str) -> str | None:
        """The path that such a page leads back to, for who showed a ``token``; ``None`` if there is none."""

    async def refused(self, request: Request, error: Exception) -> Response:
        """The page for a request that was refused, with the reason, or for an address where nothing is."""
        if not isinstance(error, NoPage):
            status, token = getattr(error, "status_code", 404), request.query_params.get("token", "")
            error = NoPage(status, Said("There is nothing at this address."), token)
        html = pages.refusal_page(error.sentence, self.back(error.token), language_of(request))
        return HTMLResponse(html, error.status, headers={"Connection": "close"})

    def application(self, routes: Sequence[BaseRoute], security: Middleware) -> Starlette:
        """The server as an ASGI application."""
        refusals = dict.fromkeys((NoPage, 404, 405), self.refused)
        return Starlette(routes=routes, middleware=[security], exception_handlers=refusals)


class Handlers(Refusals):
    """The handler of each address of a lobby's server."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.records = RecordPages()

    def routes(self) -> list[Route | WebSocketRoute]:
        """The addresses of the server."""
        return [
            Route("/", self.lobby_page),
            Route("/open", self.open, methods=["POST"]),
            Route("/close", self.close, methods=["POST"]),
            Route("/practice/{game}.html", self.practice),
            Route("/records", self.records_page),
            Route("/records/replay.html", self.opened_game),
            Route("/records/{function}", self.call_records, methods=["POST"]),
            Route("/table/{number}", self.table_page),
            Route("/table/{number}/record.{format}", self.record),
            Route("/table/{number}/replay.html", self.replay),
            WebSocketRoute("/table/{number}/live", self.live),
            *SHARED_ROUTES,
        ]

    # -- tokens ----------------------------------------------------------------------------

    def check_host(self, token: str) -> str:
        """The token, if it is the host's.  Raises :class:`NoPage`."""
        if not token:
            raise NoPage(403, Said("This page needs a token: open the link that 'boardgames web' printed."))
        if not self.is_host(token):
            raise NoPage(403, Said("This token is wrong: open the link that 'boardgames web' printed."))
        return token

    def is_host(self, token: str) -> bool:
        """True for the token of the person who started the server."""
        return hmac.compare_digest(token.encode(), self.lobby.host_token.encode())

    def table(self, number: str, token: str) -> tuple[Table, Permissions]:
        """The table of that number, and what the token allows there.  Raises :class:`NoPage`."""
        table = self.lobby.tables.get(number)
        if table is None or not table.games:
            raise NoPage(404, Said("There is no such table: it was closed, or the server was started anew."), token)
        permissions = table.permissions(token)
        if permissions is None:
            raise NoPage(403, Said("This link's token is wrong for this table: ask the host for a link."))
        return table, permissions

    # -- pages -----------------------------------------------------------------------------

    async def lobby_page(self, request: Request) -> Response:
        """The page with all tables."""
        token, language = self.check_host(request.query_params.get("token", "")), language_of(request)
        query = request.query_params
        practising = "practice" in query
        page = pages.lobby_page(self.lobby, token, query.get("game"), {}, language=language, practising=practising)
        return in_language(HTMLResponse(page), request)

    async def practice(self, request: Request) -> Response:
        """The problems that come with a game.  The page has a content policy of its own."""
        game = request.path_params["game"]
        if game not in games_with_problems():
            raise NoPage(404, Said("No problems come with this game."))
        document = await asyncio.to_thread(practice_page, problems_of(game))
        return HTMLResponse(document, headers={"Content-Security-Policy": "frame-ancestors 'none'"})

    async def table_page(self, request: Request) -> Response:
        """The page of a table."""
        token = request.query_params.get("token", "")
        table, permissions = self.table(request.path_params["number"], token)
        origin = f"http://{request.headers['host']}"
        page = pages.table_page(table, permissions, token, origin, language=language_of(request))
        return in_language(HTMLResponse(page), request)

    async def record(self, request: Request) -> Response:
        """The record of a table's game, in a format of the game."""
        table, permissions = self.table(request.path_params["number"], request.query_params.get("token", ""))
        formats = saved_formats(table.setup.spec)
        return await record_response(table.record(permissions), formats, table.number, request.path_params["format"])

    async def records_page(self, request: Request) -> Response:
        """The page for games in files."""
        token, language = self.check_host(request.query_params.get("token", "")), language_of(request)
        return in_language(HTMLResponse(pages.records_page(token, language)), request)

    async def call_records(self, request: Request) -> Response:
        """A call of that page."""
        query, function = request.query_params, request.path_params["function"]
        self.check_host(query.get("token", ""))
        if is_foreign_form(request.headers):
            raise NoPage(403, FOREIGN, query["token"])
        if function not in FUNCTIONS:
            raise NoPage(404, Said("There is nothing at this address."), query["token"])
        body = await read_body(request, MAX_CALL)
        return StreamingResponse(self.records.answer(query.get("page", ""), function, body, language_of(request)))

    async def opened_game(self, request: Request) -> Response:
        """A game that the page of files has opened, to step through in a frame of it."""
        query = request.query_params
        self.check_host(query.get("token", ""))
        try:
            document = await asyncio.to_thread(self.records.of(query.get("page", "")).replay, int(query["number"]))
        except (ValueError, LookupError) as error:
            raise NoPage(404, sentence_of(error)) from None
        policy = {
            "Content-Security-Policy": "sandbox allow-scripts; frame-ancestors 'self'",
            "X-Frame-Options": "SAMEORIGIN",
        }
        return HTMLResponse(document, headers=policy)

    async def replay(self, request: Request) -> Response:
        """The game as one page.  It has a content policy of its own, so it is downloaded, not shown."""
        table, permissions = self.table(request.path_params["number"], request.query_params.get("token", ""))
        document = await asyncio.to_thread(page, table.record(permissions))  # a long game takes seconds
        return replay_response(document, table.setup.spec.name, table.number)

    @override
    def back(self, token: str) -> str | None:
        return pages.lobby_path(token) if self.is_host(token) else None

    # -- forms -----------------------------------------------------------------------------

    async def open(self, request: Request) -> Response:
        form = await read_form(request)
        token = self.check_host(form.get("token", ""))
        try:
            table = await self.lobby.open(self.lobby.setup(form))
        except (NotAllowed, BadEntrant, BadOption, UnknownGame, ValueError) as error:
            errors = {getattr(error, "field", ""): sentence_of(error)}
            again = pages.lobby_page(self.lobby, token, form.get("game"), form, errors, language_of(request))
            return HTMLResponse(again, 400)
        return RedirectResponse(pages.table_path(table, token), 303)

    async def close(self, request: Request) -> Response:
        form = await read_form(request)
        token = self.check_host(form.get("token", ""))
        if form.get("table", "") in self.lobby.tables:
            self.lobby.close(form["table"])
        return RedirectResponse(pages.lobby_path(token), 303)

    # -- live ------------------------------------------------------------------------------

    async def live(self, websocket: WebSocket) -> None:
        """The WebSocket that feeds the page of a table."""
        try:
            table, permissions = self.table(websocket.path_params["number"], websocket.query_params.get("token", ""))
            most = MAX_PAGES + (PLAYERS_PAGES if permissions.slots or permissions.is_host else 0)
            if len(table.listeners) >= most:
                raise NoPage(503, Said("{number} pages are open at this table, and no more are allowed.", number=most))
        except NoPage as refused:
            await websocket.send_denial_response(PlainTextResponse(refused.sentence + "\n", refused.status))
            return
        await websocket.accept()
        table.arrive(permissions)
        await Connection(
            websocket, table, permissions, lambda: table.number in self.lobby.tables, language_of(websocket)
        ).serve()


async def record_response(record: GameRecord, formats: Collection[str], number: object, form: str) -> Response:
    """A file with the game of a ``record``, to download.  Raises :class:`NoPage`.

    ``formats`` are those of the game, ``number`` is the table's, and ``form`` the format that is asked for.
    """
    if form not in formats:
        raise NoPage(404, Said("Games like this are saved as {formats}.", formats=", ".join(formats)))
    try:
        content = await asyncio.to_thread(saved_file, record, form)
    except ValueError as error:
        raise NoPage(400, sentence_of(error)) from None
    media = "application/json" if form == record_formats.JSON else "text/plain"
    disposition = f'attachment; filename="{record.game}-{number}.{form}"'
    return Response(content, media_type=media, headers={"Content-Disposition": disposition})


def replay_response(document: str, game: str, number: object) -> Response:
    """The ``document`` of a game as a file to download.  Its name is that of the ``game`` and the table's number."""
    disposition = f'attachment; filename="{game}-{number}.html"'
    return HTMLResponse(document, headers={"Content-Disposition": disposition})


async def read_form(request: Request) -> dict[str, str]:
    """The fields of a form that one of this server's pages sent.  Raises :class:`NoPage`.

    Every handler of a form of a lobby reads it with this function, which refuses forms of foreign pages.
    """
    form = await read_fields(request)
    if is_foreign_form(request.headers):
        raise NoPage(403, FOREIGN, form.get("token", ""))
    return form


async def read_fields(request: Request) -> dict[str, str]:
    """The fields of a form, whoever sent it.  Raises :class:`NoPage`.

    ``request`` is the one that sends the form.
    """
    body = await read_body(request, MAX_FORM)
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=200))
    except ValueError:
        raise NoPage(400, Said("This is not a form of this server's pages.")) from None


async def read_body(request: Request, most: int) -> bytes:
    """The content of a request, of ``most`` bytes.  Raises :class:`NoPage`."""
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > most:
                raise NoPage(413, Said("A form may have {number} bytes.", number=most))
    except ClientDisconnect:
        raise NoPage(400, Said("The form did not arrive as a whole.")) from None
    return bytes(body)


def application(lobby: Lobby, hosts: Collection[str]) -> Starlette:
    """The server as an ASGI application, for requests to one of the ``hosts`` (each with its port)."""
    handlers = Handlers(lobby)
    return handlers.application(handlers.routes(), Middleware(SecurityMiddleware, hosts=hosts))
