"""A server in this process, asked by the SDK's client over memory; its workers are real ones."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from boardgames_models.assistant.bounded_calls import CallLimits

from boardgames.processes.workers import Workers

Calls = Sequence[tuple[str, dict[str, Any]]]
LIMITS = CallLimits(cpu=300, seconds=600)  # no test waits for these

STRANGE = """
import os
import time

import attrs
import boardgames as bg

print("printed by rules")
TAKE = bg.SimpleAction(0, "take")


@attrs.frozen
class State(bg.BaseState):
    game: object
    turn: int = 0
    outcome = None

    def actions(self):
        return [TAKE]

    def apply(self, action):
        return self

    def __str__(self):
        return "start"


class Strange(bg.SimpleGame):
    name, title, all_actions = "strange", "Strange", [TAKE]

    def start(self):
        print("printed by a game")
        return State(self)

    def parse(self, text):
        match text:
            case "loop":
                while True:
                    pass
            case "sleep":
                time.sleep(1000)
            case "raise":
                raise KeyError("a secret")
            case "exit":
                os._exit(7)
            case "memory":
                return bytes(2**40)
        return State(self)


SPEC = bg.GameSpec(name="strange", title="Strange", game=Strange, reasons={})
"""
"""An installed game that prints, and whose positions are traps."""


def code_of(result: Any) -> str:
    """The code at the end of a refusal."""
    assert result.is_error, result
    found = re.search(r"\[([a-z-]+)\]$", result.content[0].text)
    assert found is not None, result.content[0].text
    return found[1]


def served(workers: Workers, limits: CallLimits, site: str | None = None) -> Any:
    """A server; imported here, since the SDK takes long and most of pytest's workers need none."""
    from boardgames_models.assistant.server import make_server

    return make_server(workers, limits, site)


def asked(server: Any, calls: Calls) -> list[Any]:
    """The results of calls, made at the same time."""
    from mcp import Client

    async def ask() -> list[Any]:
        async with Client(server) as client:
            return await asyncio.gather(*(client.call_tool(name, arguments) for name, arguments in calls))

    return asyncio.run(ask())


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(2) as found:
        yield found


@pytest.fixture
def ask(workers: Workers) -> Callable[..., Any]:
    """Call one tool: its result."""
    server = served(workers, LIMITS)
    return lambda name, **arguments: asked(server, [(name, arguments)])[0]


def strange_game(folder: Path) -> str:
    """Have the game of :data:`STRANGE` in a folder as pip puts it; the folder."""
    (folder / "strange_rules.py").write_text(STRANGE)
    information = folder / "strange-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: strange\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[boardgames.games]\nstrange = strange_rules:SPEC\n")
    return str(folder)
