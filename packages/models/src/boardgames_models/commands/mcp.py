"""``boardgames mcp``: our rules as tools for assistants."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from ipaddress import ip_address
from threading import Thread
from typing import TYPE_CHECKING, Final

import attrs
import click

from boardgames.cli import Command, UserError, files_used, mistakes, on_signals, takes
from boardgames.core.model import option
from boardgames.processes import interruptible

if TYPE_CHECKING:
    import uvicorn
    from mcp.server import MCPServer

HALF: Final = re.compile(
    rb"(\\[^u]|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)
"""An escape of JSON that is half of a character.  The group matches other escapes, which stay as they are."""


@attrs.frozen(kw_only=True)
class McpOptions:
    """Where the tools are offered."""

    http: str | None = option(
        None, "Listen at an address of this machine alone, instead of standard input.", metavar="HOST:PORT"
    )
    table: str | None = option(
        None,
        "The link that 'boardgames web' printed: assistants may open tables there; also in BOARDGAMES_TABLE_LINK.",
        environment="BOARDGAMES_TABLE_LINK",
        metavar="LINK",
    )


@click.command(cls=Command)
@takes(McpOptions)
def mcp(options: McpOptions) -> None:
    """Offer rules, boards, exact values and players to an assistant, as tools.

    Speaks the Model Context Protocol on standard input and output: the assistant
    starts this command, as docs/mcp.md shows. The tools tell which actions are
    legal and why another is not, what each is worth, and play a game; each call may
    take 5 seconds of processor time. An assistant can name installed games and
    players, but no files, programs and servers.

    \b
    Examples:
      boardgames mcp
      boardgames mcp --http 127.0.0.1:8714
      boardgames mcp --table "http://127.0.0.1:8712/?token=..."

    \b
    Exit status:
      0    the assistant has closed the input
      2    wrong usage, a port in use
      130  ended by Ctrl-C
    """
    from boardgames.processes import Workers
    from boardgames_models.assistant.bounded_calls import CallLimits
    from boardgames_models.assistant.server import AT_A_TIME, make_server, serve_http

    address = None if options.http is None else _address(options.http)
    with interruptible(), Workers(AT_A_TIME) as workers:
        with mistakes(ValueError, prefix="--table: "):
            server = make_server(workers, CallLimits(), options.table)
        if address is None:
            asyncio.run(_on_standard_files(server))
            return
        with files_used(f"--http: cannot listen at {options.http}"):
            asyncio.run(serve_http(server, *address, _ready))
        raise KeyboardInterrupt  # nothing else ends it


async def _on_standard_files(server: MCPServer) -> None:
    """Serve until the input ends, or a signal asks to stop: then at once, though a thread still reads the input."""
    on_signals(_leave)
    source, (end, begin) = os.dup(0), os.pipe()
    os.dup2(end, 0)
    os.close(end)
    Thread(target=_copy_whole_characters, args=(source, begin), daemon=True).start()
    await server.run_stdio_async()


def _copy_whole_characters(source: int, target: int) -> None:
    """Copy the lines of a file, halves of characters replaced: the SDK would leave a message with one unanswered."""
    with os.fdopen(source, "rb") as lines, os.fdopen(target, "wb") as out:
        for line in lines:
            out.write(HALF.sub(lambda match: match[1] or rb"\ufffd", line))
            out.flush()


def _leave() -> None:
    click.echo("Interrupted.", err=True)
    os._exit(130)  # the workers see that, and end


def _ready(url: str, server: uvicorn.Server) -> None:
    on_signals(lambda: server.handle_exit(signal.SIGINT, None))
    click.echo(url)
    click.echo("Ctrl-C ends the server.", err=True)


def _address(text: str) -> tuple[str, int]:
    """The host and port of ``--http``.  Raises :class:`UserError`."""
    host, _, port = text.rpartition(":")
    host = {"localhost": "127.0.0.1"}.get(host, host.strip("[]"))
    try:
        loopback = ip_address(host).is_loopback
        if not port.isdecimal() or int(port) > 65535:
            raise ValueError
    except ValueError:
        raise UserError(f"--http: expected an address and a port, as in 127.0.0.1:8714, not {text!r}") from None
    if not loopback:
        raise UserError(f"--http: {host} is not of this machine alone: it has no password, so give 127.0.0.1 or [::1]")
    return host, int(port)
