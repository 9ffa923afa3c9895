"""The server: what is to be had at which address, and how it runs until somebody ends it."""

from __future__ import annotations

import hmac
import socket
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Final
from urllib.parse import parse_qsl

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from boardgames.contest import BadEntrant, check_name
from boardgames.core.lookup.game_cache import make
from boardgames.core.lookup.installed_games import find, games
from boardgames.core.lookup.spec import GameSpec
from boardgames.core.model.game import State, UnknownGame, UnreadablePosition
from boardgames.core.model.options import BadOption, describe
from boardgames.core.text.numbers import whole_number
from boardgames.view import page
from boardgames.web import pages
from boardgames.web.connection import Connection
from boardgames.web.guard import Guard
from boardgames.web.hall import Hall
from boardgames.web.round import Setting
from boardgames.web.seats import Chair, from_page
from boardgames.web.table import MOST_VISITORS, Pass, Refusal, Table

HOST: Final = "127.0.0.1"
LONGEST_FORM: Final = 16 * 1024  # bytes
LONGEST_POSITION: Final = 4000  # characters
MOST_BYTES: Final = 64 * 1024  # of a message; at more the line is cut
BACKLOG: Final = 128
LEAST_SEED, GREATEST_SEED = -(2**63), 2**63 - 1
GOODBYE: Final = 2  # seconds for requests under way when the server ends


class Refused(Exception):
    """A request that cannot be answered, told in a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(status, sentence)
        self.status = status
        self.sentence = sentence


# -- the addresses --------------------------------------------------------------------------


class Doors:
    """What is behind each address."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    def routes(self) -> list[Route | WebSocketRoute]:
        return [
            Route("/", self.hall_page),
            Route("/open", self.open, methods=["POST"]),
            Route("/close", self.close, methods=["POST"]),
            Route("/table/{number}", self.table_page),
            Route("/table/{number}/record.json", self.record),
            Route("/table/{number}/replay.html", self.replay),
            WebSocketRoute("/table/{number}/live", self.live),
            Route("/page/{name}", self.file),
            Route("/favicon.ico", self.no_picture),
        ]

    # -- who may come in -------------------------------------------------------------------

    def check_host(self, token: str) -> str:
        """Raises :class:`Refused`."""
        if not token:
            raise Refused(
                403, "Open the link that 'boardgames web' has printed: it has the token that opens this page."
            )
        if not hmac.compare_digest(token.encode(), self.hall.host_token.encode()):
            raise Refused(403, "This is not the token of this server: open the link that 'boardgames web' has printed.")
        return token

    def table(self, number: str, token: str) -> tuple[Table, Pass]:
        """The table of that number, and what the token allows there.  Raises :class:`Refused`."""
        table = self.hall.tables.get(number)
        if table is None:
            raise Refused(404, "There is no such table: it was closed, or the server was begun anew.")
        visitor = table.admit(token)
        if visitor is None:
            raise Refused(403, "This link's token is wrong for this table: ask the host for a link.")
        return table, visitor

    # -- pages -----------------------------------------------------------------------------

    async def hall_page(self, request: Request) -> Response:
        token = self.check_host(request.query_params.get("token", ""))
        game = request.query_params.get("game")
        return HTMLResponse(pages.hall_page(self.hall, token, game, {}))

    async def table_page(self, request: Request) -> Response:
        token = request.query_params.get("token", "")
        table, visitor = self.table(request.path_params["number"], token)
        return HTMLResponse(pages.table_page(table, visitor, token, f"http://{request.headers['host']}"))

    async def record(self, request: Request) -> Response:
        table, _ = self.table(request.path_params["number"], request.query_params.get("token", ""))
        named = f"{table.setting.spec.name}-{table.number}.json"
        return Response(
            table.round.story.record().json() + "\n",
            media_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="{named}"'},
        )

    async def replay(self, request: Request) -> Response:
        """The game as one page to keep; it has its own policy inside, and is saved, not shown."""
        table, _ = self.table(request.path_params["number"], request.query_params.get("token", ""))
        named = f"{table.setting.spec.name}-{table.number}.html"
        return HTMLResponse(
            page(table.round.story.record()), headers={"Content-Disposition": f'attachment; filename="{named}"'}
        )

    async def file(self, request: Request) -> Response:
        found = pages.static(request.path_params["name"])
        if found is None:
            raise Refused(404, "There is no such file.")
        text, kind = found
        return Response(text, media_type=kind, headers={"Cache-Control": "no-cache"})

    async def no_picture(self, request: Request) -> Response:
        return Response(status_code=204)

    # -- forms -----------------------------------------------------------------------------

    async def open(self, request: Request) -> Response:
        given = await form(request)
        token = self.check_host(given.get("token", ""))
        try:
            table = await self.hall.open(self.setting(given))
        except (Refusal, BadEntrant, BadOption, UnreadablePosition, UnknownGame, ValueError) as error:
            again = pages.hall_page(self.hall, token, given.get("game"), given, str(error))
            return HTMLResponse(again, 400)
        return RedirectResponse(pages.address(table, token), 303)

    async def close(self, request: Request) -> Response:
        given = await form(request)
        token = self.check_host(given.get("token", ""))
        if given.get("table", "") in self.hall.tables:
            self.hall.close(given["table"])
        return RedirectResponse(f"/?token={token}", 303)

    def setting(self, given: Mapping[str, str]) -> Setting:
        """What a form asks for.  Raises :class:`ValueError` and :class:`LookupError` that say what is wrong."""
        name = given.get("game", "")
        if name not in games():
            raise UnknownGame(f"choose one of the games: {', '.join(games())}")
        spec = find(name)
        usual = {option: default for option, default, _, _ in describe(spec.options)}
        options = {
            option: given[f"option-{option}"].strip()
            for option in usual
            if given.get(f"option-{option}", usual[option]).strip() != usual[option]
        }
        if given.get("preset"):
            options["preset"] = given["preset"]
        game = make(spec, options)
        position = given.get("position", "").strip()
        if len(position) > LONGEST_POSITION:
            raise UnreadablePosition(f"a position of more than {LONGEST_POSITION} characters")
        start: State = game.parse(position) if position else game.start()
        seed = given.get("seed", "").strip()
        chairs = tuple(self.chair(spec, seat, given) for seat in range(game.seats))
        return Setting(
            spec=spec,
            start=start,
            chairs=chairs,
            conditions=self.hall.conditions,
            seed=whole_number(seed, LEAST_SEED, GREATEST_SEED) if seed else None,
            pace=self.hall.pace,
            max_plies=self.hall.max_plies,
        )

    def chair(self, spec: GameSpec, seat: int, given: Mapping[str, str]) -> Chair:
        name = given.get(f"name-{seat}", "").strip()
        command = given.get(f"command-{seat}", "").strip()
        if name:
            check_name(name)
        return from_page(command or given.get(f"player-{seat}", ""), spec, name or None, self.hall.allow_commands)

    # -- live ------------------------------------------------------------------------------

    async def live(self, websocket: WebSocket) -> None:
        try:
            table, visitor = self.table(websocket.path_params["number"], websocket.query_params.get("token", ""))
            if len(table.visitors) >= MOST_VISITORS:
                raise Refused(503, f"{MOST_VISITORS} pages are open at this table: there is no room for more.")
        except Refused as refused:
            await websocket.send_denial_response(PlainTextResponse(refused.sentence + "\n", refused.status))
            return
        await websocket.accept()
        await Connection(websocket, table, visitor, lambda: table.number in self.hall.tables).serve()


async def form(request: Request) -> dict[str, str]:
    """What a form says.  Raises :class:`Refused`."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_FORM:
            raise Refused(413, f"A form may have {LONGEST_FORM} bytes.")
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=200))
    except ValueError:
        raise Refused(400, "This is no form of this page.") from None


async def refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return HTMLResponse(pages.refusal(error.sentence), error.status)


async def not_found(request: Request, error: Exception) -> Response:
    return HTMLResponse(pages.refusal("There is nothing at this address."), getattr(error, "status_code", 404))


def application(hall: Hall, hosts: Collection[str]) -> Starlette:
    """The server as an ASGI application, for requests to one of the ``hosts`` (each with its port)."""
    return Starlette(
        routes=Doors(hall).routes(),
        middleware=[Middleware(Guard, hosts=hosts)],
        exception_handlers={Refused: refused, 404: not_found, 405: not_found},
    )


# -- running ----------------------------------------------------------------------------------


def listen(host: str, port: int) -> socket.socket:
    """A socket at that address; port 0 takes any that is free.  Raises :class:`OSError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # else asyncio lets small texts wait
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((host, port))
        door.listen(BACKLOG)
    except OSError:
        door.close()
        raise
    return door


def hosts_of(host: str, port: int) -> list[str]:
    """What the server is called in requests, its usual name first."""
    names = [f"[{host}]" if ":" in host else host]
    if host == HOST:
        names.append("localhost")
    return [f"{name}:{port}" for name in names] + (names if port == 80 else [])


def server(hall: Hall, hosts: Sequence[str]) -> uvicorn.Server:
    """The server, ready to serve."""
    return uvicorn.Server(
        uvicorn.Config(
            application(hall, hosts),
            log_level="warning",
            access_log=False,
            lifespan="off",
            loop="asyncio",
            http="h11",
            ws="websockets-sansio",
            ws_max_size=MOST_BYTES,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=GOODBYE,
        )
    )


async def serve(
    hall: Hall,
    door: socket.socket,
    hosts: Sequence[str],
    ready: Callable[[uvicorn.Server], Awaitable[None]],
) -> None:
    """Serve until somebody ends it; then end all tables.  ``ready`` is called before the first request is heard."""
    serving = server(hall, hosts)
    try:
        await ready(serving)
        await serving.serve(sockets=[door])
    finally:
        await hall.end()
