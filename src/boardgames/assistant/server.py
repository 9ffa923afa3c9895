"""The server: its tools, and how it speaks, on standard input and output or on a port of this machine."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, EmbeddedResource, TextContent, TextResourceContents, ToolAnnotations

import boardgames
from boardgames.processes.bounded_calls import CallLimits, CallTooLong, bounded_call
from boardgames.processes.workers import WorkerDied, Workers

AT_A_TIME: Final = 4
"""Calls under way; more wait."""
INSTRUCTIONS: Final = """\
Rules, boards, exact values and players of abstract board games. Nothing is kept between calls: give the game and all \
actions since its start each time, throws of dice included (written =3). Never work a position out yourself: ask 'look' \
and 'legal'. 'play' plays an action, throws the dice and answers with a player. For a game that counts, whose dice \
nobody can throw twice, use 'open_table' and 'act'."""
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
    "opponent": "Who plays the other side: a player with its level, such as alphabeta:level=3, or guest, a person.",
    "side": "The seat that you take, from 0.",
}
"""The meaning of each argument, the same in all tools."""


def make_server(workers: Workers, limits: CallLimits, tables: Sequence[Callable[..., Awaitable[Any]]] = ()) -> MCPServer:
    """The server of the tools: those about rules are called in ``workers``, within ``limits``.

    ``tables`` are the tools for games that count.
    """
    from boardgames.assistant.answers import ANSWERS, answer

    async def call(name: str, arguments: Mapping[str, Any]) -> CallToolResult:
        try:
            facts, code, sentence = await bounded_call(workers, limits, answer, name, dict(arguments))
        except CallTooLong as error:
            facts, code, sentence = {}, "too-long", f"{error}: ask for less, as fewer actions or a weaker player"
        except WorkerDied:
            facts, code, sentence = {}, "ended", "the code of the game or player ended the process that called it"
        if code:
            raise refusal(code, sentence)
        return result(facts)

    def in_worker(name: str, function: Callable[..., Any]) -> Tool:
        @functools.wraps(function)
        async def ask(**arguments: Any) -> CallToolResult:
            return await call(name, arguments)

        return _tool(ask, read_only=True)

    tools = [in_worker(name, function) for name, function in ANSWERS.items()]
    tools += [_tool(function, read_only=False) for function in tables]
    return MCPServer(
        "boardgames",
        title="Board games",
        instructions=INSTRUCTIONS,
        version=boardgames.__version__,
        tools=tools,
        log_level="ERROR",
    )


def _tool(function: Callable[..., Any], read_only: bool) -> Tool:
    annotations = ToolAnnotations(read_only_hint=read_only, idempotent_hint=read_only, open_world_hint=not read_only)
    tool = Tool.from_function(function, annotations=annotations, structured_output=False)
    for name, schema in tool.parameters["properties"].items():
        schema["description"] = ARGUMENTS[name]
    return tool


def refusal(code: str, sentence: str) -> ToolError:
    """The error of a mistake of the caller: its sentence, and its code in brackets."""
    return ToolError(f"{sentence} [{code}]")


def result(facts: Mapping[str, Any]) -> CallToolResult:
    """The facts as a model reads them, and as a program does; a picture is a part of its own."""
    content: list[Any] = [TextContent(type="text", text="\n".join(_lines(facts)))]
    if "svg" in facts:
        picture = TextResourceContents(uri="boardgames://board.svg", mime_type="image/svg+xml", text=facts["svg"])
        content.append(EmbeddedResource(type="resource", resource=picture))
    facts = {name: value for name, value in facts.items() if name != "svg"}
    return CallToolResult(content=content, structured_content=facts)


def _lines(facts: Mapping[str, Any]) -> Iterator[str]:
    for name, value in facts.items():
        if value is None or value in ([], {}) or name == "svg":
            continue
        if isinstance(value, str) and "\n" in value:
            yield f"{name}:\n{value}"
        elif isinstance(value, list) and isinstance(value[0], dict):
            yield f"{name}:"
            yield from (f"  {_words(each)}" for each in value)
        else:
            yield f"{name}: {_words(value)}"


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_words(own)}" for name, own in value.items() if own is not None)
    if isinstance(value, list):
        return " ".join(map(_words, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
