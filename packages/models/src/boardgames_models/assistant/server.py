"""The server: its tools, and how it speaks, on standard input and output or on a port of this machine."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, Final

from mcp.server import MCPServer
from mcp.server.mcpserver.tools import Tool
from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import CallToolResult, ToolAnnotations

import boardgames
from boardgames.processes import WorkerDied, Workers
from boardgames_models.assistant.bounded_calls import CallLimits, CallTooLong, bounded_call
from boardgames_models.assistant.results import refusal, result

if TYPE_CHECKING:
    import uvicorn

AT_A_TIME: Final = 4
"""Calls under way; more wait."""
INSTRUCTIONS: Final = """\
Rules, boards, exact values and players of abstract board games. Nothing is kept between calls: give the game and all
actions since its start each time, throws of dice included, which are written as =3. Never work a position out yourself:
ask 'look' and 'legal'. 'play' plays an action, throws the dice and has a player answer. Where there are 'open_table'
and 'act', take them for a game that counts: a server throws its dice, once.
"""
ARGUMENTS: Final = {
    "game": "The name of a game from 'games', with options behind it: ur, ur:tokens=3, morris:preset=classic.",
    "actions": "All actions since the start, in order, throws included. At most 2000.",
    "position": "Where the game began, if not at its usual start: a text that 'look' has shown.",
    "action": "One action, as 'legal' writes it.",
    "by": "The judge.",
    "reply": "The player that answers, such as alphabeta:level=3, greedy or random.",
    "seed": "Of the dice and of the player.",
    "picture": "Add an SVG picture.",
    "plies": "The longest mate to look for.",
    "rest": "The defender has all other pieces in hand.",
    "table": "The number of a table that 'open_table' gave.",
    "opponent": "The other side: a player with its level, such as alphabeta:level=3, or guest, a person with a link.",
    "side": "The seat that you take, from 0.",
}
"""The meaning of each argument, the same in all tools."""


def make_server(workers: Workers, limits: CallLimits, link: str | None = None) -> MCPServer:
    """The server of the tools: those about rules are called in ``workers``, within ``limits``.

    With the ``link`` that ``boardgames web`` printed there are those for games that count too.
    Raises :class:`ValueError` for another link.
    """
    from boardgames_models.assistant.answers import TOOLS, recorded

    ask = partial(_asked, workers, limits)
    tools = [_tool(_in_worker(ask, tool), read_only=True) for tool in TOOLS]
    if link is not None:
        from boardgames_models.assistant.tables import TablesElsewhere

        tables = TablesElsewhere(link, lambda record: ask(recorded, {"record": record}))
        tools += [_tool(tool, read_only=False) for tool in (tables.open_table, tables.act)]
    return MCPServer(
        "boardgames",
        title="Board games",
        instructions=INSTRUCTIONS,
        version=boardgames.__version__,
        tools=tools,
        log_level="ERROR",
    )


async def _asked(workers: Workers, limits: CallLimits, tool: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
    """The facts that a tool answers in a worker.  Raises :class:`ToolError`."""
    from boardgames_models.assistant.answers import answer

    try:
        facts, code, sentence = await bounded_call(workers, limits, answer, tool, dict(arguments))
    except CallTooLong as error:
        raise refusal("too-long", f"{error}: ask for less, as fewer actions or a weaker player") from None
    except WorkerDied:
        raise refusal("ended", "the code of the game or player ended the process that called it") from None
    if code:
        raise refusal(code, sentence)
    return facts


def _in_worker(
    ask: Callable[..., Awaitable[Any]], tool: Callable[..., Any]
) -> Callable[..., Awaitable[CallToolResult]]:
    @wraps(tool)
    async def asked(**arguments: Any) -> CallToolResult:
        return result(await ask(tool, arguments))

    return asked


def _tool(function: Callable[..., Any], read_only: bool) -> Tool:
    annotations = ToolAnnotations(read_only_hint=read_only, idempotent_hint=read_only, open_world_hint=not read_only)
    tool = Tool.from_function(function, annotations=annotations, structured_output=False)
    for name, schema in tool.parameters["properties"].items():
        schema["description"] = ARGUMENTS[name]
    return tool


async def serve_http(server: MCPServer, host: str, port: int, ready: Callable[[str, uvicorn.Server], object]) -> None:
    """Serve at an address of this machine; ``ready`` is called with the URL.  Raises :class:`OSError`."""
    from boardgames.web import ConnectionLimits, host_names, listen, make_server as web_server

    with listen(host, port) as listener:
        hosts = host_names(host, listener.getsockname()[1])
        security = TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=[f"http://{each}" for each in hosts])
        app = server.streamable_http_app(stateless_http=True, json_response=True, transport_security=security)
        limits = ConnectionLimits()
        keeping = asyncio.create_task(limits.keep())
        try:
            async with server.session_manager.run():
                uvicorn_server = web_server(app, limits)
                ready(f"http://{hosts[0]}/mcp", uvicorn_server)
                await uvicorn_server.serve(sockets=[listener])
        finally:
            keeping.cancel()
