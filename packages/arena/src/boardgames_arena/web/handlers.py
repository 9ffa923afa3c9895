"""The handlers of an arena's addresses."""

from __future__ import annotations

import asyncio
import hmac
import time
from collections import OrderedDict
from typing import Any, Final

from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from typing_extensions import override

from boardgames.core.lookup import ChosenGame, find
from boardgames.core.text import Said, sentence_of
from boardgames.records import GameRecord
from boardgames.session import key_of, saved_formats
from boardgames.view import packaged_text, page
from boardgames.web import (
    FOREIGN,
    IS_WAITING,
    MAX_PAGES,
    SHARED_ROUTES,
    Connection,
    NoPage,
    Permissions,
    Refusals,
    in_language,
    language_of,
    read_fields,
    record_response,
    replay_response,
    table_page,
)
from boardgames_arena.accounts import Refused
from boardgames_arena.arena import Arena, offered
from boardgames_arena.connection import BotConnection
from boardgames_arena.export import FORMATS, read_time
from boardgames_arena.ladder import Ladder, rating_over_time, read_ladder
from boardgames_arena.messages import PATH, SUBPROTOCOL
from boardgames_arena.web import pages
from boardgames_arena.web.security import ArenaSecurity, is_own_form, origins_of
from boardgames_arena.web.socket import StarletteSocket
from boardgames_arena.web.watching import WatchedGame

KEPT_GAMES: Final = 32
"""Finished games kept in memory, to be shown again at once."""
PLIES_SHOWN: Final = 2.0  # seconds from one look at the plies of live games to the next
SLOW_WORK: Final = 2
"""Long reckonings at a time: others' games are refereed in the same process."""
LONGEST_HISTORY: Final = 5000  # games; a rating over time looks at the last of them
ASSETS: Final = {"css": "text/css", "js": "text/javascript"}
"""The media types of an arena's own files, by their endings."""
FORMS = ("ban", "unban", "delete", "pause", "resume", "close", "round", "invite")


class GameNumber(IntegerConvertor):
    """The number of a game in an address; Python reads no number of thousands of digits."""

    regex = "[0-9]{1,18}"


register_url_convertor("game", GameNumber())


async def arena_asset(request: Request) -> Response:
    """The script or the style sheet of an arena's pages.  Raises :class:`NoPage`."""
    kind = request.path_params["kind"]
    if kind not in ASSETS:
        raise NoPage(404, Said("There is no such file."))
    text = packaged_text(f"assets/arena.{kind}", __package__)
    return Response(text, media_type=ASSETS[kind], headers={"Cache-Control": "no-cache"})


class Handlers(Refusals):
    """The handler of each address."""

    def __init__(self, arena: Arena, hosts: list[str], url: str, admin_token: str) -> None:
        self.arena = arena
        self.url = url
        self.origins = origins_of(hosts, url)
        self.admin_token = admin_token
        self.watched: OrderedDict[int, WatchedGame] = OrderedDict()
        self.following: dict[int, asyncio.Task[None]] = {}
        self.slow = asyncio.Semaphore(SLOW_WORK)
        self.fragments: dict[tuple[str, str], tuple[str, str]] = {}
        self.histories: dict[tuple[str, int], tuple[int, Any]] = {}

    @override
    def back(self, token: str) -> str | None:
        return "/"

    def routes(self) -> list[Route | WebSocketRoute]:
        """The addresses of the arena."""
        return [
            Route("/", self.ladder_page),
            Route("/live", self.live_part),
            Route("/ladder.{kind}", self.export),
            Route("//ladder.{kind}", self.export),
            Route("/bot/{name:path}", self.bot_page),
            Route("/table/{number:game}", self.table_page),
            Route("/table/{number:game}/record.{format}", self.record),
            Route("/table/{number:game}/replay.html", self.replay),
            WebSocketRoute("/table/{number:game}/live", self.watch),
            WebSocketRoute(PATH, self.bot),
            Route("/invite/{token}", self.invitation),
            Route("/admin", self.admin_page),
            Route("/admin", self.admin, methods=["POST"]),
            Route("/page/arena.{kind}", arena_asset),
            *SHARED_ROUTES,
        ]

    # -- the ladder --------------------------------------------------------------------------

    def game(self, request: Request) -> ChosenGame:
        """The game that a request names, else the first.  Raises :class:`NoPage`."""
        text = request.query_params.get("game")
        game = self.arena.games[0] if text is None else offered(text, self.arena.games)
        if game is None:
            raise NoPage(404, Said("This arena does not play that game."))
        return game

    def span(self, request: Request) -> dict[str, float]:
        """The span of time that a request asks for.  Raises :class:`NoPage`."""
        try:
            return {
                parameter: read_time(request.query_params[name])
                for parameter, name in (("since", "from"), ("until", "until"))
                if request.query_params.get(name)
            }
        except ValueError as error:
            raise NoPage(400, Said("{error}.", error=sentence_of(error))) from None

    async def ladder(self, game: ChosenGame, span: dict[str, float]) -> Ladder:
        """The ladder of a game, now or of a span of time."""
        if not span:
            return await self.arena.ladders.latest(game.name)
        async with self.slow:
            return await asyncio.to_thread(read_ladder, self.arena.store, game.name, **span)

    async def ladder_page(self, request: Request) -> Response:
        """The first page: a game's ladder, and the games that are played."""
        game, span = self.game(request), self.span(request)
        written = {name: request.query_params[name] for name in ("from", "until") if request.query_params.get(name)}
        ladder = await self.ladder(game, span)
        html = pages.ladder_page(self.arena, game, ladder, self.url, written, language_of(request))
        return in_language(HTMLResponse(html), request)

    async def live_part(self, request: Request) -> Response:
        """The part of the first page that changes; status 204 if it has not changed."""
        game, language, version = self.game(request), language_of(request), str(self.arena.version)
        if self.arena.live:  # their plies grow
            version += f".{time.monotonic() // PLIES_SHOWN:.0f}"
        if request.query_params.get("version") == version:
            return Response(status_code=204)
        fragment = self.fragments.get((game.name, language))
        if fragment is None or fragment[0] != version:
            fragment = (version, pages.ladder_fragment(self.arena, game, language))
            self.fragments[game.name, language] = fragment
        return HTMLResponse(fragment[1], headers={"X-Version": version})

    async def export(self, request: Request) -> Response:
        """The ladders of all games, or of one; in a span of time."""
        form = FORMATS.get(request.path_params["kind"])
        if form is None:
            raise NoPage(404, Said("A ladder can be had as: {name}.", name=", ".join(FORMATS)))
        games = self.arena.games if "game" not in request.query_params else [self.game(request)]
        span = self.span(request)
        write, media_type = form
        text = write([await self.ladder(game, span) for game in games])
        headers = {} if media_type == "application/json" else {"Content-Disposition": "attachment"}
        return Response(text, media_type=media_type, headers=headers)

    async def bot_page(self, request: Request) -> Response:
        """The page of a bot: its rating and its latest games."""
        game = self.game(request)
        account = self.arena.store.account(key_of(request.path_params["name"]))
        if account is None:
            raise NoPage(404, Said("There is no bot of that name."))
        own = self.arena.store.games(game.name, account.number, last=pages.BOT_GAMES)
        standings = self.arena.ladders[game.name].standings
        total = next((standing.games for standing in standings if standing.account == account.number), len(own))
        key = (game.name, account.number)
        history = self.histories.get(key)
        if history is None or history[0] != total:
            async with self.slow:
                games = await asyncio.to_thread(self.arena.store.games, game.name, last=LONGEST_HISTORY)
                history = (total, await asyncio.to_thread(rating_over_time, games, account.number))
            self.histories[key] = history
        html = pages.bot_page(self.arena, game, account, own, total, history[1], language_of(request))
        return in_language(HTMLResponse(html), request)

    # -- games -------------------------------------------------------------------------------

    async def watched_game(self, number: int) -> WatchedGame:
        """A game that is played now or is finished.  Raises :class:`NoPage`."""
        if number in self.watched:
            self.watched.move_to_end(number)
            return self.watched[number]
        live = self.arena.live.get(number)
        if live is not None:
            game = WatchedGame(
                number, live.game.spec, live.referee.playthrough.start, live.names, live.referee.briefing.clocks
            )
            self.following[number] = asyncio.create_task(game.follow(live))
            self.following[number].add_done_callback(lambda task: self.following.pop(number, None))
        else:
            record = self.finished(number)
            row = self.arena.store.game(number)
            offer = next((game for game in self.arena.games if row is not None and game.name == row.game), None)
            if offer is None:
                raise NoPage(
                    404,
                    Said(
                        "Game {number} is a game of {game}, which this arena does not show now.",
                        number=number,
                        game=record.game,
                    ),
                )
            async with self.slow:
                game = await asyncio.to_thread(WatchedGame.of_record, number, record, offer.spec)
        self.watched[number] = game
        unwatched = [old for old, shown in self.watched.items() if not shown.listeners]
        for old in unwatched[: len(self.watched) - KEPT_GAMES]:
            if old != number:
                del self.watched[old]
                if old in self.following:
                    self.following[old].cancel()
        return game

    def finished(self, number: int) -> GameRecord:
        """The record of a finished game.  Raises :class:`NoPage`."""
        record = self.arena.store.record(number)
        if record is None:
            raise NoPage(404, Said("There is no game {number}, or it was broken off.", number=number))
        return record

    def so_far(self, number: int) -> GameRecord:
        """The record of a game, finished or not.  Raises :class:`NoPage`."""
        live = self.arena.live.get(number)
        return self.finished(number) if live is None else live.record(None)

    async def table_page(self, request: Request) -> Response:
        """The page of a game, to watch it."""
        game = await self.watched_game(request.path_params["number"])
        html = table_page(game, Permissions(), "", self.url, home="/", language=language_of(request))
        return in_language(HTMLResponse(html), request)

    async def watch(self, websocket: WebSocket) -> None:
        """The WebSocket that feeds the page of a game."""
        try:
            game = await self.watched_game(websocket.path_params["number"])
            if len(game.listeners) >= MAX_PAGES:
                raise NoPage(503, Said("{number} pages show this game, and no more are allowed.", number=MAX_PAGES))
        except NoPage as refused:
            await websocket.send_denial_response(PlainTextResponse(refused.sentence + "\n", refused.status))
            return
        await websocket.accept()
        await Connection(websocket, game, Permissions(), lambda: True, language_of(websocket)).serve()

    async def record(self, request: Request) -> Response:
        """The record of a game in a format of the game, as far as it was played."""
        record, (number, form) = self.so_far(request.path_params["number"]), request.path_params.values()
        return await record_response(record, saved_formats(find(record.game)), number, form)

    async def replay(self, request: Request) -> Response:
        """A game as a page to step through, in one file."""
        record = self.so_far(request.path_params["number"])
        async with self.slow:
            document = await asyncio.to_thread(page, record)
        return replay_response(document, record.game, request.path_params["number"])

    # -- bots --------------------------------------------------------------------------------

    async def bot(self, websocket: WebSocket) -> None:
        """The WebSocket of a bot that plays from home."""
        if SUBPROTOCOL not in websocket.scope["subprotocols"]:
            sentence = (
                f"This arena speaks the WebSocket subprotocol {SUBPROTOCOL!r}; is your boardgames another version?"
            )
            await websocket.send_denial_response(PlainTextResponse(sentence + "\n", 400))
            return
        await websocket.accept(SUBPROTOCOL)
        connection = BotConnection(StarletteSocket(websocket), self.arena.join, self.arena.leave)
        websocket.scope[IS_WAITING] = lambda: connection.waiting
        await connection.serve()

    # -- the people who run it -----------------------------------------------------------------

    def check_admin(self, token: str) -> None:
        """Raises :class:`NoPage` unless the token is the administrator's."""
        if not hmac.compare_digest(token.encode(), self.admin_token.encode()):
            raise NoPage(403, Said("This page needs its token: open the link that 'boardgames serve' printed."))

    async def invitation(self, request: Request) -> Response:
        """The page that tells an invited person how to connect a bot."""
        token = request.path_params["token"]
        if not self.arena.accounts.is_invitation(token):
            raise NoPage(404, Said("This invitation was used, or there is none such: ask for another."))
        html = pages.invitation_page(self.url, token, self.arena.games, language_of(request))
        return in_language(HTMLResponse(html), request)

    async def admin_page(self, request: Request) -> Response:
        """The administrator's page."""
        token = request.query_params.get("token", "")
        self.check_admin(token)
        html = pages.admin_page(self.arena, token, self.url, language=language_of(request))
        return in_language(HTMLResponse(html), request)

    async def admin(self, request: Request) -> Response:
        """Do what a form of the administrator asks for: a ban, a pause, an invitation, and show the page again."""
        if not is_own_form(request.headers, self.origins):
            raise NoPage(403, FOREIGN)
        form = await read_fields(request)
        token = form.get("token", "")
        self.check_admin(token)
        message, invitation = "", ""
        try:
            match form.get("do"):
                case "ban":
                    message = Said("{name} is banned.", name=(await self.arena.ban(form.get("name", ""))).name)
                case "unban":
                    account = await self.arena.ban(form.get("name", ""), False)
                    message = Said("{name} may play again.", name=account.name)
                case "delete":
                    account = await self.arena.delete(form.get("name", ""))
                    message = Said("{name} is deleted; the name is free again.", name=account.name)
                case "pause":
                    self.arena.pause()
                case "resume":
                    self.arena.pause(False)
                case "close":
                    number = form.get("game", "")
                    self.arena.close_game(int(number) if number.isdecimal() and len(number) < 12 else 0)
                    message = Said("Game {number} is closed; it has no result.", number=number)
                case "round":
                    self.arena.set_next_round(read_time(form.get("at", "")))
                case "invite":
                    invitation = await self.arena.store.changed(self.arena.accounts.invite)
                case _:
                    raise NoPage(400, Said("A form does one of: {name}.", name=", ".join(FORMS)))
        except (Refused, ValueError) as error:
            message = Said("{error}.", error=sentence_of(error))
        language = language_of(request)
        return HTMLResponse(pages.admin_page(self.arena, token, self.url, message, invitation, language))


def application(arena: Arena, hosts: list[str], url: str, admin_token: str) -> Starlette:
    """The arena's site as an ASGI application, for requests to one of the ``hosts`` (each with its port)."""
    handlers = Handlers(arena, hosts, url, admin_token)
    return handlers.application(handlers.routes(), Middleware(ArenaSecurity, hosts=hosts, origins=handlers.origins))
