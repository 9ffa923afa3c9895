"""The command as an assistant starts it: over standard input and output, and over HTTP."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from boardgames_models.commands import mcp

from packages.models.tests.assistant.conftest import code_of, strange_game
from tests.command import Run, started_command

if TYPE_CHECKING:
    from mcp import Client  # the SDK takes long to import, and most of pytest's workers need none

COMMAND = [sys.executable, "-m", "boardgames", "mcp"]
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


async def whole_game(client: Client) -> None:
    """A game of Ur to its end, a mate problem, and one mistake."""
    actions: list[str] = []
    facts: dict[str, Any] = {"over": False}
    while not facts["over"]:
        ur: dict[str, Any] = {"game": "ur:tokens=1", "actions": actions}
        legal = (await client.call_tool("legal", ur)).structured_content["actions"]
        played = await client.call_tool("play", ur | {"action": "".join(legal[:1]), "reply": "random", "seed": 1})
        facts = played.structured_content
        actions += facts["added"]
    assert facts["outcome"]["reason"] == "home"
    problem = {"game": "shogi", "position": "8k/9/6R2/9/9/9/9/9/9 b G 1", "rest": True}
    assert (await client.call_tool("mate", problem)).structured_content["line"] == ["3c1c+", "1a2a", "G*2b"]
    assert code_of(await client.call_tool("look", {"game": "chess"})) == "unknown-game"


@pytest.mark.thorough
def test_over_standard_files_with_rules_that_print(tmp_path: Path) -> None:
    """The SDK's client fails on a line that is not of the protocol, so nothing printed got there."""
    from mcp import Client, StdioServerParameters
    from mcp.client.stdio import stdio_client

    path = os.pathsep.join([strange_game(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    server = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], env={**os.environ, "PYTHONPATH": path})

    async def play() -> None:
        async with Client(stdio_client(server)) as client:
            seen = await client.call_tool("play", {"game": "strange", "action": "take"})
            assert not seen.is_error
            await whole_game(client)

    asyncio.run(play())


def talk(*lines: str, awaited: set[int]) -> tuple[list[dict[str, Any]], str, int]:
    """Send lines to the command, and end its input once the messages with the numbers ``awaited`` are answered.

    Returns its messages, its standard error and its status.
    """
    answers: list[dict[str, Any]] = []
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write("\n".join(["", *lines, ""]).encode("utf-8", "surrogatepass"))
        server.stdin.flush()
        for line in server.stdout:
            answers.append(json.loads(line))
            if awaited <= {answer.get("id") for answer in answers}:
                break
        rest, errors = server.communicate(timeout=60)
    return answers + [json.loads(line) for line in rest.splitlines()], errors.decode(), server.returncode


def message(number: int, method: str, **params: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


@pytest.mark.thorough
def test_lines_that_are_not_messages_change_nothing() -> None:
    """When the input ends, so does the server."""
    look = message(3, "tools/list")
    answers, errors, status = talk(message(1, "initialize", **HELLO), "not JSON", "[]", "\ud800", look, awaited={3})
    assert {1, 3} <= {answer.get("id") for answer in answers} and all("jsonrpc" in answer for answer in answers)
    assert "Traceback" not in errors and status == 0


@pytest.mark.thorough
def test_a_message_with_half_a_character_is_answered() -> None:
    """It is written as an escape, which is JSON; the SDK reads it as no message."""
    halves = [
        message(2, "tools/call", name="look", arguments={"game": "\ud800"}),
        message(3, "tools/call", name="explain", arguments={"game": "ur", "action": "\udfff\ud83d\ude00\ud800\\ud800"}),
        message(4, "tools/call", name="\udc00", arguments={}),
        message(5, "\ud83d"),
    ]
    answers: dict[object, Any] = {}
    last = message(6, "tools/call", name="legal", arguments={"game": "shogi", "actions": ["７六歩"]})
    for number, half in enumerate(halves, 2):
        told, errors, status = talk(message(1, "initialize", **HELLO), half, last, awaited={number, 6})
        answers |= {answer["id"]: answer for answer in told}
        assert "Traceback" not in errors and status == 0
    assert {1, 2, 3, 4, 5, 6} <= answers.keys()
    assert answers[2]["result"]["isError"] and "unknown-game" in str(answers[2])
    assert answers[3]["result"]["structuredContent"]["action"] == "\ufffd\U0001f600\ufffd\\ud800"
    assert "3c3d" in answers[6]["result"]["structuredContent"]["actions"]


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        (rb'"\ud800"', rb'"\ufffd"'),
        (rb'"\uDC00x"', rb'"\ufffdx"'),
        (rb'"\ud83d\ude00"', rb'"\ud83d\ude00"'),
        (rb'"\ud83d\ud83d\ude00"', rb'"\ufffd\ud83d\ude00"'),
        (rb'"\\ud800"', rb'"\\ud800"'),
        (rb'"\\\ud800"', rb'"\\\ufffd"'),
        (rb'"\u0041\n\ud7ff"', rb'"\u0041\n\ud7ff"'),
    ],
)
def test_halves_of_characters_are_replaced(line: bytes, whole: bytes) -> None:
    (source, begin), (end, target) = os.pipe(), os.pipe()
    with os.fdopen(begin, "wb") as written:
        written.write(line + b"\n")
    mcp._copy_whole_characters(source, target)
    with os.fdopen(end, "rb") as read:
        assert read.read() == whole + b"\n"


@pytest.mark.thorough
def test_a_signal_ends_it_while_it_waits_for_input() -> None:
    """Over HTTP the other one does, below."""
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert server.stdin is not None and server.stdout is not None and server.stderr is not None
        server.stdin.write(message(1, "initialize", **HELLO).encode() + b"\n")
        server.stdin.flush()
        server.stdout.readline()
        server.send_signal(signal.SIGTERM)
        assert (server.wait(60), server.stderr.read()) == (130, b"Interrupted.\n")


# -- over HTTP --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with started_command("mcp", "--http", "127.0.0.1:0") as (process, address):
        yield address
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130


def through(url: str, use: Callable[[Client], Coroutine[Any, Any, None]]) -> None:
    from mcp import Client

    async def run() -> None:
        async with Client(url) as client:
            await use(client)

    asyncio.run(run())


@pytest.mark.thorough
def test_over_http(url: str) -> None:
    through(url, whole_game)


def posted(url: str, body: bytes, **headers: str) -> int:
    host = url.split("/")[2]
    connection = HTTPConnection(host)
    accepted = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    connection.request("POST", "/mcp", body, {"Host": host, **accepted, **headers})
    try:
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.mark.thorough
def test_foreign_pages_and_large_bodies_are_refused(url: str) -> None:
    hello = message(1, "initialize", **HELLO).encode()
    assert posted(url, hello) == 200
    assert posted(url, hello, Host="evil.example:80") == 421
    assert posted(url, hello, Origin="http://evil.example") == 403
    assert posted(url, b" " * 10_000_000) == 413


@pytest.mark.thorough
def test_a_client_that_leaves_in_a_call_takes_nothing_from_others(url: str) -> None:
    call = {"game": "shogi", "position": "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L 1", "plies": 201}
    for number in range(3):
        leaving = HTTPConnection(url.split("/")[2])
        body = message(number, "tools/call", name="mate", arguments=call)
        accepted = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        leaving.request("POST", "/mcp", body, accepted)
        leaving.close()

    async def look(client: Client) -> None:
        assert not (await client.call_tool("look", {"game": "ur"})).is_error

    through(url, look)


@pytest.mark.parametrize("address", ["0.0.0.0:80", "192.168.1.20:80", "[::]:80", "example.org:80", "127.0.0.1", ":1"])
def test_only_addresses_of_this_machine(run: Run, address: str) -> None:
    refused = run("mcp", "--http", address)
    assert refused.returncode == 2 and refused.stderr.startswith("Error: --http: ")


def test_a_link_that_is_none(run: Run) -> None:
    refused = run("mcp", "--table", "ur")
    assert refused.returncode == 2 and refused.stderr.startswith("Error: --table: ")
