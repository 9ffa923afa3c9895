"""Our code beside a student's: runs in the sandbox, and says over a pipe what it finds.

The order comes as one line of JSON on standard input, with a nonce in it; each answer is a line that begins with the
nonce.  It asks for the checker, which climbs the ladder, or to serve the game to the witness outside.  Standard
input and output are taken away before the student's code is imported, so that what it prints is not an answer.  That
code runs in the same process all the same.  It can change this code, and :class:`Snapshot` notices the
simple ways; one that is written for it can hide that.
"""

from __future__ import annotations

import builtins
import json
import os
import sys
from collections.abc import Callable, Iterator
from json.encoder import encode_basestring_ascii
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final

from boardgames.core.lookup import GameSpec, find
from boardgames.testkit import Finding, Rung, raised, verify
from boardgames_classroom.served import cut, serve

MOST_ACTIONS: Final = 2000

Send = Callable[..., None]
"""Sends an answer: its kind, and its fields by their names."""


def main() -> None:
    """Read the order, do it, and exit without running anything of the student's any more."""
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    order = json.loads(requests.readline())
    send = open_channel(order.pop("nonce"))
    snapshot = Snapshot()
    send("begun")

    def check() -> None:
        changed = snapshot.changed()
        if changed is not None:
            send("refused", code="changed", words=changed)
            os._exit(0)

    try:
        os.chdir(order["folder"])
        try:
            spec = find(order["reference"])
        except Exception as error:
            send("refused", code="no game", words=cut(str(error)))
        else:
            check()
            if "games" in order:
                _grade(spec, order, send, check)
            else:
                serve(spec, (json.loads(line) for line in requests), send, check)
    except BaseException as error:  # whatever the student's code raises
        send("refused", code="stopped", words=cut(raised(error)))
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

    def send(kind: str, **fields: Any) -> None:
        rest = f"{nonce} {in_json({'is': kind, **fields})}\n".encode()
        while rest:
            try:
                rest = rest[write(pipe, rest) :]
            except OSError:
                exit_now(1)

    return send


def in_json(value: Any, quote: Callable[[str], str] = encode_basestring_ascii) -> str:
    """A value as JSON, by nothing of the module ``json``, which a submission may change."""
    if value is None:
        return "null"
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, dict):
        return "{" + ",".join([f"{quote(name)}:{in_json(part)}" for name, part in value.items()]) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([in_json(part) for part in value]) + "]"
    return int.__repr__(value) if isinstance(value, int) else float.__repr__(value)


def _grade(spec: GameSpec, order: dict[str, Any], send: Send, check: Callable[[], None]) -> None:
    def progress(rung: Rung, finding: Finding | None) -> None:
        check()
        if finding is None:
            send("trying", rung=rung.name)
        else:
            send("found", **as_answer(finding))

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
        send("refused", code="no game", words=cut(f"the game cannot be made: {raised(error)}"))
        return
    send("done", games=report.games, game=cut(report.game))


def as_answer(finding: Finding) -> dict[str, object]:
    """A finding as the facts that the checker sends, its texts cut to a bound."""
    return {
        "rung": finding.rung.name,
        "status": finding.status,
        "what": cut(finding.what),
        "seed": finding.seed,
        "actions": [cut(action) for action in finding.actions[:MOST_ACTIONS]],
        "position": None if finding.position is None else cut(finding.position),
    }


class Snapshot:
    """The functions and classes of all modules as they were before the student's code was imported."""

    def __init__(self) -> None:
        self.modules = [module for module in list(sys.modules.values()) if isinstance(module, ModuleType)]
        self.parts = self._parts()

    def changed(self) -> str | None:
        """The first part that is another one now, by its name; ``None`` if there is none.

        What hides a builtin function in a module, or is new in a class, is a change too.
        """
        now = self._parts()
        for key, part in self.parts.items():
            if key not in now or any(one is not other for one, other in zip(part, now[key], strict=True)):
                return ".".join(key)
        for place, name in now.keys() - self.parts.keys():
            if hasattr(builtins, name) or tuple(place.rsplit(".", 1)) in self.parts:
                return f"{place}.{name}"
        return None

    def _parts(self) -> dict[tuple[str, str], tuple[object, ...]]:
        return {(place, name): _contents(value) for place, name, value in _watched(self.modules)}


def _watched(modules: list[ModuleType]) -> Iterator[tuple[str, str, object]]:
    """The functions and classes of these modules, the methods of the classes, and constants of ours."""
    for module in modules:
        constants = (tuple, int, float, str) if module.__name__.startswith("boardgames") else ()
        kinds = (FunctionType, BuiltinFunctionType, type, *constants)
        for name, value in list(vars(module).items()):
            if not isinstance(value, kinds) or name == "_":
                continue
            yield module.__name__, name, value
            if isinstance(value, type) and value.__module__ == module.__name__:
                for method, inner in list(vars(value).items()):
                    if callable(inner) or isinstance(inner, (property, staticmethod, classmethod)):
                        yield f"{module.__name__}.{name}", method, inner


def _contents(value: Any) -> tuple[object, ...]:
    """An object, and what it runs."""
    function = value.fget if type(value) is property else value
    return value, *(getattr(function, name, None) for name in ("__code__", "__defaults__", "__kwdefaults__"))
