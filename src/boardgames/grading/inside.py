"""The checker beside a student's code: runs in the sandbox, and says what each rung finds over a pipe.

The order comes as one line of JSON on standard input, with a nonce in it; each answer is a line that begins with the
nonce.  Standard input and output are taken away before the student's code is imported, so that what it
prints is no answer.  That code runs in the same process all the same.  It can change this checker, and
:class:`Snapshot` notices the simple ways; one that is written for it can hide that.
"""

from __future__ import annotations

import builtins
import copy
import json
import os
import pickle
import random
import sys
import time
from collections.abc import Callable, Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final

from boardgames.core.lookup.installed_games import find
from boardgames.testkit.climb import verify
from boardgames.testkit.report import Finding
from boardgames.testkit.rung import Rung, raised

LONGEST_TEXT: Final = 4000  # characters of a sentence, or of a position
MOST_ACTIONS: Final = 2000
WATCHED: Final = (builtins, copy, json, os, pickle, random, time)
"""Modules besides ours that the checker relies on."""

Send = Callable[[dict[str, Any]], None]


def main() -> None:
    """Read the order, verify the game, and exit without running anything of the student's any more."""
    order = json.loads(sys.stdin.readline())
    send = open_channel(order["nonce"])
    snapshot = Snapshot()
    try:
        _grade(order, send, snapshot)
    except BaseException as error:  # whatever the student's code raises
        send({"stopped": cut(raised(error))})
    os._exit(0)


def open_channel(
    nonce: str, write: Callable[[int, bytes], int] = os.write, exit_now: Callable[[int], None] = os._exit
) -> Send:
    """The pipe to the grader, by a number of its own; standard output becomes standard error."""
    pipe = os.dup(1)
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)

    def send(answer: dict[str, Any], dumps: Callable[[Any], str] = json.dumps) -> None:
        rest = f"{nonce} {dumps(answer)}\n".encode()
        while rest:
            try:
                rest = rest[write(pipe, rest) :]
            except OSError:
                exit_now(1)

    return send


def _grade(order: dict[str, Any], send: Send, snapshot: Snapshot) -> None:
    os.chdir(order["folder"])
    try:
        spec = find(order["reference"])
    except Exception as error:
        send({"no game": cut(str(error))})
        return

    def check() -> None:
        changed = snapshot.changed()
        if changed is not None:
            send({"changed": changed})
            os._exit(0)

    def progress(rung: Rung, finding: Finding | None) -> None:
        check()
        if finding is None:
            send({"trying": rung.name})
        else:
            send(as_answer(finding))

    check()
    try:
        report = verify(
            spec,
            order["games"],
            order["seed"],
            progress,
            max_plies=order["max_plies"],
            seconds=order["seconds"],
        )
    except Exception as error:
        send({"no game": cut(f"the game cannot be made: {raised(error)}")})
        return
    send({"done": report.games, "game": cut(report.game)})


def as_answer(finding: Finding) -> dict[str, object]:
    return {
        "rung": finding.rung.name,
        "status": finding.status,
        "what": cut(finding.what),
        "seed": finding.seed,
        "actions": [cut(action) for action in finding.actions[:MOST_ACTIONS]],
        "position": None if finding.position is None else cut(finding.position),
    }


def cut(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "…"


class Snapshot:
    """The functions and classes of the checker as they were before the student's code was imported."""

    def __init__(self) -> None:
        ours = [module for name, module in sys.modules.items() if name.partition(".")[0] == "boardgames"]
        self.parts = [
            (place, owner, name, *_object_and_code(owner, name)) for place, owner, name in _watched([*ours, *WATCHED])
        ]

    def changed(self) -> str | None:
        """The first part that is another one now, by its name; ``None`` if there is none."""
        for place, owner, name, value, code in self.parts:
            now, code_now = _object_and_code(owner, name)
            if now is not value or code_now is not code:
                return f"{place}.{name}"
        return None


def _watched(modules: list[ModuleType]) -> Iterator[tuple[str, object, str]]:
    """The functions, classes and tuples of these modules, and the methods of the classes."""
    for module in modules:
        for name, value in list(vars(module).items()):
            if not isinstance(value, (FunctionType, BuiltinFunctionType, type, tuple)) or name == "_":
                continue
            yield module.__name__, module, name
            if isinstance(value, type) and value.__module__ == module.__name__:
                for method, inner in list(vars(value).items()):
                    if callable(inner) or isinstance(inner, (property, staticmethod, classmethod)):
                        yield f"{module.__name__}.{name}", value, method


def _object_and_code(owner: object, name: str) -> tuple[object, object]:
    """The object that a name stands for, and the code that it runs."""
    value = vars(owner).get(name)
    return value, getattr(value, "__code__", None)
